"""How a side that took the game on came out of it: from card points and tricks, or in one tap."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from scoring.cards import ALL_POINTS, side_totals
from scoring.errors import HandProblem
from scoring.options import Choice
from scoring.ruleset import Hand, Reason
from scoring.words import Side, Template, Word, _, _n, _p

RESULTS = {
    "won": (True, 1),
    "won_schneider": (True, 2),
    "won_schwarz": (True, 3),
    "lost": (False, 1),
    "lost_schneider": (False, 2),
    "lost_schwarz": (False, 3),
}
NAMED = {outcome: name for name, outcome in RESULTS.items()}

RESULT_CHOICES = (
    Choice("won", _p("result of a hand", "Won")),
    Choice("won_schneider", _("Won, schneider"), brief=_("Schneider")),
    Choice("won_schwarz", _("Won, every trick"), brief=_("Every trick")),
    Choice("lost", _p("result of a hand", "Lost")),
    Choice("lost_schneider", _("Lost, schneider"), brief=_("Schneider")),
    Choice("lost_schwarz", _("Lost, no trick"), brief=_("No trick")),
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

    `trick_count` tricks of `trick_size` cards; `buried` cards are credited to the declaring side;
    `each`: aces, tens, kings, queens and jacks in the `pack`.
    """

    trick_count: int
    trick_size: int
    buried: int = 0
    pack: int = 32
    each: int = 4


SUM_OF_NO_CARDS = _n(
    "No cards of one trick add up to %(points)s card points.",
    "No cards of %(tricks)s tricks add up to %(points)s card points.",
    "tricks",
)
OUT_OF_REACH = _n(
    "With one trick only %(low)s to %(high)s card points are possible.",
    "With %(tricks)s tricks only %(low)s to %(high)s card points are possible.",
    "tricks",
)


def check_side(points: int, tricks: int | None, pile: Pile, *, field: str) -> None:
    """Refuse card points that a side cannot have with that many tricks (None: some, not all)."""
    every_point = ALL_POINTS * pile.each // 4
    if points in (1, every_point - 1):
        text: Template = _("No card is worth 1, so nobody can have %(points)s card points.")
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
        if every_point == 240:
            text = _("All tricks together hold 240 card points.")
    elif tricks is None:
        text = _(
            "With some but not all tricks only %(low)s to %(high)s card points are possible, "
            "%(points)s are not."
        )
    elif min(possible) <= points <= max(possible):
        text = SUM_OF_NO_CARDS
    else:
        text = OUT_OF_REACH
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


def result_of(won: bool, tier: int) -> str:
    """The result in one tap that says the same.

    >>> result_of(True, 2)
    'won_schneider'
    """
    return NAMED[won, tier]


def spans_of(
    outcome: Callable[[int], Outcome | None], most: int = ALL_POINTS
) -> dict[str, tuple[int, int]]:
    """By result in one tap from which to which card points it reaches; None: they are no result.

    Nobody has a single one, for no card is worth 1.

    >>> spans_of(lambda points: Outcome(points > 60, 1, points))
    {'lost': (0, 60), 'won': (61, 120)}
    """
    found: dict[str, tuple[int, int]] = {}
    for points in range(most + 1):
        counted = None if points in (1, most - 1) else outcome(points)
        if counted is not None:
            name = result_of(counted.won, counted.tier)
            found[name] = (found.get(name, (points,))[0], points)
    return found


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


def agree(hand: Hand, points: Outcome, words: tuple[Choice, ...] = RESULT_CHOICES) -> Outcome:
    """The outcome by points, after comparing it with the one-tap result, if both are given.

    `words`: what the game calls its results.
    """
    result = hand.get("result")
    if result is not None and RESULTS[result] != (points.won, points.tier):
        text = _(
            "The result does not fit the card points (%(points)s). Chosen: “%(said)s”. Counted: "
            "“%(fitting)s”."
        )
        raise disagreement(text, result, points, words)
    return points


def disagreement(
    text: str, result: str, counted: Outcome, words: tuple[Choice, ...], **more: int
) -> HandProblem:
    """The refusal of a result in one tap that is not that of the card points.

    In the words of a game: what is `said`, and what is `fitting`.
    """
    labels = {choice.value: choice.label for choice in words}
    fitting = result_of(counted.won, counted.tier)
    return HandProblem(
        "result_disagrees",
        "result",
        text,
        said=Word(labels[result]),
        fitting=Word(labels[fitting]),
        points=counted.points,
        **more,
    )


def read_counted(
    hand: Hand, points_field: str, tricks_field: str, pile: Pile
) -> tuple[int, int | None] | None:
    """Card points and tricks (None: some, not all) of the side that took the game on.

    None where nothing was counted; refuses tricks without card points, and points that nobody can
    have with so many tricks.
    """
    points = hand.get(points_field)
    if points is not None:
        tricks = swept_tricks(hand, tricks_field, pile.trick_count)
        check_side(points, tricks, pile, field=points_field)
        return points, tricks
    if hand.get(tricks_field) is not None:
        raise HandProblem("missing", points_field, _("Enter the card points with the tricks."))
    return None


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


def require(hand: Hand, **fields: str) -> None:
    """Refuse a hand that leaves out one of these fields, in the words that each of them has."""
    for name, text in fields.items():
        if name not in hand:
            raise HandProblem("missing", name, text)


def refuse_fields(
    hand: Hand, text: str, *, values: tuple[str, ...] = (), marks: tuple[str, ...] = ()
) -> None:
    """Refuse any of `values` that is entered, and any of `marks` that is set."""
    said = hand.keys()
    if said.isdisjoint(values) and said.isdisjoint(marks):
        return
    for name in values:
        if hand.get(name) is not None:
            raise HandProblem("not_here", name, text)
    for name in marks:
        if hand.get(name):
            raise HandProblem("not_here", name, text)


def outcome_reason(
    texts: Mapping[tuple[bool, bool, bool], str],
    outcome: Outcome,
    declarer: int,
    partner: int | None,
) -> Reason:
    """Who took the game on with whom, and how they came out of it.

    `texts`: by whether there is a partner, whether card points were counted, and who won.
    """
    text = texts[partner is not None, outcome.points is not None, outcome.won]
    code = "picker_won" if outcome.won else "picker_lost"
    side, points = Side(declarer), outcome.points
    if partner is None:
        return Reason(code, text, points=points, side=side)
    return Reason(code, text, points=points, side=side, partner=Side(partner))
