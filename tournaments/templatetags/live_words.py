"""What keeps an open page up to date."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils.translation import get_language

from tournaments.access import Visit
from tournaments.live.tickets import Ticket

register = template.Library()


@register.simple_tag
def live_token(visit: Visit) -> str:
    """The address of the stream for whoever was let in like this, in the page's language."""
    link_id = visit.link.pk if visit.link else None
    return Ticket(visit.table.pk, link_id, get_language() or settings.LANGUAGE_CODE).address
