"""Figures of the record book as its pages write them: with how sure they are."""

from __future__ import annotations

from datetime import date

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.intervals import Estimate
from tournaments.events.access import EventVisit
from tournaments.models import Table
from tournaments.people.queries.people import InTheBook, at_table, of_entry
from tournaments.records.queries.charts import Kind, figure_text, interval_text
from tournaments.records.queries.figures import FEATS, Filters
from tournaments.tables.access import is_public

register = template.Library()


@register.simple_tag
def sure(found: Estimate | None, kind: Kind = "share") -> SafeString:
    """A share or a mean, and below it the interval; a dash where there is no case.

    >>> sure(Estimate(-1.5, 3, None, None), "points"), sure(None)
    ('<b class="sure">−1.50</b>', '–')
    """
    if found is None:
        return format_html("{}", "–")
    figure = figure_text(found.value, kind)
    interval = interval_text(found.low, found.high, kind)
    if not interval:
        return format_html('<b class="sure">{}</b>', figure)
    return format_html(
        '<b class="sure">{}</b> <small class="likely"><span class="unseen">{} </span>{}</small>',
        figure,
        _("likely between"),
        interval,
    )


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
    if not is_public(table):
        return format_html("{}", text)
    if hand is None:
        address = reverse("public_table", args=[table.pk])
    else:
        address = reverse("public_hand", args=[table.pk, hand])
    return format_html('<a href="{}">{}</a>', address, text)


@register.simple_tag
def sort_head(filters: Filters, sort: str, name: str, label: str, **more: object) -> SafeString:
    """The head of a column that sorts a table by a link; names begin with A, figures largest first.

    `more` stays in the address.
    """
    usual = name if name == "name" else f"-{name}"
    is_on = sort.removeprefix("-") == name
    turned = name if sort.startswith("-") else f"-{name}"
    query = filters.query(**more, sort=turned if is_on else usual)
    order, sign = ("descending", " ▾") if sort.startswith("-") else ("ascending", " ▴")
    return format_html(
        '<th scope="col"{}><a href="?{}#sorted" class="sort">{}{}</a></th>',
        format_html(' aria-sort="{}"', order) if is_on else "",
        query,
        label,
        format_html('<span aria-hidden="true">{}</span>', sign) if is_on else "",
    )


@register.inclusion_tag("records/parts/in_the_book.html")
def book_of_table(table: Table) -> dict[str, list[InTheBook]]:
    """Links to the pages of those on a sheet of a public club."""
    return {"people": at_table(table)}


@register.inclusion_tag("records/parts/in_the_book.html")
def book_of_entry(visit: EventVisit, entry: int) -> dict[str, list[InTheBook]]:
    """Links to the pages of the persons of an entry."""
    return {"people": of_entry(visit.event, entry, is_director=visit.is_director)}


@register.filter
def iso(day: date) -> str:
    """A day as machines write it."""
    return day.isoformat()
