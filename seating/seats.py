"""Who deals first, who second: seats and table numbers shared out evenly over the rounds.

The seats of a schedule colour the edges between entries and tables; de Werra showed that they can
always be coloured so that no two seats of an entry differ by more than one. Two seats at a time
are evened out here along chains of tables, which leads there wherever nothing is fixed and all
tables are of one size, and as near as it goes elsewhere.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from itertools import combinations
from math import lcm

from seating.chance import Chance
from seating.model import Round, Seats, Wishes
from seating.wishes import seat_order

PASSES = 12
"""How often all pairs of seats are gone through at most."""


def balance_seats(
    rounds: Sequence[Round], history: Sequence[Round], wishes: Wishes, chance: Chance
) -> tuple[Round, ...]:
    """The same tables with seats so that everybody has each seat equally often, or nearly so.

    The seats of the rounds before count; fixed seats stay. Where not all can be even, the first
    seat is.

    >>> rounds = [Round(((1, 2), (3, 4))), Round(((1, 3), (2, 4)))]
    >>> even = balance_seats(rounds, [], Wishes(), Chance(1))
    >>> sorted(table[0] for played in even for table in played.tables)
    [1, 2, 3, 4]
    """
    board = _Seating(rounds, history, wishes, chance)
    seats = range(board.largest)
    couples = list(combinations(seats, 2))
    for _ in range(PASSES):
        if not sum(board.even_out(one, other, (1, 1)) for one, other in couples):
            break
    for other in seats[1:]:
        board.even_out(0, other, (1, 0))
    return board.rounds()


class _Seating:
    """All tables of all rounds, and how far each entry is from its share of each seat."""

    def __init__(
        self, rounds: Sequence[Round], history: Sequence[Round], wishes: Wishes, chance: Chance
    ) -> None:
        self.old = rounds
        tables = [table for played in rounds for table in played.tables]
        before = [table for played in history for table in played.tables]
        sizes = {len(table) for table in (*tables, *before)} or {1}
        self.largest = max(sizes)
        self.unit = 2 * lcm(*sizes)
        entries = sorted({entry for table in (*tables, *before) for entry in table})
        self.over = {entry: [0] * self.largest for entry in entries}
        for table in before:
            self._count(table)
        self.tables: list[list[int]] = []
        self.fixed: list[frozenset[int]] = []
        for table in tables:
            guess = self._first_guess(chance.shuffled(table), wishes)
            self._count(guess)
            self.tables.append(list(guess))
            fixed = (seat for seat, entry in enumerate(guess) if wishes.seats.get(entry) == seat)
            self.fixed.append(frozenset(fixed))
        self.at: defaultdict[int, list[int]] = defaultdict(list)
        for number, seats in enumerate(self.tables):
            for entry in seats:
                self.at[entry].append(number)

    def _count(self, table: Sequence[int]) -> None:
        """Everybody is due the same share of each seat of the table, and has one of them whole."""
        share = self.unit // len(table)
        for seat, entry in enumerate(table):
            over = self.over[entry]
            for each in range(len(table)):
                over[each] -= share
            over[seat] += self.unit

    def _first_guess(self, table: Sequence[int], wishes: Wishes) -> Seats:
        """Each seat to whom it is due most."""
        left, guess = list(table), []
        for seat in range(len(table)):
            entry = min(left, key=lambda one: self.over[one][seat])
            left.remove(entry)
            guess.append(entry)
        return seat_order(guess, wishes)

    def even_out(self, one: int, other: int, weights: tuple[int, int]) -> int:
        """Exchange two seats along chains of tables while that evens them; how often it did."""
        found = 0
        for seat, to, weight in ((one, other, weights), (other, one, weights[::-1])):
            most = min((self._gain(e, to, seat, weight[::-1]) for e in self.at), default=0)
            for entry in self.at:
                while self._gain(entry, seat, to, weight) + most < 0 and self._pass_on(
                    entry, seat, to, weight
                ):
                    found += 1
        return found

    def _gain(self, entry: int, seat: int, to: int, weight: tuple[int, int]) -> int:
        """What it costs, in squares, if the entry has one `seat` less and one `to` more."""
        over, unit = self.over[entry], self.unit
        return weight[0] * (unit - 2 * over[seat]) + weight[1] * (unit + 2 * over[to])

    def _pass_on(self, entry: int, seat: int, to: int, weight: tuple[int, int]) -> bool:
        """Take one `seat` from the entry, who has too many, along the shortest chain."""
        start = self._gain(entry, seat, to, weight)
        if start >= 0:
            return False
        came: dict[int, tuple[int, int]] = {entry: (entry, -1)}
        waiting = deque([entry])
        while waiting:
            one = waiting.popleft()
            for number in self.at[one]:
                table, fixed = self.tables[number], self.fixed[number]
                if to >= len(table) or seat >= len(table) or table[seat] != one:
                    continue
                other = table[to]
                if other in came or seat in fixed or to in fixed:
                    continue
                came[other] = (one, number)
                if start + self._gain(other, to, seat, weight[::-1]) < 0:
                    self._exchange(other, came, seat, to)
                    return True
                waiting.append(other)
        return False

    def _exchange(self, last: int, came: dict[int, tuple[int, int]], seat: int, to: int) -> None:
        self.over[last][to] -= self.unit
        self.over[last][seat] += self.unit
        while came[last][1] >= 0:
            last, number = came[last]
            table = self.tables[number]
            table[seat], table[to] = table[to], table[seat]
        self.over[last][seat] -= self.unit
        self.over[last][to] += self.unit

    def rounds(self) -> tuple[Round, ...]:
        tables = iter(self.tables)
        return tuple(
            Round(tuple(tuple(next(tables)) for _ in played.tables), played.out)
            for played in self.old
        )
