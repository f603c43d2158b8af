"""What a phone takes along of a table for when there is no network, and what it brings back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from config.formats.dates import dated
from kit.offer import offered
from sheets.coming import ComingHand, ImpossibleHand
from sheets.declared import Declared, declared
from sheets.names import short_names
from sheets.sheet import SheetLine
from sheets.words import signed, spoken
from tournaments.common.actions import CONFLICT
from tournaments.models import HandVersion, TableLink
from tournaments.tables.access import TableAccess, table_link
from tournaments.tables.forms import read_brought
from tournaments.tables.queries import TableSheet, known_as, table_state
from tournaments.tables.services.bringing_in import (
    CHANGED,
    ENDED,
    OLDER,
    Arrival,
    Brought,
    Unreadable,
    WaitingHand,
    bring_in,
    look_at,
)
from tournaments.tables.services.hands import MoreThanDue, SubmissionReused
from tournaments.tables.views.hands import at_event, more_than_due

LOCKED = 423
"""The status where hands stay on the phone, however often they are sent."""

WATCHING = "watching"
STATUS = {"": 200, CHANGED: CONFLICT, OLDER: CONFLICT, ENDED: LOCKED, WATCHING: LOCKED}
COMPACT = {"ensure_ascii": False, "separators": (",", ":")}


def answer(values: dict[str, Any], status: int = 200) -> JsonResponse:
    """Plain values for the phone's script."""
    return JsonResponse(values, status=status, json_dumps_params=COMPACT)


@table_link
@require_safe
def state(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """The table as plain values, and with which token hands are brought in."""
    rights = TableLink.WRITE if access.can_write else TableLink.WATCH
    kit = offered(settings.SHEEPFOLD_KIT)
    sheet = access.sheet()
    place = at_event.ask(access, sheet)
    values = table_state(sheet, rights) | {
        "corrections": place.corrections if place is not None else "",
        "games_due": place.games_due if place is not None else None,
        "language": get_language(),
        "kit": kit.hash if kit is not None else None,
        "csrf": get_token(request),
    }
    return answer(values)


@table_link
@require_POST
def bring_in_hands(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Take the hands that waited on a phone, or say why they have to wait there."""
    hands, seen_version = read_brought(request.body)
    if access.can_write:
        brought = bring_in(
            table=access.table, hands=hands, seen_version=seen_version, by=access.actor
        )
        stopped = brought.stopped
    else:
        brought = look_at(table=access.table, hands=hands)
        stopped = WATCHING if brought.left else ""
    sheet = brought.sheet
    values: dict[str, Any] = {
        "table": known_as(access.table),
        "version": brought.version,
        "why": stopped,
        "results": [_result(sheet, each) for each in brought.arrivals],
    }
    if brought.waiting:
        values["panel"] = panel(request, access, brought, stopped)
    if stopped in (CHANGED, OLDER):
        values["changes"] = [_change(sheet, each) for each in brought.changes]
        values["same"] = [[number, hand.seq] for number, hand in brought.same]
    return answer(values, STATUS[stopped])


def _result(sheet: TableSheet, arrival: Arrival) -> dict[str, Any]:
    """What became of a hand; `number` is the key of its line, `place` what people call it."""
    return {
        "submission": str(arrival.hand.submission),
        "seq": arrival.hand.seq,
        "status": arrival.status,
        "number": arrival.number,
        "place": arrival.place,
        "points": list(arrival.points),
        "moved": moved_words(sheet, arrival),
        "problem": refused_words(sheet, arrival),
    }


def _change(sheet: TableSheet, version: HandVersion) -> dict[str, Any]:
    line = sheet.line(version.hand.number)
    return {
        "number": version.hand.number,
        "place": line.place if line is not None and line.is_counted else None,
        "version": version.number,
        "record": version.record,
        "is_withdrawn": version.is_withdrawn,
    }


def moved_words(sheet: TableSheet, arrival: Arrival) -> str:
    """Whose points are not those that the phone had shown; empty where all are."""
    shown = arrival.hand.shown
    if not shown or len(shown) != len(arrival.points):
        return ""
    moved = [
        (short, now, then or 0)
        for (_name, short), now, then in zip(sheet.heads, arrival.points, shown, strict=True)
        if now != (then or 0)
    ]
    if not moved:
        return ""
    words = _("Hand %(number)s now gives %(points)s (the phone had said %(shown)s).")
    return words % {
        "number": arrival.place,
        "points": ", ".join(f"{short} {signed(now)}" for short, now, _then in moved),
        "shown": ", ".join(signed(then) for _short, _now, then in moved),
    }


def refused_words(sheet: TableSheet, arrival: Arrival) -> str:
    """Why a hand was refused; empty where it was not."""
    problem = arrival.problem
    if problem is None:
        return ""
    if isinstance(problem, ImpossibleHand):
        return spoken(problem.problem.text, sheet.sides)
    if isinstance(problem, MoreThanDue):
        return more_than_due(problem.due)
    if isinstance(problem, Unreadable):
        return " ".join(problem.texts)
    if isinstance(problem, SubmissionReused) and problem.stored is not None:
        return _("It is on the sheet already, and says something else there.")
    return _("This form has been used at another table.")


# What somebody has to decide is shown on the page of the table, in its words.


class Mine(NamedTuple):
    """A hand that is still on the phone: what was said of it, and when."""

    seq: int
    declared: list[Declared]
    entered_at: str


class Theirs(NamedTuple):
    """A line that others have written or changed."""

    version: HandVersion
    line: SheetLine | None
    declared: list[Declared]


class Row(NamedTuple):
    """What stands side by side, where there is anything; `is_same`: both look like one hand."""

    theirs: Theirs | None
    mine: Mine | None
    is_same: bool = False


def panel(request: HttpRequest, access: TableAccess, brought: Brought, stopped: str) -> str:
    """What is to be decided, and how; static/js/offline.js does what its buttons say."""
    sheet, table = brought.sheet, brought.sheet.reading.table
    mine = [_mine(brought, hand) for hand in brought.waiting]
    context: dict[str, Any] = {"access": access, "kind": stopped, "mine": mine}
    refused = brought.refused
    if stopped == ENDED:
        place = access.event_table
        context["kind"] = stopped if place is None else "closed"
        context["is_round"] = place is not None and place.round.closed_at is not None
        context["time"] = _clock(table.ended_at)
    elif stopped == CHANGED:
        same = [hand.seq for _number, hand in brought.same]
        context["rows"] = list(_rows(brought, mine))
        context["same"] = " ".join(map(str, same))
        context["is_all_same"] = len(same) == len(mine)
    elif refused is not None:
        is_over = isinstance(refused.problem, MoreThanDue)
        context["kind"] = "all_played" if is_over else "refused"
        context["problem"] = refused_words(sheet, refused)
        context["place"] = refused.place
        if isinstance(refused.problem, SubmissionReused) and refused.problem.stored is not None:
            context["there"] = access.address("hand", refused.number)
    return render_to_string("tables/brought.html", context, request)


def _rows(brought: Brought, mine: Sequence[Mine]) -> Iterator[Row]:
    """Both lists side by side: what looks alike in one line, the others between as they come."""
    latest = {version.hand.number: version for version in brought.changes}
    theirs = [_theirs(brought.sheet, version) for version in latest.values()]
    waiting = {hand.seq: hand for hand in mine}
    alike = {number: hand.seq for number, hand in brought.same}
    upper: list[Theirs] = []
    lower = list(waiting)
    for line in theirs:
        seq = alike.get(line.version.hand.number)
        if seq is None:
            upper.append(line)
            continue
        until = lower.index(seq)
        yield from _apart(upper, [waiting[each] for each in lower[:until]])
        yield Row(line, waiting[seq], is_same=True)
        upper, lower = [], lower[until + 1 :]
    yield from _apart(upper, [waiting[each] for each in lower])


def _apart(theirs: Sequence[Theirs], mine: Sequence[Mine]) -> Iterator[Row]:
    return (Row(*pair) for pair in zip_longest(theirs, mine))


def _theirs(sheet: TableSheet, version: HandVersion) -> Theirs:
    number = version.hand.number
    said = _said(sheet, version.record, sheet.due_at(number))
    return Theirs(version, sheet.line(number), said)


def _said(sheet: TableSheet, record: Mapping[str, Any], due: ComingHand) -> list[Declared]:
    """What a record says, in words for a narrow column."""
    return declared(sheet.ruleset, record, short_names(sheet.names), due.circle, due.dealer)


def _mine(brought: Brought, hand: WaitingHand) -> Mine:
    sheet = brought.sheet
    dealer = sheet.coming.dealer if hand.dealer is None else hand.dealer
    try:
        said = _said(sheet, brought.told[hand.seq], replace(sheet.coming, dealer=dealer))
    except (LookupError, TypeError, ValueError):  # no engine has looked at it yet
        said = []
    entered = None if hand.age is None else timezone.now() - timedelta(seconds=hand.age)
    return Mine(hand.seq, said, _clock(entered))


def _clock(at: datetime | None) -> str:
    """The time, with its day where that is not today."""
    if at is None:
        return ""
    is_today = timezone.localdate(at) == timezone.localdate()
    return dated(at, "time" if is_today else "short day, time")
