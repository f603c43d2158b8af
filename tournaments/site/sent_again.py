"""Forms that come again: the same one has the same answer, one that says something else asks.

Every form with a number passes here, whatever it is for. What it said is kept with the deed that
it led to (`tournaments.common.sent`). So a form that is sent once more after the way back, or by a
browser that heard nothing, is answered as before where it says the same; where it says something
else, both are shown and nothing is done yet.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.crypto import salted_hmac
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tournaments.common.access import keep_private
from tournaments.common.directing import clubs_of
from tournaments.common.envelope import new_envelope
from tournaments.common.numbers import PLACE, read_key
from tournaments.common.sent import (
    Said,
    SaidOtherwise,
    begin_answer,
    find_sent,
    keep_answer,
    no_form,
)
from tournaments.common.statuses import CONFLICT
from tournaments.common.told import Typed, typed_words
from tournaments.models import Entry, Player, SentForm
from tournaments.site.queries import kept_deeds

UNSEEN = frozenset({"csrfmiddlewaretoken", "submission", "seen_version"})
UNSAID = UNSEEN | {"q"}
"""What a form carries besides what it says; `q` is what the list behind it was searched for."""

PREVIEW = "preview"
REFUSED = 400
PATIENCE = 1.0  # seconds in which the answer to the first of two at once is written down
PAUSE = 0.05
ITS_SECRET = "~"

View = Callable[..., HttpResponse]


class SentForms:
    """Answers a form that was done before; every other one is answered by its view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Let the form be answered, and note where its answer leads."""
        with no_form():
            response = self.get_response(request)
        said: Said | None = getattr(request, "said", None)
        if said is None or getattr(response, "asks_which", False):
            return response
        if response.status_code >= REFUSED and not said.is_kept:
            # Of two at once the other one was done, after this one was looked up.
            stored = find_sent(said)
            return response if stored is None else _answer_again(request, said, stored)
        is_done = said.is_kept or said.is_repeat
        if is_done and isinstance(response, HttpResponseRedirect):
            keep_answer(said, _without_secret(request, response.url))
        return response

    def process_view(
        self, request: HttpRequest, view: View, _args: list[Any], _kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Answer at once what was done before, however the event looks by now."""
        said = None if getattr(view, "compares_itself", False) else said_by(request)
        if said is None:
            return None
        request.said = said  # type: ignore[attr-defined]
        stored = find_sent(said)
        if stored is not None and (stored.digest != said.digest or stored.answer):
            return _answer_again(request, said, stored)
        # A form whose answer is a page of its own is answered by its view every time.
        said.is_repeat = stored is not None
        begin_answer(said)
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Of two at once that say different things the later one asks."""
        return _conflict_page(request) if isinstance(exception, SaidOtherwise) else None


def said_by(request: HttpRequest) -> Said | None:
    """What a form says; None for everything that has no number, and for a preview."""
    if request.method != "POST" or PREVIEW in request.POST:
        return None
    try:
        submission = UUID(request.POST.get("submission", ""))
    except ValueError:
        return None
    said = json.dumps([request.path, request.META.get("QUERY_STRING", ""), *_fields(request)])
    digest = salted_hmac(
        f"tournaments.common.sent {submission}", said, algorithm="sha256"
    ).hexdigest()
    return Said(submission, digest)


def _fields(request: HttpRequest) -> Iterator[list[str]]:
    """Everything that the form says, in one order; a field left empty says nothing."""
    for name, values in sorted(request.POST.lists()):
        texts = ["\n".join(value.strip().splitlines()) for value in values]
        if name not in UNSAID and any(texts):
            yield [name, *texts]
    for name, files in sorted(request.FILES.lists()):
        for file in files:
            yield [name, file.name or "", sha256(b"".join(file.chunks())).hexdigest()]
            file.seek(0)


def _answer_again(request: HttpRequest, said: Said, stored: SentForm) -> HttpResponse:
    """The answer once more; both pages side by side where the form said something else then."""
    if stored.digest != said.digest:
        return _conflict_page(request)
    until = time.monotonic() + PATIENCE
    while not stored.answer and time.monotonic() < until:
        time.sleep(PAUSE)
        stored.refresh_from_db()
    address = stored.answer.replace(ITS_SECRET, _secret_of(request))
    return HttpResponseRedirect(address or _page_of(request))


def _secret_of(request: HttpRequest) -> str:
    """The secret of a table's link, where the form was sent to one of its addresses."""
    match = request.resolver_match
    return str(match.kwargs.get("secret", "")) if match else ""


def _without_secret(request: HttpRequest, address: str) -> str:
    """An address as it may be kept: no link's secret is; empty where it has that of another."""
    try:
        secret = resolve(urlsplit(address).path).kwargs.get("secret", "")
    except Resolver404:
        return ""
    if not secret:
        return address
    return address.replace(secret, ITS_SECRET) if secret == _secret_of(request) else ""


def _page_of(request: HttpRequest) -> str:
    """The page on which the form stood."""
    came = urlsplit(request.headers.get("Referer", ""))
    page = came._replace(scheme="", netloc="", fragment="").geturl()
    is_ours = came.netloc == request.get_host() and url_has_allowed_host_and_scheme(page, None)
    return page if is_ours else reverse("events")


def _conflict_page(request: HttpRequest) -> HttpResponse:
    """What was done beside what the form says now, and the ways out."""
    match = request.resolver_match
    assert match is not None
    submission = UUID(request.POST["submission"])
    deeds = kept_deeds(submission, request.user, _secret_of(request))
    posted = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name not in UNSEEN
    ]
    seen = read_key(request.POST.get("seen_version"), PLACE)
    context = {
        "deeds": deeds,
        "typed": [*_about(request, match.kwargs), *_typed(request, match.func)],
        "posted": posted,
        "has_files": bool(request.FILES),
        "address": request.get_full_path(),
        "back": _page_of(request),
        "envelope": new_envelope(seen or 0),
    }
    response = render(request, "sent_otherwise.html", context, status=CONFLICT)
    if request.htmx:  # type: ignore[attr-defined]
        response.headers["HX-Retarget"] = "body"
        response.headers["HX-Reswap"] = "innerHTML show:top"
    response.asks_which = True  # type: ignore[attr-defined]
    keep_private(response)
    return response


def _typed(request: HttpRequest, view: View) -> list[Typed]:
    """The fields, in the words of the forms that the view reads."""
    named = vars(sys.modules[view.__module__]).values()
    kinds = [kind for kind in named if isinstance(kind, type) and issubclass(kind, forms.Form)]
    match = request.resolver_match
    page = (match.url_name if match else None) or ""
    return typed_words(request.POST, UNSEEN | {"entry", "seen", "q"}, kinds, page)


def _about(request: HttpRequest, kwargs: Mapping[str, Any]) -> Iterator[Typed]:
    """Whom the form is about, where its address or a field has the key."""
    clubs = clubs_of(request.user)
    entry = str(request.POST.get("entry", kwargs.get("entry_id", "")))
    player = str(kwargs.get("player_id", ""))
    entries = Entry.objects.filter(event__club__in=clubs)
    players = Player.objects.filter(club__in=clubs)
    for key, known in ((entry, entries), (player, players)):
        number = read_key(key)
        found = known.filter(pk=number).first() if number is not None else None
        if found is not None:
            yield Typed(_("Who"), found.name)
