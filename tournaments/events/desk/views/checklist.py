"""The director's checklist: computed where it can be, ticked by hand where not."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch
from django.views.decorators.http import require_POST, require_safe

from tournaments.common.deeds import Refused
from tournaments.common.envelope import Envelope, new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.desk.queries.checklist import Item, Phase, checklist_of
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.desk.services import tick_item
from tournaments.events.freshness import follows_all

PACE = 3  # seconds: as other pages that look at every table


class Line(NamedTuple):
    """An item with the address where it is done, and the form that ticks it."""

    item: Item
    address: str
    envelope: Envelope | None


@event_director
@require_safe
def checklist(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The list as it stands now."""
    return _page(request, visit)


@event_director
@require_POST
def tick(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Tick a line, or take the tick away."""
    submission, key = read_envelope(request.POST).submission, request.POST.get("item", "")[:40]
    try:
        tick_item(
            event=visit.event,
            key=key,
            is_done=request.POST.get("deed") == "done",
            by=visit.by,
            submission=submission,
        )
    except Refused as refused:
        return _page(request, visit, refused.sentence)
    return redirect(f"{visit.address('checklist')}#item-{key}")


def _page(request: HttpRequest, visit: EventVisit, refusal: str = "") -> HttpResponse:
    phases = checklist_of(desk_of(visit.event))
    context = {
        "visit": visit,
        "here": "desk",
        "live": follows_all(visit, visit.address("checklist"), seconds=PACE),
        "phases": [(phase, _lines(visit, phase)) for phase in phases],
        "current": next((phase for phase in phases if not phase.is_done), None),
        "refusal": refusal,
    }
    status = UNPROCESSABLE if refusal else 200
    return render(request, "events/checklist.html", context, status=status)


def _lines(visit: EventVisit, phase: Phase) -> list[Line]:
    version = visit.event.version
    return [
        Line(item, _address(visit, item), new_envelope(version) if item.is_by_hand else None)
        for item in phase.items
    ]


def _address(visit: EventVisit, item: Item) -> str:
    if not item.page:
        return ""
    try:
        return visit.address(item.page, *item.args)
    except NoReverseMatch:
        return ""
