"""Teams, whose members sit at different tables."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.formats.presets.preset import FOUR_HANDED, THREE_HANDED, Preset, first
from tournaments.formats.settings import EventSettings

PRESETS = (
    Preset(
        key="team_event",
        family="teams",
        name=_("Team event"),
        summary=_("Teams of four; team-mates never meet, and all four are added up."),
        source=_(
            "As the Allgäuer Zeitung invites teams: 64 hands in the final, the first ten teams "
            "win. Two rounds of 32 and the sum of all four are our reading."
        ),
        rulesets=FOUR_HANDED,
        settings=EventSettings(
            size=4,
            odd="up",
            rounds=2,
            hands=32,
            draws=("random_wishes",),
            counted="solos",
            tie_breaks=("solos", "best_round", "lot"),
            team_size=4,
        ),
        after=_("The name of the team is noted with each entry at the door."),
    ),
    Preset(
        key="team_league",
        family="teams",
        name=_("Team league match"),
        summary=_(
            "Four teams of four, one of each at every table; each series gives 3, 2, 1 and 0."
        ),
        source=_(
            "The league matches of the Skat association: one member of each team at a table, a "
            "table of three for each that is missing, and points for the teams in each series. "
            "Their way of counting a hand is not in this program yet."
        ),
        rulesets=first("sheepshead3-coins", THREE_HANDED),
        settings=EventSettings(
            size=4,
            odd="down",
            rounds=3,
            hands=36,
            draws=("random_wishes",),
            tie_breaks=("best_round", "shared"),
            capacity=16,
            team_size=4,
            team_yields="places",
        ),
        after=_("The name of the team is noted with each entry at the door."),
    ),
)
