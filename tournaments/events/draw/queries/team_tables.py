"""How many tables the teams of an event need, so that team-mates never share one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating.model import Impossible
from seating.sizes import layout
from tournaments.formats.settings import EventSettings
from tournaments.models import Entry, Event


def tables_wanted(entries: Iterable[Entry], settings: EventSettings) -> int:
    """As many tables as the largest team has members among these; 0 where there are no teams.

    A team has no more members than the settings say, whatever is typed at the door.
    """
    if not settings.team_size:
        return 0
    teams = Counter(entry.team for entry in entries if entry.team and not entry.is_house)
    return min(max(teams.values(), default=0), settings.team_size)


def tables_wanted_at(event: Event, settings: EventSettings) -> int:
    """The same for those who are here; one SQL query, none where there are no teams."""
    if not settings.team_size:
        return 0
    here = event.entries.filter(status=Entry.HERE).exclude(team="")
    return tables_wanted(here.only("team", "is_house"), settings)


def team_mates_meet(
    here: tuple[int, int], wanted: int, settings: EventSettings, odd: str, remainders: Iterable[str]
) -> str:
    """What a director is told where team-mates would share tables, and what helps; "" else.

    `here`: the players and the house players; `wanted`: as `tables_wanted` says; `odd`: how the
    remainder is to be seated, `remainders` the ways that the game has.

    >>> of_four, ways = EventSettings(team_size=4), ("up", "down", "bye")
    >>> team_mates_meet((12, 0), 4, of_four, "up", ways).split("apart, ")[1]
    'take tables of one less: then there are 4 tables.'
    >>> team_mates_meet((11, 0), 4, of_four, "down", ways).split("apart, ")[1]
    'enter 1 house player at the door: then there are 4 tables.'
    >>> team_mates_meet((12, 0), 4, of_four, "down", ways)
    ''
    """
    players, house = here
    is_down = odd == "down" and settings.size > 2
    missing = wanted * (settings.size - is_down) - players
    try:
        tables = len(layout(players, settings.size, odd, wanted).sizes)
    except Impossible:
        return ""
    if wanted <= tables or missing <= house:
        return ""
    text = _(
        "%(wanted)s of one team are here and there are only %(tables)s tables, so that team-mates "
        "would meet. To keep them apart, %(remedy)s: then there are %(wanted)s tables."
    )
    if not is_down and "down" in remainders and wanted * (settings.size - 1) <= players:
        remedy = _("take tables of one less")
    else:
        more = missing - house
        remedy = ngettext(
            "enter %(count)s house player at the door",
            "enter %(count)s house players at the door",
            more,
        ) % {"count": more}
    return text % {"wanted": wanted, "tables": tables, "remedy": remedy}
