"""What everybody sees of an event: the standing, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.common.listing import csv_lines
from tournaments.common.numbers import PLACE, read_key
from tournaments.events.access import EventVisit, public_event
from tournaments.events.draw.queries.public_seats import entered, seats_of
from tournaments.events.freshness import answer_if_new
from tournaments.events.night.queries import public_queue
from tournaments.events.standings.queries.news import news_of
from tournaments.events.standings.queries.snapshots import (
    Snapshot,
    event_rounds,
    public_snapshot,
    state_of,
)
from tournaments.events.standings.queries.standing_listing import standing_listing
from tournaments.events.standings.queries.standing_page import (
    StandingAsked,
    StandingPage,
    cross_table,
    has_cross_table,
    standing_page,
)
from tournaments.events.standings.queries.standings import (
    PERSONS,
    TEAMS,
    PersonRow,
    persons_of,
    standing_of,
)
from tournaments.models import Event
from tournaments.people.queries.player_page_links import InTheBook, named_otherwise, of_entries
from tournaments.series.queries.series_of_event import public_series_of

LONGEST_SEARCH = 84
CROSS = "cross"


@public_event
@require_safe
def event(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The standing, with announcements and the clock."""
    rounds = event_rounds(visit.event)
    series = public_series_of(visit.event)
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
        return render(request, "events/event.html", context)

    return answer_if_new(request, visit, f"{state_of(visit.event, rounds)}{named}", draw)


def _view(snapshot: Snapshot, query: QueryDict) -> str:
    """Which ranking is asked for; without a word about it the one that the event is about."""
    if any(query.get(name) for name in ("view", "q", "group", "page")):
        return query.get("view", "")
    return standing_of(snapshot).main_view


def _books(
    visit: EventVisit, page: StandingPage, persons: Sequence[PersonRow]
) -> dict[int, list[InTheBook]]:
    """From a final standing into the record book; as long as cards are played names do not lead
    there."""
    numbers = [row.entry.number for row in page.rows] + [one.numbers[0] for one in persons]
    return of_entries(visit.event, numbers, is_director=visit.is_director)


@public_event
@require_safe
def event_csv(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The standing for a spreadsheet; while it is hidden nothing but the head."""
    snapshot = public_snapshot(visit.event)
    asked = StandingAsked(only_closed=True)
    page = standing_page(snapshot, asked, is_director=visit.is_director, everything=True)
    lines = csv_lines(standing_listing(page))
    response = HttpResponse("".join(lines), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = (
        f'attachment; filename="standing-{visit.event.pk}.csv"'
    )
    return response


@public_event
@require_safe
def event_seats(request: HttpRequest, visit: EventVisit) -> HttpResponse:
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
        return render(request, "events/seats.html", {**common(visit, snapshot), **more})

    return answer_if_new(request, visit, visit.event.version, draw)


def common(visit: EventVisit, snapshot: Snapshot) -> dict[str, object]:
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
