"""Until when sheets have to be in: of one event, and of all venues of a series at once."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.results.forms.sheets_due import DueForm
from tournaments.events.results.queries.sheets_due import due_of, late_sheets, sheets_in
from tournaments.events.results.services import sheets_due as services
from tournaments.models import Event
from tournaments.series.access import SeriesVisit, series_director
from tournaments.series.queries.series_stages import stages_of


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def sheets_due(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Say until when, move it, take it away; and which sheets came too late."""
    event = visit.event
    form = DueForm(event.sheets_due_at, day=_day_of(event))
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


@series_director
@require_http_methods(["GET", "HEAD", "POST"])
def series_sheets_due(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """The same time for every event of the series that is not final, a deed at each."""
    events = [stage.event for stage in stages_of(visit.series)]
    open_ones = [event for event in events if event.state != Event.FINAL]
    before = next((event.sheets_due_at for event in open_ones if event.sheets_due_at), None)
    form = DueForm(before, day=next((_day_of(event) for event in open_ones), None))
    envelope = new_envelope(visit.series.version)
    if request.method == "POST":
        form, envelope = DueForm(before, request.POST), read_envelope(request.POST)
        if form.is_valid():
            refused = services.set_due_at_all(
                events=open_ones,
                at=form.moment,
                by=visit.by,
                submission=envelope.submission,
                reason=form.cleaned_data["reason"],
            )
            if not refused:
                return redirect(visit.address("series_desk"))
            text = _("At these it is over already: say why it is another time now. %(titles)s")
            titles = ", ".join(event.title for event in refused)
            form.refuse(text % {"titles": titles}, "reason")
            envelope = new_envelope(visit.series.version)
    context = {
        "visit": visit,
        "here": "series_desk",
        "form": form,
        "envelope": envelope,
        "events": open_ones,
        "sheets": sheets_in(events),
        "is_over": any((due := due_of(event)) and due.is_over for event in open_ones),
        "has_time": before is not None,
        "problems": form.all_problems() if form.is_bound else [],
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "events/series_sheets_due.html", context, status=status)


def _day_of(event: Event) -> date:
    """The event's day, else today."""
    return timezone.localtime(event.starts_at or timezone.now()).date()
