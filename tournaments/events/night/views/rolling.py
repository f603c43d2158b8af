"""Tables that open one by one: who waits, who sits where, and the taps of the director."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring import find_ruleset
from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.numbers import PLACE, read_key
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.freshness import LivePage, follows_all
from tournaments.events.night.forms import AgainForm, OpenForm
from tournaments.events.night.queries import Board, board_of, free_numbers, plays_on
from tournaments.events.night.services import rolling as services
from tournaments.events.results.queries.sheets import is_open_ended
from tournaments.models import Entry
from tournaments.settings.games import sizes_of

PACE = 2  # seconds


@event_director
@require_safe
def rolling(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Who waits and who sits where; where whole rounds are drawn, on to these."""
    if not visit.settings.rolling:
        return redirect(visit.address("rounds"))
    return _page(request, visit)


@event_director
@require_POST
def open_rolling(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Open a table for those who are ticked."""
    live = _live(visit)
    board = board_of(visit.event)
    form = OpenForm(board.queue.waiting, request.POST)
    submission = read_envelope(request.POST).submission
    if form.is_valid() or services.find_deed(submission) is not None:
        try:
            services.open_for(
                event=visit.event,
                numbers=form.cleaned_data.get("who", []),
                table=form.cleaned_data.get("table") or 0,
                by=visit.by,
                submission=submission,
            )
        except Refused as refused:
            form.refuse(refused.sentence, refused.field)
        else:
            return redirect(visit.address("rolling"))
    return _page(request, visit, board, live, form=form)


@event_director
@require_POST
def close_rolling(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Close every table that lacks nothing, or the one of a round."""
    submission = read_envelope(request.POST).submission
    only = read_key(request.POST.get("round"), PLACE)
    try:
        closed = services.close_complete(
            event=visit.event,
            only=only,
            by=visit.by,
            submission=submission,
        )
    except Refused as refused:
        return _page(request, visit, problems=[("", "", refused.sentence)])
    if not closed and not services.was_closed(visit.event, submission):
        return _page(request, visit, problems=[("", "", _("No table lacks nothing now."))])
    return redirect(visit.address("rolling"))


@event_director
@require_POST
def start_again(request: HttpRequest, visit: EventVisit, entry_id: int) -> HttpResponse:
    """Enter somebody once more, who waits at once."""
    entry = get_object_or_404(Entry, pk=entry_id, event=visit.event)
    form = AgainForm(request.POST)
    form.is_valid()
    submission = read_envelope(request.POST).submission
    try:
        services.start_again(
            entry=entry, is_paid=form.cleaned_data["is_paid"], by=visit.by, submission=submission
        )
    except Refused as refused:
        return _page(request, visit, problems=[("", "", refused.sentence)])
    return redirect(visit.address("rolling"))


def _live(visit: EventVisit) -> LivePage:
    return follows_all(visit, visit.address("rolling"), seconds=PACE)


def _page(
    request: HttpRequest,
    visit: EventVisit,
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
        "lines": [(each, new_envelope(version)) for each in board.queue.finished],
        "tables": [(row, row in board.complete, new_envelope(version)) for row in board.tables],
        "envelope": new_envelope(version),
        "people_move": is_open_ended(visit.event),
        "close_envelope": new_envelope(version),
    }
    status = UNPROCESSABLE if problems else 200
    return render(request, "events/rolling.html", context, status=status)
