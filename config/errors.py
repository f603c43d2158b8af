"""What is answered when the program could not: at fault, or only for the moment.

A database that is being restarted, or that others keep busy for too long, is no fault: whoever
comes again in a few seconds is served. A form carries its own number and counts once, however often
it is sent; phones send it again by themselves.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from functools import wraps

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views import csrf, defaults

from config.refusals import Refused

log = logging.getLogger("sheepfold.errors")

SENTENCES: dict[int, str | Promise] = {
    400: _("The form came without something it needs: go back, load the page again and send it."),
    403: _("You may not do this, or the form is too old: go back and load the page again."),
    404: _("This page does not exist, or its link has been switched off."),
    500: _("It is our fault, not yours: what was saved is safe."),
    503: _("The database is busy or being restarted: wait a few seconds and load this page again."),
}
"""What is said where even the page that should say it cannot be made."""

Answer = Callable[..., HttpResponse]

COME_AGAIN = 2
"""Seconds after which it is worth another try."""

UNAVAILABLE = 503


def surely(status: int) -> Callable[[Answer], Answer]:
    """A page of that status, and where it cannot be made a plain sentence."""

    def of(answer: Answer) -> Answer:
        @wraps(answer)
        def answered(request: HttpRequest, *args: object, **more: object) -> HttpResponse:
            try:
                return answer(request, *args, **more)
            except Exception:  # whatever it was: nobody is left to be asked
                log.exception("The page for %s could not be made", status)
                page = Refused(status, SENTENCES[status]).page
                return HttpResponse(
                    page,
                    status=status,
                    headers={"Cache-Control": "no-store"}
                    | ({"Retry-After": str(COME_AGAIN)} if status == UNAVAILABLE else {}),
                )

        return answered

    return of


answer_bad_request = surely(400)(defaults.bad_request)
answer_not_allowed = surely(403)(defaults.permission_denied)
answer_old_form = surely(403)(csrf.csrf_failure)
answer_not_here = surely(404)(defaults.page_not_found)


def answer_failure(request: HttpRequest) -> HttpResponse:
    """The page for a request that ended in an error; it asks the database for nothing."""
    if is_for_a_moment(sys.exc_info()[1]):
        return answer_busy(request)
    return surely(500)(defaults.server_error)(request)


@surely(503)
def answer_busy(request: HttpRequest) -> HttpResponse:
    """The page for whoever should come again."""
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
