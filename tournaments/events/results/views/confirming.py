"""A second person at an event's table says that the sheet is right."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from tournaments.common.deeds import Refused
from tournaments.common.envelope import read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.results.services import confirming as services
from tournaments.events.results.views.at_table import confirm_form
from tournaments.tables.access import Visit, table_write
from tournaments.tables.views.pages import table_page


@table_write
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_sheet(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Take the confirmation; the question itself stands on the table's page."""
    place = visit.event_table
    if place is None:
        raise Http404
    if request.method != "POST":
        return redirect(visit.url)
    envelope = read_envelope(request.POST)
    form = confirm_form(visit, request.POST)
    form.is_valid()  # what cannot be read names nobody, and is refused so
    try:
        services.confirm_sheet(
            place=place,
            who=form.cleaned_data.get("who", ""),
            entered_by=form.cleaned_data.get("entered_by", ""),
            seen_version=envelope.seen_version,
            by=visit.actor,
            submission=envelope.submission,
        )
    except Refused as refused:
        form.refuse(refused.sentence)
        visit.table.refresh_from_db()
        return table_page(request, visit, confirm=form, status=UNPROCESSABLE)
    return redirect(visit.url)
