"""What the tariffs of Schafkopf tournaments can settle differently, and what nobody wrote down.

A tournament's page rarely answers everything. What it leaves open is an option without a default:
whoever runs the event decides it, and nobody is told that it was the tournament's own rule.
"""

from scoring.bavarian.contracts import KREUZ, MUSS
from scoring.options import Choice, Option
from scoring.words import _

REDEAL = "redeal"

ZERO_SUM = "zero_sum"
GOOD_FULL, GOOD_THIRD, GOOD_CALLED, GOOD_NONE = (
    "good_full",
    "good_third",
    "good_called",
    "good_none",
)

NOT_PLAYED = "not_played"

ALL_PASS = (
    Choice(KREUZ, _("Über Kreuz: with whoever sits opposite")),
    Choice(MUSS, _("Muss: the ober of acorns must call an ace")),
    Choice(REDEAL, _("Nothing is written, and the same dealer deals again")),
)

LOSERS = {
    ZERO_SUM: Choice(ZERO_SUM, _("Losers write a minus: plus and minus are equal")),
    GOOD_FULL: Choice(GOOD_FULL, _("Only good points; each writes a lost solo in full")),
    GOOD_THIRD: Choice(GOOD_THIRD, _("Only good points; each writes a third of a lost solo")),
    GOOD_CALLED: Choice(GOOD_CALLED, _("Only good points; each writes a lost solo as a Rufspiel")),
    GOOD_NONE: Choice(GOOD_NONE, _("Only good points; nobody writes a lost solo")),
}
"""What is written when a game is lost; the last four differ only in a solo."""


def all_pass(default: str | None) -> Option:
    """What is played when everybody passes; None where the tournament does not say."""
    return Option(
        "all_pass",
        "choice",
        _("Alle weiter (all passed)"),
        _("What is played when nobody wants to."),
        default,
        ALL_PASS,
        to_decide=default is None,
    )


def losers(*values: str) -> Option:
    """What is written for a lost game, one of `values`; no source says which."""
    return Option(
        "losers",
        "choice",
        _("Lost games"),
        _("What the losers write, and what the three opponents of a lost solo write."),
        None,
        tuple(LOSERS[value] for value in values),
        to_decide=True,
    )


def figure(name: str, label: str, meaning: str, most: int) -> Option:
    """A number that no source gives, from nothing to `most`."""
    return Option(name, "number", label, meaning, None, low=0, high=most, to_decide=True)


def fives(name: str, label: str, meaning: str) -> Option:
    """What something adds in a tariff that counts in fives; no source says it."""
    choices = (
        Choice("0", _("Nothing")),
        Choice("5", _("5 more for each")),
        Choice("10", _("10 more for each")),
    )
    return Option(name, "choice", label, meaning, None, choices, to_decide=True)


def sweep(name: str, label: str, meaning: str, price: Choice) -> Option:
    """Whether a Tout or a Sie is played, at the usual price; no source says it."""
    choices = (price, Choice(NOT_PLAYED, _("Not played")))
    return Option(name, "choice", label, meaning, None, choices, to_decide=True)


CIRCLED = Option(
    "circled",
    "choice",
    _("Solos that are circled"),
    _("Which won solos are counted on the sheet, for the tie-break."),
    "hearts",
    (Choice("hearts", _("Herz-Soli alone")), Choice("all", _("All solos and Wenz"))),
)
"""Which solos decide ties."""
