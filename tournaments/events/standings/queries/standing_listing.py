"""The standing as a list for a spreadsheet: places, rounds, totals, and how to check them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext as _

from tournaments.common.listing import Column, Kind, Listing, Value, number, points, text
from tournaments.events.results.queries.gone_sheets import SHORT
from tournaments.events.standings.queries.standing_page import (
    Met,
    StandingPage,
    cross_row,
    has_cross_table,
    has_games,
)
from tournaments.events.standings.queries.standings import Row, decision_words

NAME = 28


def standing_listing(page: StandingPage) -> Listing:
    """A page of the standing: place, who, every round, the total, the tie-breaks.

    While it is hidden there is nothing but the head.
    """
    rounds = [points(_("Round %(number)s") % {"number": one.number}) for one in page.columns]
    finals = [text(_("Final"), 10), points(_("Carried"))] if page.standing.cuts else []
    keys = [] if page.is_hidden else page.keys
    season = [points(_("Season"))] if page.brings else []
    checks, checked = _checks(page)

    def season_of(row: Row) -> list[Value]:
        return [row.entry.from_season] if season else []

    def rows() -> Iterator[Sequence[Value]]:
        for row in () if page.is_hidden else page.rows:
            values = {key.name: key.value for key in row.keys}
            yield (
                row.place,
                row.entry.number,
                row.entry.name,
                row.entry.team,
                *season_of(row),
                *(cell.value for cell in row.cells if page.columns),
                *(page.final_of(row) if finals else ()),
                row.total,
                *(values[key.name] for key in keys),
                *checked(row),
            )

    columns = (
        number(_("Place"), 8),
        number(_("No."), 6),
        text(_("Name"), NAME),
        text(_("Team"), 18),
        *season,
        *rounds,
        *finals,
        points(_("Total")),
        *(Column(key.label, Kind.POINTS, 16) for key in keys),
        *checks,
    )
    return Listing("standing", _("Standing"), columns, rows)


def _checks(page: StandingPage) -> tuple[list[Column], Callable[[Row], list[Value]]]:
    """The columns by which a standing is checked: whom one met, and what decided; and their cells.

    They are there where matches are played, and where anything had to be decided: a tie, or a sheet
    that is gone.
    """
    meets = page.columns if has_cross_table(page.standing.snapshot) else ()
    games = bool(meets) and has_games(page)
    has_ties = not page.is_hidden and any(row.decision for row in page.rows)
    has_decided = not page.is_hidden and bool(page.decided)
    columns = [column for one in meets for column in _met_columns(one.number, has_games=games)]
    columns += _sum_columns(has_games=games) if meets else []
    if has_decided:
        columns.append(text(_("Decided sheets"), 24))
    if has_ties:
        columns.append(text(_("What decided"), 32))

    def cells(row: Row) -> list[Value]:
        found: list[Value] = _matches(page, row, has_games=games) if meets else []
        if has_decided:
            found.append(_gone_in(row))
        if has_ties:
            found.append(decision_words(row.decision) if row.decision else "")
        return found

    return columns, cells


def _matches(page: StandingPage, row: Row, *, has_games: bool) -> list[Value]:
    """Its matches round by round, and the sums that the differences come from."""
    crossed = cross_row(page, row)
    found: list[Value] = [value for met in crossed.rounds for value in _met(met, has_games)]
    return [*found, *(crossed.games if has_games else ()), *crossed.strokes]


def _met(met: Met, has_games: bool) -> list[Value]:
    """Against whom a match was, the points of its sheet, games and strokes on both sides."""
    if met.sheet is None:
        games = strokes = sheet = ""
    else:
        sheet, games, strokes = str(met.sheet), str(met.games), str(met.strokes)
    return [", ".join(map(str, met.opponents)), sheet, *([games] if has_games else []), strokes]


def _met_columns(number: int, *, has_games: bool) -> list[Column]:
    said = {"number": number}
    return [
        text(_("Round %(number)s: opponent") % said, 10),
        text(_("Round %(number)s: sheet") % said, 10),
        *([text(_("Round %(number)s: games") % said, 10)] if has_games else []),
        text(_("Round %(number)s: strokes with rulings") % said, 10),
    ]


def _sum_columns(*, has_games: bool) -> list[Column]:
    games = [number(_("Games won")), number(_("Games of the others"))] if has_games else []
    return [*games, number(_("Strokes")), number(_("Strokes of the others"))]


def _gone_in(row: Row) -> str:
    """The rounds whose sheets are gone, and how each was decided."""
    return ", ".join(
        _("Round %(number)s: %(how)s") % {"number": cell.number, "how": SHORT[cell.decided]}
        for cell in row.cells
        if cell.decided
    )
