"""By standing in intervals: every table gets one of the best, one of the next, and so on."""

from __future__ import annotations

from seating.chance import Chance
from seating.fairness import Burdens
from seating.model import Drawn, Request, Round, Seats
from seating.sizes import Layout
from seating.standing import by_standing, hold, only_next, sitting_out

NAME = "interval"


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """Draw the next round: 1, T+1, 2T+1 … at the first of T tables, with the nearest swaps.

    >>> request = Request(entries=(1, 2, 3, 4, 5, 6), size=3)
    >>> draw(request, Layout((3, 3)), Chance(1)).rounds[0].tables
    ((1, 3, 5), (2, 4, 6))
    """
    only_next(request)
    order = by_standing(request)
    out = sitting_out(request, layout, order)
    seated = [entry for entry in order if entry not in out]
    home = Round(_columns(request, layout, seated), out)
    return Drawn((hold(request, layout, home, order, chance),))


def _columns(request: Request, layout: Layout, seated: list[int]) -> tuple[Seats, ...]:
    """Deal the standing in rows over the tables; the odd columns go where they burden least."""
    width, full = len(layout.sizes), min(layout.sizes)
    burdens, house = Burdens(request.size, request.history).odd, request.wishes.house
    columns = [tuple(seated[start : width * full : width]) for start in range(width)]
    odd = sum(size != request.size for size in layout.sizes)
    cost = [sum((burdens[e] + 1) ** 2 for e in column if e not in house) for column in columns]
    by_cost = sorted(range(width), key=lambda column: (cost[column], -column))
    last = frozenset(by_cost[:odd])
    usual = iter([columns[c] for c in range(width) if c not in last])
    unusual = iter([columns[c] for c in range(width) if c in last])
    placed = [next(usual if size == request.size else unusual) for size in layout.sizes]
    rest = iter(seated[width * full :])
    return tuple(
        column if size == full else (*column, next(rest))
        for column, size in zip(placed, layout.sizes, strict=True)
    )
