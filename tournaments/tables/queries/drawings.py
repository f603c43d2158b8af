"""Everything that a table's pages show of its sheet: the sheet itself and what is drawn of it."""

from __future__ import annotations

from typing import Any

from tournaments.tables.queries.curve import sheet_curve
from tournaments.tables.queries.declared import pending
from tournaments.tables.queries.payments import settlement
from tournaments.tables.queries.sheets import Sheet
from tournaments.tables.queries.strokes import stroke_games


def shown(sheet: Sheet) -> dict[str, Any]:
    """The names under which templates know the sheet, what waits, its strokes and its curve."""
    coming = sheet.coming
    return {
        "table": sheet.table,
        "sheet": sheet,
        "pending": pending(
            sheet.ruleset, coming.carried, sheet.names, coming.circle, coming.dealer
        ),
        "games": stroke_games(sheet),
        "curve": sheet_curve(sheet),
        "final": settlement(sheet) if sheet.table.ended_at else None,
    }
