"""The desk: what is missing now, and the one thing that comes next."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.common.envelope import new_envelope
from tournaments.events.access import EventVisit, event_director
from tournaments.events.desk.forms import StartClockForm
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.desk.queries.missing import missing
from tournaments.events.desk.queries.missing_lines import Line
from tournaments.events.desk.queries.steps import Way, next_step
from tournaments.events.freshness import follows_all
from tournaments.events.night.queries import rolling_step
from tournaments.models import Round

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
