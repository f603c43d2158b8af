"""A request in the form a search can work on: entries by their place, costs in flat lists."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from seating.fairness import Burdens, levels
from seating.model import Request
from seating.search.costs import Prices, costs_by_price, costs_of_repeats, places
from seating.sizes import Layout
from seating.weights import UNFAIR, UNIT
from seating.wishes import units


@dataclass
class Puzzle:
    """What a search is about. Those out are at tables of one seat, after the real tables.

    `add` and `values`: what meetings cost. `blocks`: who must sit together; `pins`: place to
    table; `deep`: place to a fixed seat that not every table has. All these stay where they
    start. `before`: how often each was at a special table (an odd one, or out); `fair`: what the
    next time costs him, but for what is `earned` by the fairest rounds. `unit`: how far a step
    uphill goes.
    """

    entries: tuple[int, ...]
    rounds: int
    tables: int
    sizes: tuple[int, ...]
    special: tuple[bool, ...]
    stride: int
    add: list[int]
    values: list[list[int]]
    blocks: list[tuple[int, ...]]
    pins: dict[int, int]
    deep: dict[int, int]
    house: frozenset[int]
    before: list[int]
    fair: list[list[int]]
    earned: int
    unit: int

    @property
    def frozen(self) -> list[int]:
        """Who stays where he starts."""
        return sorted({*self.pins, *self.deep}.union(*self.blocks))


def pose(request: Request, layout: Layout, prices: Prices | None = None) -> Puzzle:
    """The puzzle of a request, with own prices of meetings if they are given.

    >>> from seating.model import Round
    >>> request = Request(entries=(5, 7, 8, 9), size=2, rounds=2, history=(Round(((7, 5),)),))
    >>> puzzle = pose(request, Layout((2, 2)))
    >>> puzzle.values[0], puzzle.values[1], puzzle.add
    ([0, 3, 0, 0], [3, 0, 0, 0], [0, 1000, 10000, 1000, 10000, 10000])
    """
    odd = [size != request.size for size in layout.sizes]
    special = [not all(odd) and is_odd for is_odd in odd] + [True] * layout.out
    place, wishes, least = places(request), request.wishes, min(layout.sizes)
    add, values = costs_by_price(request, prices) if prices else costs_of_repeats(request)
    house = frozenset(place[entry] for entry in wishes.house if entry in place)
    together = units(wishes.together, request.entries)
    dear = prices.wish if prices else 1
    before, fair, earned = _marginals(request, layout, special, house)
    return Puzzle(
        entries=request.entries,
        rounds=request.rounds,
        tables=len(layout.sizes),
        sizes=layout.sizes + (1,) * layout.out,
        special=tuple(special),
        stride=request.rounds + 1,
        add=add,
        values=values,
        blocks=[tuple(place[entry] for entry in unit) for unit in together],
        pins={place[entry]: at for entry, at in wishes.tables.items() if entry in place},
        deep={place[e]: at for e, at in wishes.seats.items() if e in place and at >= least},
        house=house,
        before=before,
        fair=[[dear * cost for cost in costs] for costs in fair],
        earned=dear * earned,
        unit=prices.unit if prices else UNIT,
    )


def _marginals(
    request: Request, layout: Layout, special: Sequence[bool], house: Collection[int]
) -> tuple[list[int], list[list[int]], int]:
    """How often each was at a special table, and what the first, second … time costs him now:
    nobody twice before everybody once.

    House players are there before all others. Who bore it on earlier evenings is spared among
    equals. The number is what the fairest rounds would earn, so that with it they cost nothing.
    """
    rounds, count, spared = request.rounds, len(request.entries), request.season.spared
    is_shared = layout.out > 0 or len(house) > 0 or not request.only_repeats
    if not (any(special) and is_shared):
        return [0] * count, [[0] * (rounds + 1)] * count, 0
    burdens = Burdens(request.size, request.history)
    counts = burdens.out if layout.out else burdens.odd
    before = [counts[entry] for entry in request.entries]
    guests = [had for place, had in enumerate(before) if place not in house]
    sizes = layout.sizes + (1,) * layout.out
    seats = sum(size for size, odd in zip(sizes, special, strict=True) if odd)
    most, least = levels(guests, rounds, max(seats - len(house), 0))
    costs = {
        had: [
            UNFAIR * (times + 1 - most) if times >= most else -UNFAIR * (times < least)
            for times in range(had, had + rounds + 1)
        ]
        for had in set(before)
    }
    first = [-2 * UNFAIR] * (rounds + 1)
    earned = 2 * UNFAIR * rounds * min(len(house), seats)
    earned += UNFAIR * sum(min(max(least - had, 0), rounds) for had in guests)
    fair = [first if place in house else costs[had] for place, had in enumerate(before)]
    for place, entry in enumerate(request.entries):
        if entry in spared and place not in house:
            fair[place] = [cost + spared[entry] for cost in fair[place]]
    return before, fair, earned
