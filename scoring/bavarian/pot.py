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


def played_for(
    deal: Deal, declarer: int, partner: int | None, most: int | None, *, won: bool
) -> Payment:
    """A game for the pot, if there is one: partners share it, the declarer has the odd point.

    `most`: no more than so much is taken or paid at once, None for all of it.
    """
    pot = deal.carried.pot
    points = [0] * deal.seats
    if not pot:
        return Payment(points, 0, [])
    paid = pot if most is None else min(pot, most)
    share = 0 if partner is None else paid // 2
    sign = 1 if won else -1
    points[declarer] = sign * (paid - share)
    if partner is not None:
        points[partner] = sign * share
    if won:
        text = _("The Stock (pot) of %(pot)s is won too.")
        if paid < pot:
            text = _("%(paid)s of the Stock (pot) are won too, and %(now)s stay in it.")
        reason = Reason("pot_won", text, pot=pot, paid=paid, now=pot - paid)
        return Payment(points, pot - paid, [reason])
    if pot + paid > MOST_POT:
        raise HandProblem(
            "pot_too_large",
            "declarer",
            _("The Stock (pot) holds %(pot)s: it cannot be doubled once more. Share it out first."),
            pot=pot,
        )
    text = _("The losers pay the Stock (pot) once more, %(pot)s: it holds %(now)s now.")
    if paid < pot:
        text = _("The losers pay %(paid)s into the Stock (pot): it holds %(now)s now.")
    reason = Reason("pot_lost", text, pot=pot, paid=paid, now=pot + paid)
    return Payment(points, pot + paid, [reason])


def beside(deal: Deal, paid: int, why: list[Reason]) -> int:
    """What lies in the kitty once so much more was paid: money beside the points of the sheet.

    Nobody wins it at the table; whoever runs the event pays it out (de-academic.com,
    Turnierschafkopf: the Reuegeld).
    """
    kitty = deal.carried.kitty + paid
    if paid:
        text = _("Reuegeld: %(paid)s into the kitty, which holds %(kitty)s now.")
        why.append(Reason("kitty", text, paid=paid, kitty=kitty))
    return kitty
