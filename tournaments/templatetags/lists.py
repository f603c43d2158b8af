"""A list as a table of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from config.formats.dates import dated
from formats.figures import plain
from scoring.intervals import Estimate
from sheets.words import suit
from tournaments.common.listing import Column, Kind, Listing, Only, Row, Value
from tournaments.records.queries.figures import Filters
from tournaments.templatetags.records import signed_total, sort_head, with_interval

register = template.Library()


@register.simple_tag
def list_table(
    listing: Listing[Row],
    css: str = "",
    *,
    rows: Iterable[Row] | None = None,
    caption: str = "",
    filters: Filters | None = None,
    sort: str = "",
    **more: object,
) -> SafeString:
    """A list as a table with the classes `css`, with a head that names the columns.

    Where it is narrow a row turns into lines: whoever it is about, and each figure with its name.
    `rows`: those of one page of it, instead of all. With `filters` the heads of columns that sort
    are links, which keep `more` in the address; `sort` is how the rows are sorted.
    """
    columns = listing.columns_on(Only.PAGE)
    shown = listing.rows() if rows is None else rows
    labels = [column.short or column.head for column in columns]
    parts = [
        format_html("<caption>{}</caption>", caption) if caption else "",
        format_html(
            "<thead><tr>{}</tr></thead>",
            _together(
                _head(column, _css(column) if nth else "", filters, sort, **more)
                for nth, column in enumerate(columns)
            ),
        ),
        format_html(
            "<tbody>{}</tbody>", _together(_row(listing, columns, labels, row) for row in shown)
        ),
    ]
    if listing.foot is not None:
        foot = _row(listing, columns, labels, listing.foot, nothing="")
        parts.append(format_html("<tfoot>{}</tfoot>", foot))
    return format_html(
        '<table class="{}">{}</table>', f"table turned {css}".strip(), _together(parts)
    )


def _together(parts: Iterable[str]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def _head(
    column: Column[Row], css: str, filters: Filters | None, sort: str, **more: object
) -> SafeString:
    label = column.short or column.head
    if filters is None or not column.sort:
        return format_html('<th scope="col"{}>{}</th>', css, label)
    return sort_head(filters, sort, column.sort, label, css, **more)


def _css(column: Column[Row]) -> SafeString:
    """Figures stand at the right."""
    is_text = column.kind in (Kind.TEXT, Kind.SUIT)
    return mark_safe("" if is_text else ' class="figure"')


def _row(
    listing: Listing[Row],
    columns: Sequence[Column[Row]],
    labels: Sequence[str],
    row: Row,
    nothing: str = "–",
) -> SafeString:
    first, *others = (_cell(column, row, nothing) for column in columns)
    heads = zip(columns[1:], labels[1:], others, strict=True)
    cells = ((_css(column), label, cell) for column, label, cell in heads)
    is_on = listing.is_on is not None and listing.is_on(row)
    return format_html(
        '<tr{}><th scope="row">{}</th>{}</tr>',
        mark_safe(' class="mine"') if is_on else "",
        first,
        format_html_join("", '<td{} data-label="{}">{}</td>', cells),
    )


def _cell(column: Column[Row], row: Row, nothing: str) -> str:
    """What stands in a cell."""
    if column.draw is not None:
        return column.draw(row)
    value = column.of(row)
    shown = nothing if value is None else _shown(column.kind, value)
    address = column.link(row) if column.link is not None else ""
    if address:
        shown = format_html('<a href="{}">{}</a>', address, shown)
    notes = [] if column.notes is None else [note for note in column.notes(row) if note]
    return _together([shown, *_small(notes)])


def _small(notes: Iterable[str | date]) -> Iterator[SafeString]:
    for note in notes:
        text = _day(note) if isinstance(note, date) else note
        yield format_html(' <small class="hint">{}</small>', text)


def _shown(kind: Kind, value: Value | Estimate) -> str:
    """A value as pages write it."""
    if isinstance(value, Estimate):
        return with_interval(value, "share" if kind is Kind.SHARE else "points")
    if isinstance(value, date) and not isinstance(value, datetime):
        return _day(value)
    if kind is Kind.POINTS:
        assert isinstance(value, int)
        return signed_total(value)
    if isinstance(value, int) and kind is Kind.NUMBER:
        return plain(value)
    return suit(value) if kind is Kind.SUIT else str(value)


def _day(day: date) -> SafeString:
    words = dated(day, "day")
    return format_html('<time datetime="{}">{}</time>', day.isoformat(), words)
