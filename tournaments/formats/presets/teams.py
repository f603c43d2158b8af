"""Teams, whose members sit at different tables."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.formats.presets.preset import SCHAFKOPF, THREE_HANDED, Preset, first
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
        rulesets=SCHAFKOPF,
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
            "table of three for each that is missing, and points for the teams in each series; "
            "the hands count as in their series. That ties go by games won and lost is our "
            "reading."
        ),
        rulesets=("skat", *first("sheepshead3-coins", THREE_HANDED)),
        options={"skat": {"counting": "seeger_fabian"}},
        settings=EventSettings(
            size=4,
            odd="down",
            rounds=3,
            hands=36,
            draws=("random_wishes",),
            counted="won_lost",
            tie_breaks=("games", "fewer_lost", "shared"),
            capacity=16,
            team_size=4,
            team_yields="places",
        ),
        after=_("The name of the team is noted with each entry at the door."),
    ),
)
