"""What those who answer for clubs read of sign-ins, and of deeds that cannot be undone."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.digests import network_digest
from accounts.events import Kind
from accounts.models import SecurityEvent
from tournaments.common.directing import clubs_of

PAGE = 50


class Line(NamedTuple):
    """One line: what was done, by whom, in which club, and from where."""

    at: datetime
    deed: str
    what: str
    account: str
    club: str
    place: str


def security_page(
    user: User, network: str, number: str | None
) -> tuple[Page[SecurityEvent], list[Line]]:
    """A page of what somebody may read, the newest first; two SQL queries, however much it is.

    `network` is where the reader is, which is all that is said of a place.
    """
    page = Paginator(events_for(user), PAGE).get_page(number)
    here = network_digest(network)
    return page, [_line(event, here) for event in page.object_list]


def events_for(user: User) -> QuerySet[SecurityEvent]:
    """Those of the reader's clubs and of who directs them; all of them for an administrator."""
    if user.is_superuser:
        return SecurityEvent.objects.all()
    clubs = clubs_of(user)
    directors = User.objects.filter(directs__club__in=clubs)
    return SecurityEvent.objects.filter(
        Q(club_id__in=clubs)
        | Q(club_id=None, account__in=directors)
        | Q(club_id=None, account=user)
    )


def _line(event: SecurityEvent, here: str) -> Line:
    is_known = event.kind in Kind.values
    place = _("this network") if event.network == here else _("another network")
    return Line(
        at=event.at,
        deed=str(Kind(event.kind).label) if is_known else event.kind,
        what=event.what,
        account=event.account_name,
        club=event.club_name,
        place=place if event.network else "",
    )
