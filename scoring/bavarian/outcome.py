"""How a hand of Schafkopf came out, by card points or by the result in one tap, and with whom.

The declarer's side wins with 61 and is Schneider below 31, the others below 30 (Wikipedia,
“Schafkopf”; raschesspiele.de). A Muss is won with 60 and Schneider-free with 30 (self-bar.de).
"""

from typing import NamedTuple

from scoring.bavarian.contracts import (
    HOCHZEIT,
    KREUZ,
    MUSS,
    RENONCE,
    TWO_AGAINST_TWO,
    WITHOUT_TRUMPS,
    Pack,
)
from scoring.errors import HandProblem
from scoring.outcome import (
    RESULTS,
    Outcome,
    agree,
    by_result,
    check_side,
    read_counted,
    read_tricks,
    tier_of,
)
from scoring.ruleset import Deal, Hand
from scoring.words import Side, _

POINTS, TRICKS = "declarer_points", "declarer_tricks"


class Limits(NamedTuple):
    """The card points with which the declarer's side wins, and with which each is not Schneider."""

    needed: int = 61
    declarer_free: int = 31
    others_free: int = 30

    def of_muss(self, needed: int) -> "Limits":
        """Those of a Muss that is won with so many: 60, and then 30 are enough for the declarer.

        >>> Limits().of_muss(60), Limits().of_muss(61) == Limits()
        (Limits(needed=60, declarer_free=30, others_free=30), True)
        """
        return Limits(60, 30, self.others_free) if needed == 60 else self


def read_outcome(hand: Hand, pack: Pack, limits: Limits, muss_needs: int) -> Outcome:
    """Won or lost, and the tier; refuses points, tricks and results that do not fit together.

    An announced sweep that is made, and a Bettel that is broken, say nothing of Schneider: their
    tiers are 3 for every trick, else 1.
    """
    contract = hand["contract"]
    if contract in WITHOUT_TRUMPS:
        return _bettel(hand, pack)
    announced = hand.get("announced", "normal")
    if announced != "normal":
        return _announced(hand, pack, announced)
    counted = read_counted(hand, POINTS, TRICKS, pack.pile)
    if counted is None:
        return by_result(hand, POINTS)
    if contract == MUSS:
        limits = limits.of_muss(muss_needs)
    return agree(hand, by_points(*counted, pack, limits))


def by_points(points: int, tricks: int | None, pack: Pack, limits: Limits) -> Outcome:
    """Won or lost, and the tier, of a game in which card points decide."""
    won = points >= limits.needed
    free = limits.others_free if won else limits.declarer_free
    return Outcome(won, tier_of(points, tricks, pack.tricks, won, free), points)


def _announced(hand: Hand, pack: Pack, announced: str) -> Outcome:
    """A Tout or a Sie: every trick, or it is lost; a Sie takes every trick by itself."""
    made = _made(hand, pack, all_of_them=True)
    result = hand.get("result")
    if result == "won_schneider":
        raise HandProblem(
            "result_disagrees", "result", _("A Tout is won with every trick, or it is lost.")
        )
    if made is None:
        made = by_result(hand, TRICKS).won
    elif result is not None and RESULTS[result][0] != made:
        raise HandProblem(
            "result_disagrees",
            "result",
            _("Every trick, or the Tout is lost: the result does not fit the tricks."),
        )
    if announced == "sie" and not made:
        raise HandProblem(
            "lost_sie",
            "result" if result is not None else TRICKS,
            _("Nobody can take a trick from the highest trumps: a Sie is never lost."),
        )
    return Outcome(made, 3 if made else 1, hand.get(POINTS))


def _bettel(hand: Hand, pack: Pack) -> Outcome:
    """A Bettel is won without a trick; card points play no part."""
    result = hand.get("result")
    if result not in (None, "won", "lost"):
        raise HandProblem("result_disagrees", "result", _("A Bettel is won or lost, no more."))
    made = _made(hand, pack, all_of_them=False)
    if made is None:
        if result is None:
            raise HandProblem("missing", "result", _("Say whether the Bettel was won or lost."))
        made = result == "won"
    elif result is not None and (result == "won") != made:
        raise HandProblem(
            "result_disagrees", "result", _("The result does not fit the tricks of the Bettel.")
        )
    return Outcome(made, 1, hand.get(POINTS))


def _made(hand: Hand, pack: Pack, *, all_of_them: bool) -> bool | None:
    """Whether the declarer took all tricks (or none); None where only the result can tell.

    Card points that are not those of every trick prove that one was lost. 120 or 0 points prove
    nothing, for a trick may be worth nothing: then the tricks or the result must be entered.
    """
    points, tricks = hand.get(POINTS), read_tricks(hand, TRICKS, pack.tricks)
    whole, total = (pack.tricks, 120) if all_of_them else (0, 0)
    if points is None:
        return None if tricks is None else tricks == whole
    if tricks is None and points == total and TRICKS not in hand:
        if "result" not in hand:
            raise HandProblem(
                "missing", TRICKS, _("Enter the tricks too: the card points alone do not say it.")
            )
        return None
    check_side(points, tricks, pack.pile, field=POINTS)
    return tricks == whole


def partner_of(hand: Hand, deal: Deal) -> int | None:
    """The declarer's partner, None in a game of one against three; refuses who cannot be it.

    `hand` has a contract and a declarer. Über Kreuz the partner follows from the seats.
    """
    contract, declarer, partner = hand["contract"], hand["declarer"], hand.get("partner")
    if contract not in TWO_AGAINST_TWO:
        if partner is not None:
            raise HandProblem(
                "no_partner",
                "partner",
                _("Only in a Rufspiel is there a partner; this one is played alone."),
            )
        return None
    if partner is not None and partner == declarer:
        raise HandProblem(
            "partner_is_picker",
            "partner",
            _("The declarer cannot be the own partner: say who held the called ace."),
        )
    if contract == KREUZ:
        around = deal.bidding_order
        opposite = around[(around.index(declarer) + 2) % len(around)]
        if partner not in (None, opposite):
            raise HandProblem(
                "not_opposite",
                "partner",
                _("Über Kreuz the partner sits opposite: that is %(side)s."),
                side=Side(opposite),
            )
        return opposite
    if partner is not None:
        return int(partner)
    if contract == RENONCE and "partner" in hand:
        return None
    text = _("A Rufspiel has a partner: say who held the called ace.")
    if contract == HOCHZEIT:
        text = _("A Hochzeit has two: say who took the card.")
    raise HandProblem("missing", "partner", text)
