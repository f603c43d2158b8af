"""While any test sends a form: what it changed is kept together with what the form said.

So whoever adds a deed whose form may come again with something else in it learns of it from the
first test that sends the form.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from uuid import UUID

from django.db.models import Model
from django.db.models.signals import post_save
from django.http import HttpRequest, HttpResponse

from tournaments.models import EventUpload, Hand, HandVersion, OldImport, SentForm

ASKED_FIRST = (EventUpload, OldImport)
"""What is put by until a director has said what becomes of it; the same file replaces it."""

OF_HANDS = (Hand, HandVersion)
"""They compare what comes again with the hand itself."""

OWN = {
    "open_table": "a form with something else in it opens another table",
    "import_table": "a file with something else in it opens another table",
    "new_player": "the name itself is refused a second time",
}
"""Addresses whose forms need no comparing, and why."""

_here = threading.local()


def _saved(sender: type[Model], instance: Model, **_more: object) -> None:
    saved = getattr(_here, "saved", None)
    if saved is not None and sender.__module__.startswith("tournaments."):
        saved.append(instance)


post_save.connect(_saved, dispatch_uid="watched forms")


class Watch:
    """Stands behind the forms' own middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        _here.saved = []
        try:
            response = self.get_response(request)
            saved, _here.saved = _here.saved, None
        finally:
            _here.saved = None
        _check(request, response, saved)
        return response


def _check(request: HttpRequest, response: HttpResponse, saved: list[Model]) -> None:
    if request.method != "POST" or response.status_code >= 400 or not saved:
        return
    try:
        submission = UUID(request.POST.get("submission", ""))
    except ValueError:
        return
    match = request.resolver_match
    assert match is not None
    if getattr(match.func, "compares_itself", False) or match.url_name in OWN:
        return
    if any(isinstance(one, OF_HANDS) for one in saved):
        return
    if all(isinstance(one, ASKED_FIRST) for one in saved):
        return
    assert SentForm.objects.filter(pk=submission).exists(), (
        f"{match.url_name} did something and did not keep what the form said: "
        f"{sorted({type(one).__name__ for one in saved})}"
    )
