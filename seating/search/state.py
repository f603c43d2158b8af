"""A seating under search: who is where, who met how often, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from seating.search.puzzle import Puzzle
from seating.search.start import Tables


class State:
    """All rounds at once. Two places of one round change tables; the cost follows."""

    def __init__(self, puzzle: Puzzle, rounds: Sequence[Tables]) -> None:
        self.puzzle = puzzle
        self.members = [[list(table) for table in tables] for tables in rounds]
        self.table = [[0] * len(puzzle.entries) for _round in rounds]
        self.values = [row[:] for row in puzzle.values]
        self.times = [0] * len(puzzle.entries)
        for at, tables in zip(self.table, self.members, strict=True):
            for number, table in enumerate(tables):
                for place in table:
                    at[place] = number
                    self.times[place] += puzzle.special[number]
                for one, other in combinations(table, 2):
                    self.values[one][other] += 1
                    self.values[other][one] += 1
        self.cost = self.recount()
        frozen = frozenset(puzzle.frozen)
        self.free = [place not in frozen for place in range(len(puzzle.entries))]

    def recount(self) -> int:
        """The cost, counted anew."""
        puzzle = self.puzzle
        stride, add = puzzle.stride, puzzle.add
        cost = puzzle.earned
        cost += sum(sum(fair[:n]) for n, fair in zip(self.times, puzzle.fair, strict=True))
        for one, row in enumerate(self.values):
            for value in row[:one]:
                if value % stride:
                    cost += sum(add[value - value % stride : value])
        return cost

    def copy(self) -> list[Tables]:
        """Who sits where now, to be kept."""
        return [[table[:] for table in tables] for tables in self.members]

    def move(self, r: int, one: int, other: int) -> None:
        """Let two places of a round change tables; `cost` is left to the caller."""
        at, members, values = self.table[r], self.members[r], self.values
        here, there = at[one], at[other]
        mates, others = members[here], members[there]
        mates.remove(one)
        others.remove(other)
        for who, leaves, joins in ((one, mates, others), (other, others, mates)):
            row = values[who]
            for mate in leaves:
                row[mate] -= 1
                values[mate][who] -= 1
            for mate in joins:
                row[mate] += 1
                values[mate][who] += 1
        mates.append(other)
        others.append(one)
        at[one], at[other] = there, here
        special = self.puzzle.special
        if special[here] != special[there]:
            step = 1 if special[there] else -1
            self.times[one] += step
            self.times[other] -= step
