"""The Stock (pot): when everybody passes each pays in, and the next game is played for it.

The winning side takes it, a losing side pays as much again into it (schafkopfen-1.de, Stock; in
Wikipedia, “Sheepshead”, it is the same pot with one unit from each). It lies beside the totals:
both together are always nought.
"""

from typing import NamedTuple

from scoring.errors import HandProblem
from scoring.ruleset import Deal, Reason
from scoring.words import _

MOST_POT = 1_000_000
"""A pot doubles with every game that is lost; more than this is somebody's mistake."""


class Payment(NamedTuple):
    """What everybody pays in (negative) or takes out, what lies in the pot then, and why."""

    points: list[int]
    pot: int
    reasons: list[Reason]


def paid_in(deal: Deal, each: int) -> Payment:
    """Everybody who got cards pays `each` into the pot."""
    points = [-each if seat in deal.active else 0 for seat in range(deal.seats)]
    pot = deal.carried.pot + each * len(deal.active)
    text = _("Everybody passed: each pays %(each)s into the Stock (pot), which holds %(pot)s now.")
    return Payment(points, pot, [Reason("paid_in", text, each=each, pot=pot)])


def played_for(deal: Deal, declarer: int, partner: int | None, *, won: bool) -> Payment:
    """A game for the pot, if there is one: partners share it, four paid in."""
    pot = deal.carried.pot
    points = [0] * deal.seats
    if not pot:
        return Payment(points, 0, [])
    share = 0 if partner is None else pot // 2
    sign = 1 if won else -1
    points[declarer] = sign * (pot - share)
    if partner is not None:
        points[partner] = sign * share
    if won:
        text = _("The Stock (pot) of %(pot)s is won too.")
        return Payment(points, 0, [Reason("pot_won", text, pot=pot)])
    if 2 * pot > MOST_POT:
        raise HandProblem(
            "pot_too_large",
            "declarer",
            _("The Stock (pot) holds %(pot)s: it cannot be doubled once more. Share it out first."),
            pot=pot,
        )
    text = _("The losers pay the Stock (pot) once more, %(pot)s: it holds %(now)s now.")
    return Payment(points, 2 * pot, [Reason("pot_lost", text, pot=pot, now=2 * pot)])
