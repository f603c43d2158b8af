"""Until when the sheets of all venues of a series have to be in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.results.forms.tables import DueForm
from tournaments.events.results.queries.sheets_due import day_of, due_of, sheets_in
from tournaments.events.results.services.sheets import set_due_at_all
from tournaments.models import Event
from tournaments.series.access import SeriesVisit, series_director
from tournaments.series.queries.series_stages import stages_of


@series_director
@require_http_methods(["GET", "HEAD", "POST"])
def series_sheets_due(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """The same time for every event of the series that is not final, a deed at each."""
    events = [stage.event for stage in stages_of(visit.series)]
    open_ones = [event for event in events if event.state != Event.FINAL]
    before = next((event.sheets_due_at for event in open_ones if event.sheets_due_at), None)
    form = DueForm(before, day=next((day_of(event) for event in open_ones), None))
    envelope = new_envelope(visit.series.version)
    if request.method == "POST":
        form, envelope = DueForm(before, request.POST), read_envelope(request.POST)
        if form.is_valid():
            refused = set_due_at_all(
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
