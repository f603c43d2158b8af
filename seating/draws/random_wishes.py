"""A draw by chance that keeps what was wished, and after that avoids repeats."""

from __future__ import annotations

from seating.chance import Chance
from seating.fairness import Burdens, deal
from seating.keeping import keep_all
from seating.model import Drawn, Request, Round
from seating.prices import Prices, meetings
from seating.sizes import Layout
from seating.wishes import insist, units

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
    bound = units(request.wishes.together, request.entries)

    def begin() -> Round:
        return deal(request, layout, burdens, chance, bound)

    choices = min(CHOICES, WORK // len(request.entries)) if request.season.met else 1
    found = [keep_all(begin, prices, chance, TRIES) for _choice in range(max(choices, 1))]
    return min(found, key=prices.of) if len(found) > 1 else found[0]
