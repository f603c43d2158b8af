"""Closing a round, and single sheets that were opened again after it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.results.queries.closing import missing_of
from tournaments.events.results.queries.progress import round_progress, rounds_with_tables
from tournaments.events.results.services import closing as services
from tournaments.events.results.views.comparing import desk_deed
from tournaments.events.results.views.places import place_of


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def close_round(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Say what is missing, or close the round."""
    played = next((each for each in rounds_with_tables(visit.event) if each.number == number), None)
    if played is None:
        raise Http404
    refusal = ""
    if request.method == "POST":
        submission = read_envelope(request.POST).submission
        try:
            services.close_round(
                event=visit.event, number=number, by=visit.by, submission=submission
            )
            return redirect(visit.address("close_round", number))
        except Refused as refused:
            refusal = refused.sentence
    rows = round_progress(played, visit.event)
    context = {
        "visit": visit,
        "here": "keying",
        "round": played,
        "tables": len(rows),
        "missing": [] if played.closed_at else missing_of(rows, visit.event),
        "open_again": [row for row in rows if row.is_open_again],
        "is_last": played.number >= visit.settings.rounds,
        "next_number": played.number + 1,
        "refusal": refusal,
        "envelope": new_envelope(visit.event.version),
    }
    return render(request, "events/close.html", context, status=UNPROCESSABLE if refusal else 200)


@event_director
@require_POST
def reopen_sheet(request: HttpRequest, visit: EventVisit, place: int) -> HttpResponse:
    """Open one sheet of a closed round again."""
    return desk_deed(request, visit, place_of(visit, place), services.reopen_sheet)


@event_director
@require_POST
def close_sheet(request: HttpRequest, visit: EventVisit, place: int) -> HttpResponse:
    """Close a sheet that was opened again."""
    return desk_deed(request, visit, place_of(visit, place), services.close_sheet)
