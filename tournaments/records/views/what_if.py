"""What if it had been scored in another way: an evening, an event; nothing is changed."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring import find_ruleset
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, public_event
from tournaments.records.forms import WhatIfForm
from tournaments.records.queries.filters import keeps_back
from tournaments.records.queries.what_if import event_what_if, what_if
from tournaments.tables.access import Visit
from tournaments.tables.queries.sheets import table_sheet


@require_safe
def table_what_if(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A sheet beside what it would be under other rules."""
    sheet = table_sheet(visit.table)
    form = WhatIfForm(sheet.ruleset, visit.table.options, visit.table.players, request.GET.dict())
    context = {
        "visit": visit,
        "table": visit.table,
        "sheet": sheet,
        "form": form,
        "as_played": form.is_as_played(visit.table.options),
        "found": None if form.errors else what_if(sheet, form.rules),
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "records/what_if_table.html", context, status=status)


@public_event
@require_safe
def event_what_if_page(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The standing of an event beside the one under other rules, counted round by round."""
    event = visit.event
    if keeps_back(event) and not visit.is_director:
        raise Http404
    ruleset = find_ruleset(event.ruleset)
    form = WhatIfForm(ruleset, event.options, ruleset.seats, request.GET.dict())
    context = {
        "visit": visit,
        "here": "event_what_if",
        "ruleset": ruleset,
        "form": form,
        "as_played": form.is_as_played(event.options),
        "found": None if form.errors else event_what_if(event, form.rules),
        "address": request.get_full_path(),
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "records/what_if_event.html", context, status=status)
