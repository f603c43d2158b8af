"""How an event's form is laid out: what stands open, and the sections that are opened at need."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.tiebreaks import TIE_BREAKS
from scoring.yields import YIELDS
from tournaments.formats.prize_words import PRIZE_SETTINGS
from tournaments.formats.wording import DRAWS


@dataclass(frozen=True)
class Item:
    """A setting on the form: its input, or what it is where it cannot be chosen."""

    name: str
    label: str
    value: str = ""
    bound: forms.BoundField | None = None


@dataclass(frozen=True)
class Section:
    """Settings that stand together, what they are now, and what can be chosen, in words."""

    title: str | Promise
    summary: str
    items: list[Item]
    meanings: list[tuple[str, str]]

    @property
    def has_problems(self) -> bool:
        """Whether something in it is wrong, so that it stands open."""
        return any(item.bound is not None and item.bound.errors for item in self.items)


OPEN_NUMBERS = ("rounds", "hands", "size", "odd", "fee", "capacity", "minutes")
SECTIONS: tuple[tuple[str, str | Promise, tuple[str, ...], tuple[str, ...]], ...] = (
    (
        "draws",
        gettext_lazy("How the rounds are drawn"),
        ("draws", "season_apart"),
        ("draws",),
    ),
    (
        "games",
        gettext_lazy("Rounds with a game of their own"),
        ("round_games",),
        ("round_games",),
    ),
    (
        "counting",
        gettext_lazy("What a sheet is worth"),
        (
            "yields",
            "equal_hands",
            "place_points",
            "match_points",
            "games_due",
            "bye_value",
            "late_value",
            "counted",
            "best_of",
            "only_good",
            "good_step",
        ),
        ("yields", "counted"),
    ),
    ("ties", gettext_lazy("If totals are equal"), ("tie_breaks",), ("tie_breaks",)),
    (
        "money",
        gettext_lazy("Payout and prizes"),
        ("payout", "round_prize", *PRIZE_SETTINGS),
        ("payout", "prize_amounts", "goods"),
    ),
    (
        "people",
        gettext_lazy("Groups and teams"),
        ("groups", "team_size", "team_best", "team_yields", "team_points", "team_missing"),
        ("groups", "team_size"),
    ),
    (
        "rolling",
        gettext_lazy("Tables that open one by one"),
        ("rolling", "ticket_rounds", "persons", "persons_best"),
        ("rolling",),
    ),
    ("penalties", gettext_lazy("Misplays and penalties"), ("penalties",), ()),
    (
        "showing",
        gettext_lazy("What is shown, and who confirms"),
        ("shows", "needs_confirmation", "confirms_paper"),
        ("shows",),
    ),
)
"""Key, title, settings, and those of them that the closed section says."""


def meanings_of(key: str, choices: Iterable[str]) -> list[tuple[str, str]]:
    """What the choices of a section mean, as label and meaning."""
    words: dict[str, tuple[str | Promise, str | Promise]] = {}
    if key == "draws":
        words = {name: (each.label, each.meaning) for name, each in DRAWS.items()}
    elif key == "ties":
        words = {name: (_(tie.label), _(tie.meaning)) for name, tie in TIE_BREAKS.items()}
    elif key == "counting":
        words = {name: (_(each.label), _(each.meaning)) for name, each in YIELDS.items()}
    return [(str(words[name][0]), str(words[name][1])) for name in choices if name in words]
