"""What everybody sees of an event: the standing, and who sits where."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from urllib.parse import urlencode

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.actions import ActionForm, Attempt, new_form_token
from tournaments.common.asked_again import asked_again
from tournaments.common.listing import csv_answer
from tournaments.common.requests import PLACE, read_key, speak_for_all
from tournaments.common.rights import Right
from tournaments.events.access import EventAccess, event_needs, public_event
from tournaments.events.actions import public_series
from tournaments.events.desk.queries.concerns import key_of, left_before_lock
from tournaments.events.draw.queries.rounds import entered, seats_of
from tournaments.events.freshness import answer_if_new
from tournaments.events.night.queries import public_queue, queue_of
from tournaments.events.rulings.forms import TieForm, WithdrawForm, place_name
from tournaments.events.standings import services
from tournaments.events.standings.forms import ReopenForm
from tournaments.events.standings.queries.entry_page import entry_day, news_of, own_table
from tournaments.events.standings.queries.final import final_page, ties_for_prizes, ties_page
from tournaments.events.standings.queries.screens import (
    CLOCK,
    MODES,
    SEATS,
    STANDINGS,
    TABLES,
    screen_page,
)
from tournaments.events.standings.queries.snapshots import (
    Snapshot,
    event_rounds,
    public_snapshot,
    sheets_of,
    state_of,
)
from tournaments.events.standings.queries.standing_page import (
    StandingAsked,
    cross_row,
    has_cross_table,
    has_games,
    lines_alone,
    standing_listing,
    standing_page,
)
from tournaments.events.standings.queries.standings import PERSONS, TEAMS, persons_of, standing_of
from tournaments.models import Event, Round, TieDecision
from tournaments.people.queries import named_otherwise, of_entries

# The event on a projector: it turns its pages by itself, and without a script by links.

FEWEST_ROWS, MOST_ROWS = 6, 20
SHORTEST, USUAL, LONGEST = 3, 20, 120  # seconds a page

KEPT = ("mode", "view", "rows", "every", "lang")
LABELS = {
    "": gettext_lazy("What is due"),
    STANDINGS: gettext_lazy("Standings"),
    SEATS: gettext_lazy("Seats"),
    TABLES: gettext_lazy("Tables"),
    CLOCK: gettext_lazy("Clock"),
    TEAMS: gettext_lazy("Teams"),
    PERSONS: gettext_lazy("Persons"),
}


@public_event
@require_safe
def event_screen(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """A page for the wall; what is hidden from the public is hidden here from directors too."""
    speak_for_all(request, access.event)
    rounds = event_rounds(access.event)

    def draw() -> HttpResponse:
        snapshot = public_snapshot(access.event, rounds)
        asked = request.GET.get("mode", "")
        news = news_of(snapshot)
        page = screen_page(
            snapshot,
            mode=asked if asked in MODES else "",
            number=_number(request.GET, "page", 1, 1, 9999),
            rows=_number(request.GET, "rows", 0, FEWEST_ROWS, MOST_ROWS),
            only_closed=request.GET.get("view") == "closed",
            announced=news.announcements,
        )
        same = _address(request.GET)
        settings = snapshot.settings
        has = {TEAMS: bool(settings.team_size), PERSONS: bool(settings.persons)}
        context = {
            "access": access,
            "snapshot": snapshot,
            "news": news,
            "here": "event",
            "page": page,
            "asked": asked,
            "every": _number(request.GET, "every", USUAL, SHORTEST, LONGEST),
            "links": same if same == "?" else same + "&",
            "again": request.get_full_path(),
            "modes": [
                (name, label, key, _address(request.GET, mode=name))
                for key, (name, label) in enumerate(LABELS.items())
                if has.get(name, True)
            ],
        }
        return render(request, "events/standings/screen.html", context)

    return answer_if_new(request, access, state_of(access.event, rounds), draw)


def _address(query: QueryDict, **changed: str) -> str:
    """The address of the same screen with something changed, left out where it is empty."""
    kept = {name: query[name] for name in KEPT if name in query} | changed
    return "?" + urlencode({name: text for name, text in kept.items() if text})


def _number(query: QueryDict, name: str, usual: int, least: int, most: int) -> int:
    number = read_key(query.get(name), PLACE)
    return usual if number is None else min(max(number, least), most)


LONGEST_SEARCH = 84
CROSS = "cross"


@public_event
@require_safe
def event(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The standing, with announcements and the clock.

    As long as cards are played names do not lead into the record book.
    """
    rounds = event_rounds(access.event)
    series = public_series.ask(access.event)
    is_final = access.event.state == Event.FINAL
    more = [series, named_otherwise(access.event) if is_final else []]
    named = sha256(repr(more).encode()).hexdigest()[:12] if any(more) else ""

    def draw() -> HttpResponse:
        snapshot = public_snapshot(access.event, rounds)
        view = request.GET.get("view", "")
        if not any(request.GET.get(name) for name in ("view", "q", "group", "page")):
            view = standing_of(snapshot).main_view  # the one that the event is about
        asked = replace(asked_of(request.GET), teams=view == TEAMS, cross=view == CROSS)
        page = standing_page(snapshot, asked, is_director=access.is_director)
        persons = None
        if view == PERSONS and snapshot.settings.persons and not page.is_hidden:
            persons = persons_of(page.standing)
        has_cross = has_cross_table(snapshot)
        cross = None
        if asked.cross and has_cross:
            cross = [cross_row(page, row) for row in page.rows]
        numbers = [row.entry.number for row in page.rows]
        numbers += [one.numbers[0] for one in persons or []]
        context = {
            **common(access, snapshot),
            "page": page,
            "persons": persons,
            "has_cross": has_cross,
            "cross": cross,
            "has_games": has_games(page),
            "series": series,
            "books": of_entries(access.event, numbers, is_director=access.is_director)
            if is_final
            else {},
        }
        return render(request, "events/standings/event.html", context)

    return answer_if_new(request, access, f"{state_of(access.event, rounds)}{named}", draw)


@public_event
@require_safe
def event_csv(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The standing for a spreadsheet; while it is hidden nothing but the head."""
    speak_for_all(request, access.event)
    snapshot = public_snapshot(access.event)
    asked = StandingAsked(only_closed=True)
    page = standing_page(snapshot, asked, is_director=access.is_director, everything=True)
    return csv_answer(standing_listing(page), f"standing-{access.event.pk}")


@public_event
@require_safe
def event_embed(request: HttpRequest, access: EventAccess) -> HttpResponseBase:
    """The standing alone, for the pages of the sites that the club names: browsers ask it.

    No script and no cookie is needed, and whoever opens it is shown what is for everybody.
    """
    speak_for_all(request, access.event)
    sites = access.event.club.sites
    page = standing_page(public_snapshot(access.event), StandingAsked(), everything=True)
    context = {
        "access": access,
        "snapshot": page.standing.snapshot,
        "page": page,
        "lines": lines_alone(page),
        "sites": sites,
    }

    @xframe_options_exempt  # the policy says it, for several sites
    @csp_replace({"frame-ancestors": sites or [NONE]})
    def answer(request: HttpRequest) -> HttpResponse:
        return render(request, "events/standings/embed.html", context)

    return answer(request)


@public_event
@require_safe
def event_seats(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Who sits where in the round that is on or comes next."""
    rounds = event_rounds(access.event)

    def draw() -> HttpResponse:
        snapshot = public_snapshot(access.event, rounds)
        seats = seats_of(snapshot)
        words = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
        more = {
            "seats": seats,
            "words": words,
            "entered": entered(snapshot, words) if words and not seats else [],
            "found": seats.found(words) if seats and words else [],
            "queue": public_queue(snapshot) if access.settings.rolling else None,
            "by_table": request.GET.get("by", "table" if access.settings.rolling else "")
            == "table",
            "here": "event_seats",
        }
        return render(request, "events/standings/seats.html", {**common(access, snapshot), **more})

    return answer_if_new(request, access, access.event.version, draw)


def common(access: EventAccess, snapshot: Snapshot) -> dict[str, object]:
    """What the head of every page of an event is filled with."""
    return {"access": access, "snapshot": snapshot, "news": news_of(snapshot), "here": "event"}


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
def event_entry(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """My next table and seat, my results, my place, whom I met; by start number."""
    rounds = event_rounds(access.event)
    own = own_table(access.event, number)

    def draw() -> HttpResponse:
        snapshot = public_snapshot(access.event, rounds)
        entries = snapshot.entries.values()
        entry = next((each for each in entries if each.number == number), None)
        if entry is None:
            raise Http404
        day = entry_day(snapshot, entry, shows_all=access.is_director)
        turn = queue_of(access.event).turn_of(number) if access.settings.rolling else None
        more = {"day": day, "own": own, "turn": turn, "here": "event_entry"}
        context = {**common(access, snapshot), **more}
        return render(request, "events/standings/event_entry.html", context)

    # The directors' deeds, the closed rounds, the own table.
    closed = sum(sheets_of(one) for one in rounds if one.state == Round.CLOSED)
    table, version = own or (0, 0)
    state = f"{access.event.version}.{closed}.{table}.{version}"
    return answer_if_new(request, access, state, draw)


# The final list: looked at, locked, opened again.

Problems = list[tuple[str, str, str]]


@event_needs(Right.RUN, seen_with=Right.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def lock_final(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The list as it is or would be locked, with its revisions."""
    if request.method != "POST":
        return _final_page(request, access, ReopenForm(), [])
    seen, knows = request.POST.get("seen", ""), request.POST.get("knows", "")
    with Attempt() as attempt:
        services.lock_final(
            event=access.event, seen=seen, knows=knows, **access.signed(request.POST)
        )
        return redirect(access.address("lock_final") + "#stamp")
    asks = isinstance(attempt.refused, services.LeftOver)
    problems = [] if asks else [("", "", attempt.sentence)]
    return _final_page(request, access, ReopenForm(), problems, asks=asks)


@event_needs(Right.ERASE)
@require_POST
@asked_again
def reopen_final(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Open the final list again, with a reason."""
    form = ReopenForm(request.POST)
    if not form.is_valid():
        return _final_page(request, access, form, form.all_problems())
    services.reopen_final(event=access.event, **form.cleaned_data, **access.signed(request.POST))
    return redirect(access.address("lock_final"))


def _final_page(
    request: HttpRequest,
    access: EventAccess,
    form: ReopenForm,
    problems: Problems,
    *,
    asks: bool = False,
) -> HttpResponse:
    """`asks`: whether the list shall be locked over what is left to be done."""
    final = final_page(access.event)
    left = left_before_lock(access.event)
    numbers = [row.number for row, _name in final.lines]
    context = {
        "is_final": access.event.state == Event.FINAL,
        "final": final,
        "books": of_entries(access.event, numbers, is_director=True),
        "left": left,
        "knows": key_of(left) if asks else "",
        "asks": asks,
        "prize_ties": ties_for_prizes(access.event),
        "form": form,
        "problems": problems,
    }
    wrong = problems or asks
    return access.page(request, "event", "events/standings/final.html", context, wrong=wrong)


# Ties: who is level, and what was decided outside the sheets.

MOST_NUMBERS = 1000


@event_needs(Right.LOOK)
@require_safe
def ties(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Every place that is shared, or was parted by the lot alone."""
    return _ties_page(request, access)


@event_needs(Right.RUN)
@require_POST
def decide_tie(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Write down how a tie was decided."""
    sent = access.signed(request.POST)
    parts = request.POST.get("among", "").split(",")[:MOST_NUMBERS]
    known = (read_key(part, PLACE) for part in parts)
    form = TieForm(sorted({each for each in known if each is not None}), request.POST.dict())
    if form.is_valid():
        with Attempt(form):
            services.decide_tie(
                event=access.event,
                kind=form.cleaned_data["kind"],
                order=form.order,
                decided_by=form.cleaned_data["decided_by"],
                **sent,
            )
            return redirect(access.address("ties"))
    return _ties_page(request, access, form=form)


@event_needs(Right.RUN)
@require_POST
def withdraw_tie(request: HttpRequest, access: EventAccess, decision: int) -> HttpResponse:
    """Withdraw what was decided about a tie."""
    found = get_object_or_404(TieDecision, pk=decision, event=access.event)
    sent, form = access.signed(request.POST), WithdrawForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            services.withdraw_tie(event=access.event, decision=found, **form.cleaned_data, **sent)
            return redirect(access.address("ties"))
    return _ties_page(request, access, withdrawing=(found.pk, form))


def _ties_page(
    request: HttpRequest,
    access: EventAccess,
    *,
    form: TieForm | None = None,
    withdrawing: tuple[int, WithdrawForm] | None = None,
) -> HttpResponse:
    found = ties_page(access.event, everything="all" in request.GET)
    refused: ActionForm | None = form or (withdrawing[1] if withdrawing else None)
    shown = []
    for tie in found.ties:
        own = form if form is not None and form.numbers == sorted(tie.numbers) else None
        typed = own.data if own else {}
        places = [
            (entry.number, entry.name, str(typed.get(place_name(entry.number), "")))
            for entry, _place in tie.level
        ]
        is_left = withdrawing and tie.decision and tie.decision.pk == withdrawing[0]
        withdraw = withdrawing[1] if withdrawing and is_left else None
        shown.append((tie, places, own, new_form_token(access.event.version), withdraw))
    context = {
        "page": found,
        "is_final": access.event.state == Event.FINAL,
        "shown": shown,
        "others": [
            (each, [f"{number} {found.names.get(number, '')}" for number in each.order])
            for each in found.others
        ],
        "problems": refused.all_problems() if refused is not None else [],
    }
    wrong = refused is not None
    return access.page(request, "event", "events/standings/ties.html", context, wrong=wrong)
