"""Four-handed Sheepshead in fixed pairs, without a picker.

Source: Rasche, “Schafkopf” manual, Appendix D (fixed partners).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.cards import ALL_POINTS
from scoring.errors import HandProblem
from scoring.hand_fields import PAIR_POINTS, RESULT, pair_tricks
from scoring.options import Options
from scoring.outcome import (
    RESULT_CHOICES,
    RESULTS,
    Outcome,
    Pile,
    check_side,
    refuse_fields,
    require,
    spans_of,
    tier_of,
)
from scoring.ruleset import Deal, Field, Hand, HandScore, Reason, Ruleset, Source, Verdict
from scoring.shares import contradiction
from scoring.words import Side, _

TRICKS = 8
PILE = Pile(TRICKS, 4)
FREE = 30
"""Card points with which the pair that loses escapes schneider."""
RASCHE = Source("Rasche, Schafkopf manual", _("Appendix D, fixed partners"))

WINNER = Field(
    "winner",
    "pair",
    _("Who won"),
    _("The pair with more card points. Or enter the card points below."),
    empty=_("60 to 60"),
)

HOW = replace(
    RESULT,
    meaning=_("How the pair that won came out, in one tap; instead of card points."),
    when="always",
    choices=tuple(choice for choice in RESULT_CHOICES if RESULTS[choice.value][0]),
    unless=("winner", (None,)),
)


@dataclass(frozen=True, kw_only=True, eq=False)
class FixedPairs(Ruleset):
    """Two pairs, each for itself: the losers pay 1, 2 or 3 chips each."""

    def spans(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """From which to which card points of the pair that won a result reaches."""
        return spans_of(
            lambda own: (
                Outcome(True, tier_of(own, None, TRICKS, True, FREE), own)
                if 2 * own > ALL_POINTS
                else None
            )
        )

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Chips for each pair (what one of its players gets), and why."""
        if "card_points" not in hand:
            return _told(hand)
        points = hand["card_points"]
        if sum(points) != ALL_POINTS:
            raise HandProblem(
                "wrong_sum",
                "card_points",
                _("The card points add up to %(sum)s; it must be 120."),
                sum=sum(points),
            )
        tricks = _tricks(hand)
        if tricks is not None and sum(tricks) != TRICKS:
            raise HandProblem("wrong_sum", "tricks", _("The tricks must add up to eight."))
        own = tricks[0] if tricks else None
        check_side(points[0], own, PILE, field="card_points")
        winner = None if points[0] == points[1] else points.index(max(points))
        if "winner" in hand and hand["winner"] != winner:
            raise contradiction("winner")
        if winner is None:
            return _tied(hand)
        chips = tier_of(points[0], own, TRICKS, winner == 0, FREE)
        if "result" in hand and RESULTS[hand["result"]][1] != chips:
            raise contradiction("result")
        return _paid(winner, chips, points[winner])


def _told(hand: Hand) -> HandScore:
    """A hand of which it is said who won and how, and nobody counted the cards."""
    if hand.get("tricks") is not None:
        text = _("Enter the card points with the tricks.")
        raise HandProblem("missing", "card_points", text)
    require(hand, winner=_("Say which pair won, or enter the card points of both."))
    if hand["winner"] is None:
        return _tied(hand)
    require(hand, result=_("Say how they won: plain, with schneider or with every trick."))
    return _paid(hand["winner"], RESULTS[hand["result"]][1], None)


def _tricks(hand: Hand) -> list[int] | None:
    """The tricks; all of them where that is said of the pair with more card points."""
    tricks: list[int] | None = hand.get("tricks")
    if "tricks" not in hand and hand.get("result") == "won_schwarz":
        first, second = hand["card_points"]
        return [TRICKS, 0] if first > second else [0, TRICKS]
    return tricks


def _tied(hand: Hand) -> HandScore:
    refuse_fields(hand, _("At 60 to 60 nobody has won."), values=("result",))
    return HandScore([0, 0], [Reason("tie", _("60 to 60: nobody pays."))], _roles())


def _paid(winner: int, chips: int, points: int | None) -> HandScore:
    paid = [chips if side == winner else -chips for side in (0, 1)]
    text = {
        1: _("Won by: %(side)s. Each loser pays 1."),
        2: _("Won with schneider by: %(side)s. Each loser pays 2."),
        3: _("Won with every trick by: %(side)s. Each loser pays 3."),
    }
    if points is not None:
        text |= {
            1: _("Won with %(points)s card points by: %(side)s. Each loser pays 1."),
            2: _("Won with %(points)s card points, over 90, by: %(side)s. Each loser pays 2."),
        }
    reason = Reason("won", text[chips], side=Side(winner), points=points)
    return HandScore(paid, [reason], _roles(), verdict=Verdict(None, chips))


def _roles() -> list[str]:
    return ["player", "player"]


RULESETS = (
    FixedPairs(
        key="sheepshead4-partners",
        name=_("Sheepshead, four-handed in fixed pairs"),
        family=_("Sheepshead, four-handed"),
        summary=_("Eight cards each, two fixed pairs, no picker: 1, 2 or 3 chips."),
        seats=4,
        tables=(4,),
        scores="pairs",
        fields=(
            WINNER,
            HOW,
            PAIR_POINTS,
            pair_tricks(_("Only needed when one pair took all eight."), TRICKS),
        ),
        sources=(RASCHE,),
        figures=(RASCHE.states(_("1 from 61, 2 from 91, 3 for every trick; 60 to 60 nothing")),),
    ),
)
