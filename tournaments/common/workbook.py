"""Lists as one XLSX workbook: numbers are numbers, and texts stay texts however they begin."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime
from fractions import Fraction
from typing import Any, BinaryIO

from django.utils import timezone
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from tournaments.common.listing import Head, Kind, Listing, Value

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS = {
    Kind.NUMBER: "0",
    Kind.POINTS: "+0;-0;0",
    Kind.SHARE: "0.0%",
    Kind.MEAN: "+0;-0;0",
    Kind.MONEY: "0.00",
    Kind.DATE: "yyyy-mm-dd",
    Kind.MOMENT: "yyyy-mm-dd hh:mm",
}
BROKEN_POINTS = "+0.00;-0.00;0.00"
LONGEST_TEXT, LONGEST_TITLE = 32_767, 31
NO_TITLE = re.compile(r"[\[\]:*?/\\]")


def write_workbook(listings: Iterable[Listing[Any]], out: BinaryIO) -> None:
    """Write every list as a tab of its own, with a head that stays in sight."""
    book = Workbook(write_only=True)
    titles: set[str] = set()
    for listing in listings:
        tab = book.create_sheet(_title(listing.title, titles))
        _write(tab, listing)
    book.save(out)


def _write(tab: WriteOnlyWorksheet, listing: Listing[Any]) -> None:
    heads = listing.heads()
    tab.freeze_panes = "A2"
    for place, head in enumerate(heads, 1):
        letter = get_column_letter(place)
        tab.column_dimensions[letter].width = head.width + 2  # type: ignore[attr-defined]
    tab.append([_head(tab, head) for head in heads])
    writers = [_CellWriter(tab, head.kind) for head in heads]
    count = 1
    for cells in listing.cells():
        tab.append(writer.cell(value) for writer, value in zip(writers, cells, strict=True))
        count += 1
    last = get_column_letter(len(heads))
    tab.auto_filter.ref = f"A1:{last}{count}"  # type: ignore[attr-defined]


class _CellWriter:
    """Fills the cells of one column: always the same three, for a row is written before the next
    one is made, and a cell with its format is costly."""

    def __init__(self, tab: WriteOnlyWorksheet, kind: Kind) -> None:
        self.kind = kind
        self.text, self.figure, self.broken = (WriteOnlyCell(tab) for _nth in range(3))
        if kind in FORMATS:
            self.figure.number_format = FORMATS[kind]
            is_points = kind in (Kind.POINTS, Kind.MEAN)
            self.broken.number_format = BROKEN_POINTS if is_points else FORMATS[kind]

    def cell(self, value: Value) -> Any:  # noqa: ANN401 - openpyxl's cell
        """The cell with that value."""
        if value is None or value == "":
            return None
        if isinstance(value, str):
            return _filled(self.text, value)
        if isinstance(value, datetime):
            value = timezone.localtime(value).replace(tzinfo=None)
        if isinstance(value, date):
            self.figure.value = value
            self.figure.number_format = FORMATS[self.kind]
            return self.figure
        if self.kind is Kind.MONEY:
            value = float(value) / 100
        elif isinstance(value, Fraction):
            value = value.numerator if value.denominator == 1 else float(value)
        cell = self.broken if isinstance(value, float) else self.figure
        cell.value = value
        return cell


def _head(tab: WriteOnlyWorksheet, head: Head) -> Any:  # noqa: ANN401
    cell = _filled(WriteOnlyCell(tab), head.text)
    cell.font = Font(bold=True)
    if head.kind in FORMATS:
        cell.alignment = Alignment(horizontal="right")
    return cell


def _filled(cell: Any, text: str) -> Any:  # noqa: ANN401
    """A cell that is a text, also where it begins like a formula."""
    cell.value = ILLEGAL_CHARACTERS_RE.sub("", text)[:LONGEST_TEXT]
    cell.data_type = "s"
    return cell


def _title(title: str, taken: set[str]) -> str:
    """What a tab may be called: not too long, without some signs, like no other."""
    plain = NO_TITLE.sub(" ", title).strip("' ") or "-"
    found, nth = plain[:LONGEST_TITLE], 1
    while found.casefold() in taken:
        nth += 1
        found = f"{plain[: LONGEST_TITLE - len(str(nth)) - 1]} {nth}"
    taken.add(found.casefold())
    return found
