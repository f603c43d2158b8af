"""The fields of a hand under a tournament's tariff: who played what with whom, and the result.

Card points are not asked for: the sheet of a tournament knows only how a game came out.
"""

from dataclasses import replace

from scoring.bavarian.contracts import ALONE, HEART_SOLO, KREUZ, MUSS
from scoring.bavarian.fields import (
    ANNOUNCED,
    CONTRACTS,
    RESULTS,
    RUNNERS,
    WITH_CALLED_ACE,
    WITHOUT_PARTNER,
)
from scoring.options import Choice
from scoring.ruleset import Field
from scoring.words import _

_KNOWN = {
    **{choice.value: choice for choice in CONTRACTS},
    HEART_SOLO: Choice(HEART_SOLO, _("Herz-Solo")),
    KREUZ: Choice(
        KREUZ,
        _("Über Kreuz (crosswise)"),
        ("all_pass", (KREUZ,)),
        note=_(
            "60 to 60: you at the table say who has won; a hand that is dealt again is not entered."
        ),
    ),
    MUSS: Choice(MUSS, _("Muss (forced)"), ("all_pass", (MUSS,))),
}

DECLARER = Field(
    "declarer",
    "seat",
    _("Spieler (declarer)"),
    _("Who took the game on; über Kreuz and in a Muss, who had to."),
)

PARTNER = Field(
    "partner",
    "seat",
    _("Mitspieler (partner)"),
    _("Who held the called ace; über Kreuz it is whoever sits opposite, and may be left out."),
    empty=_("Alone"),
    unless=WITHOUT_PARTNER,
    empty_unless=WITH_CALLED_ACE,
    apart_from="declarer",
)

RESULT = Field(
    "result",
    "choice",
    _("Result"),
    _("How the declarer’s side came out; Schwarz is a side without a trick."),
    choices=RESULTS,
)

ANNOUNCEMENTS = Field(
    "announcements",
    "count",
    _("Announcements"),
    _("How many were made; each counts."),
    high=4,
    preset=0,
)

WITHOUT = Field(
    "without",
    "flag",
    _("Without them"),
    _(
        "The declarer’s side had none of the Laufende: the declarer alone collects or pays them "
        "for both."
    ),
    unless=("contract", (*ALONE, KREUZ, MUSS)),
)


NEVER = ("all_pass", ())
"""What a choice needs that no form offers: another program may say it, and is told why not."""


def sweeps(*played: str) -> Field:
    """Tout and Sie, as far as a tariff has a price for them, or an option that says so."""
    needs = {"tout": ("tout", ("double",)), "sie": ("sie", ("fourfold",))}
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
        choices=tuple(_KNOWN[name] for name in (*contracts, KREUZ, MUSS)),
    )
    return (contract, DECLARER, PARTNER, announced, *more, RESULT)
