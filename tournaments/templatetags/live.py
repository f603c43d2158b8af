"""What keeps an open page up to date."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template import Context
from django.utils.translation import get_language

from accounts.sign_ins import sign_in_of
from tournaments.events.access import EventAccess
from tournaments.live.rendered import CHANGES
from tournaments.live.tickets import EVENT, SERIES, TABLE, Ticket
from tournaments.series.access import SeriesAccess
from tournaments.tables.access import TableAccess

register = template.Library()


@register.simple_tag
def live_token(access: TableAccess) -> str:
    """The address of the stream for whoever was let in like this, in the page's language."""
    link_id = access.link.pk if access.link else None
    return Ticket(TABLE, access.table.pk, _language(), link_id).address


@register.simple_tag(takes_context=True)
def event_live_token(
    context: Context,
    access: EventAccess,
    view: str = CHANGES,
    page: int = 1,
    own: tuple[int, int] | None = None,
) -> str:
    """The same for an event: `view` and `own` are those of `Ticket`."""
    return Ticket(
        EVENT,
        access.event.pk,
        _language(),
        view=view,
        page=page,
        is_director=access.is_director,
        own=own,
        sign_in=_sign_in(context, access),
    ).address


@register.simple_tag(takes_context=True)
def series_live_token(context: Context, access: SeriesAccess) -> str:
    """The same for a series."""
    return Ticket(
        SERIES,
        access.series.pk,
        _language(),
        view=CHANGES,
        is_director=access.is_director,
        sign_in=_sign_in(context, access),
    ).address


def _sign_in(context: Context, access: EventAccess | SeriesAccess) -> int | None:
    """That of whoever may something there, with which the ticket ends; of all others none."""
    return sign_in_of(context["request"]) if access.may else None


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE
