"""A game of Skat from what was declared: how it came out, and what it is worth, step by step."""

from typing import Any, NamedTuple

from scoring.errors import HandProblem
from scoring.neighbours.skat_fields import GAMES, TRICKS
from scoring.neighbours.skat_value import (
    ANNOUNCED,
    BASES,
    NOTHING,
    NULL,
    NULL_VALUES,
    bids_around,
    is_bid,
    levels,
    most_tops,
    next_multiple,
)
from scoring.outcome import (
    RESULTS,
    Outcome,
    Pile,
    agree,
    by_result,
    check_side,
    refuse_fields,
    swept_tricks,
    tier_of,
)
from scoring.ruleset import Hand, Reason
from scoring.words import Sentence, Side, Word, _, signed

PILE = Pile(TRICKS, 3, buried=2)
HALF = 60
FREE = 31
"""Card points with which either side is out of Schneider: 90 of the other side are enough."""

NAMES = {choice.value: choice.label for choice in GAMES}


class Worth(NamedTuple):
    """What a game counts when won, and the steps to it; `is_overbid`: it is lost for its bid."""

    value: int
    reasons: list[Reason]
    is_overbid: bool = False


class Game(NamedTuple):
    """A game that was played: how it came out, the soloist's points for it, and why."""

    outcome: Outcome
    points: int
    reasons: list[Reason]


def played(hand: Hand) -> Game:
    """A game with a soloist and a contract; raises HandProblem for what cannot have happened."""
    is_null = hand["contract"] == NULL
    outcome = _null(hand) if is_null else _outcome(hand)
    worth = _null_worth(hand) if is_null else _worth(hand, outcome)
    if worth.is_overbid and outcome.won:
        outcome = Outcome(False, 1, outcome.points)
    if outcome.points is not None:
        _agree(hand, outcome, outcome.points)
    points = worth.value if outcome.won else -2 * worth.value
    return Game(outcome, points, [*worth.reasons, _end(hand["declarer"], outcome, worth, points)])


def _agree(hand: Hand, outcome: Outcome, points: int) -> None:
    """Refuse a result that is not the counted one; card points alone do not win every game."""
    if RESULTS.get(hand.get("result", ""), (False,))[0] and points > HALF and not outcome.won:
        raise HandProblem(
            "result_disagrees",
            "result",
            _("More was announced or bid than was reached: it is lost in spite of its points."),
        )
    agree(hand, outcome)


def _announced(hand: Hand) -> str:
    return str(hand.get("announced", NOTHING))


def _null(hand: Hand) -> Outcome:
    """How a Null came out, after what has no place in one is refused."""
    refuse_fields(
        hand,
        _("A Null has no tops and no card points: it is won or lost."),
        values=("declarer_points", "declarer_tricks"),
        marks=("tops",),
    )
    if _announced(hand) not in (NOTHING, "ouvert"):
        raise HandProblem(
            "not_here", "announced", _("A Null can only be ouvert: Schneider is for other games.")
        )
    if "result" not in hand:
        raise HandProblem("missing", "result", _("Say whether the Null was won or lost."))
    if hand["result"] not in ("won", "lost"):
        raise HandProblem(
            "not_here", "result", _("A Null is won or lost; nobody is Schneider in it.")
        )
    return by_result(hand, "result")


def _null_worth(hand: Hand) -> Worth:
    value = NULL_VALUES[bool(hand.get("hand")), _announced(hand) == "ouvert"]
    if _bid(hand) > value:
        raise HandProblem(
            "no_figure",
            "bid",
            _("No source says what an overbid Null costs: agree on it and enter an adjustment."),
        )
    text = {
        23: _("A Null is worth %(value)s."),
        35: _("A Null from the hand is worth %(value)s."),
        46: _("A Null ouvert is worth %(value)s."),
        59: _("A Null ouvert from the hand is worth %(value)s."),
    }[value]
    return Worth(value, [Reason("null", Sentence(text, value=value))])


def _outcome(hand: Hand) -> Outcome:
    """How a game with trumps came out; one that misses what was announced is lost."""
    announced = _announced(hand)
    if announced != NOTHING and not hand.get("hand"):
        raise HandProblem(
            "not_from_hand",
            "announced",
            _("Only who plays from the hand can announce: tick “Hand”, or take it back."),
        )
    needed = min(ANNOUNCED[announced] + 1, 3)
    points = hand.get("declarer_points")
    if points is None:
        if hand.get("declarer_tricks") is not None:
            raise HandProblem(
                "missing", "declarer_points", _("Enter the card points with the tricks.")
            )
        outcome = by_result(hand, "result")
        if outcome.won and outcome.tier < needed:
            raise HandProblem(
                "result_disagrees",
                "result",
                _("More was announced than was reached: such a game is lost."),
            )
        return outcome
    tricks = swept_tricks(hand, "declarer_tricks", TRICKS)
    check_side(points, tricks, PILE, field="declarer_points")
    has_most = points > HALF
    tier = tier_of(points, tricks, TRICKS, has_most, FREE)
    if has_most and tier < needed:
        return Outcome(False, 1, points)
    return Outcome(has_most, tier, points)


def _worth(hand: Hand, outcome: Outcome) -> Worth:
    """The value of a game with trumps, counted aloud as players do."""
    contract, tops = hand["contract"], hand.get("tops", 0)
    base = BASES[contract]
    if not tops:
        raise HandProblem("missing", "tops", _("Say with or without how many tops."))
    if tops > most_tops(contract):
        raise HandProblem(
            "impossible_tops",
            "tops",
            _("A grand has four trumps: nobody is with or without %(tops)s."),
            tops=tops,
        )
    number = tops + 1
    text = _("%(game)s: with or without %(tops)s, game %(number)s.")
    values: dict[str, Any] = {"game": Word(NAMES[contract]), "tops": tops, "number": number}
    reasons = [Reason("game", Sentence(text, **values))]
    for level in levels(outcome.tier, _announced(hand), is_hand=bool(hand.get("hand"))):
        number += 1
        reasons.append(Reason(level.code, Sentence(level.text, number=number)))
    value = number * base
    text = _("%(number)s times %(base)s: the game is worth %(value)s.")
    reasons.append(Reason("value", Sentence(text, number=number, base=base, value=value)))
    return _against_bid(hand, outcome, Worth(value, reasons), base)


def _against_bid(hand: Hand, outcome: Outcome, worth: Worth, base: int) -> Worth:
    bid = _bid(hand)
    if bid <= worth.value:
        return worth
    if outcome.won and outcome.points is None:
        raise HandProblem(
            "result_disagrees",
            "result",
            _("The game is worth %(value)s and %(bid)s was bid: it is overbid and lost."),
            value=worth.value,
            bid=bid,
        )
    value = next_multiple(base, bid)
    text = _("Overbid: %(bid)s was bid, so it counts as %(value)s and is lost.")
    reason = Reason("overbid", Sentence(text, bid=bid, value=value))
    return Worth(value, [*worth.reasons, reason], is_overbid=True)


def _bid(hand: Hand) -> int:
    """What was bid, 0 where that is not noted."""
    bid = hand.get("bid")
    if bid is None:
        return 0
    if not is_bid(bid):
        text = _("No game is worth %(bid)s: the bids next to it are %(below)s and %(above)s.")
        below, above = bids_around(bid)
        raise HandProblem("no_such_bid", "bid", text, bid=bid, below=below, above=above)
    return int(bid)


def _end(declarer: int, outcome: Outcome, worth: Worth, value: int) -> Reason:
    """Won or lost, and what that comes to."""
    points = outcome.points
    if outcome.won:
        text = _("%(side)s won: %(value)s.")
        if points is not None:
            text = _("%(side)s took %(points)s card points and won: %(value)s.")
    else:
        text = _("%(side)s lost, which counts twice: %(value)s.")
        if points is not None and points <= HALF:
            text = _("%(side)s took only %(points)s card points and lost: twice, %(value)s.")
        elif points is not None and not worth.is_overbid:
            text = _("%(side)s missed what was announced and lost: twice, %(value)s.")
    sentence = Sentence(text, side=Side(declarer), points=points, value=signed(value))
    return Reason("won" if outcome.won else "lost", sentence)
