"""How far the tables of a round are, and the way to any of them."""

from __future__ import annotations

from collections import Counter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.events.access import EventVisit, event_director
from tournaments.events.desk.views.live_desk import follows_all
from tournaments.events.draw.services.tables import write_secret
from tournaments.events.results.queries.at_tables import corrections_at
from tournaments.events.results.queries.progress import STATES
from tournaments.events.results.queries.sheets_due import late_at
from tournaments.events.results.views.places import place_of, sheets_of

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
