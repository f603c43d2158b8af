"""When something goes wrong: every mishap with its way out, those that can be mended now first."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_POST, require_safe

from tournaments.common.alike import found_by
from tournaments.common.deeds import DeedReused, Refused
from tournaments.common.envelope import Envelope, new_envelope, read_envelope, read_place
from tournaments.common.reasons import typed_reason
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.desk import services
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.desk.queries.trouble import (
    Cure,
    Mishap,
    groups,
    here_first,
    mishaps,
    stage_of,
)
from tournaments.events.results.services import totals
from tournaments.events.results.views.tables import MOVED, desk_table_page, place_of

LONGEST_SEARCH = 84
MOST_SIDES = 12


class Led(NamedTuple):
    """A way out with its address; a form where it is a deed."""

    label: str
    address: str
    envelope: Envelope | None


class Shown(NamedTuple):
    """A mishap with the addresses of its ways out."""

    mishap: Mishap
    ways: list[Led]
    each: list[Led]


@event_director
@require_safe
def trouble(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The mishaps, all or those that a search finds."""
    return _page(request, visit)


@event_director
@require_POST
def all_absent(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Mark everybody as not come who registered and is not here."""
    submission = read_envelope(request.POST).submission
    try:
        services.all_absent(event=visit.event, by=visit.by, submission=submission)
    except Refused as refused:
        return _page(request, visit, refused.sentence)
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


def _page(request: HttpRequest, visit: EventVisit, refusal: str = "") -> HttpResponse:
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
    ways = [led for cure in mishap.cures if (led := _led(visit, cure))]
    each = [led for cure in mishap.each if (led := _led(visit, cure))]
    return Shown(mishap, ways, each)


def _led(visit: EventVisit, cure: Cure) -> Led | None:
    about = visit.event.club_id if cure.of_club else visit.event.pk
    try:
        address = reverse(cure.page, args=[about, *cure.args])
    except NoReverseMatch:
        return None
    envelope = new_envelope(visit.event.version) if cure.is_deed else None
    return Led(cure.label, address + cure.query, envelope)
