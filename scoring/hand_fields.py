"""The fields of a hand that several games share: what a table declares, said once."""

from scoring.options import Choice
from scoring.outcome import RESULT_CHOICES
from scoring.ruleset import Field
from scoring.words import _

SUITS = (
    Choice("clubs", _("♣ Clubs")),
    Choice("spades", _("♠ Spades")),
    Choice("hearts", _("♥ Hearts")),
    Choice("diamonds", _("♦ Diamonds")),
)

RESULT = Field(
    "result",
    "choice",
    _("Result"),
    _("How the side that took the game on came out, in one tap; instead of card points."),
    when="played",
    choices=RESULT_CHOICES,
)

PICKER = Field(
    "picker",
    "seat",
    _("Picker"),
    _("Who picked up the blind and plays against the others."),
    empty=_("Everybody passed"),
)

PARTNER = Field(
    "partner",
    "seat",
    _("Partner"),
    _("Who played with the picker; none when the picker was alone."),
    when="played",
    empty=_("Alone"),
    apart_from="picker",
)

NO_PARTNER = Field(
    "partner",
    "seat",
    _("Partner"),
    _("Always empty here: the picker plays alone."),
    when="played",
    empty=_("Alone"),
    asked=False,
)


def picker_points(meaning: str = "") -> Field:
    """Card points of the picker's side."""
    return Field(
        "picker_points",
        "points",
        _("Card points of the picker's side"),
        meaning or _("What the picker's side took, buried cards included."),
        when="played",
    )


def picker_tricks(count: int) -> Field:
    """Tricks of the picker's side."""
    return Field(
        "picker_tricks",
        "count",
        _("Tricks of the picker's side"),
        _("Only needed when it took all of them or none."),
        when="played",
        high=count,
        empty=_("Some, but not all"),
    )


def _mark(
    name: str,
    label: str,
    meaning: str,
    needs: tuple[str, tuple[str, ...]] | None = None,
    *,
    after: str = "",
) -> Field:
    unless = (after, (False,)) if after else None
    return Field(name, "flag", label, meaning, when="played", needs=needs, unless=unless)


MARKS = (
    _mark(
        "crack",
        _("Crack"),
        _("An opponent cracked: doubled."),
        ("cracking", ("crack", "recrack", "castrate")),
    ),
    _mark(
        "recrack",
        _("Re-crack"),
        _("The picker's side answered the crack: doubled again."),
        ("cracking", ("recrack", "castrate")),
        after="crack",
    ),
    _mark(
        "castrate",
        _("Castrate"),
        _("A third player answered the re-crack: doubled once more."),
        ("cracking", ("castrate",)),
        after="recrack",
    ),
    Field(
        "blitzes",
        "count",
        _("Blitzes"),
        _("How many pairs of queens (or jacks) were shown; each doubles."),
        when="played",
        high=4,
        needs=("blitzing", (True,)),
        preset=0,
    ),
    _mark(
        "called_all",
        _("Called every trick"),
        _("The picker called “sheepshead”: every trick, or it is lost."),
    ),
    Field(
        "last_hand",
        "flag",
        _("Last hand, doubled"),
        _("The table agreed that the last hand counts double."),
    ),
)
"""What may be called at the table to raise the price."""

PLAYED_OUT = ("all_pass", ("leaster", "moster", "mittler", "schneidster"))

CARD_POINTS = Field(
    "card_points",
    "seat_points",
    _("Card points"),
    _("What each player took; together 120 (less the blind, if nobody gets it)."),
    when="passed",
    needs=PLAYED_OUT,
)

BLIND_POINTS = Field(
    "blind_points",
    "points",
    _("Card points in the blind"),
    _("What lay in the blind that nobody gets."),
    when="passed",
    needs=("blind", ("none",)),
)


def _trick_numbers(
    name: str, label: str, meaning: str, empty: str, high: int, *, asked: bool = True
) -> Field:
    return Field(
        name,
        "seat_counts",
        label,
        meaning,
        when="passed",
        high=high,
        empty=empty,
        asked=asked,
        needs=PLAYED_OUT,
    )


def passed(
    trick_count: int, blind: int, *, last_trick_breaks_tie: bool = False
) -> tuple[Field, ...]:
    """What everybody took when nobody picked."""
    return (
        CARD_POINTS,
        _trick_numbers(
            "tricks",
            _("Tricks"),
            _("How many tricks each player took; needed when somebody took none."),
            _("Not counted"),
            trick_count,
        ),
        _trick_numbers(
            "last_trick_won",
            _("Last trick won"),
            _("For each player the number of the last trick taken, 0 for none; breaks a tie."),
            _("Not noted"),
            trick_count,
            asked=last_trick_breaks_tie,
        ),
        *((BLIND_POINTS,) if blind else ()),
    )


def picker_fields(
    trick_count: int,
    blind: int,
    *,
    has_partner: bool,
    points_meaning: str = "",
    result: Field = RESULT,
    last_trick_breaks_tie: bool = False,
) -> tuple[Field, ...]:
    """All fields of a hand of a picker game."""
    return (
        PICKER,
        PARTNER if has_partner else NO_PARTNER,
        result,
        picker_points(points_meaning),
        picker_tricks(trick_count),
        *MARKS,
        *passed(trick_count, blind, last_trick_breaks_tie=last_trick_breaks_tie),
    )
