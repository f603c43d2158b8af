"""Until when the sheets of an event have to be in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.results.forms.sheets_due import DueForm
from tournaments.events.results.queries.sheets_due import day_of, due_of, late_sheets, sheets_in
from tournaments.events.results.services import sheets_due as services
from tournaments.models import Event


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def sheets_due(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Say until when, move it, take it away; and which sheets came too late."""
    event = visit.event
    form = DueForm(event.sheets_due_at, day=day_of(event))
    envelope = new_envelope(event.version)
    if request.method == "POST":
        form, envelope = DueForm(event.sheets_due_at, request.POST), read_envelope(request.POST)
        if form.is_valid():
            try:
                services.set_due(
                    event=event,
                    at=form.moment,
                    by=visit.by,
                    submission=envelope.submission,
                    reason=form.cleaned_data["reason"],
                )
            except Refused as refused:
                form.refuse(refused.sentence, refused.field)
            else:
                return redirect(visit.address("sheets_due"))
    found = sheets_in([event]).get(event.pk)
    context = {
        "visit": visit,
        "here": "keying",
        "form": form,
        "envelope": envelope,
        "due": due_of(event),
        "state": found,
        "late": late_sheets(event),
        "problems": form.all_problems() if form.is_bound else [],
        "is_locked": event.state == Event.FINAL,
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "events/sheets_due.html", context, status=status)
