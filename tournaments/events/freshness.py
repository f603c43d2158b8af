"""Pages that stay fresh: what a page says of itself, and 304 for a browser that has the newest."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournaments.events.access import EventAccess
from tournaments.events.standings.queries.snapshots import SHEETS, event_rounds, state_of
from tournaments.people.queries import is_old_event

ACTIONS = "deeds"
"""The pace of a page that what phones enter does not change."""

SECONDS = 1000


class LivePage(NamedTuple):
    """The state that a page shows, from where it is fetched again, and how often.

    All of it as it stands in the page, for `static/js/live.js`.
    """

    state: str
    address: str
    pace: str
    action: str = str(SHEETS)

    @property
    def base(self) -> str:
        """The address without what is asked for."""
        return self.address.partition("?")[0]


def follows_all(access: EventAccess, address: str, *, seconds: int) -> LivePage:
    """A page that shows deeds at once, and what phones enter every so many seconds.

    To be asked before the rest of the page is read: then the page is never older than it says.
    """
    state = state_of(access.event, event_rounds(access.event))
    return LivePage(str(state), address, str(seconds * SECONDS))


def follows_actions(access: EventAccess, address: str) -> LivePage:
    """A page that only directors' deeds change; no SQL query."""
    return LivePage(str(access.event.version * SHEETS), address, ACTIONS)


PROGRAM = secrets.token_hex(4)
"""A page of the program before a restart may look different."""


def answer_if_new(
    request: HttpRequest, access: EventAccess, state: object, draw: Callable[[], HttpResponse]
) -> HttpResponse:
    """The page that `draw` makes, unless the browser has it: its tag says of which state it is,
    in which language, for whom by what he may, and whether names are shortened by now."""
    who = "+".join(sorted(access.may))
    parts = (PROGRAM, state, get_language(), who, is_old_event(access.event))
    tag = quote_etag("-".join(str(part) for part in parts))
    response = get_conditional_response(request, etag=tag) or draw()
    if response.status_code in (200, 304):
        response.headers["ETag"] = tag
        response.headers["Cache-Control"] = "private, no-cache"
    return response
