"""Opening tables that belong to no club, which everybody may, and nobody without end."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.networks import network_of
from config.middleware import pass_of
from tournaments.common.access import keep_private
from tournaments.common.remembered import remember_device, remember_names
from tournaments.tables.queries.replays import seat_names
from tournaments.tables.services.openings import TooManyTables, count_opening
from tournaments.tables.services.tables import OpenedTable

TOO_MANY_REQUESTS = 429


def open_and_go(request: HttpRequest, opens: Callable[[], OpenedTable]) -> HttpResponse:
    """Open a table and go on to its links; the device keeps its names.

    Directors, and whoever has the link of a club's or an event's table, are not counted.
    """
    try:
        opening = None if _was_let_in(request) else count_opening(network_of(request))
    except TooManyTables as full:
        return _too_many(request, full.seconds)
    is_new = False
    try:
        opened = opens()
        is_new = opened.is_new
    finally:
        if opening is not None and not is_new:
            opening.delete()
    response = redirect("table_links", opened.write_secret)
    keep_private(response)
    remember_device(request, response, opened.table.opened_device)
    remember_names(request, response, seat_names(opened.table))
    return response


def _was_let_in(request: HttpRequest) -> bool:
    given = pass_of(request)
    return request.user.is_authenticated or (given is not None and given.is_trusted)


def _too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    context = {"minutes": -(-seconds // 60)}
    response = render(request, "tables/too_many.html", context, status=TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = str(seconds)
    return response
