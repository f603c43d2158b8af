"""A draw by chance that keeps what was wished, and after that avoids repeats."""

from __future__ import annotations

from seating.chance import Chance
from seating.fairness import Burdens, deal
from seating.keeping import keep, refuse_broken
from seating.model import Drawn, Request, Round
from seating.prices import Prices, meetings
from seating.sizes import Layout
from seating.wishes import broken_wishes, insist, units

NAME = "random_wishes"
TRIES = 5
"""How often a round is drawn afresh before the wishes are called impossible."""
CHOICES, WORK = 40, 2_000
"""Where earlier evenings count, so many rounds are drawn and the best is taken; fewer of them in
large fields, which together are worth so many entries."""


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """Draw the coming rounds one by one; raises Impossible in words if a wish cannot be kept.

    >>> from seating.model import Wishes
    >>> apart = Wishes(apart=frozenset({(1, 2)}), tables={3: 1})
    >>> request = Request(entries=(1, 2, 3, 4), size=2, wishes=apart)
    >>> [sorted(table) for table in draw(request, Layout((2, 2)), Chance(1)).rounds[0].tables]
    [[2, 4], [1, 3]]
    """
    insist(request, layout)
    burdens = Burdens(request.size, request.history)
    met = meetings(request.history)
    rounds = []
    for _ in range(request.rounds):
        prices = Prices(request, layout, burdens, met=met)
        rounds.append(_best(request, layout, burdens, prices, chance))
        burdens.add(rounds[-1])
        met.update(rounds[-1].pairs())
    return Drawn(tuple(rounds))


def _best(
    request: Request, layout: Layout, burdens: Burdens, prices: Prices, chance: Chance
) -> Round:
    """The cheapest of a few rounds by chance; just one where no earlier evening counts."""
    drawn = _one(request, layout, burdens, prices, chance)
    if not request.season.met:
        return drawn
    others = min(CHOICES, WORK // len(request.entries)) - 1
    found = [drawn, *(_one(request, layout, burdens, prices, chance) for _try in range(others))]
    return min(found, key=prices.of)


def _one(
    request: Request, layout: Layout, burdens: Burdens, prices: Prices, chance: Chance
) -> Round:
    bound = units(request.wishes.together, request.entries)
    for _ in range(TRIES):
        drawn = keep(deal(request, layout, burdens, chance, bound), prices, chance)
        if not any(wish.hard for wish in broken_wishes(drawn, request.wishes)):
            return drawn
    refuse_broken(drawn, request.wishes)
    return drawn
