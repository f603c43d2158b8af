"""Search for large fields, where nearly every exchange will do: look closely at a few.

Whoever costs something where he is waits in a queue; for the first of it some partners are
tried, and the best exchange is made unless it does harm.
"""

from __future__ import annotations

from collections import deque

from seating.chance import Chance
from seating.search.budget import Budget
from seating.search.start import Tables
from seating.search.state import State

PARTNERS = 24
"""How many partners are tried at a time."""

FUTILE = 40
"""After so many tries in vain for each who waits, the search gives up."""


class Samples(State):
    """A large seating."""

    def search(self, chance: Chance, budget: Budget, enough: int) -> tuple[list[Tables], int]:
        """The rounds when nothing more is found, and their cost."""
        waiting = deque(
            chance.shuffled(
                [
                    (r, place)
                    for r in range(len(self.members))
                    for place, free in enumerate(self.free)
                    if free and self.at_table(r, place) > 0
                ]
            )
        )
        vain = 0
        while waiting and self.cost > enough and vain < FUTILE * len(waiting):
            if budget.over():
                break
            r, one = waiting.popleft()
            if self.at_table(r, one) <= 0:
                continue
            change, other = self._best_partner(r, one, chance)
            budget.spent += 5 * PARTNERS
            vain += 1
            if change < 0 or (change == 0 and other != one):
                vain = 0 if change < 0 else vain
                touched = (*self.members[r][self.table[r][one]], one, other)
                self.move(r, one, other)
                self.cost += change
                waiting.extend((r, p) for p in touched if self.free[p])
            else:
                waiting.append((r, one))
        return self.copy(), self.cost

    def at_table(self, r: int, place: int) -> int:
        """What it costs that this place is where it is, given all the other rounds."""
        here = self.table[r][place]
        row, add = self.values[place], self.puzzle.add
        cost = 0
        for mate in self.members[r][here]:
            if mate != place:
                cost += add[row[mate] - 1]
        if self.puzzle.special[here]:
            cost += self.puzzle.fair[place][self.times[place] - 1]
        return cost

    def elsewhere(self, r: int, place: int, table: int, without: int) -> int:
        """What it would cost at another table whose member `without` leaves it."""
        row, add = self.values[place], self.puzzle.add
        cost = 0
        for mate in self.members[r][table]:
            if mate != without:
                cost += add[row[mate]]
        special = self.puzzle.special
        if special[table]:
            now = self.times[place] - special[self.table[r][place]]
            cost += self.puzzle.fair[place][now]
        return cost

    def _best_partner(self, r: int, one: int, chance: Chance) -> tuple[int, int]:
        at, free, count = self.table[r], self.free, len(self.free)
        here = at[one]
        mine = self.at_table(r, one)
        least, best = 0, one
        for _partner in range(PARTNERS):
            other = chance.below(count)
            there = at[other]
            if there == here or not free[other]:
                continue
            change = self.elsewhere(r, one, there, other) - mine
            if change <= least + self.at_table(r, other):
                change += self.elsewhere(r, other, here, one) - self.at_table(r, other)
                if change < least or (change == least and best == one):
                    least, best = change, other
        return least, best
