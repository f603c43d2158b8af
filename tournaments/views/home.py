"""The first page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import open_to_all
from tournaments.queries.evenings import public_evenings


@open_to_all
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, a way to open a table, and evenings to watch."""
    return render(request, "home.html", {"evenings": public_evenings()})
