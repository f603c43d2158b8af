"""The fields of a hand of Doppelkopf, in the words of the game."""

from typing import NamedTuple

from scoring.options import Choice
from scoring.ruleset import Field
from scoring.words import _

TRICKS = 12
ALL_POINTS = 240
MOST_EXTRAS = 7
"""Four Doppelköpfe of tens and aces, two foxes and a Charlie in all."""


class Band(NamedTuple):
    """What Re took, as narrowly as the counting asks: card points, and tricks if all or none."""

    value: str
    label: str
    low: int
    high: int
    tricks: int | None = None


BANDS = (
    Band("no_trick", _("No trick"), 0, 0, 0),
    Band("to_29", _("0–29"), 0, 29),
    Band("to_59", _("30–59"), 30, 59),
    Band("to_89", _("60–89"), 60, 89),
    Band("to_119", _("90–119"), 90, 119),
    Band("at_120", _("120"), 120, 120),
    Band("to_150", _("121–150"), 121, 150),
    Band("to_180", _("151–180"), 151, 180),
    Band("to_210", _("181–210"), 181, 210),
    Band("to_240", _("211–240"), 211, 240),
    Band("all_tricks", _("Every trick"), 240, 240, TRICKS),
)

NOTHING = "nothing"
NO_90, NO_60, NO_30, BLACK = "no_90", "no_60", "no_30", "black"
DENIED = (NO_90, NO_60, NO_30, BLACK)

_DENIALS = (
    Choice(NO_90, _("No 90")),
    Choice(NO_60, _("No 60")),
    Choice(NO_30, _("No 30")),
    Choice(BLACK, _("Schwarz")),
)


def _said(name: str, label: str, meaning: str, first: Choice) -> Field:
    return Field(
        name,
        "choice",
        label,
        meaning,
        choices=(Choice(NOTHING, _("Nothing")), first, *_DENIALS),
        preset=NOTHING,
    )


def _extras(name: str, label: str) -> Field:
    return Field(
        name,
        "count",
        label,
        _("Doppelköpfe, foxes caught and Charlie together; none in a solo."),
        high=MOST_EXTRAS,
        unless=("partner", (None,)),
        preset=0,
    )


FIELDS = (
    Field(
        "declarer",
        "seat",
        _("Re, or the soloist"),
        _("Somebody who held a queen of clubs, or whoever played alone."),
    ),
    Field(
        "partner",
        "seat",
        _("The other one of Re"),
        _("Who held the other queen of clubs; nobody in a solo."),
        empty=_("Alone: a solo"),
        apart_from="declarer",
    ),
    Field(
        "taken",
        "choice",
        _("Re took"),
        _("Card points of Re out of 240; as narrowly as the counting asks."),
        choices=tuple(Choice(band.value, band.label) for band in BANDS),
        empty=_("Typed below"),
    ),
    _said(
        "re_said",
        _("Announced by Re"),
        _("The highest that Re said; it includes Re and all before it."),
        Choice("re", _("Re")),
    ),
    _said(
        "kontra_said",
        _("Announced by Kontra"),
        _("The highest that Kontra said; it includes Kontra and all before it."),
        Choice("kontra", _("Kontra")),
    ),
    _extras("re_extras", _("Extra points of Re")),
    _extras("kontra_extras", _("Extra points of Kontra")),
    Field(
        "declarer_points",
        "points",
        _("Card points of Re"),
        _("Only if nobody chose what Re took."),
        high=ALL_POINTS,
    ),
    Field(
        "declarer_tricks",
        "count",
        _("Tricks of Re"),
        _("Only needed when it was all of them or none."),
        high=TRICKS,
        empty=_("Some, but not all"),
    ),
)
