"""The search itself: downhill, along the level, and now and then a step up.

How readily it goes up falls during a course and is high again in the next; short courses are mixed
with longer and longer ones. Nothing depends on how long the search may last, so that one that was
stopped early is the beginning of one that was not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from seating.chance import Chance
from seating.search.budget import Budget
from seating.search.puzzle import Puzzle
from seating.search.rows import Rows
from seating.search.samples import Samples
from seating.search.start import Tables
from seating.weights import UNFAIR

ONE = 1 << 16
"""Chances are so many parts of this."""

HOT, COLD = (3_000, 12_000), 100
"""The chance to take a step up by one unit, for each way there is to take it: at the start of
courses by turns, and the least."""

MOST_UNITS = 12
"""No step up goes further; from four on they are all as rare."""

STAGES = 24
"""How many times a course gets cooler."""

FIRST_COURSE = 5
"""How many tries for each place of the schedule the shortest course has at each of its stages."""

SELDOM = 8
"""One of so many vain tries is followed by one with two exchanges."""

OVERHEAD = 12
"""What a try costs beside looking at the others, in steps."""

MANY_GAINS = 400_000
"""With more numbers than this to keep up to date it is better to look closely at a few."""


def improve(
    puzzle: Puzzle, start: Sequence[Tables], chance: Chance, budget: Budget, enough: int = 0
) -> tuple[list[Tables], int]:
    """The best rounds found from a start, and their cost; stops at a cost of `enough`."""
    numbers = puzzle.rounds * len(puzzle.sizes) * len(puzzle.entries)
    if numbers > MANY_GAINS:
        return Samples(puzzle, start).search(chance, budget, enough)
    return _Search(Rows(puzzle, start), chance).run(budget, enough)


def _luby(number: int) -> int:
    """How many times the shortest a course is: a mixture for when nobody knows the right length.

    Source: Luby, Sinclair and Zuckerman, Optimal speedup of Las Vegas algorithms.

    >>> [_luby(number) for number in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    power = number.bit_length()
    while number != (1 << power) - 1:
        power -= 1
        number -= (1 << power) - 1
        power = number.bit_length()
    return 1 << (power - 1)


def _courses(places: int) -> Iterator[tuple[int, int]]:
    """For each stage its tries and its chance of going up."""
    for course in count(1):
        tries = FIRST_COURSE * places * _luby(course)
        for hot in HOT:
            heat = hot * ONE
            for _stage in range(STAGES):
                yield tries, max(heat // ONE, COLD)
                heat -= heat * 14 // 100


class _Search:
    """Rows, and the best that was seen."""

    def __init__(self, rows: Rows, chance: Chance) -> None:
        self.rows = rows
        self.chance = chance
        self.best = rows.copy()
        self.least = rows.cost
        self.roles = rows.puzzle.rounds > 1 and bool(rows.odd_tables)

    def run(self, budget: Budget, enough: int) -> tuple[list[Tables], int]:
        """Search until the budget is spent, or nothing is left to be done."""
        places = self.rows.puzzle.rounds * len(self.rows.puzzle.entries)
        for tries, heat in _courses(places):
            if not self._stage(tries, heat, budget, enough):
                break
        self._keep()
        return self.best, self.least

    def _keep(self) -> None:
        if self.rows.cost < self.least:
            self.least, self.best = self.rows.cost, self.rows.copy()

    def _stage(self, tries: int, heat: int, budget: Budget, enough: int) -> bool:
        """So many tries; False when the search is over."""
        rows, below = self.rows, self.chance.below
        width, effort = OVERHEAD + len(rows.free), rows.effort
        hurt = rows.hurt()
        unchecked = 0
        for _try in range(tries):
            if rows.cost <= enough or not hurt:
                return False
            if unchecked == 0 and budget.over():
                return False
            unchecked = (unchecked + 1) % 100
            r, one = hurt[below(len(hurt))]
            row = rows.row(r, one)
            budget.spent += width
            change = min(row)
            if change <= 0 or self._up(change, row.count(change), heat):
                if change > 0:
                    self._keep()
                rows.exchange(r, one, self._choose(row, change), change)
                budget.spent += effort
            elif self.roles and below(SELDOM) == 0:
                self._keep()
                if not self._two(r, one, row, heat, budget):
                    continue
            else:
                continue
            hurt = rows.hurt()
        return True

    def _two(self, r: int, one: int, row: list[int], heat: int, budget: Budget) -> bool:
        """Change with somebody of another kind of table, and back in another round."""
        rows = self.rows
        special, table = rows.puzzle.special, rows.table
        mine = special[table[r][one]]
        others = [
            place
            for place, change in enumerate(row)
            if UNFAIR <= change < 3 * UNFAIR and special[table[r][place]] != mine
        ]
        if not others:
            return False
        first = min(row[place] for place in others)
        other = self.chance.choose([place for place in others if row[place] == first])
        back = [
            q
            for q, at in enumerate(table)
            if q != r and special[at[one]] != mine and special[at[other]] == mine
        ]
        if not back:
            return False
        budget.spent += 2 * rows.effort
        rows.exchange(r, one, other, first)
        changes = [rows.change(q, one, other) for q in back]
        second = min(changes)
        if first + second > 0 and not self._up(first + second, 1, heat):
            rows.exchange(r, one, other, -first)
            return False
        rows.exchange(back[changes.index(second)], one, other, second)
        return True

    def _up(self, change: int, ways: int, heat: int) -> bool:
        """Whether to take a step up."""
        units = -(-change // self.rows.puzzle.unit)
        level = min(units, 4)
        if units > MOST_UNITS:
            return False
        return bool(self.chance.below(ONE**level) < ways * heat**level)

    def _choose(self, row: list[int], change: int) -> int:
        """One of those with whom the change is that."""
        index = -1
        for _skip in range(self.chance.below(row.count(change)) + 1):
            index = row.index(change, index + 1)
        return index
