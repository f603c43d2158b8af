"""The plain draw: chance alone; only the odd tables and sitting out are shared fairly."""

from __future__ import annotations

from seating.chance import Chance
from seating.fairness import Burdens, deal
from seating.model import Drawn, Request
from seating.sizes import Layout

NAME = "random"


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """Draw the coming rounds one by one; wishes are not looked at.

    >>> draw(Request(entries=(1, 2, 3, 4), size=2), Layout((2, 2)), Chance(1)).rounds
    (Round(tables=((3, 2), (4, 1)), out=()),)
    """
    burdens = Burdens(request.size, request.history)
    rounds = []
    for _ in range(request.rounds):
        rounds.append(deal(request, layout, burdens, chance))
        burdens.add(rounds[-1])
    return Drawn(tuple(rounds))
