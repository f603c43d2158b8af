"""A list as a table of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from scoring.intervals import Estimate
from sheets.words import suit
from tournaments.common.listing import Column, Kind, Listing, Only, Row, Value
from tournaments.records.queries.figures import Filters
from tournaments.templatetags.records import sort_head, total, with_interval

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
    """A list as a table of the classes `css`, with a head that names the columns.

    `rows`: those of one page of it, instead of all. With `filters` the heads of columns that sort
    are links, which keep `more` in the address; `sort` is how the rows are sorted.
    """
    columns = listing.columns_on(Only.PAGE)
    shown = listing.rows() if rows is None else rows
    parts = [
        format_html("<caption>{}</caption>", caption) if caption else "",
        format_html(
            "<thead><tr>{}</tr></thead>",
            _together(_head(column, filters, sort, **more) for column in columns),
        ),
        format_html("<tbody>{}</tbody>", _together(_row(listing, columns, row) for row in shown)),
    ]
    if listing.foot is not None:
        foot = _row(listing, columns, listing.foot, nothing="")
        parts.append(format_html("<tfoot>{}</tfoot>", foot))
    return format_html('<table class="record-table {}">{}</table>', css, _together(parts))


def _together(parts: Iterable[str]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def _head(column: Column[Row], filters: Filters | None, sort: str, **more: object) -> SafeString:
    label = column.short or column.head
    if filters is None or not column.sort:
        return format_html('<th scope="col">{}</th>', label)
    return sort_head(filters, sort, column.sort, label, **more)


def _row(
    listing: Listing[Row], columns: Iterable[Column[Row]], row: Row, nothing: str = "–"
) -> SafeString:
    first, *others = (_cell(column, row, nothing) for column in columns)
    is_on = listing.is_on is not None and listing.is_on(row)
    return format_html(
        '<tr{}><th scope="row">{}</th>{}</tr>',
        mark_safe(' class="is-on"') if is_on else "",
        first[1],
        format_html_join("", "<td{}>{}</td>", others),
    )


def _cell(column: Column[Row], row: Row, nothing: str) -> tuple[str, str]:
    """The class of a cell, and what stands in it."""
    css = mark_safe(' class="day"') if column.kind is Kind.DATE else ""
    if column.draw is not None:
        return css, column.draw(row)
    value = column.of(row)
    shown = nothing if value is None else _shown(column.kind, value)
    address = column.link(row) if column.link is not None else ""
    if address:
        shown = format_html('<a href="{}">{}</a>', address, shown)
    notes = [] if column.notes is None else [note for note in column.notes(row) if note]
    return css, _together([shown, *_small(notes)])


def _small(notes: Iterable[str | date]) -> Iterator[SafeString]:
    for note in notes:
        text = _day(note) if isinstance(note, date) else note
        yield format_html(' <small class="likely">{}</small>', text)


def _shown(kind: Kind, value: Value | Estimate) -> str:
    """A value as pages write it."""
    if isinstance(value, Estimate):
        return with_interval(value, "share" if kind is Kind.SHARE else "points")
    if isinstance(value, date) and not isinstance(value, datetime):
        return _day(value)
    if kind is Kind.POINTS:
        assert isinstance(value, int)
        return total(value)
    return suit(value) if kind is Kind.SUIT else str(value)


def _day(day: date) -> SafeString:
    words = date_format(day, "j M Y")
    return format_html('<time datetime="{}">{}</time>', day.isoformat(), words)
