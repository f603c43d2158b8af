"""The clubs that somebody directs, their events, and the events that everybody may see."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.common.access import ClubVisit, club_director, open_to_all, signed_in
from tournaments.common.directing import clubs_of
from tournaments.series.queries.series_desk import club_series, published_series
from tournaments.site.queries import club_events, public_events


@signed_in
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """The clubs that one directs; from a single one straight on to its events."""
    directed = list(clubs_of(request.user).order_by("name"))
    if len(directed) == 1:
        return redirect("club", directed[0].pk)
    return render(request, "events/clubs.html", {"clubs": directed})


@club_director
@require_safe
def club(request: HttpRequest, visit: ClubVisit) -> HttpResponse:
    """The events of a club: what runs, what comes, what is over; and its series."""
    has_others = clubs_of(request.user).exclude(pk=visit.club.pk).exists()
    context = {
        "visit": visit,
        "events": club_events(visit.club),
        "series": club_series(visit.club),
        "has_others": has_others,
    }
    return render(request, "events/club.html", context)


@open_to_all
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """The published events and series of public clubs."""
    context = {"events": public_events(), "series": published_series()}
    return render(request, "events/events.html", context)
