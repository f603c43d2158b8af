"""The desk of an event: what comes next and is missing, clock, history, checklist, trouble."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.actions import (
    UNPROCESSABLE,
    ActionReused,
    Attempt,
    Refused,
    new_form_token,
    read_form_token,
    read_place,
    typed_reason,
)
from tournaments.events.access import EventAccess, event_director
from tournaments.events.actions import Done
from tournaments.events.desk import services
from tournaments.events.desk.forms import AnnouncementForm, HistoryForm, StartClockForm
from tournaments.events.desk.queries.checklist import checklist_of
from tournaments.events.desk.queries.concerns import missing, next_step
from tournaments.events.desk.queries.desk import (
    Clock,
    announcements_of,
    clock_of,
    current_round,
    desk_of,
)
from tournaments.events.desk.queries.history import history as history_of
from tournaments.events.desk.queries.history import people_of
from tournaments.events.desk.queries.trouble import trouble_of
from tournaments.events.freshness import follows_all
from tournaments.events.results.services import totals
from tournaments.events.results.views.tables import MOVED, desk_table_page, place_of
from tournaments.models import Round

# The one screen: what is missing now, and the one thing that comes next.

PACE = 2  # seconds: with many tables the desk is not cheap


@event_director
@require_safe
def desk(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """A director's one screen."""
    live = follows_all(visit, visit.address("desk"), seconds=PACE)
    found = desk_of(visit.event)
    context = {
        "visit": visit,
        "here": "desk",
        "live": live,
        "desk": found,
        "has_clock": found.round is not None and found.round.state == Round.DRAWN,
        "step": next_step(found),
        "missing": missing(found),
        "clock_form": StartClockForm(initial={"minutes": visit.settings.minutes or None}),
        "step_form_token": new_form_token(visit.event.version),
        "clock_form_token": new_form_token(visit.event.version),
        "form_token": new_form_token(visit.event.version),
    }
    return render(request, "events/desk/desk.html", context)


# The clock of a round: its page, and one address for each thing a director does to it.

OK = 200
A_FEW = (-5, 5)


@event_director
@require_safe
def clock(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """The clock of the round that is on, and its buttons."""
    return _clock_page(request, visit, _fresh(visit))


@event_director
@require_POST
def clock_start(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Let the clock run from now on."""
    form = StartClockForm(request.POST)
    if not form.is_valid():
        return _clock_page(request, visit, form)
    minutes, seen = form.cleaned_data["minutes"], request.POST.get("seen")
    start = services.start_clock
    return _turn(request, visit, number, start, form, minutes=minutes, seen=seen)


@event_director
@require_POST
def clock_pause(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Hold the clock."""
    return _turn(request, visit, number, services.pause_clock)


@event_director
@require_POST
def clock_resume(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Let the clock go on."""
    return _turn(request, visit, number, services.resume_clock)


@event_director
@require_POST
def clock_shift(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Five minutes more, or less."""
    minutes = next((few for few in A_FEW if str(few) == request.POST.get("by")), None)
    if minutes is None:
        raise BadRequest("The clock is set five minutes on or back.")
    seen = request.POST.get("seen")
    return _turn(request, visit, number, services.shift_clock, minutes=minutes, seen=seen)


@event_director
@require_POST
def clock_stop(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """Take the clock away."""
    return _turn(request, visit, number, services.stop_clock)


def _turn(
    request: HttpRequest,
    visit: EventAccess,
    number: int,
    deed: Callable[..., Done],
    form: StartClockForm | None = None,
    **how: int | str | None,
) -> HttpResponse:
    """Do it, and go back to the page from which it was done."""
    submission = read_form_token(request.POST).submission
    with Attempt() as attempt:
        deed(event=visit.event, number=number, by=visit.by, submission=submission, **how)
        back = "desk" if request.POST.get("from") == "desk" else "clock"
        return redirect(visit.address(back))
    return _clock_page(request, visit, form or _fresh(visit), attempt.sentence)


def _fresh(visit: EventAccess) -> StartClockForm:
    return StartClockForm(initial={"minutes": visit.settings.minutes or None})


def _clock_page(
    request: HttpRequest, visit: EventAccess, form: StartClockForm, refused: str = ""
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
        "form_token": new_form_token(visit.event.version),
    }
    status = UNPROCESSABLE if problems else OK
    return render(request, "events/desk/clock.html", context, status=status)


# Announcements: written, listed, taken down.


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """What is announced and what was, and the form for another."""
    if request.method != "POST":
        return _announcements_page(request, visit, AnnouncementForm())
    form_token = read_form_token(request.POST)
    form = AnnouncementForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            services.announce(
                event=visit.event,
                text=form.cleaned_data["text"],
                by=visit.by,
                submission=form_token.submission,
                is_sure=form.cleaned_data["is_sure"],
            )
            return redirect(visit.address("announce"))
    return _announcements_page(request, visit, form, status=UNPROCESSABLE)


@event_director
@require_POST
def end_announcement(request: HttpRequest, visit: EventAccess, announcement: int) -> HttpResponse:
    """Take one down."""
    get_object_or_404(visit.event.announcements, pk=announcement)
    services.end_announcement(
        event=visit.event,
        announcement=announcement,
        by=visit.by,
        submission=read_form_token(request.POST).submission,
    )
    return redirect(visit.address("announce"))


def _announcements_page(
    request: HttpRequest, visit: EventAccess, form: AnnouncementForm, status: int = 200
) -> HttpResponse:
    announced = announcements_of(visit.event)
    context = {
        "visit": visit,
        "here": "desk",
        "form": form,
        "problems": form.all_problems(),
        "shown": [(each, new_form_token(visit.event.version)) for each in announced if each.is_up],
        "taken_down": [each for each in announced if not each.is_up],
        "form_token": new_form_token(visit.event.version),
    }
    return render(request, "events/desk/announcements.html", context, status=status)


# The history: who did what, when and why.


@event_director
@require_safe
def history(request: HttpRequest, visit: EventAccess) -> HttpResponse:
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
        "people": people_of(visit.event),
        "history": history_of(visit.event, wanted),
        "narrowed": narrowed.urlencode(),
    }
    return render(request, "events/desk/history.html", context)


# The checklist: computed where it can be, ticked by hand where not.

CHECKLIST_PACE = 3  # seconds: as other pages that look at every table


@event_director
@require_safe
def checklist(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """The list as it stands now."""
    return _checklist_page(request, visit)


@event_director
@require_POST
def tick(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Tick a line, or take the tick away."""
    submission, key = read_form_token(request.POST).submission, request.POST.get("item", "")[:40]
    with Attempt() as attempt:
        services.tick_item(
            event=visit.event,
            key=key,
            is_done=request.POST.get("deed") == "done",
            by=visit.by,
            submission=submission,
        )
        return redirect(f"{visit.address('checklist')}#item-{key}")
    return _checklist_page(request, visit, attempt.sentence)


def _checklist_page(request: HttpRequest, visit: EventAccess, refusal: str = "") -> HttpResponse:
    live = follows_all(visit, visit.address("checklist"), seconds=CHECKLIST_PACE)
    phases = checklist_of(desk_of(visit.event))
    context = {
        "visit": visit,
        "here": "desk",
        "live": live,
        "phases": [
            (phase, [(item, new_form_token(visit.event.version)) for item in phase.items])
            for phase in phases
        ],
        "current": next((phase for phase in phases if not phase.is_done), None),
        "refusal": refusal,
    }
    status = UNPROCESSABLE if refusal else 200
    return render(request, "events/desk/checklist.html", context, status=status)


# When something goes wrong: every mishap with its way out, those that can be mended now first.

LONGEST_SEARCH = 84
MOST_SIDES = 12


@event_director
@require_safe
def trouble(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """The mishaps, all or those that a search finds."""
    return _trouble_page(request, visit)


@event_director
@require_POST
def all_absent(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Mark everybody as not come who registered and is not here."""
    submission = read_form_token(request.POST).submission
    with Attempt() as attempt:
        services.all_absent(event=visit.event, by=visit.by, submission=submission)
        return redirect(visit.address("door"))
    return _trouble_page(request, visit, attempt.sentence)


@event_director
@require_POST
def swap_rows(request: HttpRequest, visit: EventAccess, place: int) -> HttpResponse:
    """Let two rows of keyed totals change places."""
    found, form_token = place_of(visit, place), read_form_token(request.POST)
    sides = range(MOST_SIDES)
    one, other = (read_place(request.POST.get(name), sides) for name in ("one", "other"))
    with Attempt() as attempt:
        try:
            services.swap_rows(
                event=visit.event,
                place=found,
                one=-1 if one is None else one,
                other=-1 if other is None else other,
                seen_number=form_token.seen_version,
                reason=typed_reason(request.POST),
                by=visit.by,
                submission=form_token.submission,
            )
        except (totals.TotalsMoved, ActionReused) as moved:
            raise Refused(str(MOVED)) from moved
        return redirect(visit.address("desk_table", found.pk))
    return desk_table_page(request, visit, found, attempt.refused)


def _trouble_page(request: HttpRequest, visit: EventAccess, refusal: str = "") -> HttpResponse:
    typed = " ".join(request.GET.get("q", "").split())[:LONGEST_SEARCH]
    now, later = trouble_of(desk_of(visit.event), typed)
    context = {
        "visit": visit,
        "here": "trouble",
        "typed": typed,
        "now": now,
        "later": later,
        "form_token": new_form_token(visit.event.version),
        "refusal": refusal,
    }
    status = UNPROCESSABLE if refusal else 200
    return render(request, "events/desk/trouble.html", context, status=status)
