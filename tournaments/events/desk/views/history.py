"""The history of an event: who did what, when and why."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.events.access import EventVisit, event_director
from tournaments.events.desk.forms import HistoryForm
from tournaments.events.desk.queries import history as queries


@event_director
@require_safe
def history(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Everything that was done, newest first, narrowed as wanted."""
    form = HistoryForm(request.GET)
    wanted = form.wanted
    narrowed = request.GET.copy()
    narrowed.pop("page", None)
    context = {
        "visit": visit,
        "here": "history",
        "form": form,
        "wanted": wanted,
        "people": queries.people_of(visit.event),
        "history": queries.history(visit.event, wanted),
        "narrowed": narrowed.urlencode(),
    }
    return render(request, "events/history.html", context)
