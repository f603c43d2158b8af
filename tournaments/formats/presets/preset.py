"""What a preset is: a known format with its games, its settings, and whose rule it follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import RULESETS
from tournaments.formats.settings import EventSettings

THREE_HANDED = tuple(key for key in RULESETS if key.startswith("sheepshead3-"))
FOUR_HANDED = ("sheepshead4-coins", "sheepshead4-cutthroat")
TARIFFS = tuple(key for key in RULESETS if key.startswith("schafkopf-"))
"""The tariffs of Bavarian tournaments."""

SCHAFKOPF = (*TARIFFS, *(key for key in RULESETS if key == "schafkopf"), *FOUR_HANDED)
"""The same, Schafkopf for any prices, and four-handed games that can be counted like it."""

GOOD_POINTS = (*TARIFFS, *FOUR_HANDED)
"""The games for evenings at which nobody writes a minus."""
FIVE_HANDED = tuple(key for key in RULESETS if key.startswith("sheepshead5-"))
ALONE = tuple(key for key, each in RULESETS.items() if each.scores == "seats")
SASKU = ("sasku-karvane12", "saskop", "sasku-karvane6")

FAMILIES: dict[str, str | Promise] = {
    "evenings": _("Prize evenings"),
    "long": _("Championships and series"),
    "sessions": _("Sheepshead sessions and festivals"),
    "club": _("Club nights and leagues"),
    "teams": _("Teams"),
    "pairs": _("Sasku pairs"),
    "own": _("Anything else"),
}
"""The families of formats, in the order in which they are shown."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A format: its family and name, what it is in a line, whose rule it follows, its games and
    settings.

    The first of `rulesets` is taken unless another is chosen. `options`: house rules by ruleset,
    where they are not the usual ones. `after`: what a series of such
    events adds, or what is to be known before; "" where there is nothing.
    """

    key: str
    family: str
    name: str | Promise
    summary: str | Promise
    source: str | Promise
    rulesets: tuple[str, ...]
    settings: EventSettings
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    after: str | Promise = ""

    def options_of(self, key: str) -> dict[str, Any]:
        """All house rules with which the format is played with the ruleset of that key."""
        return RULESETS[key].defaults() | dict(self.options.get(key, {}))


def first(key: str, rulesets: tuple[str, ...]) -> tuple[str, ...]:
    """The rulesets with one of them first.

    >>> first("b", ("a", "b", "c"))
    ('b', 'a', 'c')
    """
    return (key, *(each for each in rulesets if each != key))
