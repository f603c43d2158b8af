"""What everybody sees of an event: the standing, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.actions import (
    UNPROCESSABLE,
    ActionForm,
    Attempt,
    new_form_token,
    read_form_token,
)
from tournaments.common.listing import csv_answer
from tournaments.common.requests import PLACE, read_key
from tournaments.events.access import EventAccess, event_director, public_event
from tournaments.events.actions import public_series
from tournaments.events.desk.queries.concerns import key_of, left_before_lock
from tournaments.events.draw.queries.rounds import entered, seats_of
from tournaments.events.freshness import answer_if_new
from tournaments.events.night.queries import public_queue, queue_of
from tournaments.events.rulings.forms import TieForm, WithdrawForm, place_name
from tournaments.events.standings import services
from tournaments.events.standings.forms import ReopenForm
from tournaments.events.standings.queries.entry_page import (
    entry_by_number,
    entry_day,
    news_of,
    own_state,
    own_table,
)
from tournaments.events.standings.queries.final import (
    Tie,
    TiesPage,
    final_page,
    ties_for_prizes,
    ties_page,
)
from tournaments.events.standings.queries.screens import (
    CLOCK,
    MODES,
    ROWS,
    SEATS,
    STANDINGS,
    TABLES,
    screen_page,
)
from tournaments.events.standings.queries.snapshots import (
    Snapshot,
    event_rounds,
    public_snapshot,
    state_of,
)
from tournaments.events.standings.queries.standing_page import (
    StandingAsked,
    StandingPage,
    cross_table,
    has_cross_table,
    standing_listing,
    standing_page,
)
from tournaments.events.standings.queries.standings import (
    PERSONS,
    TEAMS,
    PersonRow,
    persons_of,
    standing_of,
)
from tournaments.models import Event, TieDecision
from tournaments.people.queries import InTheBook, named_otherwise, of_entries

# The event on a projector: it turns its pages by itself, and without a script by links.

FEWEST_ROWS, MOST_ROWS = 6, 20
SHORTEST, USUAL, LONGEST = 3, 10, 120  # seconds a page

KEPT = ("mode", "view", "rows", "every")
LABELS = {
    "": gettext_lazy("What is due"),
    STANDINGS: gettext_lazy("Standings"),
    SEATS: gettext_lazy("Seats"),
    TABLES: gettext_lazy("Tables"),
    CLOCK: gettext_lazy("Clock"),
    TEAMS: gettext_lazy("Teams"),
    PERSONS: gettext_lazy("Persons"),
}


class Mode(NamedTuple):
    """Something the screen can show, with its address and its key."""

    name: str
    label: str
    key: str
    address: str


@public_event
@require_safe
def event_screen(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """A page for the wall; what is hidden from the public is hidden here from directors too."""
    rounds = event_rounds(visit.event)

    def draw() -> HttpResponse:
        snapshot = public_snapshot(visit.event, rounds)
        asked = request.GET.get("mode", "")
        news = news_of(snapshot)
        page = screen_page(
            snapshot,
            mode=asked if asked in MODES else "",
            number=_number(request.GET, "page", 1, 1, 9999),
            rows=_number(request.GET, "rows", ROWS, FEWEST_ROWS, MOST_ROWS),
            only_closed=request.GET.get("view") == "closed",
            announced=news.announcements,
        )
        context = {
            "visit": visit,
            "snapshot": snapshot,
            "news": news,
            "here": "event",
            "page": page,
            "asked": asked,
            "every": _number(request.GET, "every", USUAL, SHORTEST, LONGEST),
            "links": _links(request.GET),
            "again": request.get_full_path(),
            "modes": [
                Mode(name, str(label), str(key), _address(request.GET, mode=name))
                for key, (name, label) in enumerate(LABELS.items())
                if _has(snapshot, name)
            ],
        }
        return render(request, "events/standings/screen.html", context)

    return answer_if_new(request, visit, state_of(visit.event, rounds), draw)


def _has(snapshot: Snapshot, mode: str) -> bool:
    """Whether an event has what a mode shows."""
    settings = snapshot.settings
    return {TEAMS: bool(settings.team_size), PERSONS: bool(settings.persons)}.get(mode, True)


def _address(query: QueryDict, **changed: str) -> str:
    """The address of the same screen with something changed, left out where it is empty."""
    kept = {name: query[name] for name in KEPT if name in query} | changed
    return "?" + urlencode({name: text for name, text in kept.items() if text})


def _links(query: QueryDict) -> str:
    """With what the addresses of the pages begin."""
    address = _address(query)
    return address if address == "?" else address + "&"


def _number(query: QueryDict, name: str, usual: int, least: int, most: int) -> int:
    number = read_key(query.get(name), PLACE)
    return usual if number is None else min(max(number, least), most)


LONGEST_SEARCH = 84
CROSS = "cross"


@public_event
@require_safe
def event(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """The standing, with announcements and the clock."""
    rounds = event_rounds(visit.event)
    series = public_series.ask(visit.event)
    is_final = visit.event.state == Event.FINAL
    more = [series, named_otherwise(visit.event) if is_final else []]
    named = sha256(repr(more).encode()).hexdigest()[:12] if any(more) else ""

    def draw() -> HttpResponse:
        snapshot = public_snapshot(visit.event, rounds)
        view = _view(snapshot, request.GET)
        asked = replace(asked_of(request.GET), teams=view == TEAMS, cross=view == CROSS)
        page = standing_page(snapshot, asked, is_director=visit.is_director)
        persons = None
        if view == PERSONS and snapshot.settings.persons and not page.is_hidden:
            persons = persons_of(page.standing)
        context = {
            **common(visit, snapshot),
            "page": page,
            "persons": persons,
            "has_cross": has_cross_table(snapshot),
            "cross": cross_table(page) if view == CROSS and has_cross_table(snapshot) else None,
            "series": series,
            "books": _books(visit, page, persons or []) if is_final else {},
        }
        return render(request, "events/standings/event.html", context)

    return answer_if_new(request, visit, f"{state_of(visit.event, rounds)}{named}", draw)


def _view(snapshot: Snapshot, query: QueryDict) -> str:
    """Which ranking is asked for; without a word about it the one that the event is about."""
    if any(query.get(name) for name in ("view", "q", "group", "page")):
        return query.get("view", "")
    return standing_of(snapshot).main_view


def _books(
    visit: EventAccess, page: StandingPage, persons: Sequence[PersonRow]
) -> dict[int, list[InTheBook]]:
    """From a final standing into the record book; as long as cards are played names do not lead
    there."""
    numbers = [row.entry.number for row in page.rows] + [one.numbers[0] for one in persons]
    return of_entries(visit.event, numbers, is_director=visit.is_director)


@public_event
@require_safe
def event_csv(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """The standing for a spreadsheet; while it is hidden nothing but the head."""
    snapshot = public_snapshot(visit.event)
    asked = StandingAsked(only_closed=True)
    page = standing_page(snapshot, asked, is_director=visit.is_director, everything=True)
    return csv_answer(standing_listing(page), f"standing-{visit.event.pk}")


@public_event
@require_safe
def event_seats(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Who sits where in the round that is on or comes next."""
    rounds = event_rounds(visit.event)

    def draw() -> HttpResponse:
        snapshot = public_snapshot(visit.event, rounds)
        seats = seats_of(snapshot)
        words = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
        more = {
            "seats": seats,
            "words": words,
            "entered": entered(snapshot, words) if words and not seats else [],
            "found": seats.found(words) if seats and words else [],
            "queue": public_queue(snapshot) if visit.settings.rolling else None,
            "by_table": request.GET.get("by", "table" if visit.settings.rolling else "") == "table",
            "here": "event_seats",
        }
        return render(request, "events/standings/seats.html", {**common(visit, snapshot), **more})

    return answer_if_new(request, visit, visit.event.version, draw)


def common(visit: EventAccess, snapshot: Snapshot) -> dict[str, object]:
    """What the head of every page of an event is filled with."""
    return {"visit": visit, "snapshot": snapshot, "news": news_of(snapshot), "here": "event"}


def asked_of(query: QueryDict) -> StandingAsked:
    """Which part of the standing an address asks for; what makes no sense is left out."""
    number = read_key(query.get("page"), PLACE)
    return StandingAsked(
        number=1 if number is None else number,
        words=query.get("q", "").strip()[:LONGEST_SEARCH],
        group=query.get("group", ""),
        teams=query.get("view") == "teams",
        only_closed=query.get("view") == "closed",
    )


# A player's own page of an event: made for the phone, and worth a bookmark.


@public_event
@require_safe
def event_entry(request: HttpRequest, visit: EventAccess, number: int) -> HttpResponse:
    """My next table and seat, my results, my place, whom I met; by start number."""
    rounds = event_rounds(visit.event)
    own = own_table(visit.event, number)

    def draw() -> HttpResponse:
        snapshot = public_snapshot(visit.event, rounds)
        entry = entry_by_number(snapshot, number)
        if entry is None:
            raise Http404
        day = entry_day(snapshot, entry, shows_all=visit.is_director)
        turn = queue_of(visit.event).turn_of(number) if visit.settings.rolling else None
        more = {"day": day, "own": own, "turn": turn, "here": "event_entry"}
        context = {**common(visit, snapshot), **more}
        return render(request, "events/standings/event_entry.html", context)

    return answer_if_new(request, visit, own_state(visit.event, rounds, own), draw)


# The final list: looked at, locked, opened again.

Problems = list[tuple[str, str, str]]


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def lock_final(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """The list as it is or would be locked, with its revisions."""
    if request.method != "POST":
        return _final_page(request, visit, ReopenForm(), [])
    with Attempt() as attempt:
        services.lock_final(
            event=visit.event,
            by=visit.by,
            submission=read_form_token(request.POST).submission,
            seen=request.POST.get("seen", ""),
            knows=request.POST.get("knows", ""),
        )
        return redirect(visit.address("lock_final"))
    if isinstance(attempt.refused, services.LeftOver):
        return _final_page(request, visit, ReopenForm(), [], asks=True)
    return _final_page(request, visit, ReopenForm(), [("", "", attempt.sentence)])


@event_director
@require_POST
def reopen_final(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Open the final list again, with a reason."""
    form = ReopenForm(request.POST)
    if not form.is_valid():
        return _final_page(request, visit, form, form.all_problems())
    services.reopen_final(
        event=visit.event,
        reason=form.cleaned_data["reason"],
        by=visit.by,
        submission=read_form_token(request.POST).submission,
    )
    return redirect(visit.address("lock_final"))


def _final_page(
    request: HttpRequest,
    visit: EventAccess,
    form: ReopenForm,
    problems: Problems,
    *,
    asks: bool = False,
) -> HttpResponse:
    """`asks`: whether the list shall be locked over what is left to be done."""
    final = final_page(visit.event)
    left = left_before_lock(visit.event)
    numbers = [row.number for row, _name in final.lines]
    context = {
        "visit": visit,
        "here": "event",
        "is_final": visit.event.state == Event.FINAL,
        "final": final,
        "books": of_entries(visit.event, numbers, is_director=True),
        "left": left,
        "knows": key_of(left) if asks else "",
        "asks": asks,
        "prize_ties": ties_for_prizes(visit.event),
        "form": form,
        "problems": problems,
        "form_token": new_form_token(visit.event.version),
    }
    status = UNPROCESSABLE if problems or asks else 200
    return render(request, "events/standings/final.html", context, status=status)


# Ties: who is level, and what was decided outside the sheets.

MOST_NUMBERS = 1000


@event_director
@require_safe
def ties(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Every place that is shared, or was parted by the lot alone."""
    return _ties_page(request, visit)


@event_director
@require_POST
def decide_tie(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Write down how a tie was decided."""
    form_token = read_form_token(request.POST)
    numbers = _numbers(request.POST.get("among", ""))
    form = TieForm(numbers, request.POST.dict())
    if form.is_valid():
        with Attempt(form):
            services.decide_tie(
                event=visit.event,
                kind=form.cleaned_data["kind"],
                order=form.order,
                decided_by=form.cleaned_data["decided_by"],
                by=visit.by,
                submission=form_token.submission,
            )
            return redirect(visit.address("ties"))
    return _ties_page(request, visit, form=form)


@event_director
@require_POST
def withdraw_tie(request: HttpRequest, visit: EventAccess, decision: int) -> HttpResponse:
    """Withdraw what was decided about a tie."""
    found = get_object_or_404(TieDecision, pk=decision, event=visit.event)
    submission = read_form_token(request.POST).submission
    form = WithdrawForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            services.withdraw_tie(
                event=visit.event,
                decision=found,
                reason=form.cleaned_data["reason"],
                by=visit.by,
                submission=submission,
            )
            return redirect(visit.address("ties"))
    return _ties_page(request, visit, withdrawing=(found.pk, form))


def _numbers(text: str) -> list[int]:
    """The start numbers that a form is about; what makes no sense is nobody."""
    parts = text.split(",")[:MOST_NUMBERS]
    known = (read_key(part, PLACE) for part in parts)
    return sorted({number for number in known if number is not None})


def _ties_page(
    request: HttpRequest,
    visit: EventAccess,
    *,
    form: TieForm | None = None,
    withdrawing: tuple[int, WithdrawForm] | None = None,
) -> HttpResponse:
    found = ties_page(visit.event, everything="all" in request.GET)
    refused: ActionForm | None = form or (withdrawing[1] if withdrawing else None)
    context = {
        "visit": visit,
        "here": "event",
        "page": found,
        "is_final": visit.event.state == Event.FINAL,
        "shown": [
            (
                tie,
                _places(tie, form),
                form if form is not None and form.numbers == sorted(tie.numbers) else None,
                new_form_token(visit.event.version),
                withdrawing[1] if withdrawing and _is_of(tie, withdrawing[0]) else None,
            )
            for tie in found.ties
        ],
        "others": [(each, _names(each, found)) for each in found.others],
        "problems": refused.all_problems() if refused is not None else [],
    }
    status = UNPROCESSABLE if refused is not None else 200
    return render(request, "events/standings/ties.html", context, status=status)


def _is_of(tie: Tie, decision: int) -> bool:
    return tie.decision is not None and tie.decision.pk == decision


def _places(tie: Tie, form: TieForm | None) -> list[tuple[int, str, str]]:
    """Of each of the tied: start number, name, and what was typed for it."""
    typed = form.data if form is not None and form.numbers == sorted(tie.numbers) else {}
    return [
        (one.entry.number, one.entry.name, str(typed.get(place_name(one.entry.number), "")))
        for one in tie.level
    ]


def _names(decision: TieDecision, page: TiesPage) -> list[str]:
    return [f"{number} {page.names.get(number, '')}" for number in decision.order]
