"""Announcements: written, listed, taken down."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.desk import services
from tournaments.events.desk.forms import AnnouncementForm
from tournaments.events.desk.queries.announcements import announcements_of


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """What is announced and what was, and the form for another."""
    if request.method != "POST":
        return _page(request, visit, AnnouncementForm())
    envelope = read_envelope(request.POST)
    form = AnnouncementForm(request.POST)
    if form.is_valid():
        try:
            services.announce(
                event=visit.event,
                text=form.cleaned_data["text"],
                by=visit.by,
                submission=envelope.submission,
                is_sure=form.cleaned_data["is_sure"],
            )
            return redirect(visit.address("announce"))
        except Refused as refused:
            form.refuse(refused.sentence, refused.field)
    return _page(request, visit, form, status=UNPROCESSABLE)


@event_director
@require_POST
def end_announcement(request: HttpRequest, visit: EventVisit, announcement: int) -> HttpResponse:
    """Take one down."""
    get_object_or_404(visit.event.announcements, pk=announcement)
    services.end_announcement(
        event=visit.event,
        announcement=announcement,
        by=visit.by,
        submission=read_envelope(request.POST).submission,
    )
    return redirect(visit.address("announce"))


def _page(
    request: HttpRequest, visit: EventVisit, form: AnnouncementForm, status: int = 200
) -> HttpResponse:
    announced = announcements_of(visit.event)
    context = {
        "visit": visit,
        "here": "desk",
        "form": form,
        "problems": form.all_problems(),
        "shown": [(each, new_envelope(visit.event.version)) for each in announced if each.is_up],
        "taken_down": [each for each in announced if not each.is_up],
        "envelope": new_envelope(visit.event.version),
    }
    return render(request, "events/announcements.html", context, status=status)
