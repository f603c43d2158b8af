"""What the pages of an event share: the way from one to the other, and figures in words."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext, gettext_lazy

from tournaments.event_access import EventVisit
from tournaments.formats.wording import money

register = template.Library()
register.filter(money)


class DeskPage(NamedTuple):
    """A page of the director's desk."""

    name: str
    label: str
    address: str


DESK_PAGES = (
    ("desk", gettext_lazy("Desk")),
    ("door", gettext_lazy("Door")),
    ("rounds", gettext_lazy("Rounds")),
    ("keying", gettext_lazy("Results")),
    ("event", gettext_lazy("Standings")),
    ("event_settings", gettext_lazy("Settings")),
    ("history", gettext_lazy("History")),
)


@register.simple_tag
def desk_pages(visit: EventVisit) -> list[DeskPage]:
    """The pages of the desk, in the order in which a day needs them."""
    return [DeskPage(name, str(label), visit.address(name)) for name, label in DESK_PAGES]


@register.filter
def amount(value: int | Fraction | None) -> str:
    """A total as people write it: with a sign where it is a whole number, else two decimals.

    >>> amount(12), amount(-3), amount(0), amount(Fraction(7, 2)), amount(None)
    ('+12', '−3', '0', '3.50', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, Fraction) and value.denominator != 1:
        return number_format(round(float(value), 2), 2).replace("-", "−")
    whole = int(value)
    return f"{whole:+d}".replace("-", "−") if whole else "0"


@register.filter
def status_word(status: str) -> str:
    """The status of an entry in words."""
    return {
        "registered": gettext("registered"),
        "waiting": gettext("on the waiting list"),
        "here": gettext("here"),
        "left": gettext("has left"),
        "no_show": gettext("did not come"),
        "out": gettext("disqualified"),
    }.get(status, status)
