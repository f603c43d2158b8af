"""The Stock (pot): when everybody passes each pays in, and the next game is played for it.

The winning side takes it, a losing side pays as much again into it (schafkopfen-1.de, Stock; in
Wikipedia, “Sheepshead”, it is the same pot with one unit from each). It lies beside the totals:
both together are always nought.
"""

from scoring import pot
from scoring.pot import Payment
from scoring.ruleset import Deal, Reason
from scoring.words import _

STOCK = pot.Sentences(
    won=_("The Stock (pot) of %(pot)s is won too."),
    lost=_("The losers pay the Stock (pot) once more, %(pot)s: it holds %(now)s now."),
    too_large=_(
        "The Stock (pot) holds %(pot)s: it cannot be doubled once more. Share it out first."
    ),
    part_won=_("%(paid)s of the Stock (pot) are won too, and %(now)s stay in it."),
    part_lost=_("The losers pay %(paid)s into the Stock (pot): it holds %(now)s now."),
)


def paid_in(deal: Deal, each: int) -> Payment:
    """Everybody who got cards pays `each` into the pot."""
    text = _("Everybody passed: each pays %(each)s into the Stock (pot), which holds %(pot)s now.")
    return pot.paid_by(deal, deal.active, each, text)


def played_for(
    deal: Deal, declarer: int, partner: int | None, most: int | None, *, won: bool
) -> Payment:
    """A game for the pot, if there is one: partners share it, the declarer has the odd point.

    `most`: no more than so much is taken or paid at once, None for all of it.
    """
    return pot.played_for(
        deal, declarer, partner, STOCK, parts=2, won=won, field="declarer", most=most
    )


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
