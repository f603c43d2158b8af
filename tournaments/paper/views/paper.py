"""Everything that can be printed, as PDF: lists, cards, sheets, standings, and whole piles."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.common.envelope import new_envelope
from tournaments.events.access import EventVisit, event_director, public_event
from tournaments.events.check_in.queries.start_list import start_list
from tournaments.events.freshness import answer_if_new
from tournaments.events.money.queries.prizes import prize_list, receipts
from tournaments.events.results.queries.progress import rounds_with_tables
from tournaments.events.results.queries.sheet_codes import spare_code
from tournaments.events.results.queries.spare_sheets import spare_batches
from tournaments.events.rulings.queries import protest_line
from tournaments.events.standings.queries.snapshots import event_rounds, public_snapshot, state_of
from tournaments.models import Round
from tournaments.paper import Part
from tournaments.paper.fallback import MOST_TABLES, fallback_parts, table_sizes
from tournaments.paper.forms import PrintSparesForm
from tournaments.paper.lists import start_list_part
from tournaments.paper.money import prizes_part, receipts_part
from tournaments.paper.protests import protest_part
from tournaments.paper.sheets import MOST_ROWS, Kind, Wanted, empty_sheets, for_tables
from tournaments.paper.standings import standing_part
from tournaments.paper.views.printing import Asked, Desk, RoundDesk

SHOWN_ROUNDS = 8
"""The latest rounds on the page; what is printed of older ones stands at the rounds themselves."""

FEW_SHEETS = 4
"""Spare sheets where nobody says how many."""

SHOWN_SPARES = 6
"""The latest spare sheets that can be printed again from the page."""


def _start(desk: Desk) -> list[Part]:
    return [start_list_part(start_list(desk.visit.event))]


def _start_by_number(desk: Desk) -> list[Part]:
    return [start_list_part(start_list(desk.visit.event, by_number=True), by_number=True)]


def _start_empty(_desk: Desk) -> list[Part]:
    return [start_list_part([])]


def _standing(desk: Desk) -> list[Part]:
    return [standing_part(public_snapshot(desk.visit.event), is_director=True)]


def _rules(desk: Desk) -> list[Part]:
    return [desk.rules]


def _prizes(desk: Desk) -> list[Part]:
    return [prizes_part(prize_list(desk.visit.event))]


def _receipts(desk: Desk) -> list[Part]:
    return [receipts_part(receipts(desk.visit.event))]


def _protest(desk: Desk) -> list[Part]:
    return [protest_part(desk.visit.event)]


def _empty(desk: Desk) -> list[Part]:
    event, asked = desk.visit.event, desk.asked
    number = asked.round or 1
    if desk.visit.settings.rolling or number > max(1, desk.visit.settings.rounds):
        raise Http404
    kind = desk.backed(Kind.of(event, number, asked.rows))
    sizes = table_sizes(kind.settings, len(start_list(event)), asked.tables)
    return [empty_sheets(kind, for_tables(event, number, sizes), desk.of_sheet)]


def _spare(desk: Desk) -> list[Part]:
    event, asked = desk.visit.event, desk.asked
    batches = [one for one in spare_batches(event) if one.first == asked.first]
    if not batches:
        raise Http404
    first, last, number = batches[0]
    kind = desk.backed(Kind.of(event, number, asked.rows))
    wanted = [
        Wanted(kind.settings.size, number, code=spare_code(event.pk, spare))
        for spare in range(first, last + 1)
    ]
    return [empty_sheets(kind, wanted, desk.of_sheet)]


def _fallback(desk: Desk) -> list[Part]:
    event, asked = desk.visit.event, desk.asked
    batches = (one for one in spare_batches(event) if one.first == asked.first)
    spares = [number for one in batches for number in range(one.first, one.last + 1)]
    return fallback_parts(
        event,
        start_list(event),
        desk.of_sheet,
        tables=asked.tables,
        rows=asked.rows,
        spares=spares,
    )


EVENT_PAPERS: dict[str, tuple[Callable[[Desk], list[Part]], bool]] = {
    "start-list": (_start, True),
    "start-list-by-number": (_start_by_number, True),
    "start-list-empty": (_start_empty, False),
    "standing": (_standing, True),
    "rules": (_rules, True),
    "prizes": (_prizes, True),
    "receipts": (_receipts, False),
    "protest-form": (_protest, False),
    "empty-sheets": (_empty, False),
    "spare-sheets": (_spare, False),
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
    return paper_page(request, visit, spare_form(visit))


def spare_form(visit: EventVisit, data: Mapping[str, str] | None = None) -> PrintSparesForm:
    """The form for spare sheets, which are for no certain round where tables open one by one."""
    settings = visit.settings
    rounds = () if settings.rolling else range(1, settings.rounds + 1)
    return PrintSparesForm(rounds, MOST_TABLES, data)


def paper_page(
    request: HttpRequest, visit: EventVisit, spare: PrintSparesForm, status: int = 200
) -> HttpResponse:
    """The page, with what was typed into the form for spare sheets."""
    asked = Asked.of(request)
    rounds = rounds_with_tables(visit.event)
    lines = start_list(visit.event)
    settings = visit.settings
    played = [each.number for each in rounds]
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
        "numbers": range(1, 1 if settings.rolling else settings.rounds + 1),
        "next": min(max(played, default=0) + 1, settings.rounds),
        "spare": spare,
        "problems": spare.all_problems(),
        "spares": spare_batches(visit.event)[:SHOWN_SPARES],
        "envelope": new_envelope(visit.event.version),
        "pile_envelope": new_envelope(visit.event.version),
    }
    return render(request, "events/paper.html", context, status=status)


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


@event_director
@require_safe
def protest_pdf(request: HttpRequest, visit: EventVisit, protest: int) -> HttpResponse:
    """The form of a protest, filled in, to be signed."""
    line = protest_line(visit.event, protest)
    if line is None:
        raise Http404
    title = _("Protest %(number)s") % {"number": line.protest.number}
    desk = Desk(request, visit, Asked.of(request))
    name = f"protest-{line.protest.number}"
    return desk.pdf(title, [protest_part(visit.event, line)], name, is_read=True)


@public_event
@require_safe
def standing_pdf(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The standing for everybody; while it is hidden, the sentence that says so."""
    rounds = event_rounds(visit.event)
    state = state_of(visit.event, rounds)
    desk = Desk(request, visit, Asked.of(request))

    def parts() -> list[Part]:
        snapshot = public_snapshot(visit.event, rounds)
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
