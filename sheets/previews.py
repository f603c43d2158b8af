"""What a hand would come to if it were saved as it is typed: asked of the engine, not kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring.outcome import result_of
from scoring.table import Row
from sheets.coming import ImpossibleHand, replay_sheet
from sheets.entries import SheetEntry, counting
from sheets.sheet import Sheet
from sheets.told import told
from sheets.words import spoken


@dataclass(frozen=True)
class Preview:
    """The hand in a sentence, and the points of each side; or what is missing, or cannot be.

    `points`: None for a side that does not play. `later`: the numbers of the hands after it whose
    points would change too. `result`: how whoever took it on came out, as it is tapped.
    """

    told: str = ""
    points: list[int | None] = field(default_factory=list)
    later: list[int] = field(default_factory=list)
    result: str = ""
    problem: str = ""
    is_missing: bool = False


def preview_hand(sheet: Sheet, record: dict[str, Any], number: int | None = None) -> Preview:
    """The points of a new hand, or of hand `number` if that were its record."""
    place, entries = _with_record(sheet, record, number)
    try:
        rows = replay_sheet(sheet.table, entries).rows
    except ImpossibleHand as impossible:
        if impossible.number == entries[place].number:
            text = spoken(impossible.problem.text, sheet.sides)
            return Preview(problem=text, is_missing=impossible.problem.code == "missing")
        return Preview(problem=then_impossible(sheet, impossible))
    index = len(counting(entries[:place]))
    return Preview(
        told=told(sheet, rows[index], record),
        points=_points(rows[index]),
        result=_result(rows[index]),
        later=_moved(sheet, entries[place + 1 :], rows[index + 1 :]),
    )


def then_impossible(sheet: Sheet, impossible: ImpossibleHand) -> str:
    """Why another hand of a sheet forbids a change."""
    where = _("Then hand %(number)s could not be: %(why)s")
    why = spoken(impossible.problem.text, sheet.sides)
    return where % {"number": sheet.place_of(impossible), "why": why}


def _with_record(
    sheet: Sheet, record: dict[str, Any], number: int | None
) -> tuple[int, list[SheetEntry]]:
    """The sheet's lines with the typed one among them, and its place."""
    entries = list(sheet.entries)
    if number is None:
        return len(entries), [*entries, SheetEntry(sheet.coming.number, record, is_new=True)]
    place = next(i for i, entry in enumerate(entries) if entry.number == number)
    entries[place] = SheetEntry(number, record, is_new=True)
    return place, entries


def _points(row: Row) -> list[int | None]:
    """What each side gets; nothing stands where somebody does not play."""
    roles = row.roles or [""] * len(row.points)
    return [
        None if role in ("out", "away") and not points else points
        for role, points in zip(roles, row.points, strict=True)
    ]


def _result(row: Row) -> str:
    if row.verdict is None or row.verdict.won is None:
        return ""
    return result_of(row.verdict.won, row.verdict.tier)


def _moved(sheet: Sheet, after: Sequence[SheetEntry], rows: Sequence[Row]) -> list[int]:
    """The later hands whose points are not those of the sheet."""
    moved = []
    for entry, row in zip(counting(after), rows, strict=True):
        line = sheet.line(entry.number)
        if line is not None and line.row is not None and line.row.points != row.points:
            moved.append(line.place)
    return moved
