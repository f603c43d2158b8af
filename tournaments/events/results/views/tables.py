"""How far the tables of a round are, and the way to any of them."""

from __future__ import annotations

from collections import Counter

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.desk.views.live_desk import follows_all
from tournaments.events.draw.services.tables import write_secret
from tournaments.events.results.queries.at_tables import corrections_at
from tournaments.events.results.queries.closing import missing_of
from tournaments.events.results.queries.progress import STATES, round_progress, rounds_with_tables
from tournaments.events.results.queries.sheets_due import late_at
from tournaments.events.results.services import closing as services
from tournaments.events.results.views.comparing import desk_deed
from tournaments.events.results.views.places import place_of, sheets_of

# Closing a round, and single sheets that were opened again after it.


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


PACE = 3  # seconds: 250 tables take the server a fourteenth of one


@event_director
@require_safe
def event_tables(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Every table of a round, or those in one state."""
    live = follows_all(visit, request.get_full_path(), seconds=PACE)
    played, rounds, rows = sheets_of(request, visit)
    counts = Counter(row.state for row in rows)
    asked = request.GET.get("state", "")
    slow = [row for row in rows if row.is_behind or row.quiet_minutes]
    if asked == "slow":
        shown = slow
    else:
        shown = [row for row in rows if row.state == asked] if asked in STATES else rows
    context = {
        "visit": visit,
        "here": "keying",
        "live": live,
        "round": played,
        "rounds": rounds,
        "rows": shown,
        "total": len(rows),
        "slow": len(slow),
        "states": [(state, counts[state]) for state in STATES if counts[state]],
        "asked": asked,
        "late": late_at(visit.event),
        "corrected": corrections_at([row.place.pk for row in shown]),
    }
    return render(request, "events/tables.html", context)


@event_director
@require_safe
def open_desk_table(request: HttpRequest, visit: EventVisit, place: int) -> HttpResponse:
    """On to the sheet, as a phone at the table has it."""
    return redirect("table", write_secret(place_of(visit, place)))
