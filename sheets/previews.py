"""What a hand would come to if it were saved as it is typed: asked of the engine, not kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring.table import Row
from sheets.coming import ImpossibleHand, replay_sheet
from sheets.entries import SheetEntry, counting
from sheets.sheet import Sheet

FIRST_NAMED = ("picker", "partner", "makers")
"""The roles that are named before everybody else."""


@dataclass(frozen=True)
class Preview:
    """Points by name or group, with the reasons; or what is still to be said, or cannot be.

    `later`: the numbers of the hands after it whose points would change too.
    """

    shares: list[tuple[str, int]] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    later: list[int] = field(default_factory=list)
    problem: str = ""
    is_missing: bool = False


def preview_hand(sheet: Sheet, record: dict[str, Any], number: int | None = None) -> Preview:
    """The points of a new hand, or of hand `number` if that were its record."""
    place, entries = _with_record(sheet, record, number)
    try:
        rows = replay_sheet(sheet.table, entries).rows
    except ImpossibleHand as impossible:
        text = impossible.problem.text.render(_, sheet.sides)
        if impossible.number == entries[place].number:
            return Preview(problem=text, is_missing=impossible.problem.code == "missing")
        where = _("Then hand %(number)s could not be: %(why)s")
        return Preview(problem=where % {"number": sheet.place_of(impossible), "why": text})
    index = len(counting(entries[:place]))
    return Preview(
        shares=_shares(rows[index], sheet.sides),
        reasons=[reason.text.render(_, sheet.sides) for reason in rows[index].reasons],
        later=_moved(sheet, entries[place + 1 :], rows[index + 1 :]),
    )


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


def _shares(row: Row, sides: Sequence[str]) -> list[tuple[str, int]]:
    """Who gets what; the largest group of equal points without a picker is “the rest”."""
    groups: dict[tuple[int, str], list[int]] = {}
    for side, points in enumerate(row.points):
        role = row.roles[side] if row.roles else ""
        if role not in ("out", "away") or points:
            groups.setdefault((points, role if role in FIRST_NAMED else ""), []).append(side)
    others = [members for (_points, role), members in groups.items() if not role]
    rest = max(others, key=len, default=[])

    def order(group: tuple[tuple[int, str], list[int]]) -> tuple[bool, int, int]:
        (points, role), members = group
        return members is rest, FIRST_NAMED.index(role) if role else len(FIRST_NAMED), -points

    shares = []
    for (points, _role), members in sorted(groups.items(), key=order):
        names = ", ".join(sides[side] for side in members)
        shares.append((_("the rest") if members is rest and len(rest) > 1 else names, points))
    return shares


def _moved(sheet: Sheet, after: Sequence[SheetEntry], rows: Sequence[Row]) -> list[int]:
    """The later hands whose points are not those of the sheet."""
    moved = []
    for entry, row in zip(counting(after), rows, strict=True):
        line = sheet.line(entry.number)
        if line is not None and line.row is not None and line.row.points != row.points:
            moved.append(line.place)
    return moved
