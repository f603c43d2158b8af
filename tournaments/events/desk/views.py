"""The desk of an event: what comes next and is missing, clock, history, checklist, trouble."""

from __future__ import annotations

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
from tournaments.common.rights import Right
from tournaments.events.access import EventAccess, event_needs
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
from tournaments.events.desk.queries.trouble import found_at, trouble_of
from tournaments.events.freshness import follows_all
from tournaments.events.results.services import totals
from tournaments.events.results.views.tables import MOVED, desk_table_page, place_of
from tournaments.models import Round

# The one screen: what is missing now, and the one thing that comes next.

PACE = 2  # seconds: with many tables the desk is not cheap


@event_needs(Right.LOOK)
@require_safe
def desk(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """A director's one screen."""
    live = follows_all(access, access.address("desk"), seconds=PACE)
    found = desk_of(access.event)
    context = {
        "access": access,
        "here": "desk",
        "live": live,
        "desk": found,
        "rail_counts": found.counts,
        "has_clock": found.round is not None and found.round.state == Round.DRAWN,
        "step": next_step(found),
        "missing": missing(found),
        "announced": [(one, new_form_token(access.event.version)) for one in found.announcements],
        "clock_form": _fresh(access),
        "step_form_token": new_form_token(access.event.version),
        "clock_form_token": new_form_token(access.event.version),
        "form_token": new_form_token(access.event.version),
    }
    return render(request, "events/desk/desk.html", context)


# The clock of a round: its page, and one address for each thing a director does to it.

A_FEW = (-5, 5)


@event_needs(Right.LOOK)
@require_safe
def clock(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The clock of the round that is on, and its buttons."""
    return _clock_page(request, access, _fresh(access))


@event_needs(Right.CALL)
@require_POST
def turn_clock(request: HttpRequest, access: EventAccess, number: int, turn: str) -> HttpResponse:
    """Start the clock, hold it, let it go on, give five minutes more or less, or take it away."""
    minutes: int | None = 0
    form = _fresh(access)
    if turn == "start":
        form = StartClockForm(request.POST)
        if not form.is_valid():
            return _clock_page(request, access, form)
        minutes = form.cleaned_data["minutes"]
    elif turn == "shift":
        minutes = next((few for few in A_FEW if str(few) == request.POST.get("by")), None)
    if minutes is None:
        raise BadRequest("The clock is set five minutes on or back.")
    sent, seen = access.signed(request.POST), request.POST.get("seen")
    with Attempt() as attempt:
        services.turn_clock(
            event=access.event, number=number, turn=turn, minutes=minutes, seen=seen, **sent
        )
        back = "desk" if request.POST.get("from") == "desk" else "clock"
        return redirect(access.address(back))
    return _clock_page(request, access, form, attempt.sentence)


def _fresh(access: EventAccess) -> StartClockForm:
    return StartClockForm(initial={"minutes": access.settings.minutes or None})


def _clock_page(
    request: HttpRequest, access: EventAccess, form: StartClockForm, refused: str = ""
) -> HttpResponse:
    problems = [*form.all_problems(), *([("", "", refused)] if refused else [])]
    played = current_round(access.event)
    context = {
        "access": access,
        "here": "desk",
        "round": played,
        "clock": clock_of(played) if played else Clock(),
        "form": form,
        "problems": problems,
        "form_token": new_form_token(access.event.version),
    }
    status = UNPROCESSABLE if problems else 200
    return render(request, "events/desk/clock.html", context, status=status)


# Announcements: written, listed, taken down.


@event_needs(Right.CALL)
@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """What is announced and what was, and the form for another."""
    form = AnnouncementForm()
    if request.method == "POST":
        form, sent = AnnouncementForm(request.POST), access.signed(request.POST)
        if form.is_valid():
            with Attempt(form):
                services.announce(event=access.event, **form.cleaned_data, **sent)
                return redirect(access.address("announce"))
    announced = announcements_of(access.event)
    up = [each for each in announced if each.announcement.ended_at is None]
    context = {
        "access": access,
        "here": "desk",
        "form": form,
        "problems": form.all_problems(),
        "shown": [(each, new_form_token(access.event.version)) for each in up],
        "taken_down": [each for each in announced if each not in up],
        "form_token": new_form_token(access.event.version),
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "events/desk/announcements.html", context, status=status)


@event_needs(Right.CALL)
@require_POST
def end_announcement(request: HttpRequest, access: EventAccess, announcement: int) -> HttpResponse:
    """Take one down."""
    get_object_or_404(access.event.announcements, pk=announcement)
    sent = access.signed(request.POST)
    services.end_announcement(event=access.event, announcement=announcement, **sent)
    return redirect(access.address("announce"))


# The history: who did what, when and why.


@event_needs(Right.LOOK)
@require_safe
def history(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Everything that was done, newest first, narrowed as wanted."""
    form = HistoryForm(request.GET)
    narrowed = request.GET.copy()
    narrowed.pop("page", None)
    context = {
        "access": access,
        "here": "history",
        "form": form,
        "wanted": form.wanted,
        "people": people_of(access.event),
        "history": history_of(access.event, form.wanted),
        "narrowed": narrowed.urlencode(),
    }
    return render(request, "events/desk/history.html", context)


# The checklist: computed where it can be, ticked by hand where not.

CHECKLIST_PACE = 3  # seconds: as other pages that look at every table


@event_needs(Right.LOOK)
@require_safe
def checklist(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The list as it stands now."""
    return _checklist_page(request, access)


@event_needs(Right.RUN)
@require_POST
def tick(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Tick a line, or take the tick away."""
    sent, key = access.signed(request.POST), request.POST.get("item", "")[:40]
    is_done = request.POST.get("deed") == "done"
    with Attempt() as attempt:
        services.tick_item(event=access.event, key=key, is_done=is_done, **sent)
        return redirect(f"{access.address('checklist')}#item-{key}")
    return _checklist_page(request, access, attempt.sentence)


def _checklist_page(request: HttpRequest, access: EventAccess, refusal: str = "") -> HttpResponse:
    live = follows_all(access, access.address("checklist"), seconds=CHECKLIST_PACE)
    phases = checklist_of(desk_of(access.event))
    context = {
        "access": access,
        "here": "desk",
        "live": live,
        "phases": [
            (phase, [(item, new_form_token(access.event.version)) for item in phase.items])
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


@event_needs(Right.LOOK)
@require_safe
def trouble(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The mishaps, all or those that a search finds."""
    return _trouble_page(request, access)


@event_needs(Right.RUN)
@require_POST
def all_absent(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Mark everybody as not come who registered and is not here."""
    with Attempt() as attempt:
        services.all_absent(event=access.event, **access.signed(request.POST))
        return redirect(access.address("door"))
    return _trouble_page(request, access, attempt.sentence)


@event_needs(Right.KEY)
@require_POST
def swap_rows(request: HttpRequest, access: EventAccess, place: int) -> HttpResponse:
    """Let two rows of keyed totals change places."""
    found, form_token = place_of(access, place), read_form_token(request.POST)
    sides = range(MOST_SIDES)
    one, other = (read_place(request.POST.get(name), sides) for name in ("one", "other"))
    with Attempt() as attempt:
        try:
            services.swap_rows(
                event=access.event,
                place=found,
                one=-1 if one is None else one,
                other=-1 if other is None else other,
                seen_number=form_token.seen_version,
                reason=typed_reason(request.POST),
                **access.signed(request.POST),
            )
        except (totals.TotalsMoved, ActionReused) as moved:
            raise Refused(str(MOVED)) from moved
        return redirect(access.address("desk_table", found.pk))
    return desk_table_page(request, access, found, attempt.refused)


@event_needs(Right.LOOK)
@require_safe
def find(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """People, tables and mishaps that fit what was typed."""
    typed = _typed(request)
    context = {"access": access, "typed": typed, "found": found_at(desk_of(access.event), typed)}
    return render(request, "events/desk/find.html", context)


def _typed(request: HttpRequest) -> str:
    return " ".join(request.GET.get("q", "").split())[:LONGEST_SEARCH]


def _trouble_page(request: HttpRequest, access: EventAccess, refusal: str = "") -> HttpResponse:
    typed = _typed(request)
    now, later = trouble_of(desk_of(access.event), typed)
    context = {
        "access": access,
        "here": "trouble",
        "typed": typed,
        "now": now,
        "later": later,
        "form_token": new_form_token(access.event.version),
        "refusal": refusal,
    }
    status = UNPROCESSABLE if refusal else 200
    return render(request, "events/desk/trouble.html", context, status=status)
