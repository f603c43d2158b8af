"""By standing in blocks: the first at one table, the next at the next."""

from __future__ import annotations

from collections.abc import Sequence

from seating.chance import Chance
from seating.fairness import Burdens, cut
from seating.model import Drawn, Request, Round
from seating.sizes import Layout
from seating.standing import by_standing, cheapest_last, hold, in_layout, only_next, sitting_out

NAME = "blocks"


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """Draw the next round: 1–4, 5–8 and so on, with the nearest swaps that keep the wishes.

    The odd tables fall to the blocks whose members sat at one least often, the lowest of them.

    >>> draw(Request(entries=(1, 2, 3, 4, 5), size=2), Layout((2, 3)), Chance(1)).rounds[0].tables
    ((1, 2), (3, 4, 5))
    """
    only_next(request)
    order = by_standing(request)
    out = sitting_out(request, layout, order)
    seated = [entry for entry in order if entry not in out]
    tables = cut(seated, _sizes(request, layout, seated))
    home = Round(in_layout(tables, layout), out)
    return Drawn((hold(request, layout, home, order, chance),))


def _sizes(request: Request, layout: Layout, seated: Sequence[int]) -> list[int]:
    """The sizes of the blocks from the top: odd where that burdens least."""
    odd = [size for size in layout.sizes if size != request.size]
    if not odd:
        return list(layout.sizes)
    burdens, house = Burdens(request.size, request.history).odd, request.wishes.house
    cost = [0 if entry in house else (burdens[entry] + 1) ** 2 for entry in seated]
    step = odd[0] - request.size
    costs = []
    for table in range(len(layout.sizes)):
        starts = [table * request.size + before * step for before in range(len(odd) + 1)]
        costs.append([sum(cost[max(start, 0) : start + odd[0]]) for start in starts])
    chosen = cheapest_last(costs)
    return [odd[0] if is_odd else request.size for is_odd in chosen]
