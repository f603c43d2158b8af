"""Hands that everybody passed and that are shown instead of played: schwanzer, mauer, mauer check.

A queen is worth 3, a jack 2, any other diamond 1; by the mauer rule the jack of diamonds is −1.

Sources: schwanzer in the design document of cardquorum; the mauer rule on the Steiners' page; the
mauer check in J. Wadsack's score keeper.
"""

from scoring.all_passed import Award, alone_against_all, price_of
from scoring.errors import HandProblem
from scoring.outcome import require
from scoring.pot import Payment, paid_by
from scoring.ruleset import Deal, Hand
from scoring.shares import contradiction
from scoring.words import Side, Sides, _

MOST_SHOWN = 26
"""Four queens, four jacks and the six other diamonds."""
MOST_WITH_MAUER = 24
"""The same without the jack of diamonds, which makes it less."""


def schwanzer(hand: Hand, deal: Deal) -> Award:
    """The strongest hand loses to everybody else; of several the one with the highest trump."""
    strength = hand.get("strength")
    if strength is None:
        require(hand, loser=_("Say who lost, or enter the strength of each hand."))
        text = _("All passed, a schwanzer: %(side)s has the strongest hand and pays.")
        return alone_against_all("schwanzer", text, deal, _loser(hand), -1)
    strongest = _strongest(hand, deal)
    if len(strongest) > 1 and hand.get("loser") is None:
        text = _("%(sides)s tie: say who of them has the highest trump.")
        raise HandProblem("missing", "loser", text, sides=Sides(strongest))
    loser = strongest[0] if hand.get("loser") is None else hand["loser"]
    if loser not in strongest:
        text = _("%(side)s does not have the strongest hand.")
        raise HandProblem("not_strongest", "loser", text, side=Side(loser))
    text = _("All passed, a schwanzer: %(side)s has the strongest hand, %(strength)s, and pays.")
    return alone_against_all("schwanzer", text, deal, loser, -1, strength=max(strength))


def mauer_check(hand: Hand, deal: Deal) -> Award:
    """Whoever should have picked loses to everybody else; the table says who."""
    require(hand, loser=_("Say who should have picked."))
    text = _("All passed, a mauer check: %(side)s should have picked and pays.")
    return alone_against_all("mauer_check", text, deal, _loser(hand), -1)


SHOWN = {"schwanzer": schwanzer, "mauer_check": mauer_check}


def mauer(hand: Hand, deal: Deal) -> Payment:
    """Everybody with the strongest hand pays one price into the pot, which nobody plays for."""
    payers = hand.get("losers")
    if hand.get("strength") is not None:
        strongest = _strongest(hand, deal)
        if payers is not None and payers != strongest:
            raise contradiction("losers")
        payers = strongest
    if payers is None:
        text = _("Say who pays, or enter the strength of each hand.")
        raise HandProblem("missing", "losers", text)
    text = _(
        "All passed, the mauer rule: whoever has the strongest hand pays %(each)s into the pot "
        "(%(sides)s), which holds %(pot)s now."
    )
    return paid_by(deal, payers, price_of(deal.options), text)


def _loser(hand: Hand) -> int:
    loser: int | None = hand["loser"]
    if loser is None:
        raise HandProblem("missing", "loser", _("Somebody always loses here: say who."))
    return loser


def _strongest(hand: Hand, deal: Deal) -> list[int]:
    """The seats with the strongest hand; refuses more than there is in the pack."""
    strength = hand["strength"]
    is_mauer = deal.options["all_pass"] == "mauer"
    most = MOST_WITH_MAUER if is_mauer else MOST_SHOWN
    if sum(strength) > most or (min(strength) < 0 and not is_mauer):
        text = _("The hands cannot show that: all together it is at most %(most)s, none below 0.")
        if is_mauer:
            text = _("The hands cannot show that: all together it is at most %(most)s.")
        raise HandProblem("infeasible_strength", "strength", text, most=most)
    highest = max(strength)
    return [seat for seat, own in zip(deal.active, strength, strict=True) if own == highest]
