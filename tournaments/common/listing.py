"""A list as pages, CSV, XLSX and paper show it: each column says once what it is and holds."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

from django.http import HttpResponse, StreamingHttpResponse
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from scoring.intervals import Estimate

Value = str | int | float | Fraction | date | datetime | None
"""What a cell of a file holds."""

Row = TypeVar("Row")
Response = TypeVar("Response", HttpResponse, StreamingHttpResponse)


class Kind(Enum):
    """What a column holds.

    A suit is a text that may begin with its sign, money is in whole cents; a share and a mean are
    estimates.
    """

    TEXT = "text"
    SUIT = "suit"
    NUMBER = "number"
    POINTS = "points"
    SHARE = "share"
    MEAN = "mean"
    MONEY = "money"
    DATE = "date"
    MOMENT = "moment"


ESTIMATES = (Kind.SHARE, Kind.MEAN)
WIDTHS = {Kind.NUMBER: 10, Kind.POINTS: 10, Kind.SHARE: 14, Kind.MEAN: 14, Kind.MOMENT: 17}
"""How many letters wide a column is in a workbook where nobody says, else 12."""


class Only(Enum):
    """Where alone a column stands, for what a page says in a note or a link."""

    PAGE = "page"
    FILE = "file"
    PAPER = "paper"


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column: its head, what it holds of a row, and how a page and paper show it.

    `of` gives the value of a row: an `Estimate` or None in a share or a mean, which a file has as
    three columns, the figure and both ends of its interval. On a page the cell leads to `link`
    where that is no empty text, and `notes` stand in small letters behind it; `draw` gives the
    cell as HTML instead, where these are not enough. `short` is the head where there is little
    room. By `sort` a page is asked to sort by the column.

    Paper has the notes as well, further ones below the first. `printed` is what it says instead of
    the value: a text, or whether a box is ticked. It strikes out what is `struck`.
    """

    head: str
    of: Callable[[Row], Value | Estimate]
    kind: Kind = Kind.TEXT
    width: int = 0
    only: Only | None = None
    short: str = ""
    link: Callable[[Row], str] | None = None
    notes: Callable[[Row], Iterable[str | date]] | None = None
    draw: Callable[[Row], str] | None = None
    sort: str = ""
    printed: Callable[[Row], str | bool] | None = None
    struck: Callable[[Row], bool] | None = None
    is_bold: bool = False


def only_on(where: Only, columns: Iterable[Column[Row]]) -> list[Column[Row]]:
    """These columns, standing there alone."""
    return [replace(column, only=where) for column in columns]


class Head(NamedTuple):
    """The head of a column in a file: its text, what stands below it, and its width in letters."""

    text: str
    kind: Kind
    width: int


@dataclass(frozen=True)
class Listing(Generic[Row]):
    """A list: `name` for its file, `title` for its tab; the rows are made while they are read.

    `foot`: a last row that sums up the others. `is_on`: whether a page marks a row.
    """

    name: str
    title: str
    columns: Sequence[Column[Row]]
    rows: Callable[[], Iterable[Row]]
    foot: Row | None = None
    is_on: Callable[[Row], bool] | None = None

    def columns_on(self, where: Only) -> list[Column[Row]]:
        """The columns that stand there."""
        return [column for column in self.columns if column.only in (None, where)]

    def heads(self) -> list[Head]:
        """The heads of the columns of a file."""
        return [head for column in self.columns_on(Only.FILE) for head in _heads(column)]

    def cells(self) -> Iterator[list[Value]]:
        """The rows of a file."""
        for row in self.rows():
            yield self._cells(row)
        if self.foot is not None:
            yield self._cells(self.foot)

    def _cells(self, row: Row) -> list[Value]:
        found: list[Value] = []
        for column in self.columns_on(Only.FILE):
            value = column.of(row)
            if column.kind in ESTIMATES:
                assert value is None or isinstance(value, Estimate)
                found += _ends(value)
            else:
                assert not isinstance(value, Estimate)
                found.append(value)
        return found


def _heads(column: Column[Row]) -> list[Head]:
    """One head, or three where a file has both ends of an interval."""
    texts = [column.head]
    if column.kind in ESTIMATES:
        words = {"head": column.head}
        texts += [_("%(head)s (at least)") % words, _("%(head)s (at most)") % words]
    width = column.width or WIDTHS.get(column.kind, 12)
    return [Head(text, column.kind, width) for text in texts]


def _ends(found: Estimate | None) -> list[Value]:
    """A share or a mean and both ends of its interval, as three cells."""
    ends = (found.value, found.low, found.high) if found else (None, None, None)
    return [None if end is None else round(end, DECIMALS) for end in ends]


# A list as CSV: UTF-8, marked as such for spreadsheets, numbers with a decimal point.

CSV = "text/csv; charset=utf-8"
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Without it some spreadsheets read ä as Ã¤."""

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""With what a spreadsheet takes a text for a formula (OWASP, CSV injection)."""

DECIMALS = 4


def csv_answer(listing: Listing[Any], name: str) -> HttpResponse:
    """A list as a CSV file to be kept, of that name: whole, or not at all."""
    text = "".join(csv_lines(listing))
    return _to_keep(HttpResponse(text, content_type=CSV), name)


def csv_stream(listing: Listing[Any], name: str) -> StreamingHttpResponse:
    """The same line by line, for a list that may be long."""
    lines = _said(csv_lines(listing), get_language())
    return _to_keep(StreamingHttpResponse(lines, content_type=CSV), name)


def _said(lines: Iterator[str], language: str | None) -> Iterator[str]:
    """Each line in that language: it is made when nobody remembers in which the list was wished."""
    while True:
        with translation.override(language):
            line = next(lines, None)
        if line is None:
            return
        yield line


def _to_keep(response: Response, name: str) -> Response:
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def csv_lines(listing: Listing[Any]) -> Iterator[str]:
    """The list line by line, the mark before the head."""
    out = io.StringIO()
    writer = csv.writer(out)
    out.write(BYTE_ORDER_MARK)
    heads = listing.heads()
    writer.writerow([safe_text(head.text) for head in heads])
    yield _emptied(out)
    for cells in listing.cells():
        writer.writerow(
            [csv_cell(head.kind, value) for head, value in zip(heads, cells, strict=True)]
        )
        yield _emptied(out)


def csv_cell(kind: Kind, value: Value) -> str | int | float:
    """A value as CSV has it: amounts with a point, and fractions as decimals.

    A text that a spreadsheet would reckon with gets an apostrophe.

    >>> csv_cell(Kind.TEXT, "=1+1"), csv_cell(Kind.POINTS, -4), csv_cell(Kind.MONEY, 1250)
    ("'=1+1", -4, '12.50')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return safe_text(value)
    if isinstance(value, datetime):
        here = timezone.localtime(value)
        return f"{here:%Y-%m-%d}" if kind is Kind.DATE else f"{here:%Y-%m-%d %H:%M:%S}"
    if isinstance(value, date):
        return value.isoformat()
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
