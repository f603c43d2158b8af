"""The words of a game on the pages of the record book: roles, contracts, places, feats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.labels import taker_label
from scoring.ruleset import Ruleset
from scoring.rulesets import RULESETS
from tournaments.records.queries.totals import Total

PARTNER = "partner"
CONTRACTS = ("contract", "trump")

FEATS: Mapping[str, str | Promise] = {
    "lambapea": gettext_lazy("A lambapea: all nine tricks, and with them the game"),
    "shutout": gettext_lazy("A game won without a stroke for the others"),
    "called_sweep": gettext_lazy("Every trick announced, and every trick taken"),
    "swept_alone": gettext_lazy("Every trick, without a partner"),
}
"""What is worth a toast."""


@dataclass(frozen=True)
class GameWords:
    """How a game speaks of who does what.

    `taker`: what somebody is called who takes the game on, empty where nobody does; `roles`: the
    words for the roles of `scoring.figures`; `has_partner`: whether a partner is called;
    `is_pairs`: whether fixed pairs play; `has_strokes`: whether they count strokes to a target;
    `seats`: how many play a hand.
    """

    key: str
    name: str
    taker: str
    is_pairs: bool
    has_partner: bool
    has_strokes: bool
    seats: int
    roles: Mapping[str, str]
    contracts: Mapping[str, str]
    contracts_title: str

    @property
    def together(self) -> str:
        """Under which name `scoring.figures` counts the hands of two partners."""
        return "called" if self.has_partner else "with"

    @property
    def has_partners(self) -> bool:
        """Whether there are partners at all: called ones, or those of a fixed pair."""
        return self.is_pairs or self.has_partner


def game_words(key: str) -> GameWords:
    """The words of a ruleset, in the language of whoever reads."""
    ruleset = RULESETS[key]
    label = taker_label(ruleset)
    taker = _(label) if label else ""
    has_partner = any(each.name == PARTNER and each.asked for each in ruleset.fields)
    is_pairs = ruleset.scores == "pairs"
    return GameWords(
        key=key,
        name=ruleset.name,
        taker=taker,
        is_pairs=is_pairs,
        has_partner=has_partner,
        has_strokes=is_pairs and ruleset.target(ruleset.defaults()) is not None,
        seats=ruleset.seats,
        roles=_roles(taker, has_partner=has_partner),
        contracts={
            choice.value: _(choice.label)
            for field in ruleset.fields
            if field.name in CONTRACTS
            for choice in field.choices
        },
        contracts_title=_contracts_title(ruleset),
    )


def most_played(totals: Mapping[str, Total]) -> str:
    """The ruleset with the most hands; empty without one."""
    known = [total for key, total in totals.items() if key in RULESETS and total.sheets]
    return max(known, key=lambda total: (total.hands, total.ruleset)).ruleset if known else ""


def place_label(place: int, places: int) -> str:
    """The place from the dealer's left in words; the dealer, if he plays, comes last.

    >>> [place_label(place, 3) for place in (1, 2, 3)]
    ['1st, left of the dealer', '2nd', '3rd, last']
    """
    ordinals = (_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"), _("6th"), _("7th"), _("8th"))
    word = ordinals[place - 1] if place <= len(ordinals) else str(place)
    if place == 1:
        return _("%(place)s, left of the dealer") % {"place": word}
    if place == places:
        return _("%(place)s, last") % {"place": word}
    return word


def _contracts_title(ruleset: Ruleset) -> str:
    names = {field.name for field in ruleset.fields}
    if "contract" in names:
        return _("What was played")
    return _("Trumps named") if "trump" in names else ""


def _roles(taker: str, *, has_partner: bool) -> dict[str, str]:
    with_partner = _("%(role)s, with a partner") % {"role": taker}
    return {
        "picker": with_partner if has_partner else taker,
        "alone": _("%(role)s, alone") % {"role": taker},
        "partner": _("Partner"),
        "defender": _("Defender"),
        "everyone": _("Nobody took it on") if taker else _("Everybody"),
        "paper": _("From paper, roles unknown"),
    }
