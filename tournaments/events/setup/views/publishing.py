"""Showing an event to everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.outside import outside_address
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.setup import services
from tournaments.events.setup.queries.details import missing_for_publication, public_rounds
from tournaments.tables.views.links import code_for

OK = 200


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def publish_event(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """What is missing, and the button; afterwards the link for the players."""
    if request.method == "POST":
        submission = read_envelope(request.POST).submission
        try:
            services.publish_event(event=visit.event, by=visit.by, submission=submission)
        except Refused as refused:
            return _page(request, visit, refused.sentence)
        return redirect(visit.address("publish_event"))
    return _page(request, visit)


@event_director
@require_POST
def unpublish_event(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Take it back."""
    submission = read_envelope(request.POST).submission
    try:
        services.unpublish_event(event=visit.event, by=visit.by, submission=submission)
    except Refused as refused:
        return _page(request, visit, refused.sentence)
    return redirect(visit.address("publish_event"))


def _page(request: HttpRequest, visit: EventVisit, refused: str = "") -> HttpResponse:
    address = outside_address(request, visit.address("event"))
    context = {
        "visit": visit,
        "here": "event_settings",
        "missing": missing_for_publication(visit.event),
        "problems": [("", "", refused)] if refused else [],
        "can_unpublish": not public_rounds(visit.event),
        "address": address,
        "code": code_for(address),
        "envelope": new_envelope(visit.event.version),
    }
    status = UNPROCESSABLE if refused else OK
    return render(request, "events/publish.html", context, status=status)
