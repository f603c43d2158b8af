"""Answering a browser that shows the newest page already: 304, and nothing is drawn."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournaments.events.access import EventVisit

PROGRAM = secrets.token_hex(4)
"""A page of the program before a restart may look different."""


def answer_if_new(
    request: HttpRequest, visit: EventVisit, state: object, draw: Callable[[], HttpResponse]
) -> HttpResponse:
    """The page that `draw` makes, unless the browser has it: its tag says of which state it is,
    in which language, and whether for a director."""
    parts = (PROGRAM, state, get_language(), "director" if visit.is_director else "all")
    tag = quote_etag("-".join(str(part) for part in parts))
    response = get_conditional_response(request, etag=tag) or draw()
    if response.status_code in (200, 304):
        response.headers["ETag"] = tag
        response.headers["Cache-Control"] = "private, no-cache"
    return response
