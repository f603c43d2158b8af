"""Search that knows for every entry what every table would cost it.

`gain[r][place][table]` is what it costs in round r that this place meets those at the table,
given all the other rounds. So an exchange of two is looked at with four look-ups, and all
exchanges of one entry in one sweep; the price is paid when an exchange is made.
"""

from __future__ import annotations

from collections.abc import Sequence

from seating.search.puzzle import Puzzle
from seating.search.start import Tables
from seating.search.state import State

BIG = 1 << 60


class Rows(State):
    """A seating with the cost of every entry at every table."""

    def __init__(self, puzzle: Puzzle, rounds: Sequence[Tables]) -> None:
        super().__init__(puzzle, rounds)
        self.twice = [2 * cost for cost in puzzle.add]
        self.frozen = puzzle.frozen
        self.odd_tables = [number for number, odd in enumerate(puzzle.special) if odd]
        self.gain = [self._gains(r) for r in range(len(rounds))]
        self.own = [self._own(r) for r in range(len(rounds))]
        count, number = len(puzzle.entries), len(rounds)
        self.effort = 50 + 3 * count + 2 * number * max(puzzle.sizes) + number * count // 4

    def _gains(self, r: int) -> list[list[int]]:
        add, at, members = self.puzzle.add, self.table[r], self.members[r]
        gains = []
        for place, row in enumerate(self.values):
            here = at[place]
            costs = [add[value] for value in row]
            for mate in members[here]:
                if mate != place:
                    costs[mate] = add[row[mate] - 1]
            costs[place] = 0
            line = [sum([costs[mate] for mate in table]) for table in members]
            if self.odd_tables:
                again = self.puzzle.fair[place][self.times[place] - self.puzzle.special[here]]
                for number in self.odd_tables:
                    line[number] += again
            gains.append(line)
        return gains

    def _own(self, r: int) -> list[int]:
        return [line[here] for line, here in zip(self.gain[r], self.table[r], strict=True)]

    def hurt(self) -> list[tuple[int, int]]:
        """Round and place of all who cost something where they are, and may move."""
        free = self.free
        return [
            (r, place)
            for r, own in enumerate(self.own)
            for place, cost in enumerate(own)
            if cost > 0 and free[place]
        ]

    def row(self, r: int, one: int) -> list[int]:
        """What the cost changes by if this place changes with each of the others."""
        gain, at = self.gain[r], self.table[r]
        mine, here, twice = gain[one], at[one], self.twice
        base = mine[here]
        row = [
            mine[there] + line[here] - cost - twice[value] - base
            for there, line, cost, value in zip(
                at, gain, self.own[r], self.values[one], strict=True
            )
        ]
        for mate in self.members[r][here]:
            row[mate] = BIG
        for place in self.frozen:
            row[place] = BIG
        return row

    def change(self, r: int, one: int, other: int) -> int:
        """What the cost changes by if these two, at different tables, change places."""
        gain, own = self.gain[r], self.own[r]
        here, there = self.table[r][one], self.table[r][other]
        twice = self.twice[self.values[one][other]]
        return gain[one][there] + gain[other][here] - own[one] - own[other] - twice

    def exchange(self, r: int, one: int, other: int, change: int) -> None:
        """Let two change tables, where the cost changes by `change`."""
        at, members = self.table[r], self.members[r]
        here, there = at[one], at[other]
        self._shift(r, one, other, here, there)
        mates = [mate for mate in members[here] if mate != one]
        others = [mate for mate in members[there] if mate != other]
        self.move(r, one, other)
        for who, left, joined in ((one, mates, others), (other, others, mates)):
            for mate in left:
                self._meet(r, who, mate, self.values[who][mate] + 1, self.values[who][mate])
            for mate in joined:
                self._meet(r, who, mate, self.values[who][mate] - 1, self.values[who][mate])
        special = self.puzzle.special
        if special[here] != special[there]:
            self._burden(r, one, 1 if special[there] else -1)
            self._burden(r, other, 1 if special[here] else -1)
        self.own[r] = self._own(r)
        self.cost += change

    def _shift(self, r: int, one: int, other: int, here: int, there: int) -> None:
        """The two tables have another member each, for everybody in this round."""
        add, values, members = self.puzzle.add, self.values, self.members[r]
        costs = []
        for place, table in ((one, members[here]), (other, members[there])):
            row = values[place]
            line = [add[value] for value in row]
            for mate in table:
                line[mate] = add[row[mate] - 1]
            line[place] = 0
            costs.append(line)
        for line, leaves, joins in zip(self.gain[r], costs[0], costs[1], strict=True):
            if leaves != joins:
                change = joins - leaves
                line[here] += change
                line[there] -= change

    def _meet(self, r: int, one: int, other: int, before: int, after: int) -> None:
        """Two meet more or less often: the other rounds are dearer or cheaper for them."""
        add = self.puzzle.add
        apart = add[after] - add[before]
        least = min(before, after)
        met = 0 if least % self.puzzle.stride == 0 else add[after - 1] - add[before - 1]
        if not apart and not met:
            return
        now = self.table[r]
        for at, gain, own in zip(self.table, self.gain, self.own, strict=True):
            if at is now:
                continue
            mine, his = at[one], at[other]
            if mine != his:
                if apart:
                    gain[one][his] += apart
                    gain[other][mine] += apart
            elif met:
                gain[one][his] += met
                gain[other][mine] += met
                own[one] += met
                own[other] += met

    def _burden(self, r: int, place: int, step: int) -> None:
        """A place is once more, or once less, at a special table: so are the others' rounds."""
        fair, times, special = self.puzzle.fair[place], self.times[place], self.puzzle.special
        for q, at in enumerate(self.table):
            if q == r:
                continue
            now = times - special[at[place]]
            change = fair[now] - fair[now - step]
            if change:
                for number in self.odd_tables:
                    self.gain[q][place][number] += change
                if special[at[place]]:
                    self.own[q][place] += change
