"""How a side that took the game on came out of it: from card points and tricks, or in one tap."""

from typing import NamedTuple

from scoring.cards import ALL_POINTS, side_totals
from scoring.errors import HandProblem
from scoring.options import Choice
from scoring.ruleset import Hand, Reason
from scoring.words import Sentence, Side, Word, _

RESULTS = {
    "won": (True, 1),
    "won_schneider": (True, 2),
    "won_schwarz": (True, 3),
    "lost": (False, 1),
    "lost_schneider": (False, 2),
    "lost_schwarz": (False, 3),
}

RESULT_CHOICES = (
    Choice("won", _("Won")),
    Choice("won_schneider", _("Won, schneider")),
    Choice("won_schwarz", _("Won, every trick")),
    Choice("lost", _("Lost")),
    Choice("lost_schneider", _("Lost, schneider")),
    Choice("lost_schwarz", _("Lost, no trick")),
)

SCHNEIDER = {
    "picker31_def30": (31, 30),
    "both30": (30, 30),
    "both31": (31, 31),
    "picker30_def31": (30, 31),
}
"""Card points with which (declaring side, its opponents) escape the double price when they lose."""


class Outcome(NamedTuple):
    """Won or lost, at which tier (1 plain, 2 schneider, 3 no trick), with how many card points."""

    won: bool
    tier: int
    points: int | None


class Pile(NamedTuple):
    """How the cards of a hand fall into piles.

    `trick_count` tricks of `trick_size` cards; `buried` cards are credited to the declaring side.
    """

    trick_count: int
    trick_size: int
    buried: int = 0
    pack: int = 32


def check_side(points: int, tricks: int | None, pile: Pile, *, field: str) -> None:
    """Refuse card points that a side cannot have with that many tricks (None: some, not all)."""
    if points in (1, ALL_POINTS - 1):
        text = _("No card is worth 1, so nobody can have %(points)s card points.")
        if points == 1:
            text = _("No card is worth 1, so nobody can have a single card point.")
        raise HandProblem("infeasible_points", field, text, points=points)
    possible = side_totals(tricks, *pile)
    if points in possible:
        return
    if tricks == 0 and not pile.buried:
        text = _("Without a trick there are no card points.")
    elif tricks == pile.trick_count and len(possible) == 1:
        text = _("All tricks together hold 120 card points.")
    elif tricks is None:
        text = _(
            "With some but not all tricks only %(low)s to %(high)s card points are possible, "
            "%(points)s are not."
        )
    elif min(possible) <= points <= max(possible):
        text = _("No cards of %(tricks)s tricks add up to %(points)s card points.")
        if tricks == 1:
            text = _("No cards of one trick add up to %(points)s card points.")
    else:
        text = _("With %(tricks)s tricks only %(low)s to %(high)s card points are possible.")
        if tricks == 1:
            text = _("With one trick only %(low)s to %(high)s card points are possible.")
    raise HandProblem(
        "infeasible_points",
        field,
        text,
        points=points,
        tricks=tricks,
        low=min(possible),
        high=max(possible),
    )


def tier_of(points: int, tricks: int | None, trick_count: int, won: bool, free: int) -> int:
    """1 plain, 2 when the losing side has fewer than `free` card points, 3 when it has no trick.

    >>> tier_of(90, 4, 6, True, 30), tier_of(91, 4, 6, True, 30), tier_of(120, 6, 6, True, 30)
    (1, 2, 3)
    """
    if tricks == 0 or tricks == trick_count:
        return 3
    losers = ALL_POINTS - points if won else points
    return 2 if losers < free else 1


def read_tricks(hand: Hand, field: str, trick_count: int) -> int | None:
    """The number of tricks, None for some but not all; raises HandProblem above `trick_count`."""
    tricks = hand.get(field)
    if tricks is not None and tricks > trick_count:
        raise HandProblem(
            "out_of_range",
            field,
            _("A hand of this game has only %(count)s tricks."),
            count=trick_count,
        )
    return tricks


def agree(hand: Hand, points: Outcome) -> Outcome:
    """The outcome by points, after comparing it with the one-tap result, if both are given."""
    result = hand.get("result")
    if result is not None and RESULTS[result] != (points.won, points.tier):
        raise disagrees(result, points)
    return points


def disagrees(result: str, counted: Outcome) -> HandProblem:
    """The refusal of a result in one tap that is not that of the card points."""
    text = _("The result says “%(said)s”, and %(points)s card points are “%(fitting)s”.")
    return disagreement(text, result, counted)


def disagreement(text: str, result: str, counted: Outcome, **more: int) -> HandProblem:
    """That refusal in the words of a game: what is `said`, and what is `fitting`."""
    labels = {choice.value: choice.label for choice in RESULT_CHOICES}
    fitting = next(name for name, what in RESULTS.items() if what == counted[:2])
    return HandProblem(
        "result_disagrees",
        "result",
        text,
        said=Word(labels[result]),
        fitting=Word(labels[fitting]),
        points=counted.points,
        **more,
    )


def swept_tricks(hand: Hand, field: str, trick_count: int) -> int | None:
    """All or no tricks where the one-tap result says so and the tricks are not entered."""
    if field in hand:
        return read_tricks(hand, field, trick_count)
    return {"won_schwarz": trick_count, "lost_schwarz": 0}.get(hand.get("result", ""))


def by_result(hand: Hand, points_field: str) -> Outcome:
    """The outcome by the one-tap result alone; raises HandProblem where that is missing too."""
    result = hand.get("result")
    if result is None:
        raise HandProblem(
            "missing", points_field, _("Enter the card points, or choose the result.")
        )
    won, tier = RESULTS[result]
    return Outcome(won, tier, None)


def refuse_fields(
    hand: Hand, text: str, *, values: tuple[str, ...] = (), marks: tuple[str, ...] = ()
) -> None:
    """Refuse any of `values` that is entered, and any of `marks` that is set."""
    for name in values:
        if hand.get(name) is not None:
            raise HandProblem("not_here", name, text)
    for name in marks:
        if hand.get(name):
            raise HandProblem("not_here", name, text)


def picker_reason(outcome: Outcome, picker: int, partner: int | None) -> Reason:
    """Who picked with whom, and how they came out of it."""
    text = {
        (False, False, True): _("%(side)s picked and won."),
        (False, False, False): _("%(side)s picked and lost."),
        (False, True, True): _("%(side)s picked, took %(points)s card points and won."),
        (False, True, False): _(
            "%(side)s picked, took %(points)s card points and lost: it takes 61 to win."
        ),
        (True, False, True): _("%(side)s picked with %(partner)s and won."),
        (True, False, False): _("%(side)s picked with %(partner)s and lost."),
        (True, True, True): _(
            "%(side)s picked with %(partner)s; together they took %(points)s card points and won."
        ),
        (True, True, False): _(
            "%(side)s picked with %(partner)s; together they took %(points)s card points and "
            "lost: it takes 61 to win."
        ),
    }[partner is not None, outcome.points is not None, outcome.won]
    who = {"side": Side(picker)} | ({} if partner is None else {"partner": Side(partner)})
    code = "picker_won" if outcome.won else "picker_lost"
    return Reason(code, Sentence(text, points=outcome.points, **who))
