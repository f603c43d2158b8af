"""Where a search starts: chance, but with the fixed ones in place and the odd tables shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from seating.chance import Chance
from seating.fairness import choose_fairly
from seating.search.puzzle import Puzzle

Tables = list[list[int]]


def fair_start(puzzle: Puzzle, chance: Chance) -> list[Tables]:
    """All rounds by chance; nobody is twice at an odd table, or out, before everybody once."""
    start = _Start(puzzle, chance)
    return [start.next_round() for _round in range(puzzle.rounds)]


class _Start:
    """Makes one round after the other, and counts what those before have brought.

    `counts`: how often each was at an odd table, or out; `met`: who of those that do not move met,
    so that they meet others next time.
    """

    def __init__(self, puzzle: Puzzle, chance: Chance) -> None:
        self.puzzle, self.chance = puzzle, chance
        self.counts = Counter(dict(enumerate(puzzle.before)))
        self.met: Counter[tuple[int, int]] = Counter()
        self.fixed = frozenset(puzzle.frozen)

    def next_round(self) -> Tables:
        """The tables of another round, those that are out at last."""
        tables = self._tables()
        for table, odd in zip(tables, self.puzzle.special, strict=True):
            if odd:
                self.counts.update(table)
        for table in tables[: self.puzzle.tables]:
            self.met.update(permutations([place for place in table if place in self.fixed], 2))
        return tables

    def _tables(self) -> Tables:
        puzzle, chance, house = self.puzzle, self.chance, self.puzzle.house
        tables: Tables = [[] for _size in puzzle.sizes]
        everybody = range(len(puzzle.entries))
        seats_out = len(puzzle.sizes) - puzzle.tables
        out = choose_fairly(
            everybody, seats_out, self.counts, chance, first=house, units=puzzle.blocks
        )
        for at, place in enumerate(out):
            tables[puzzle.tables + at].append(place)
        self._place_fixed(tables)
        placed = {place for table in tables for place in table}
        left = [place for place in everybody if place not in placed]
        room = [size - len(table) for size, table in zip(puzzle.sizes, tables, strict=True)]
        special = sum(free for free, odd in zip(room, puzzle.special, strict=True) if odd)
        odd_ones = choose_fairly(left, special, self.counts, chance, first=house)
        taken = frozenset(odd_ones)
        usual = iter(chance.shuffled([place for place in left if place not in taken]))
        unusual = iter(chance.shuffled(odd_ones))
        for table, free, odd in zip(tables, room, puzzle.special, strict=True):
            table.extend(next(unusual if odd else usual) for _seat in range(free))
        return tables

    def _place_fixed(self, tables: Tables) -> None:
        """Seat those who will not move: fixed tables first, then the larger blocks."""
        puzzle = self.puzzle
        placed = {place for table in tables for place in table}
        for place in sorted(puzzle.pins):
            at = puzzle.pins[place]
            if place not in placed and len(tables[at]) < puzzle.sizes[at]:
                tables[at].append(place)
                placed.add(place)
        deep = [(place,) for place in sorted(puzzle.deep)]
        for block in sorted([*puzzle.blocks, *deep], key=len, reverse=True):
            rest = [place for place in block if place not in placed]
            if not rest:
                continue
            pinned = [puzzle.pins[place] for place in block if place in puzzle.pins]
            at = pinned[0] if pinned else self._best_table(tables, rest)
            if len(tables[at]) + len(rest) <= puzzle.sizes[at]:
                tables[at].extend(rest)
                placed.update(rest)

    def _best_table(self, tables: Tables, block: Sequence[int]) -> int:
        """The table where the block does least harm to those who are already there."""
        puzzle, counts, met = self.puzzle, self.counts, self.met
        deepest = max(puzzle.deep.get(place, 0) for place in block)
        order = self.chance.shuffled(range(puzzle.tables))
        fewest = min(counts.values(), default=0)

        def harm(at: int) -> tuple[int, int]:
            table, size = tables[at], puzzle.sizes[at]
            short = max(len(table) + len(block) - size, 0) + max(deepest + 1 - size, 0)
            cost = 0
            for place in block:
                row = puzzle.values[place]
                cost += sum(puzzle.add[row[o] + min(met[place, o], puzzle.rounds)] for o in table)
                if puzzle.special[at]:
                    cost += puzzle.fair[place][0] + 1000 * (counts[place] - fewest)
            return short, cost + len(table)

        return min(order, key=harm)
