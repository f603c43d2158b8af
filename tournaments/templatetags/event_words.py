"""What the pages of an event share: the way from one to the other, and figures in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from django import template
from django.utils.translation import gettext, gettext_lazy

from tournaments.events.access import EventVisit
from tournaments.events.results.queries.sheets_due import due_of
from tournaments.settings.labels import amount, money
from tournaments.settings.prizes import has_prizes

register = template.Library()
register.filter(amount)
register.filter(money)
register.filter(has_prizes)
register.simple_tag(due_of)

Found = TypeVar("Found")


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
    ("trouble", gettext_lazy("Trouble")),
    ("paper", gettext_lazy("Paper")),
    ("prizes", gettext_lazy("Prizes")),
    ("event_settings", gettext_lazy("Settings")),
    ("history", gettext_lazy("History")),
)


@register.simple_tag
def desk_pages(visit: EventVisit) -> list[DeskPage]:
    """The pages of the desk, in the order in which a day needs them."""
    pages = [DeskPage(name, str(label), visit.address(name)) for name, label in DESK_PAGES]
    if not visit.settings.rolling:
        return pages
    waiting = DeskPage("rolling", gettext("Waiting"), visit.address("rolling"))
    return [waiting if page.name == "rounds" else page for page in pages]


@register.filter
def of_key(found: Mapping[int, Found], key: int) -> Found | None:
    """What is known of a row by its key, None where nothing is.

    >>> of_key({7: "late"}, 7), of_key({}, 7)
    ('late', None)
    """
    return found.get(key)


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
