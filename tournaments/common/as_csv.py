"""A list as CSV: UTF-8, marked as such for spreadsheets, numbers with a decimal point."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction

from django.http import StreamingHttpResponse
from django.utils import timezone

from tournaments.common.listing import Column, Kind, Listing, Value

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
