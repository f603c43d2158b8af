"""The clock of a round: its page, and one address for each thing a director does to it."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.deeds import Done
from tournaments.events.desk import services
from tournaments.events.desk.forms import StartClockForm
from tournaments.events.desk.queries.announcements import Clock, clock_of
from tournaments.events.desk.queries.desk import current_round

OK = 200
A_FEW = (-5, 5)


@event_director
@require_safe
def clock(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The clock of the round that is on, and its buttons."""
    return _page(request, visit, _fresh(visit))


@event_director
@require_POST
def clock_start(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Let the clock run from now on."""
    form = StartClockForm(request.POST)
    if not form.is_valid():
        return _page(request, visit, form)
    minutes, seen = form.cleaned_data["minutes"], request.POST.get("seen")
    start = services.start_clock
    return _turn(request, visit, number, start, form, minutes=minutes, seen=seen)


@event_director
@require_POST
def clock_pause(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Hold the clock."""
    return _turn(request, visit, number, services.pause_clock)


@event_director
@require_POST
def clock_resume(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Let the clock go on."""
    return _turn(request, visit, number, services.resume_clock)


@event_director
@require_POST
def clock_shift(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Five minutes more, or less."""
    minutes = next((few for few in A_FEW if str(few) == request.POST.get("by")), None)
    if minutes is None:
        raise BadRequest("The clock is set five minutes on or back.")
    seen = request.POST.get("seen")
    return _turn(request, visit, number, services.shift_clock, minutes=minutes, seen=seen)


@event_director
@require_POST
def clock_stop(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Take the clock away."""
    return _turn(request, visit, number, services.stop_clock)


def _turn(
    request: HttpRequest,
    visit: EventVisit,
    number: int,
    deed: Callable[..., Done],
    form: StartClockForm | None = None,
    **how: int | str | None,
) -> HttpResponse:
    """Do it, and go back to the page from which it was done."""
    submission = read_envelope(request.POST).submission
    try:
        deed(event=visit.event, number=number, by=visit.by, submission=submission, **how)
    except Refused as refused:
        return _page(request, visit, form or _fresh(visit), refused.sentence)
    back = "desk" if request.POST.get("from") == "desk" else "clock"
    return redirect(visit.address(back))


def _fresh(visit: EventVisit) -> StartClockForm:
    return StartClockForm(initial={"minutes": visit.settings.minutes or None})


def _page(
    request: HttpRequest, visit: EventVisit, form: StartClockForm, refused: str = ""
) -> HttpResponse:
    problems = [*form.all_problems(), *([("", "", refused)] if refused else [])]
    played = current_round(visit.event)
    context = {
        "visit": visit,
        "here": "desk",
        "round": played,
        "clock": clock_of(played) if played else Clock(),
        "form": form,
        "problems": problems,
        "envelope": new_envelope(visit.event.version),
    }
    status = UNPROCESSABLE if problems else OK
    return render(request, "events/clock.html", context, status=status)
