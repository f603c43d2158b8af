"""Against whom everybody played, and how: a standing of matches can be checked by it."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.formats.figures import amount
from tournaments.queries.events.snapshots import Snapshot
from tournaments.queries.events.standing_page import StandingPage
from tournaments.queries.events.standing_rows import Cell, Row


class Met(NamedTuple):
    """A round of a row: the start numbers of the opponents, and the points of the sheet.

    None where there was no table, and where its sheet was annulled. `cell` is what the round is
    worth in the standing.
    """

    cell: Cell
    opponents: tuple[int, ...] = ()
    own: int | None = None
    theirs: int | None = None

    @property
    def sheet(self) -> str:
        """The points of the sheet; those of the others too, where they are not just the opposite.

        >>> from tournaments.queries.events.standing_rows import Cell
        >>> Met(Cell(1, 2, "sheet"), (4,), 7, -7).sheet, Met(Cell(1, 2, "sheet"), (4,), 9, 3).sheet
        ('+7', '+9 : +3')
        """
        if self.own is None:
            return ""
        if self.theirs is None or self.theirs == -self.own:
            return amount(self.own)
        return f"{amount(self.own)} : {amount(self.theirs)}"


def has_cross_table(snapshot: Snapshot) -> bool:
    """Whether matches of one against another make the standing."""
    return snapshot.settings.yields == "match" and not snapshot.settings.rolling


def cross_rows(page: StandingPage) -> list[tuple[Row, list[Met]]]:
    """The rows of a page with whom each met, round by round; no SQL query."""
    return [(row, met_by(page, row)) for row in page.rows]


def met_by(page: StandingPage, row: Row) -> list[Met]:
    """Whom an entry met in each round of the standing."""
    snapshot = page.standing.snapshot
    rounds = {one.number: one for one in page.standing.counted}
    found = []
    for cell in row.cells:
        played = rounds[cell.number]
        line = played.line_of(row.entry.pk)
        if line is None or line.table is None:
            found.append(Met(cell))
            continue
        others = [one for one in played.by_table[line.table] if one.entry != row.entry.pk]
        numbers = tuple(snapshot.entries[one.entry].number for one in others)
        if line.is_annulled:
            found.append(Met(cell, numbers))
            continue
        theirs = others[0].points if len(others) == 1 else None
        found.append(Met(cell, numbers, line.points, theirs))
    return found
