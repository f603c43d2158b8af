"""Everything that can be printed, as PDF: lists, cards, sheets, standings, and whole piles."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.event_access import EventVisit, event_director, public_event
from tournaments.models import Round
from tournaments.paper import Part
from tournaments.paper.fallback import MOST_TABLES, fallback_parts, table_sizes
from tournaments.paper.lists import start_list_part
from tournaments.paper.money import prizes_part, receipts_part
from tournaments.paper.sheets import MOST_ROWS, Kind, empty_sheets
from tournaments.paper.standings import standing_part
from tournaments.queries.events.prizes import prize_list, receipts
from tournaments.queries.events.progress import rounds_with_tables
from tournaments.queries.events.snapshots import event_rounds, snapshot_of, state_of
from tournaments.queries.events.start_list import start_list
from tournaments.views.events.freshness import answer_if_new
from tournaments.views.events.printing import Asked, Desk, RoundDesk

SHOWN_ROUNDS = 8
"""The latest rounds on the page; what is printed of older ones stands at the rounds themselves."""

FEW_SHEETS = 4
"""Empty sheets where nobody says how many."""


def _start(desk: Desk) -> list[Part]:
    return [start_list_part(start_list(desk.visit.event))]


def _start_by_number(desk: Desk) -> list[Part]:
    return [start_list_part(start_list(desk.visit.event, by_number=True), by_number=True)]


def _start_empty(_desk: Desk) -> list[Part]:
    return [start_list_part([])]


def _standing(desk: Desk) -> list[Part]:
    return [standing_part(snapshot_of(desk.visit.event), is_director=True)]


def _rules(desk: Desk) -> list[Part]:
    return [desk.rules]


def _prizes(desk: Desk) -> list[Part]:
    return [prizes_part(prize_list(desk.visit.event))]


def _receipts(desk: Desk) -> list[Part]:
    return [receipts_part(receipts(desk.visit.event))]


def _empty(desk: Desk) -> list[Part]:
    kind = Kind.of(desk.visit.event, 1, desk.asked.rows)
    sizes = table_sizes(kind.settings, 0, desk.asked.tables or FEW_SHEETS)
    return [empty_sheets(kind, [(0, 0)] * len(sizes), sizes)]


def _fallback(desk: Desk) -> list[Part]:
    event, asked = desk.visit.event, desk.asked
    return fallback_parts(event, start_list(event), tables=asked.tables, rows=asked.rows)


EVENT_PAPERS: dict[str, tuple[Callable[[Desk], list[Part]], bool]] = {
    "start-list": (_start, True),
    "start-list-by-number": (_start_by_number, True),
    "start-list-empty": (_start_empty, False),
    "standing": (_standing, True),
    "rules": (_rules, True),
    "prizes": (_prizes, True),
    "receipts": (_receipts, False),
    "empty-sheets": (_empty, False),
    "fallback": (_fallback, False),
}
"""What is printed of an event by its name in the address, and whether it is for reading too."""

ROUND_PAPERS: dict[str, tuple[Callable[[RoundDesk], list[Part]], bool]] = {
    "names": (RoundDesk.names, True),
    "tables": (RoundDesk.by_tables, True),
    "cards": (RoundDesk.cards, False),
    "sheets": (RoundDesk.sheets, False),
    "pack": (RoundDesk.pack, False),
}
"""The same of a round."""


@event_director
@require_safe
def paper(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """What can be printed now, with a line for each."""
    asked = Asked.of(request)
    rounds = rounds_with_tables(visit.event)
    lines = start_list(visit.event)
    context = {
        "visit": visit,
        "here": "paper",
        "asked": asked,
        "rounds": rounds[::-1][:SHOWN_ROUNDS],
        "entries": len(lines),
        "tables": asked.tables or len(table_sizes(visit.settings, len(lines))),
        "most_tables": MOST_TABLES,
        "most_rows": MOST_ROWS,
        "few_sheets": FEW_SHEETS,
    }
    return render(request, "events/paper.html", context)


@event_director
@require_safe
def event_paper(request: HttpRequest, visit: EventVisit, paper: str) -> HttpResponse:
    """One of the papers of an event."""
    if paper not in EVENT_PAPERS:
        raise Http404
    make, is_read = EVENT_PAPERS[paper]
    desk = Desk(request, visit, Asked.of(request))
    return desk.pdf(paper, make(desk), paper, is_read=is_read)


@event_director
@require_safe
def round_paper(request: HttpRequest, visit: EventVisit, number: int, wanted: str) -> HttpResponse:
    """One of the papers of a round whose tables are open."""
    states = (Round.DRAWN, Round.CLOSED)
    played = visit.event.rounds.filter(number=number, state__in=states).first()
    if played is None or wanted not in ROUND_PAPERS:
        raise Http404
    played.event = visit.event
    make, is_read = ROUND_PAPERS[wanted]
    desk = Desk(request, visit, Asked.of(request))
    title = _("Round %(number)s") % {"number": number}
    name = f"round-{number}-{wanted}"
    return desk.pdf(title, make(RoundDesk(desk, played)), name, is_read=is_read)


@public_event
@require_safe
def standing_pdf(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The standing for everybody; while it is hidden, the sentence that says so."""
    rounds = event_rounds(visit.event)
    state = state_of(visit.event, rounds)
    desk = Desk(request, visit, Asked.of(request))

    def parts() -> list[Part]:
        snapshot = snapshot_of(visit.event, rounds)
        return [standing_part(snapshot, is_director=visit.is_director)]

    def draw() -> HttpResponse:
        return desk.pdf_once(_("Standings"), parts, "standing", state)

    return answer_if_new(request, visit, state, draw)


@public_event
@require_safe
def rules_pdf(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The rule card for everybody."""
    desk = Desk(request, visit, Asked.of(request))
    state = (visit.event.version, visit.event.published_at)

    def draw() -> HttpResponse:
        return desk.pdf_once(_("Rule card"), lambda: [desk.rules], "rules", state)

    return answer_if_new(request, visit, visit.event.version, draw)
