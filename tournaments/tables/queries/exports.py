"""A table's sheet for other programs: the record of the scoring contract, and rows for CSV."""

from __future__ import annotations

from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.common.listing import safe_text
from tournaments.tables.queries.replays import table_record
from tournaments.tables.queries.sheets import Line, Sheet


def contract_record(sheet: Sheet) -> dict[str, Any]:
    """The record of a table; hands that were withdrawn are not in it."""
    table = sheet.table
    defaults = sheet.ruleset.defaults()
    return {
        "ruleset": table.ruleset,
        "title": table.title,
        "options": {
            name: value for name, value in table.options.items() if value != defaults.get(name)
        },
        "players": table.players,
        "names": sheet.names,
        "hands": table_record(table, [line.version for line in sheet.lines]),
    }


def csv_rows(sheet: Sheet) -> list[list[str | int]]:
    """The sheet line by line, with a head, the points of each side, and the totals."""
    head = [_("No."), _("Dealer"), *sheet.sides, _("Times"), _("Why"), _("When")]
    rows: list[list[str | int]] = [[safe_text(text) for text in head]]
    rows += [_csv_row(line) for line in sheet.lines]
    rows.append([safe_text(_("Total")), "", *sheet.totals, "", "", ""])
    return rows


def _csv_row(line: Line) -> list[str | int]:
    points: list[str | int] = ["" if cell.points is None else cell.points for cell in line.cells]
    why = " ".join(line.reasons) if line.row else _("Withdrawn: does not count.")
    return [
        line.place if line.is_counted else "",
        safe_text(line.dealer),
        *points,
        line.row.multiplier if line.row and line.is_hand else "",
        safe_text(why),
        line.version.made_at.isoformat(timespec="seconds"),
    ]


def file_name(sheet: Sheet, ending: str) -> str:
    """What a downloaded sheet is called: title, day and game, in plain letters."""
    words = [sheet.table.title, f"{sheet.table.opened_at:%Y-%m-%d}", sheet.ruleset.key]
    return f"{slugify(' '.join(words))}.{ending}"
