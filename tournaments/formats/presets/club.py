"""Club nights: people come and go, or meet every week for a league."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.formats.presets.preset import ALONE, THREE_HANDED, Preset, first
from tournaments.formats.settings import EventSettings

THREE = first("sheepshead3-coins", THREE_HANDED)

PRESETS = (
    Preset(
        key="three_handed_night",
        family="club",
        name=_("Three-handed club night"),
        summary=_("People come and go; points per hand, so that nobody loses by coming late."),
        source=_(
            "Weekly leagues of the Wisconsin kind: drawn among those present, so that few meet "
            "again, and ranked by the average per hand."
        ),
        rulesets=THREE,
        settings=EventSettings(
            size=3,
            odd="up",
            rounds=3,
            hands=18,
            draws=("random_wishes", "history"),
            season_apart=True,
            yields="average",
            tie_breaks=("points", "shared"),
            needs_confirmation=False,
        ),
    ),
    Preset(
        key="free_night",
        family="club",
        name=_("Free club night"),
        summary=_("No draw: people sit down, a table opens, and they play as long as they like."),
        source=_(
            "As clubs meet without a tournament: any number of hands, the average per hand for "
            "the night and the total beside it."
        ),
        rulesets=first("sheepshead3-coins", ALONE),
        settings=EventSettings(
            size=3,
            odd="up",
            rounds=1,
            hands=0,
            yields="average",
            tie_breaks=("points", "shared"),
            needs_confirmation=False,
            rolling=True,
        ),
        after=_(
            "Somebody joins or leaves between two hands: on the table’s phone or at the desk, and "
            "each hand counts for those who got cards in it."
        ),
    ),
    Preset(
        key="league_night",
        family="club",
        name=_("Weekly league night"),
        summary=_("Tables of four or three; the place at the table counts, the best meet next."),
        source=_(
            "Weekly leagues in Wisconsin: the first round drawn by chance, the next by place; 7, "
            "5, 3 and 1 for the places at a table."
        ),
        rulesets=THREE,
        settings=EventSettings(
            size=4,
            odd="down",
            rounds=3,
            hands=18,
            draws=("random_wishes", "blocks"),
            season_apart=True,
            yields="places",
            tie_breaks=("points", "shared"),
            needs_confirmation=False,
        ),
        after=_(
            "Make a series of the club and add each night: it reckons with absences and dropped "
            "nights, and makes the A and B finals of the season."
        ),
    ),
)
