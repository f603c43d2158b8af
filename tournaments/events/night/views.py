"""A free night: the page of its tables, and the page of who sits at one."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from formats.games import sizes_of
from scoring import find_ruleset
from tournaments.common.actions import (
    CONFLICT,
    UNPROCESSABLE,
    Attempt,
    new_form_token,
    read_form_token,
)
from tournaments.common.requests import PLACE, read_key
from tournaments.common.rights import Right
from tournaments.events.access import EventAccess, event_needs
from tournaments.events.freshness import LivePage, follows_all
from tournaments.events.night import services
from tournaments.events.night.forms import LEAVES, AgainForm, OpenForm, StayForm
from tournaments.events.night.queries import Board, board_of, free_numbers, plays_on, sitting_at
from tournaments.events.results.queries.sheets import is_open_ended
from tournaments.events.results.views.tables import place_of
from tournaments.models import Author, Entry, EventChange, EventTable, Round, called
from tournaments.tables.access import TableAccess, table_write

PACE = 2  # seconds


@event_needs(Right.RUN, seen_with=Right.LOOK)
@require_safe
def rolling(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Who waits and who sits where; where whole rounds are drawn, on to these."""
    if not access.settings.rolling:
        return redirect(access.address("rounds"))
    return _page(request, access)


@event_needs(Right.RUN)
@require_POST
def open_rolling(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Open a table for those who are ticked."""
    live = _live(access)
    board = board_of(access.event)
    form = OpenForm(board.queue.waiting, request.POST)
    sent = access.signed(request.POST)
    if form.is_valid() or EventChange.found(sent["submission"]) is not None:
        with Attempt(form):
            services.open_for(
                event=access.event,
                numbers=form.cleaned_data.get("who", []),
                table=form.cleaned_data.get("table") or 0,
                **sent,
            )
            return redirect(access.address("rolling"))
    return _page(request, access, board, live, form=form)


@event_needs(Right.RUN)
@require_POST
def close_rolling(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Close every table that lacks nothing, or the one of a round."""
    sent, only = access.signed(request.POST), read_key(request.POST.get("round"), PLACE)
    with Attempt() as attempt:
        closed = services.close_complete(event=access.event, only=only, **sent)
        if not closed and not services.was_closed(access.event, sent["submission"]):
            return _page(request, access, problems=[("", "", _("No table lacks nothing now."))])
        return redirect(access.address("rolling"))
    return _page(request, access, problems=[("", "", attempt.sentence)])


@event_needs(Right.RUN)
@require_POST
def start_again(request: HttpRequest, access: EventAccess, entry_id: int) -> HttpResponse:
    """Enter somebody once more, who waits at once."""
    entry = get_object_or_404(Entry, pk=entry_id, event=access.event)
    form = AgainForm(request.POST)
    form.is_valid()
    is_paid, sent = form.cleaned_data["is_paid"], access.signed(request.POST)
    with Attempt() as attempt:
        services.start_again(entry=entry, is_paid=is_paid, **sent)
        return redirect(access.address("rolling"))
    return _page(request, access, problems=[("", "", attempt.sentence)])


def _live(access: EventAccess) -> LivePage:
    return follows_all(access, access.address("rolling"), seconds=PACE)


def _page(
    request: HttpRequest,
    access: EventAccess,
    board: Board | None = None,
    live: LivePage | None = None,
    *,
    form: OpenForm | None = None,
    problems: list[tuple[str, str, str]] | None = None,
) -> HttpResponse:
    live = live or _live(access)
    board = board or board_of(access.event)
    next_table = free_numbers(board.queue.taken, 1)[0]
    unbound = OpenForm(
        board.queue.waiting, initial={"who": list(board.proposed), "table": next_table}
    )
    problems = form.all_problems() if form else problems or []
    version = access.event.version
    context = {
        "access": access,
        "here": "rolling",
        "live": live,
        "board": board,
        "form": form or unbound,
        "problems": problems,
        "sizes": sizes_of(find_ruleset(access.event.ruleset)),
        "over": [row for row in board.complete if not plays_on(access.event, row)],
        "lines": [(each, new_form_token(version)) for each in board.queue.finished],
        "tables": [(row, row in board.complete, new_form_token(version)) for row in board.tables],
        "form_token": new_form_token(version),
        "people_move": is_open_ended(access.event),
        "close_form_token": new_form_token(version),
    }
    status = UNPROCESSABLE if problems else 200
    return render(request, "events/night/rolling.html", context, status=status)


OK = 200


@table_write
@require_http_methods(["GET", "HEAD", "POST"])
def table_sitting(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """From the scorer's phone; the sheet has a line of it, and the event's history.

    At a club's own table, on to its people; where nobody joins or leaves, back to the sheet.
    """
    place = access.event_table
    if place is None:
        return redirect(access.address("people"))
    if not _may_move(place):
        return redirect(access.url)
    actor = access.actor
    by = Author(actor.user, called(actor.user) if actor.user else actor.who, access.device)
    form, status = _done(request, place, by, actor)
    if status == OK and request.method == "POST":
        return redirect(access.url)
    context = {"access": access, "table": access.table, **_context(place, form)}
    return render(request, "events/night/sitting_at_table.html", context, status=status)


@event_needs(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def desk_sitting(request: HttpRequest, access: EventAccess, place: int) -> HttpResponse:
    """From the desk; where hands are due, on to the page of those who leave."""
    found = place_of(access, place)
    if not _may_move(found):
        return redirect(access.address("desk_table", found.pk))
    form, status = _done(request, found, access.by, None)
    if status == OK and request.method == "POST":
        return redirect(access.address("desk_sitting", found.pk))
    context = {"access": access, "here": "rolling", "at_desk": True, **_context(found, form)}
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
    asked: services.Stays = {
        "event": event,
        "place": place,
        "entry": get_object_or_404(Entry, event=event, pk=answers["entry"]),
        "seen_version": form_token.seen_version,
        "by": by,
        "submission": form_token.submission,
        "actor": actor,
    }
    with Attempt() as attempt:
        if answers["deed"] == LEAVES:
            services.get_up(**asked)
        else:
            after = answers["after"]
            services.sit_down(after=-1 if after is None else after, **asked)
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
