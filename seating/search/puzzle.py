"""A request in the form a search can work on: entries by their place, costs in flat lists."""

from __future__ import annotations

from dataclasses import dataclass

from seating.model import Request
from seating.search.costs import Prices, costs_by_price, costs_of_repeats, places
from seating.search.fairness import marginals
from seating.sizes import Layout
from seating.weights import UNIT
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
    before, fair, earned = marginals(request, layout, special, house)
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
