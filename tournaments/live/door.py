"""Who is let in to a stream, and the head of every answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotFound
from django.utils.module_loading import import_string

from tournaments.live import frames
from tournaments.live.tickets import AnyTicket, TicketExpired, read_ticket

ADDRESS = re.compile(r"/live/([^/]+)/")
VERSION = re.compile(r"[0-9]{1,16}")
HEADERS = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # nginx would keep the events until it had enough of them
    "X-Robots-Tag": "noindex, nofollow",
}


class StreamHead(HttpResponse):
    """The head of the stream for whoever holds `ticket` and has seen that version."""

    def __init__(self, ticket: AnyTicket, seen: int | None) -> None:
        super().__init__(headers=HEADERS)
        self.ticket = ticket
        self.seen = seen


def answer(scope: dict[str, Any]) -> HttpResponse:
    """What to answer, with the headers that every answer of the site carries."""
    handle: Callable[[HttpRequest], HttpResponse] = _let_in
    for name in reversed(settings.BROWSER_POLICY):
        handle = import_string(name)(handle)
    return handle(ASGIRequest(scope, BytesIO()))


def _let_in(request: HttpRequest) -> HttpResponse:
    try:
        request.get_host()
    except DisallowedHost:
        return HttpResponse(status=400)
    found = ADDRESS.fullmatch(request.path_info)
    if found is None:
        return HttpResponseNotFound()
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    try:
        ticket = read_ticket(found[1])
    except TicketExpired:
        return HttpResponse(frames.STALE, headers=HEADERS)
    if ticket is None:
        return HttpResponseNotFound()
    return StreamHead(ticket, _seen(request))


def _seen(request: HttpRequest) -> int | None:
    """The newest version that the page says it has seen."""
    said = (request.GET.get("seen", ""), request.headers.get("Last-Event-ID", ""))
    return max((int(text) for text in said if VERSION.fullmatch(text)), default=None)
