"""What a machine asks that looks after the server: is it well, and how much has it to do."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import wraps
from threading import Lock

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.figures import Figure, as_text, sources
from project_tools.hourly import copier
from project_tools.models import Upkeep
from project_tools.rights import files_of
from project_tools.sending import sender
from tournaments.common.access import open_to_all
from tournaments.site.forms import is_at_this_machine

TEXT = "text/plain; version=0.0.4; charset=utf-8"
PATIENCE = 1.0  # seconds
FRESH = 1.0  # seconds; whoever asks again within them is told the same


class Health:
    """Asks on a thread of its own, so that a database that hangs holds nobody who asks."""

    def __init__(self) -> None:
        self._asker = ThreadPoolExecutor(1, thread_name_prefix="health")
        self._guard = Lock()
        self._asked: Future[bool] | None = None
        self._found = False
        self._found_at = -FRESH

    def is_good(self) -> bool:
        """Whether it could be read and written within a second, now or just before."""
        with self._guard:
            if time.monotonic() - self._found_at >= FRESH:
                self._found = self._ask()
                self._found_at = time.monotonic()
            return self._found

    def _ask(self) -> bool:
        if self._asked is None or self._asked.done():
            self._asked = self._asker.submit(reads_and_writes)
        try:
            return self._asked.result(PATIENCE)
        except TimeoutError:
            return False


def reads_and_writes() -> bool:
    """Read a row and write it as it was."""
    try:
        Upkeep.objects.update(counting=F("counting"))
        return Upkeep.objects.exists()
    except DatabaseError:
        return False
    finally:
        connection.close()


health = Health()


def operator(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Declare a view for whoever sits at the machine itself, or has the token of the settings."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        if not is_operator(request):
            raise Http404
        return view(request)

    guarded.access = "operator"  # type: ignore[attr-defined]
    return guarded


def is_operator(request: HttpRequest) -> bool:
    """Whether it comes from whoever sits at the machine itself, or has the token."""
    token = settings.SHEEPFOLD_METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    if token and secrets.compare_digest(given.encode(), f"Bearer {token}".encode()):
        return True
    return is_at_this_machine(request)


@open_to_all
@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 when the database can be read and written, else 503; says no more than that.

    But to the operator: when the database was copied last, and 503 when that is too long ago.
    """
    if not health.is_good():
        return HttpResponse("the database does not answer\n", content_type=TEXT, status=503)
    if not is_operator(request):
        return HttpResponse("ok\n", content_type=TEXT)
    age = copier.age()
    last = "" if age is None else f"the last copy was made {age / 3600:.1f} hours ago\n"
    if copier.is_late():
        return HttpResponse(last or "there is no copy\n", content_type=TEXT, status=503)
    return HttpResponse(f"ok\n{last}", content_type=TEXT)


@operator
@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with what this process has counted since it was started."""
    size = Figure("sheepfold_database_bytes", "gauge", "Size of the database.", {"": bytes_kept()})
    counted = (figure for source in sources for figure in source())
    figures = [size, *copier.figures(), *sender.figures(), *counted]
    return HttpResponse(as_text(figures), content_type=TEXT)


def bytes_kept() -> int:
    """How large the database is."""
    if connection.vendor != "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    paths = files_of(connection.settings_dict["NAME"])
    return sum(path.stat().st_size for path in paths if path.exists())
