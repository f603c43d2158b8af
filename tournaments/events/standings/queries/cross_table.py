"""Against whom everybody played, and how: a standing of matches can be checked by it."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.events.standings.queries.counted_rulings import shares_of
from tournaments.events.standings.queries.snapshots import Played, Snapshot
from tournaments.events.standings.queries.standing_page import StandingPage
from tournaments.events.standings.queries.standings import Cell, Row
from tournaments.formats.figures import amount


class Two(NamedTuple):
    """A figure of an entry, and that of the other side; None where several are on it.

    >>> str(Two(12, 7)), str(Two(3, -3)), str(Two(4, None))
    ('12 : 7', '+3', '+4')
    """

    own: int = 0
    theirs: int | None = 0

    def __str__(self) -> str:
        if self.theirs is None or (self.own and self.theirs == -self.own):
            return amount(self.own)
        return f"{_plain(self.own)} : {_plain(self.theirs)}"

    def plus(self, other: Two) -> Two:
        """Both together.

        >>> Two(12, 7).plus(Two(2, 0))
        Two(own=14, theirs=7)
        """
        return Two(self.own + other.own, (self.theirs or 0) + (other.theirs or 0))


class Met(NamedTuple):
    """A round of a row: the start numbers of the opponents, and what both sides had there.

    `sheet`: the points of the sheet, None where there was no table, and where its sheet was
    annulled. `ruled`: strokes beside it by rulings. `cell` is what the round is worth in the
    standing.
    """

    cell: Cell
    opponents: tuple[int, ...] = ()
    sheet: Two | None = None
    games: Two = Two()
    ruled: Two = Two()

    @property
    def strokes(self) -> Two | None:
        """What decides among as many games: the points of the sheet, and what rulings gave.

        >>> Met(Cell(1, 2, "sheet"), (4,), Two(12, 7), ruled=Two(0, 2)).strokes
        Two(own=12, theirs=9)
        """
        return self.sheet.plus(self.ruled) if self.sheet and any(self.ruled) else self.sheet


class CrossRow(NamedTuple):
    """A row of the standing with whom it met, and all its games and strokes."""

    row: Row
    rounds: list[Met]
    games: Two
    strokes: Two


class CrossTable(NamedTuple):
    """The rows of a page; `has_games`: anybody won a whole game."""

    rows: list[CrossRow]
    has_games: bool


def has_cross_table(snapshot: Snapshot) -> bool:
    """Whether matches of one against another make the standing."""
    return snapshot.settings.yields == "match" and not snapshot.settings.rolling


def has_games(page: StandingPage) -> bool:
    """Whether games are won beside the points of a sheet."""
    return any(result.games for one in page.standing.counted for result in one.results)


def cross_table(page: StandingPage) -> CrossTable:
    """The rows of a page with whom each met, round by round; no SQL query."""
    return CrossTable([cross_row(page, row) for row in page.rows], has_games(page))


def cross_row(page: StandingPage, row: Row) -> CrossRow:
    """A row with whom it met; its sums are those that the differences come from."""
    games, strokes = Two(), Two()
    rounds = met_by(page, row)
    for met in rounds:
        if met.strokes is not None:
            games, strokes = games.plus(met.games), strokes.plus(met.strokes)
    return CrossRow(row, rounds, games, strokes)


def met_by(page: StandingPage, row: Row) -> list[Met]:
    """Whom an entry met in each round of the standing."""
    rounds = {one.number: one for one in page.standing.counted}
    return [_met_in(page.standing.snapshot, rounds[cell.number], row, cell) for cell in row.cells]


def _met_in(snapshot: Snapshot, played: Played, row: Row, cell: Cell) -> Met:
    line = played.line_of(row.entry.pk)
    if line is None or line.table is None:
        return Met(cell)
    others = [one for one in played.by_table[line.table] if one.entry != row.entry.pk]
    numbers = tuple(snapshot.entries[one.entry].number for one in others)
    if line.is_annulled:
        return Met(cell, numbers)
    other = others[0] if len(others) == 1 else None
    given = {
        key: sum(share.strokes for share in shares)
        for key, shares in shares_of(snapshot.rulings, {played.number}).items()
    }
    return Met(
        cell,
        numbers,
        Two(line.points, other.points if other else None),
        Two(line.games, other.games if other else 0),
        Two(given.get(line.entry, 0), given.get(other.entry, 0) if other else 0),
    )


def _plain(figure: int) -> str:
    return amount(figure).removeprefix("+")
