"""What is answered when the program could not: at fault, or only for the moment.

A database that is being restarted, or that others keep busy for too long, is no fault: whoever
comes again in a few seconds is served. A form carries its own number and counts once, however often
it is sent; phones send it again by themselves.
"""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views.defaults import server_error

COME_AGAIN = 2
"""Seconds after which it is worth another try."""

UNAVAILABLE = 503


def answer_failure(request: HttpRequest) -> HttpResponse:
    """The page for a request that ended in an error; it asks the database for nothing."""
    if not is_for_a_moment(sys.exc_info()[1]):
        return server_error(request)
    return HttpResponse(
        loader.get_template("503.html").render(),
        status=UNAVAILABLE,
        headers={"Retry-After": str(COME_AGAIN), "Cache-Control": "no-store"},
    )


def is_for_a_moment(problem: BaseException | None) -> bool:
    """Whether the database was away or busy, and not asked for what it cannot do.

    SQLite has one kind of error for all that goes wrong in it; its words tell them apart.
    """
    if isinstance(problem, InterfaceError):
        return True
    if not isinstance(problem, OperationalError):
        return False
    return connection.vendor != "sqlite" or "locked" in str(problem)
