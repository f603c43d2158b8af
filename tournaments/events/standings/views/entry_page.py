"""A player's own page of an event: made for the phone, and worth a bookmark."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.events.access import EventVisit, public_event
from tournaments.events.freshness import answer_if_new
from tournaments.events.night.queries import queue_of
from tournaments.events.standings.queries.entry_page import (
    entry_by_number,
    entry_day,
    own_state,
    own_table,
)
from tournaments.events.standings.queries.snapshots import event_rounds, public_snapshot
from tournaments.events.standings.views.public import common


@public_event
@require_safe
def event_entry(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """My next table and seat, my results, my place, whom I met; by start number."""
    rounds = event_rounds(visit.event)
    own = own_table(visit.event, number)

    def draw() -> HttpResponse:
        snapshot = public_snapshot(visit.event, rounds)
        entry = entry_by_number(snapshot, number)
        if entry is None:
            raise Http404
        day = entry_day(snapshot, entry, shows_all=visit.is_director)
        turn = queue_of(visit.event).turn_of(number) if visit.settings.rolling else None
        more = {"day": day, "own": own, "turn": turn, "here": "event_entry"}
        context = {**common(visit, snapshot), **more}
        return render(request, "events/event_entry.html", context)

    return answer_if_new(request, visit, own_state(visit.event, rounds, own), draw)
