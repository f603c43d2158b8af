"""What the pages of the record book write, and the links that lead into it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from datetime import date
from typing import TypeVar

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.intervals import Estimate
from tournaments.events.access import EventAccess
from tournaments.events.standings.queries.snapshots import Snapshot
from tournaments.models import Event, Table
from tournaments.people.queries import InTheBook, at_table, of_entry
from tournaments.records.queries.charts import Kind, figure_text, interval_text
from tournaments.records.queries.expected import keeps_back
from tournaments.records.queries.figures import FEATS, Filters
from tournaments.tables.access import public_address

# The small links from a line of a standing or of a final list into the record book.

Key = TypeVar("Key", bound=Hashable)
Books = Mapping[Key, Sequence[InTheBook]]
"""By start number, or by whoever is ranked in a series: whose pages may be opened."""

register = template.Library()

BOOK = mark_safe(
    '<svg viewBox="0 0 16 16" aria-hidden="true">'
    '<path d="M3 12.5V3.8C3 2.8 3.7 2 4.7 2H13v9H4.6a1.5 1.5 0 0 0 0 3H13"/></svg>'
)

NO_LINK = mark_safe("")


@register.simple_tag
def book_links(books: Books[Key], key: Key) -> SafeString:
    """One small link for each person of an entry, nothing for those whom nobody may look up."""
    people = books.get(key, ())
    if not people:
        return NO_LINK
    links = format_html_join(
        "",
        '<a href="{}" title="{}">{}<span class="unseen">{}</span></a>',
        ((_address(one), _words(one), BOOK, _words(one)) for one in people),
    )
    return format_html(' <span class="book-links no-print">{}</span>', links)


def book_sentences(books: Books[Key], key: Key) -> SafeString:
    """The same links in words, each in a paragraph of its own."""
    people = books.get(key, ())
    if not people:
        return NO_LINK
    return format_html_join(
        "", '<p><a href="{}">{}</a></p>', ((_address(one), _words(one)) for one in people)
    )


def _address(one: InTheBook) -> str:
    return reverse("record_player", args=[one.club, one.player])


def _words(one: InTheBook) -> str:
    return _("In the record book: %(name)s") % {"name": one.name}


# Figures of the record book as its pages write them: with how sure they are.


@register.simple_tag
def with_interval(found: Estimate | None, kind: Kind = "share") -> SafeString:
    """A share or a mean, and below it the interval; a dash where there is no case.

    >>> with_interval(Estimate(-1.5, 3, None, None), "points"), with_interval(None)
    ('<b class="minus">−1.50</b>', '–')
    """
    if found is None:
        return format_html("{}", "–")
    figure = figure_text(found.value, kind)
    interval = interval_text(found.low, found.high, kind)
    value = format_html("<b{}>{}</b>", _ink(found.value) if kind == "points" else "", figure)
    if not interval:
        return value
    return format_html(
        '{} <small class="hint"><span class="unseen">{} </span>{}</small>',
        value,
        _("likely:"),
        interval,
    )


def _ink(value: float) -> SafeString:
    """The class of a figure with a sign; a nought has no colour."""
    sign = "plus" if value > 0 else "minus"
    return mark_safe(f' class="{sign}"' if round(value, 2) else "")


@register.filter
def signed_total(points: int) -> SafeString:
    """Points added up, with their sign, and coloured by it.

    >>> signed_total(7), signed_total(0)
    ('<span class="plus">+7</span>', '<span>0</span>')
    """
    return format_html("<span{}>{}</span>", _ink(points), total(points))


@register.filter
def total(points: int) -> str:
    """Points added up, with their sign.

    >>> total(7), total(-7)
    ('+7', '−7')
    """
    return figure_text(points, "total")


@register.filter
def feat_words(kind: str) -> str:
    """What is worth a toast, in words."""
    return str(FEATS.get(kind, kind))


@register.simple_tag
def at_hand(table: Table, hand: int | None, text: object) -> SafeString:
    """A text that leads to a hand, or to the sheet, where everybody may watch it; else the text."""
    address = public_address(table, hand)
    return format_html('<a href="{}">{}</a>' if address else "{1}", address, text)


@register.simple_tag
def sort_head(
    filters: Filters, sort: str, name: str, label: str, css: str = "", **more: object
) -> SafeString:
    """The head of a column that sorts a table by a link; names begin with A, figures largest first.

    `more` stays in the address; `css` are the attributes of the cell, if it has some.
    """
    usual = name if name == "name" else f"-{name}"
    is_on = sort.removeprefix("-") == name
    turned = name if sort.startswith("-") else f"-{name}"
    query = filters.query(**more, sort=turned if is_on else usual)
    order, sign = ("descending", " ▾") if sort.startswith("-") else ("ascending", " ▴")
    return format_html(
        '<th scope="col"{}{}><a href="?{}#sorted">{}{}</a></th>',
        css,
        format_html(' aria-sort="{}"', order) if is_on else "",
        query,
        label,
        format_html('<span aria-hidden="true">{}</span>', sign) if is_on else "",
    )


@register.inclusion_tag("records/in_the_book.html")
def book_of_table(table: Table) -> dict[str, list[InTheBook]]:
    """Links to the pages of those on a sheet of a public club."""
    return {"people": at_table(table)}


@register.inclusion_tag("records/in_the_book.html")
def book_of_entry(access: EventAccess, entry: int) -> dict[str, list[InTheBook]]:
    """Links to the pages of the persons of an entry."""
    return {"people": of_entry(access.event, entry, is_director=access.is_director)}


@register.filter
def iso(day: date) -> str:
    """A day as machines write it."""
    return day.isoformat()


# Whether an event has a story to tell already.


@register.filter
def has_story(access: EventAccess, snapshot: Snapshot | str) -> bool:
    """Whether the page of the story says something to the visitor; without a question to the
    database.

    On pages that know nothing of the rounds, only final events have one.
    """
    if keeps_back(access.event) and not access.is_director:
        return False
    has_closed = isinstance(snapshot, Snapshot) and snapshot.closed > 0
    return has_closed or access.event.state == Event.FINAL
