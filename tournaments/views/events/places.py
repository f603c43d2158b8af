"""What the pages about an event's tables share: finding the table, and the round."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.event_access import EventVisit
from tournaments.models import EventTable, Round
from tournaments.queries.events.progress import rounds_with_tables


def place_of(visit: EventVisit, place: int) -> EventTable:
    """A table of the event's rounds, or 404."""
    found = get_object_or_404(
        EventTable.objects.select_related("table", "round"),
        pk=place,
        round__event=visit.event,
        round__state__in=(Round.DRAWN, Round.CLOSED),
    )
    found.round.event = visit.event
    return found


def round_of(request: HttpRequest, visit: EventVisit) -> tuple[Round | None, list[Round]]:
    """The round that is asked for, else the latest one with tables; and all of them."""
    rounds = rounds_with_tables(visit.event)
    asked = request.GET.get("round", "")
    if asked:
        found = next((each for each in rounds if str(each.number) == asked), None)
        if found is None:
            raise Http404
        return found, rounds
    return (rounds[-1] if rounds else None), rounds
