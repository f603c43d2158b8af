"""A list for a spreadsheet: its columns with what they hold, and its rows."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from fractions import Fraction
from typing import Any, BinaryIO

from django.http import StreamingHttpResponse
from django.utils import timezone
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

Value = str | int | float | Fraction | datetime | None


class Kind(Enum):
    """What a column holds; money is in whole cents, a share is a part of 1."""

    TEXT = "text"
    NUMBER = "number"
    POINTS = "points"
    SHARE = "share"
    MONEY = "money"
    DATE = "date"
    MOMENT = "moment"


@dataclass(frozen=True)
class Column:
    """A column: its head, what it holds, and how many letters wide it is shown."""

    head: str
    kind: Kind = Kind.TEXT
    width: int = 12


@dataclass(frozen=True)
class Listing:
    """A list: `name` for its file, `title` for its tab; the rows are made while they are read."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Callable[[], Iterable[Sequence[Value]]]


def text(head: str, width: int = 12) -> Column:
    """A column of texts."""
    return Column(head, Kind.TEXT, width)


def number(head: str, width: int = 10) -> Column:
    """A column of counts: start numbers, hands, places."""
    return Column(head, Kind.NUMBER, width)


def points(head: str, width: int = 10) -> Column:
    """A column of points, with their signs."""
    return Column(head, Kind.POINTS, width)


def money(head: str) -> Column:
    """A column of amounts, given in cents."""
    return Column(head, Kind.MONEY, 12)


def moment(head: str) -> Column:
    """A column of days with times."""
    return Column(head, Kind.MOMENT, 17)


# A list as CSV: UTF-8, marked as such for spreadsheets, numbers with a decimal point.

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Without it some spreadsheets read ä as Ã¤."""

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""With what a spreadsheet takes a text for a formula (OWASP, CSV injection)."""

DECIMALS = 4


def csv_answer(listing: Listing, name: str) -> StreamingHttpResponse:
    """A list as a CSV file to be kept, line by line."""
    response = StreamingHttpResponse(csv_lines(listing), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}-{listing.name}.csv"'
    return response


def csv_lines(listing: Listing) -> Iterator[str]:
    """The list line by line, the mark before the head."""
    out = io.StringIO()
    writer = csv.writer(out)
    out.write(BYTE_ORDER_MARK)
    writer.writerow([safe_text(column.head) for column in listing.columns])
    yield _emptied(out)
    for row in listing.rows():
        writer.writerow(csv_row(listing.columns, row))
        yield _emptied(out)


def csv_row(columns: Sequence[Column], row: Sequence[Value]) -> list[str | int | float]:
    """The cells of a row: a text that a spreadsheet would reckon with gets an apostrophe.

    >>> columns = (Column("Name"), Column("Points", Kind.POINTS), Column("Fee", Kind.MONEY))
    >>> csv_row(columns, ["=1+1", -4, 1250])
    ["'=1+1", -4, '12.50']
    """
    return [_cell(column.kind, value) for column, value in zip(columns, row, strict=True)]


def _cell(kind: Kind, value: Value) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, str):
        return safe_text(value)
    if isinstance(value, datetime):
        here = timezone.localtime(value)
        return f"{here:%Y-%m-%d}" if kind is Kind.DATE else f"{here:%Y-%m-%d %H:%M:%S}"
    if kind is Kind.MONEY:
        return f"{value / 100:.2f}"
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else round(float(value), DECIMALS)
    return value


def safe_text(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> safe_text("=1+1"), safe_text("Anna")
    ("'=1+1", 'Anna')
    """
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def _emptied(out: io.StringIO) -> str:
    text = out.getvalue()
    out.seek(0)
    out.truncate()
    return text


# Lists as one XLSX workbook: numbers are numbers, and texts stay texts however they begin.

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS = {
    Kind.NUMBER: "0",
    Kind.POINTS: "+0;-0;0",
    Kind.SHARE: "0.0%",
    Kind.MONEY: "0.00",
    Kind.DATE: "yyyy-mm-dd",
    Kind.MOMENT: "yyyy-mm-dd hh:mm",
}
BROKEN_POINTS = "+0.00;-0.00;0.00"
LONGEST_TEXT, LONGEST_TITLE = 32_767, 31
NO_TITLE = re.compile(r"[\[\]:*?/\\]")


def write_workbook(listings: Iterable[Listing], out: BinaryIO) -> None:
    """Write every list as a tab of its own, with a head that stays in sight."""
    book = Workbook(write_only=True)
    titles: set[str] = set()
    for listing in listings:
        tab = book.create_sheet(_title(listing.title, titles))
        _write(tab, listing)
    book.save(out)


def _write(tab: WriteOnlyWorksheet, listing: Listing) -> None:
    tab.freeze_panes = "A2"
    for place, column in enumerate(listing.columns, 1):
        letter = get_column_letter(place)
        tab.column_dimensions[letter].width = column.width + 2  # type: ignore[attr-defined]
    tab.append([_head(tab, column) for column in listing.columns])
    writers = [_CellWriter(tab, column.kind) for column in listing.columns]
    count = 1
    for row in listing.rows():
        tab.append(writer.cell(value) for writer, value in zip(writers, row, strict=True))
        count += 1
    last = get_column_letter(len(listing.columns))
    tab.auto_filter.ref = f"A1:{last}{count}"  # type: ignore[attr-defined]


class _CellWriter:
    """Fills the cells of one column: always the same three, for a row is written before the next
    one is made, and a cell with its format is costly."""

    def __init__(self, tab: WriteOnlyWorksheet, kind: Kind) -> None:
        self.kind = kind
        self.text, self.figure, self.broken = (WriteOnlyCell(tab) for _nth in range(3))
        if kind is not Kind.TEXT:
            self.figure.number_format = FORMATS[kind]
            is_points = kind is Kind.POINTS
            self.broken.number_format = BROKEN_POINTS if is_points else FORMATS[kind]

    def cell(self, value: Value) -> Any:  # noqa: ANN401 - openpyxl's cell
        """The cell with that value."""
        if value is None or value == "":
            return None
        if isinstance(value, str):
            return _filled(self.text, value)
        if isinstance(value, datetime):
            self.figure.value = timezone.localtime(value).replace(tzinfo=None)
            self.figure.number_format = FORMATS[self.kind]
            return self.figure
        if self.kind is Kind.MONEY:
            value = float(value) / 100
        elif isinstance(value, Fraction):
            value = value.numerator if value.denominator == 1 else float(value)
        cell = self.broken if isinstance(value, float) else self.figure
        cell.value = value
        return cell


def _head(tab: WriteOnlyWorksheet, column: Column) -> Any:  # noqa: ANN401
    cell = _filled(WriteOnlyCell(tab), column.head)
    cell.font = Font(bold=True)
    if column.kind is not Kind.TEXT:
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
