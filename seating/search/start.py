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
    counts = Counter(dict(enumerate(puzzle.before)))
    rounds = []
    met: Counter[tuple[int, int]] = Counter()
    fixed = frozenset(puzzle.frozen)
    for _round in range(puzzle.rounds):
        tables = _one(puzzle, counts, met, chance)
        rounds.append(tables)
        for table, odd in zip(tables, puzzle.special, strict=True):
            if odd:
                counts.update(table)
        # Who of those that do not move met, so that they meet others next time.
        for table in tables[: puzzle.tables]:
            met.update(permutations([place for place in table if place in fixed], 2))
    return rounds


def _one(
    puzzle: Puzzle, counts: Counter[int], met: Counter[tuple[int, int]], chance: Chance
) -> Tables:
    tables: Tables = [[] for _size in puzzle.sizes]
    everybody = range(len(puzzle.entries))
    seats_out = len(puzzle.sizes) - puzzle.tables
    out = choose_fairly(
        everybody, seats_out, counts, chance, first=puzzle.house, units=puzzle.blocks
    )
    for at, place in enumerate(out):
        tables[puzzle.tables + at].append(place)
    _place_fixed(puzzle, tables, counts, met, chance)
    placed = {place for table in tables for place in table}
    left = [place for place in everybody if place not in placed]
    room = [size - len(table) for size, table in zip(puzzle.sizes, tables, strict=True)]
    special = sum(free for free, odd in zip(room, puzzle.special, strict=True) if odd)
    odd_ones = choose_fairly(left, special, counts, chance, first=puzzle.house)
    taken = frozenset(odd_ones)
    usual = iter(chance.shuffled([place for place in left if place not in taken]))
    unusual = iter(chance.shuffled(odd_ones))
    for table, free, odd in zip(tables, room, puzzle.special, strict=True):
        table.extend(next(unusual if odd else usual) for _seat in range(free))
    return tables


def _place_fixed(
    puzzle: Puzzle,
    tables: Tables,
    counts: Counter[int],
    met: Counter[tuple[int, int]],
    chance: Chance,
) -> None:
    """Seat those who will not move: fixed tables first, then the larger blocks."""
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
        at = pinned[0] if pinned else _best_table(puzzle, tables, rest, counts, met, chance)
        if len(tables[at]) + len(rest) <= puzzle.sizes[at]:
            tables[at].extend(rest)
            placed.update(rest)


def _best_table(
    puzzle: Puzzle,
    tables: Tables,
    block: Sequence[int],
    counts: Counter[int],
    met: Counter[tuple[int, int]],
    chance: Chance,
) -> int:
    """The table where the block does least harm to those who are already there."""
    deepest = max(puzzle.deep.get(place, 0) for place in block)
    order = chance.shuffled(range(puzzle.tables))
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
