"""What the tariffs of Schafkopf tournaments ask of a hand, and what they can settle differently.

Card points are not asked for: the sheet of a tournament knows only how a game came out. And a
tournament's page rarely answers everything. What it leaves open is an option without a default:
whoever runs the event decides it, and nobody is told that it was the tournament's own rule.
"""

from dataclasses import replace

from scoring.bavarian import fields
from scoring.bavarian.contracts import ALONE, HOCHZEIT, KREUZ, MUSS, RENONCE
from scoring.bavarian.fields import ANNOUNCED, CONTRACT_NAMES, RUNNERS
from scoring.options import Choice, Option, where
from scoring.ruleset import Field
from scoring.words import _, _p

OVER_60 = _(
    "60 to 60: you at the table say who has won; a hand that is dealt again is not entered."
)
"""What über Kreuz leaves to the table."""

DECLARER = replace(
    fields.DECLARER,
    meaning=_("Who took the game on; über Kreuz and in a Muss, who had to."),
    empty="",
)

PARTNER = replace(
    fields.PARTNER,
    meaning=_(
        "Who held the called ace; über Kreuz it is whoever sits opposite, and may be left out."
    ),
    when="always",
)

RESULT = replace(
    fields.RESULT,
    meaning=_("How the declarer’s side came out; Schwarz is a side without a trick."),
    when="always",
)

ANNOUNCEMENTS = Field(
    "announcements",
    "count",
    _p("in a hand", "Announcements"),
    _("How many were made; each counts."),
    high=4,
    preset=0,
    place="rare",
)

WITHOUT = Field(
    "without",
    "flag",
    _("Without them"),
    _(
        "The declarer’s side had none of the Laufende: the declarer alone collects or pays them "
        "for both."
    ),
    unless=("contract", (*ALONE, HOCHZEIT, RENONCE, KREUZ, MUSS)),
)


NEVER = where("all_pass")
"""What a choice needs that no form offers: another program may say it, and is told why not."""


def sweeps(*played: str) -> Field:
    """Tout and Sie, as far as a tariff has a price for them, or an option that says so."""
    needs = {"tout": where("tout", "double"), "sie": where("sie", "fourfold")}
    return replace(
        ANNOUNCED,
        when="always",
        choices=tuple(
            choice
            if choice.value in ("normal", *played)
            else choice._replace(needs=NEVER if played else needs[choice.value])
            for choice in ANNOUNCED.choices
        ),
    )


def runners(meaning: str, high: int) -> Field:
    """Laufende, as far as a tariff counts them."""
    return replace(
        RUNNERS, meaning=meaning, when="always", high=high, choices=RUNNERS.choices[: high + 1]
    )


def tariff_fields(contracts: tuple[str, ...], announced: Field, *more: Field) -> tuple[Field, ...]:
    """All fields of a hand of a tariff with these contracts, the usual one first."""
    contract = Field(
        "contract",
        "choice",
        _("Spiel (contract)"),
        _("What was played."),
        choices=(
            *(Choice(name, CONTRACT_NAMES[name]) for name in contracts),
            Choice(KREUZ, CONTRACT_NAMES[KREUZ], where("all_pass", KREUZ), note=OVER_60),
            Choice(MUSS, CONTRACT_NAMES[MUSS], where("all_pass", MUSS)),
        ),
        usual=contracts[0],
    )
    return (contract, DECLARER, PARTNER, announced, *more, RESULT)


REDEAL = "redeal"

ZERO_SUM = "zero_sum"
GOOD_FULL, GOOD_THIRD = "good_full", "good_third"
GOOD_CALLED, GOOD_NONE = "good_called", "good_none"

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
