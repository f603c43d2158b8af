"""The next rounds for those who are there now, so that few meet whom they have met before."""

from __future__ import annotations

from seating.chance import Chance
from seating.model import Drawn, Request
from seating.search import Budget, fair_start, pose
from seating.search.enough import enough
from seating.search.finish import settled
from seating.sizes import Layout
from seating.wishes import insist

NAME = "history"


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """Draw the coming rounds by what was before; who takes part may have changed.

    >>> from seating.model import Round
    >>> request = Request(entries=(1, 2, 3, 9), size=2, history=(Round(((1, 2), (3, 4))),))
    >>> drawn = draw(request, Layout((2, 2)), Chance(1))
    >>> (1, 2) in list(drawn.rounds[0].pairs())
    False
    """
    insist(request, layout)
    puzzle, budget = pose(request, layout), Budget.of(request)
    start = fair_start(puzzle, chance)
    rounds = settled(puzzle, request, start, chance, budget, enough(request, layout))
    return Drawn(rounds, budget.told)
