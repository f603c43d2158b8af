"""Joining a table of a free night, leaving it and coming back: at the table and from the desk."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import (
    CONFLICT,
    UNPROCESSABLE,
)
from tournaments.events.access import EventVisit, event_director
from tournaments.events.night.forms import LEAVES, StayForm
from tournaments.events.night.queries import sitting_at
from tournaments.events.night.services import stays as services
from tournaments.events.results.queries.sheets import is_open_ended
from tournaments.events.results.views.tables import place_of
from tournaments.models import Actor, By, Entry, EventTable, Round, called
from tournaments.tables.access import Visit, table_write

OK = 200


@table_write
@require_http_methods(["GET", "HEAD", "POST"])
def table_sitting(request: HttpRequest, visit: Visit) -> HttpResponse:
    """From the scorer's phone; the sheet has a line of it, and the event's history.

    At a club's own table, on to its people; where nobody joins or leaves, back to the sheet.
    """
    place = visit.event_table
    if place is None:
        return redirect(visit.address("people"))
    if not _may_move(place):
        return redirect(visit.url)
    actor = visit.actor
    by = By(actor.user, called(actor.user) if actor.user else actor.who, visit.device)
    form, status = _done(request, place, by, actor)
    if status == OK and request.method == "POST":
        return redirect(visit.url)
    context = {"visit": visit, "table": visit.table, **_context(place, form)}
    return render(request, "tables/sitting.html", context, status=status)


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def desk_sitting(request: HttpRequest, visit: EventVisit, place: int) -> HttpResponse:
    """From the desk; where hands are due, on to the page of those who leave."""
    found = place_of(visit, place)
    if not _may_move(found):
        return redirect(visit.address("desk_table", found.pk))
    form, status = _done(request, found, visit.by, None)
    if status == OK and request.method == "POST":
        return redirect(visit.address("desk_sitting", found.pk))
    context = {"visit": visit, "here": "rolling", "at_desk": True, **_context(found, form)}
    return render(request, "events/sitting.html", context, status=status)


def _may_move(place: EventTable) -> bool:
    return is_open_ended(place.round.event) and place.round.state == Round.DRAWN


def _done(
    request: HttpRequest, place: EventTable, by: By, actor: Actor | None
) -> tuple[StayForm, int]:
    """Do what was asked, if anything was; the form with what was wrong, and the status for it."""
    if request.method != "POST":
        return StayForm(), OK
    form = StayForm(request.POST)
    envelope = read_envelope(request.POST)
    if not form.is_valid():
        return form, UNPROCESSABLE
    event, answers = place.round.event, form.cleaned_data
    entry = Entry.objects.filter(event=event, pk=answers["entry"]).first()
    known: dict[str, Any] = {
        "event": event,
        "place": place,
        "entry": entry,
        "seen_version": envelope.seen_version,
        "by": by,
        "submission": envelope.submission,
        "actor": actor,
    }
    try:
        if entry is None:
            raise Http404
        if answers["deed"] == LEAVES:
            services.get_up(**known)
        else:
            after = answers["after"]
            services.sit_down(after=-1 if after is None else after, **known)
    except Refused as refused:
        form.refuse(refused.sentence)
        place.table.refresh_from_db()
        return form, CONFLICT if refused.field == services.PRESS_AGAIN else UNPROCESSABLE
    return form, OK


def _context(place: EventTable, form: StayForm) -> dict[str, Any]:
    return {
        "place": place,
        "sitting": sitting_at(place),
        "form": form,
        "envelope": new_envelope(place.table.version),
    }
