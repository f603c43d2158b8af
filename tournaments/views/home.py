"""The first page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import open_to_all
from tournaments.queries.evenings import public_evenings
from tournaments.queries.events.clubs import events_for_home
from tournaments.queries.records.club_page_activity import public_clubs
from tournaments.services.accounts import nobody_has_an_account


@open_to_all
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
