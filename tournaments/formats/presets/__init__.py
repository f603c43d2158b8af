"""The formats that clubs know, ready to start from; every number can be changed afterwards.

Each says whose rule it follows.
"""

from __future__ import annotations

from scoring import RULESETS
from tournaments.formats.presets import club, evenings, long, pairs, sessions, teams
from tournaments.formats.presets.preset import FAMILIES, FOUR_HANDED, Preset, first
from tournaments.formats.settings import EventSettings

from django.utils.translation import gettext_lazy as _  # isort: skip

__all__ = ["FAMILIES", "PRESETS", "Preset"]

_OWN = Preset(
    key="own",
    family="own",
    name=_("A format of your own"),
    summary=_("Any game, any number of rounds: start from the plainest event."),
    source=_("Nobody’s rule: you decide."),
    rulesets=first(FOUR_HANDED[0], tuple(RULESETS)),
    settings=EventSettings(tie_breaks=("best_round", "shared")),
)

PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        *evenings.PRESETS,
        *long.PRESETS,
        *sessions.PRESETS,
        *club.PRESETS,
        *teams.PRESETS,
        *pairs.PRESETS,
        _OWN,
    )
}
"""The presets by key, in the order in which they are shown."""
