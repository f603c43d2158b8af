"""The first page, and what machines that look for pages may look at."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.common.access import searched
from tournaments.records.queries.club_page import public_clubs
from tournaments.site.queries import events_for_home, public_evenings
from tournaments.site.services import nobody_has_an_account

SEARCHED = (
    ("home", "$"),
    ("rulesets", ""),
    ("words", ""),
    ("choose_game", "$"),
    ("counter", "$"),
)
"""Pages without people, by name, and whether those below belong to them."""


@searched
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, a way to open a table, events to come to, and evenings to watch."""
    evenings, events, clubs = public_evenings(), events_for_home(), public_clubs()
    context = {
        "evenings": evenings,
        "events": events,
        "clubs": clubs,
        "is_empty": not (evenings or events or clubs) and nobody_has_an_account(),
    }
    return render(request, "home.html", context)


@searched
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may keep: what this is and the rules, and no page with people on it."""
    allowed = [f"{reverse(name)}{end}" for name, end in SEARCHED]
    lines = ["User-agent: *", "Disallow: /", *(f"Allow: {address}" for address in allowed)]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
