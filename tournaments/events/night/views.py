"""A free night: the page of its tables, and the page of who sits at one."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import find_ruleset
from tournaments.common.actions import (
    CONFLICT,
    UNPROCESSABLE,
    Attempt,
    new_form_token,
    read_form_token,
)
from tournaments.common.requests import PLACE, read_key
from tournaments.events.access import EventAccess, event_director
from tournaments.events.actions import find_deed
from tournaments.events.freshness import LivePage, follows_all
from tournaments.events.night import services
from tournaments.events.night.forms import LEAVES, AgainForm, OpenForm, StayForm
from tournaments.events.night.queries import Board, board_of, free_numbers, plays_on, sitting_at
from tournaments.events.results.queries.sheets import is_open_ended
from tournaments.events.results.views.tables import place_of
from tournaments.models import Author, Entry, EventTable, Round, called
from tournaments.settings.games import sizes_of
from tournaments.tables.access import TableAccess, table_write

# Tables that open one by one: who waits, who sits where, and the taps of the director.

PACE = 2  # seconds


@event_director
@require_safe
def rolling(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Who waits and who sits where; where whole rounds are drawn, on to these."""
    if not visit.settings.rolling:
        return redirect(visit.address("rounds"))
    return _page(request, visit)


@event_director
@require_POST
def open_rolling(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Open a table for those who are ticked."""
    live = _live(visit)
    board = board_of(visit.event)
    form = OpenForm(board.queue.waiting, request.POST)
    submission = read_form_token(request.POST).submission
    if form.is_valid() or find_deed(submission) is not None:
        with Attempt(form):
            services.open_for(
                event=visit.event,
                numbers=form.cleaned_data.get("who", []),
                table=form.cleaned_data.get("table") or 0,
                by=visit.by,
                submission=submission,
            )
            return redirect(visit.address("rolling"))
    return _page(request, visit, board, live, form=form)


@event_director
@require_POST
def close_rolling(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Close every table that lacks nothing, or the one of a round."""
    submission = read_form_token(request.POST).submission
    only = read_key(request.POST.get("round"), PLACE)
    with Attempt() as attempt:
        closed = services.close_complete(
            event=visit.event,
            only=only,
            by=visit.by,
            submission=submission,
        )
        if not closed and not services.was_closed(visit.event, submission):
            return _page(request, visit, problems=[("", "", _("No table lacks nothing now."))])
        return redirect(visit.address("rolling"))
    return _page(request, visit, problems=[("", "", attempt.sentence)])


@event_director
@require_POST
def start_again(request: HttpRequest, visit: EventAccess, entry_id: int) -> HttpResponse:
    """Enter somebody once more, who waits at once."""
    entry = get_object_or_404(Entry, pk=entry_id, event=visit.event)
    form = AgainForm(request.POST)
    form.is_valid()
    submission = read_form_token(request.POST).submission
    with Attempt() as attempt:
        services.start_again(
            entry=entry, is_paid=form.cleaned_data["is_paid"], by=visit.by, submission=submission
        )
        return redirect(visit.address("rolling"))
    return _page(request, visit, problems=[("", "", attempt.sentence)])


def _live(visit: EventAccess) -> LivePage:
    return follows_all(visit, visit.address("rolling"), seconds=PACE)


def _page(
    request: HttpRequest,
    visit: EventAccess,
    board: Board | None = None,
    live: LivePage | None = None,
    *,
    form: OpenForm | None = None,
    problems: list[tuple[str, str, str]] | None = None,
) -> HttpResponse:
    live = live or _live(visit)
    board = board or board_of(visit.event)
    next_table = free_numbers(board.queue.taken, 1)[0]
    unbound = OpenForm(
        board.queue.waiting, initial={"who": list(board.proposed), "table": next_table}
    )
    problems = form.all_problems() if form else problems or []
    version = visit.event.version
    context = {
        "visit": visit,
        "here": "rolling",
        "live": live,
        "board": board,
        "form": form or unbound,
        "problems": problems,
        "sizes": sizes_of(find_ruleset(visit.event.ruleset)),
        "over": [row for row in board.complete if not plays_on(visit.event, row)],
        "lines": [(each, new_form_token(version)) for each in board.queue.finished],
        "tables": [(row, row in board.complete, new_form_token(version)) for row in board.tables],
        "form_token": new_form_token(version),
        "people_move": is_open_ended(visit.event),
        "close_form_token": new_form_token(version),
    }
    status = UNPROCESSABLE if problems else 200
    return render(request, "events/night/rolling.html", context, status=status)


# Joining a table, leaving it and coming back: at the table and from the desk.

OK = 200


@table_write
@require_http_methods(["GET", "HEAD", "POST"])
def table_sitting(request: HttpRequest, visit: TableAccess) -> HttpResponse:
    """From the scorer's phone; the sheet has a line of it, and the event's history.

    At a club's own table, on to its people; where nobody joins or leaves, back to the sheet.
    """
    place = visit.event_table
    if place is None:
        return redirect(visit.address("people"))
    if not _may_move(place):
        return redirect(visit.url)
    actor = visit.actor
    by = Author(actor.user, called(actor.user) if actor.user else actor.who, visit.device)
    form, status = _done(request, place, by, actor)
    if status == OK and request.method == "POST":
        return redirect(visit.url)
    context = {"visit": visit, "table": visit.table, **_context(place, form)}
    return render(request, "events/night/sitting_at_table.html", context, status=status)


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def desk_sitting(request: HttpRequest, visit: EventAccess, place: int) -> HttpResponse:
    """From the desk; where hands are due, on to the page of those who leave."""
    found = place_of(visit, place)
    if not _may_move(found):
        return redirect(visit.address("desk_table", found.pk))
    form, status = _done(request, found, visit.by, None)
    if status == OK and request.method == "POST":
        return redirect(visit.address("desk_sitting", found.pk))
    context = {"visit": visit, "here": "rolling", "at_desk": True, **_context(found, form)}
    return render(request, "events/night/sitting.html", context, status=status)


def _may_move(place: EventTable) -> bool:
    return is_open_ended(place.round.event) and place.round.state == Round.DRAWN


def _done(
    request: HttpRequest, place: EventTable, by: Author, actor: Author | None
) -> tuple[StayForm, int]:
    """Do what was asked, if anything was; the form with what was wrong, and the status for it."""
    if request.method != "POST":
        return StayForm(), OK
    form = StayForm(request.POST)
    form_token = read_form_token(request.POST)
    if not form.is_valid():
        return form, UNPROCESSABLE
    event, answers = place.round.event, form.cleaned_data
    entry = Entry.objects.filter(event=event, pk=answers["entry"]).first()
    known: dict[str, Any] = {
        "event": event,
        "place": place,
        "entry": entry,
        "seen_version": form_token.seen_version,
        "by": by,
        "submission": form_token.submission,
        "actor": actor,
    }
    with Attempt() as attempt:
        if entry is None:
            raise Http404
        if answers["deed"] == LEAVES:
            services.get_up(**known)
        else:
            after = answers["after"]
            services.sit_down(after=-1 if after is None else after, **known)
        return form, OK
    form.refuse(attempt.sentence)
    place.table.refresh_from_db()
    is_moved = attempt.refused is not None and attempt.refused.field == services.PRESS_AGAIN
    return form, CONFLICT if is_moved else UNPROCESSABLE


def _context(place: EventTable, form: StayForm) -> dict[str, Any]:
    return {
        "place": place,
        "sitting": sitting_at(place),
        "form": form,
        "form_token": new_form_token(place.table.version),
    }
