"""By standing in blocks: the first at one table, the next at the next."""

from __future__ import annotations

from seating.chance import Chance
from seating.model import Drawn, Request
from seating.sizes import Layout
from seating.standing import by_rank, by_standing, only_next

NAME = "blocks"


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """Draw the next round: 1–4, 5–8 and so on, with the nearest swaps that keep the wishes.

    The number of a table is its rank. The odd tables fall to the blocks whose members sat at one
    least often, the lowest of them.

    >>> draw(Request(entries=(1, 2, 3, 4, 5), size=2), Layout((2, 3)), Chance(1)).rounds[0].tables
    ((1, 2), (3, 4, 5))
    """
    only_next(request)
    return Drawn((by_rank(request, layout, by_standing(request), chance),))
