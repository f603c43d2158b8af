"""The tables of a club's page as lists for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from tournaments.common.listing import Kind, Listing, Value, number, points, text
from tournaments.models import Club
from tournaments.people.queries.people import People
from tournaments.records.queries.club_page import ClubPage
from tournaments.records.queries.club_page_champions import champions_of
from tournaments.records.queries.club_page_records import Holder, board_of
from tournaments.records.queries.sure_cells import ends, sure_columns
from tournaments.tables.queries.replays import hand_places

NAME = 28
MOST_CHAMPIONS = 500

Rows = Iterator[Sequence[Value]]


def club_lists(club: Club, page: ClubPage, people: People) -> list[Listing]:
    """Every table of the page, whole."""
    return [
        board_list(club, page, people),
        records_list(page),
        champions_list(club, page, people),
        activity_list(page),
        games_list(page),
    ]


def board_list(club: Club, page: ClubPage, people: People) -> Listing:
    """Everybody with enough hands, most points per hand first."""

    def rows() -> Rows:
        if page.games:
            for line in board_of(club, page.of_game, people, most=None).lines:
                yield (line.name, line.sheets, line.hands, line.points, *ends(line.per_hand))

    columns = (
        text(_("Name"), NAME),
        number(_("Sheets")),
        number(_("Hands")),
        points(_("Points")),
        *sure_columns(_("Points per hand"), Kind.POINTS),
    )
    return Listing("board", _("Board"), columns, rows)


def records_list(page: ClubPage) -> Listing:
    """The first few of each record."""

    def rows() -> Rows:
        tables = [record.table.pk for kind in page.records for record in kind.records]
        called = hand_places(tables)
        for kind in page.records:
            for record in kind.records:
                who = named(record.holders)
                yield (
                    str(kind.title),
                    record.figure,
                    who,
                    record.day.isoformat(),
                    record.table.pk,
                    called.get((record.table.pk, record.hand or 0)),
                )

    columns = (
        text(_("Record"), NAME),
        number(_("Figure")),
        text(_("Who"), NAME),
        text(_("Day")),
        number(_("Sheet")),
        number(_("Hand")),
    )
    return Listing("records", _("Records"), columns, rows)


def champions_list(club: Club, page: ClubPage, people: People) -> Listing:
    """The champions of all years, the latest five hundred events."""

    def rows() -> Rows:
        found = champions_of(club, page.filters, people, None, most=MOST_CHAMPIONS)
        for year in found.years:
            for one in year.champions:
                who = named(one.holders)
                yield (year.year, one.day.isoformat(), one.title, one.game, who, one.field or None)

    columns = (
        number(_("Year")),
        text(_("Day")),
        text(_("Event")),
        text(_("Game"), NAME),
        text(_("Winner"), NAME),
        number(_("Among")),
    )
    return Listing("champions", _("Champions"), columns, rows)


def activity_list(page: ClubPage) -> Listing:
    """How much was played, by month or by year."""

    def rows() -> Rows:
        for one in page.amounts:
            yield (one.begins.isoformat(), one.label, one.sheets, one.hands)

    columns = (text(_("From")), text(_("Time")), number(_("Sheets")), number(_("Hands")))
    return Listing("activity", _("Activity"), columns, rows)


def games_list(page: ClubPage) -> Listing:
    """How much of each game was played."""

    def rows() -> Rows:
        for game in page.games:
            yield (game.name, game.sheets, game.hands, game.first.year, game.last.year)

    columns = (
        text(_("Game"), NAME),
        number(_("Sheets")),
        number(_("Hands")),
        number(_("First year")),
        number(_("Last year")),
    )
    return Listing("games", _("Games played"), columns, rows)


def named(holders: Sequence[Holder]) -> str:
    """Everybody who holds something together."""
    return ", ".join(holder.name for holder in holders)
