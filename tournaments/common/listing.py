"""A list as pages, CSV, XLSX and paper show it: each column says once what it is and holds."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from django.http import HttpResponse, StreamingHttpResponse
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

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
