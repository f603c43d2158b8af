"""What keeps an open page up to date."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template import Context
from django.utils.translation import get_language

from accounts.sign_ins import sign_in_of
from tournaments.events.access import EventAccess
from tournaments.live.tickets import EventTicket, SeriesTicket, Ticket
from tournaments.series.access import SeriesAccess
from tournaments.tables.access import TableAccess

register = template.Library()


@register.simple_tag
def live_token(visit: TableAccess) -> str:
    """The address of the stream for whoever was let in like this, in the page's language."""
    link_id = visit.link.pk if visit.link else None
    return Ticket(visit.table.pk, link_id, _language()).address


@register.simple_tag(takes_context=True)
def event_live_token(
    context: Context,
    visit: EventAccess,
    view: str = "changes",
    page: int = 1,
    own: tuple[int, int] | None = None,
) -> str:
    """The same for an event: `view` and `own` are those of `EventTicket`."""
    director = (visit.is_director, own, _sign_in(context, visit))
    return EventTicket(visit.event.pk, view, _language(), page, *director).address


@register.simple_tag(takes_context=True)
def series_live_token(context: Context, visit: SeriesAccess) -> str:
    """The same for a series."""
    director = (visit.is_director, _sign_in(context, visit))
    return SeriesTicket(visit.series.pk, _language(), *director).address


def _sign_in(context: Context, visit: EventAccess | SeriesAccess) -> int | None:
    """That of a director, with which the ticket ends; of everybody else none is asked about."""
    return sign_in_of(context["request"]) if visit.is_director else None


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE
