"""The list of players for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from tournaments.common.listing import Kind, Listing, Value, number, points, text
from tournaments.models import Club
from tournaments.people.queries.people import People
from tournaments.records.queries.players_list import ListAsked, filled, player_lines
from tournaments.records.queries.sure_cells import ends, sure_columns


def players_listing(club: Club, asked: ListAsked, people: People) -> Listing:
    """Everybody who fits, in the order that was asked for; points only of one game."""
    is_one_game = bool(asked.filters.ruleset)

    def rows() -> Iterator[Sequence[Value]]:
        for line in filled(player_lines(club, asked, people), asked.filters):
            last = line.last.isoformat() if line.last else None
            always = (line.name, line.sheets, line.hands, last)
            yield (*always, line.points, *ends(line.per_hand)) if is_one_game else always

    columns = [
        text(_("Name"), 28),
        number(_("Sheets")),
        number(_("Hands")),
        text(_("Last played")),
    ]
    if is_one_game:
        columns += [points(_("Points")), *sure_columns(_("Points per hand"), Kind.POINTS)]
    return Listing("players", _("Players"), columns, rows)
