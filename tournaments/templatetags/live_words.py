"""What keeps an open page up to date."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils.translation import get_language

from tournaments.access import Visit
from tournaments.event_access import EventVisit
from tournaments.live.tickets import EventTicket, SeriesTicket, Ticket
from tournaments.models import By
from tournaments.series_access import SeriesVisit

register = template.Library()


@register.simple_tag
def live_token(visit: Visit) -> str:
    """The address of the stream for whoever was let in like this, in the page's language."""
    link_id = visit.link.pk if visit.link else None
    return Ticket(visit.table.pk, link_id, _language()).address


@register.simple_tag
def event_live_token(
    visit: EventVisit, view: str = "changes", page: int = 1, own: tuple[int, int] | None = None
) -> str:
    """The same for an event: `view` and `own` are those of `EventTicket`."""
    director = (visit.is_director, own, _user_of(visit.by))
    return EventTicket(visit.event.pk, view, _language(), page, *director).address


@register.simple_tag
def series_live_token(visit: SeriesVisit) -> str:
    """The same for a series."""
    director = (visit.is_director, _user_of(visit.by))
    return SeriesTicket(visit.series.pk, _language(), *director).address


def _user_of(by: By) -> int | None:
    """The account of a director, who has signed in; None of everybody else."""
    return by.user.pk if by.user is not None else None


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE
