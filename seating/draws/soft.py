"""By standing, but softly: near in the standing, and few who have met before."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from seating.chance import Chance
from seating.draws import blocks
from seating.model import Drawn, Pair, Request, Round, among, pair
from seating.prices import meetings
from seating.search import Budget, pose
from seating.search.costs import Prices, places
from seating.search.finish import settled
from seating.sizes import Layout
from seating.standing import by_standing, only_next
from seating.weights import REPEAT
from seating.wishes import insist, number_tables

NAME = "soft"

MIDDLE = 300
"""With the dial in the middle, a repeat is worth so many squares of ranks for each seat."""


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """Draw the next round: from strict blocks (dial 0) to no repeats at any price (dial 100).

    >>> from seating.model import Round
    >>> before = (Round(((1, 2), (3, 4), (5, 6))),)
    >>> request = Request(
    ...     entries=(1, 2, 3, 4, 5, 6), size=2, history=before, standing=(1, 2, 3), steps=10_000
    ... )
    >>> layout = Layout((2, 2, 2))
    >>> sorted(sorted(table) for table in draw(request, layout, Chance(1)).rounds[0].tables)
    [[1, 3], [2, 5], [4, 6]]
    """
    only_next(request)
    insist(request, layout)
    strict = blocks.draw(request, layout, chance)
    worth = repeat_worth(request.dial, request.size, len(request.entries))
    if not worth:
        return strict
    prices = _prices(request, worth)
    puzzle, budget = pose(request, layout, prices), Budget.of(request)
    place, home = places(request), strict.rounds[0]
    start: list[list[int]] = []
    left = list(home.tables)
    for size in layout.sizes:  # the odd ones stand elsewhere in the strict blocks
        table = next(one for one in left if len(one) == size)
        left.remove(table)
        start.append([place[entry] for entry in table])
    start += [[place[entry]] for entry in home.out]
    (found,) = settled(puzzle, request, [start], chance, budget)
    # The best at the first table; a fixed table keeps its number.
    rank = {entry: number for number, entry in enumerate(by_standing(request))}
    best_first = sorted(
        found.tables, key=lambda table: Fraction(sum(rank[e] for e in table), len(table))
    )
    numbered = Round(number_tables(best_first, request.wishes), found.out)
    return Drawn((numbered,), budget.told)


def repeat_worth(dial: int, size: int, entries: int) -> int:
    """What a repeat is worth, in squares of differences of ranks between two at a table.

    >>> [repeat_worth(dial, 4, 40) for dial in (0, 25, 50, 75, 99, 100)]
    [0, 75, 1200, 6075, 18443, 640000]
    """
    if dial >= 100:
        return size * size * entries * entries * 25
    return MIDDLE * size * max(dial, 0) ** 4 // 50**4


def _prices(request: Request, worth: int) -> Prices:
    """Squares of differences of ranks, and what repeats are worth: more if just now, less if on
    an earlier evening."""
    rank = {entry: number for number, entry in enumerate(by_standing(request))}
    ranks = [rank[entry] for entry in request.entries]
    place, met = places(request), meetings(request.history)
    last = {two for done in request.history[-1:] for two in done.pairs()}
    more: Counter[Pair] = Counter()
    for a, b in among(met, place):
        times = 2 + (met[a, b] > 1) + ((a, b) in last)
        more[pair(place[a], place[b])] += worth * times // 2
    for a, b in among(request.season.met, place):
        more[pair(place[a], place[b])] += worth * request.season.met[a, b] // REPEAT

    def row(one: int) -> list[int]:
        mine = ranks[one]
        return [(mine - other) ** 2 for other in ranks]

    return Prices(row, more, 1 + (worth + len(ranks) ** 2) // REPEAT, max(worth // 4, 1))
