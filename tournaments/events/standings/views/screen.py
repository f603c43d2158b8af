"""The event on a projector: it turns its pages by itself, and without a script by links."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.common.numbers import PLACE, read_key
from tournaments.events.access import EventVisit, public_event
from tournaments.events.freshness import answer_if_new
from tournaments.events.standings.queries.news import news_of
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
from tournaments.events.standings.queries.standings import PERSONS, TEAMS

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
def event_screen(request: HttpRequest, visit: EventVisit) -> HttpResponse:
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
        return render(request, "events/screen.html", context)

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
