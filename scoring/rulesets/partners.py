"""Four-handed Sheepshead in fixed pairs, without a picker.

Source: Rasche, “Schafkopf” manual, Appendix D (fixed partners).
"""

from dataclasses import dataclass

from scoring.cards import ALL_POINTS
from scoring.errors import HandProblem
from scoring.hand_fields import PAIR_POINTS, pair_tricks
from scoring.outcome import Pile, check_side, require, tier_of
from scoring.ruleset import Deal, Hand, HandScore, Reason, Ruleset, Source, Verdict
from scoring.words import Side, _

TRICKS = 8
PILE = Pile(TRICKS, 4)
RASCHE = Source("Rasche, Schafkopf manual", _("Appendix D, fixed partners"))


@dataclass(frozen=True, kw_only=True, eq=False)
class FixedPairs(Ruleset):
    """Two pairs, each for itself: the losers pay 1, 2 or 3 chips each."""

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Chips for each pair (what one of its players gets), and why."""
        require(hand, card_points=_("Enter the card points of both pairs."))
        points = hand["card_points"]
        if sum(points) != ALL_POINTS:
            raise HandProblem(
                "wrong_sum",
                "card_points",
                _("The card points add up to %(sum)s; it must be 120."),
                sum=sum(points),
            )
        tricks = hand.get("tricks")
        if tricks is not None and sum(tricks) != TRICKS:
            raise HandProblem("wrong_sum", "tricks", _("The tricks must add up to eight."))
        own = tricks[0] if tricks else None
        check_side(points[0], own, PILE, field="card_points")
        roles = ["player", "player"]
        if points[0] == points[1]:
            reason = Reason("tie", _("60 to 60: nobody pays."))
            return HandScore([0, 0], [reason], roles)
        winner = 0 if points[0] > points[1] else 1
        chips = tier_of(points[0], own, TRICKS, winner == 0, 30)
        reasons = [_reason(winner, chips, points[winner])]
        paid = [chips if side == winner else -chips for side in (0, 1)]
        return HandScore(paid, reasons, roles, verdict=Verdict(None, chips))


def _reason(winner: int, chips: int, points: int) -> Reason:
    text = {
        1: _("%(side)s won with %(points)s card points: each loser pays 1."),
        2: _("%(side)s won with %(points)s card points, over 90: each loser pays 2."),
        3: _("%(side)s took every trick: each loser pays 3."),
    }[chips]
    return Reason("won", text, side=Side(winner), points=points)


RULESETS = (
    FixedPairs(
        key="sheepshead4-partners",
        name="Sheepshead, four-handed in fixed pairs",
        family="Sheepshead, four-handed",
        summary=_("Eight cards each, two fixed pairs, no picker: 1, 2 or 3 chips."),
        seats=4,
        tables=(4,),
        scores="pairs",
        fields=(PAIR_POINTS, pair_tricks(_("Only needed when one pair took all eight."), TRICKS)),
        sources=(RASCHE,),
        figures=(RASCHE.states(_("1 from 61, 2 from 91, 3 for every trick; 60 to 60 nothing")),),
    ),
)
