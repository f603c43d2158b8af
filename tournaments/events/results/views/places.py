"""What the pages about an event's tables share: finding the table, and the round."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.events.access import EventVisit
from tournaments.events.results.queries.progress import (
    Progress,
    open_progress,
    round_progress,
    rounds_with_tables,
)
from tournaments.models import EventTable, Round


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


def sheets_of(
    request: HttpRequest, visit: EventVisit
) -> tuple[Round | None, list[Round], list[Progress]]:
    """The round that is asked for or the latest one, all rounds to choose from, and its tables.

    Where tables open one by one, and no round is asked for, these are all that are open: the
    numbers on them are told apart.
    """
    played, rounds = round_of(request, visit)
    if not visit.settings.rolling or request.GET.get("round"):
        return played, rounds, round_progress(played, visit.event) if played else []
    rows = open_progress(visit.event)
    first = rows[0].place.round if rows else played
    return first, [first] if first else [], rows
