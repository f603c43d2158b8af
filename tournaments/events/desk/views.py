"""The desk of an event: what comes next and is missing, clock, history, checklist, trouble."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.alike import found_by
from tournaments.common.deeds import DeedReused, Refused
from tournaments.common.envelope import Envelope, new_envelope, read_envelope, read_place
from tournaments.common.reasons import typed_reason
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.deeds import Done
from tournaments.events.desk import services
from tournaments.events.desk.forms import AnnouncementForm, HistoryForm, StartClockForm
from tournaments.events.desk.queries.checklist import Item, Phase, checklist_of
from tournaments.events.desk.queries.clock import Clock, announcements_of, clock_of
from tournaments.events.desk.queries.concerns import Line, Way, missing, next_step
from tournaments.events.desk.queries.desk import current_round, desk_of
from tournaments.events.desk.queries.history import history as history_of
from tournaments.events.desk.queries.history import people_of
from tournaments.events.desk.queries.trouble import (
    Cure,
    Mishap,
    groups,
    here_first,
    mishaps,
    stage_of,
)
from tournaments.events.freshness import follows_all
from tournaments.events.night.queries import rolling_step
from tournaments.events.results.services import totals
from tournaments.events.results.views.tables import MOVED, desk_table_page, place_of
from tournaments.models import Round

# The one screen: what is missing now, and the one thing that comes next.

PACE = 2  # seconds: with many tables the desk is not cheap


class Led(NamedTuple):
    """A way with its address."""

    label: str
    address: str


class LedLine(NamedTuple):
    """A line of what is missing, with the addresses where it is mended."""

    line: Line
    way: Led
    each: list[Led]


@event_director
@require_safe
def desk(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """A director's one screen."""
    live = follows_all(visit, visit.address("desk"), seconds=PACE)
    found = desk_of(visit.event)
    step = rolling_step(found) if visit.settings.rolling else next_step(found)
    context = {
        "visit": visit,
        "here": "desk",
        "live": live,
        "desk": found,
        "has_clock": found.round is not None and found.round.state == Round.DRAWN,
        "step": step,
        "step_way": _led(visit, step.way),
        "instead": [_led(visit, way) for way in step.instead],
        "lines": [led_line(visit, line) for line in missing(found)],
        "clock_form": StartClockForm(initial={"minutes": visit.settings.minutes or None}),
        "step_envelope": new_envelope(visit.event.version),
        "clock_envelope": new_envelope(visit.event.version),
        "envelope": new_envelope(visit.event.version),
    }
    return render(request, "events/desk.html", context)


def led_line(visit: EventVisit, line: Line) -> LedLine:
    """A line with its addresses at this event."""
    return LedLine(line, _led(visit, line.way), [_led(visit, way) for way in line.each])


def _led(visit: EventVisit, way: Way) -> Led:
    return Led(way.label, visit.address(way.page, *way.args))


# The clock of a round: its page, and one address for each thing a director does to it.

OK = 200
A_FEW = (-5, 5)


@event_director
@require_safe
def clock(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The clock of the round that is on, and its buttons."""
    return _clock_page(request, visit, _fresh(visit))


@event_director
@require_POST
def clock_start(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Let the clock run from now on."""
    form = StartClockForm(request.POST)
    if not form.is_valid():
        return _clock_page(request, visit, form)
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
        return _clock_page(request, visit, form or _fresh(visit), refused.sentence)
    back = "desk" if request.POST.get("from") == "desk" else "clock"
    return redirect(visit.address(back))


def _fresh(visit: EventVisit) -> StartClockForm:
    return StartClockForm(initial={"minutes": visit.settings.minutes or None})


def _clock_page(
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


# Announcements: written, listed, taken down.


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """What is announced and what was, and the form for another."""
    if request.method != "POST":
        return _announcements_page(request, visit, AnnouncementForm())
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
    return _announcements_page(request, visit, form, status=UNPROCESSABLE)


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


def _announcements_page(
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


# The history: who did what, when and why.


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
        "people": people_of(visit.event),
        "history": history_of(visit.event, wanted),
        "narrowed": narrowed.urlencode(),
    }
    return render(request, "events/history.html", context)


# The checklist: computed where it can be, ticked by hand where not.

CHECKLIST_PACE = 3  # seconds: as other pages that look at every table


class ItemLine(NamedTuple):
    """An item with the address where it is done, and the form that ticks it."""

    item: Item
    address: str
    envelope: Envelope | None


@event_director
@require_safe
def checklist(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The list as it stands now."""
    return _checklist_page(request, visit)


@event_director
@require_POST
def tick(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Tick a line, or take the tick away."""
    submission, key = read_envelope(request.POST).submission, request.POST.get("item", "")[:40]
    try:
        services.tick_item(
            event=visit.event,
            key=key,
            is_done=request.POST.get("deed") == "done",
            by=visit.by,
            submission=submission,
        )
    except Refused as refused:
        return _checklist_page(request, visit, refused.sentence)
    return redirect(f"{visit.address('checklist')}#item-{key}")


def _checklist_page(request: HttpRequest, visit: EventVisit, refusal: str = "") -> HttpResponse:
    phases = checklist_of(desk_of(visit.event))
    context = {
        "visit": visit,
        "here": "desk",
        "live": follows_all(visit, visit.address("checklist"), seconds=CHECKLIST_PACE),
        "phases": [(phase, _lines(visit, phase)) for phase in phases],
        "current": next((phase for phase in phases if not phase.is_done), None),
        "refusal": refusal,
    }
    status = UNPROCESSABLE if refusal else 200
    return render(request, "events/checklist.html", context, status=status)


def _lines(visit: EventVisit, phase: Phase) -> list[ItemLine]:
    version = visit.event.version
    return [
        ItemLine(item, _address(visit, item), new_envelope(version) if item.is_by_hand else None)
        for item in phase.items
    ]


def _address(visit: EventVisit, item: Item) -> str:
    if not item.page:
        return ""
    try:
        return visit.address(item.page, *item.args)
    except NoReverseMatch:
        return ""


# When something goes wrong: every mishap with its way out, those that can be mended now first.

LONGEST_SEARCH = 84
MOST_SIDES = 12


class WayOut(NamedTuple):
    """A way out with its address; a form where it is a deed."""

    label: str
    address: str
    envelope: Envelope | None


class Shown(NamedTuple):
    """A mishap with the addresses of its ways out."""

    mishap: Mishap
    ways: list[WayOut]
    each: list[WayOut]


@event_director
@require_safe
def trouble(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The mishaps, all or those that a search finds."""
    return _trouble_page(request, visit)


@event_director
@require_POST
def all_absent(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Mark everybody as not come who registered and is not here."""
    submission = read_envelope(request.POST).submission
    try:
        services.all_absent(event=visit.event, by=visit.by, submission=submission)
    except Refused as refused:
        return _trouble_page(request, visit, refused.sentence)
    return redirect(visit.address("door"))


@event_director
@require_POST
def swap_rows(request: HttpRequest, visit: EventVisit, place: int) -> HttpResponse:
    """Let two rows of keyed totals change places."""
    found, envelope = place_of(visit, place), read_envelope(request.POST)
    sides = range(MOST_SIDES)
    one, other = (read_place(request.POST.get(name), sides) for name in ("one", "other"))
    try:
        services.swap_rows(
            event=visit.event,
            place=found,
            one=-1 if one is None else one,
            other=-1 if other is None else other,
            seen_number=envelope.seen_version,
            reason=typed_reason(request.POST),
            by=visit.by,
            submission=envelope.submission,
        )
    except Refused as refused:
        return desk_table_page(request, visit, found, refused)
    except (totals.TotalsMoved, DeedReused):
        return desk_table_page(request, visit, found, Refused(str(MOVED)))
    return redirect(visit.address("desk_table", found.pk))


def _trouble_page(request: HttpRequest, visit: EventVisit, refusal: str = "") -> HttpResponse:
    typed = " ".join(request.GET.get("q", "").split())[:LONGEST_SEARCH]
    desk = desk_of(visit.event)
    found = found_by(typed, mishaps(desk), said=lambda each: each.said)
    now, later = here_first(found, stage_of(desk))
    context = {
        "visit": visit,
        "here": "trouble",
        "typed": typed,
        "now": _grouped(visit, now),
        "later": later,
        "refusal": refusal,
    }
    status = UNPROCESSABLE if refusal else 200
    return render(request, "events/trouble.html", context, status=status)


def _grouped(visit: EventVisit, found: list[Mishap]) -> list[tuple[str, list[Shown]]]:
    """The mishaps by group, without ways to pages that are not there."""
    shown = [
        (name, [_shown(visit, each) for each in found if each.group == key])
        for key, name in groups()
    ]
    return [(name, those) for name, those in shown if those]


def _shown(visit: EventVisit, mishap: Mishap) -> Shown:
    ways = [led for cure in mishap.cures if (led := _way_out(visit, cure))]
    each = [led for cure in mishap.each if (led := _way_out(visit, cure))]
    return Shown(mishap, ways, each)


def _way_out(visit: EventVisit, cure: Cure) -> WayOut | None:
    about = visit.event.club_id if cure.of_club else visit.event.pk
    try:
        address = reverse(cure.page, args=[about, *cure.args])
    except NoReverseMatch:
        return None
    envelope = new_envelope(visit.event.version) if cure.is_deed else None
    return WayOut(cure.label, address + cure.query, envelope)
