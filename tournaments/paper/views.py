"""Everything that can be printed, as PDF: lists, cards, sheets, standings, and whole piles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from formats.event import GameOf
from tournaments.common.actions import UNPROCESSABLE, Attempt, new_form_token, read_form_token
from tournaments.common.cache import cached
from tournaments.common.codes import code_for
from tournaments.common.requests import outside_address, read_key, speak_for_all
from tournaments.common.rights import Right
from tournaments.events.access import EventAccess, event_needs, public_event
from tournaments.events.check_in.queries.entries import start_list
from tournaments.events.draw.queries.rounds import Letter, TableList, by_name, by_table
from tournaments.events.draw.queries.seatings import SeatedRound, seated_round
from tournaments.events.draw.services.tables import persons_at, write_secret
from tournaments.events.freshness import answer_if_new
from tournaments.events.money.queries.prizes import prize_list, receipts
from tournaments.events.results.queries import sheet_codes as queries
from tournaments.events.results.queries.progress import rounds_with_tables
from tournaments.events.results.queries.sheet_codes import (
    MOST,
    Coded,
    batch_of,
    read_code,
    spare_batches,
    spare_code,
    typed_code,
)
from tournaments.events.rulings.queries import protest_line
from tournaments.events.standings.queries.snapshots import event_rounds, public_snapshot, state_of
from tournaments.models import Event, EventTable, Language, Round
from tournaments.paper import PAPERS, Part, printed
from tournaments.paper.forms import NameSpareByPeopleForm, NameSpareForm, PrintSparesForm
from tournaments.paper.parts import (
    cover,
    names_list,
    prizes_part,
    protest_part,
    receipts_part,
    rules_part,
    standing_part,
    start_list_part,
    tables_list,
)
from tournaments.paper.services import name_spare
from tournaments.paper.services import print_spares as print_them
from tournaments.paper.sheets import (
    MOST_ROWS,
    MOST_TABLES,
    Kind,
    Wanted,
    empty_sheets,
    fallback_parts,
    for_tables,
    score_sheets,
    sheets_in_pile,
    table_cards,
    table_sizes,
)
from tournaments.people.queries import is_old_event

# What a PDF is printed from: the wishes in its address, an event or a drawn round, its codes.


@dataclass(frozen=True)
class PaperChoice:
    """What an address says of the paper: its size, lines a sheet, one table alone, how many.

    What makes no sense is left out: 0 stands for nothing said. `round`: for which round sheets
    without names are; `first`: the first number of spare sheets; `has_back`: with the rule card on
    the back of each leaf. `language`: another one than that of the event.
    """

    paper: str = PAPERS[0]
    rows: int = 0
    table: int = 0
    tables: int = 0
    round: int = 0
    first: int = 0
    has_back: bool = False
    language: str = ""

    @classmethod
    def of(cls, request: HttpRequest) -> PaperChoice:
        """What the address of this request says."""
        paper, language = request.GET.get("paper", ""), request.GET.get("lang", "")
        return cls(
            paper=paper if paper in PAPERS else PAPERS[0],
            rows=_number(request, "rows", MOST_ROWS),
            table=_number(request, "table", 10_000),
            tables=_number(request, "tables", MOST_TABLES),
            round=_number(request, "round", 10_000),
            first=_number(request, "first", MOST),
            has_back=request.GET.get("back") == "rules",
            language=language if language in Language.values else "",
        )

    @property
    def query(self) -> str:
        """The same for the addresses of what is printed."""
        kept = urlencode(self.wishes)
        return f"?{kept}" if kept else ""

    @property
    def wishes(self) -> dict[str, str | int]:
        """What holds for everything that is printed, by its name in the address."""
        said: dict[str, str | int] = {
            "paper": self.paper if self.paper != PAPERS[0] else "",
            "rows": self.rows,
            "back": "rules" if self.has_back else "",
            "lang": self.language,
        }
        return {name: value for name, value in said.items() if value}


@dataclass
class Latest:
    """A PDF that everybody may have, and the state of the event of which it is."""

    state: object = None
    pdf: bytes = b""
    lock: Lock = field(default_factory=Lock)


@dataclass(frozen=True)
class Printing:
    """What is printed from: the event, the wishes, and where codes lead to."""

    request: HttpRequest
    access: EventAccess

    @property
    def event(self) -> Event:
        """The event."""
        return self.access.event

    @cached_property
    def asked(self) -> PaperChoice:
        """The wishes in the address."""
        return PaperChoice.of(self.request)

    def of_sheet(self, code: str) -> str:
        """Where the code on a sheet leads a director: to the keying of that table."""
        path = f"{self.access.address('keying')}?{urlencode({'table': code})}"
        return outside_address(self.request, path)

    def of_table(self, place: EventTable) -> str:
        """Where the code on a card leads: to the sheet of that table, to write it."""
        return outside_address(self.request, reverse("table", args=[write_secret(place)]))

    @property
    def typed_at(self) -> str:
        """Where the short code on a card is typed."""
        return outside_address(self.request, reverse("typed_code")).split("://", 1)[-1]

    def rules(self, played: GameOf | None = None) -> Part:
        """The rule card with the code of its page, once everybody may read that.

        `played`: a round's game, where the card is for that round alone.
        """
        is_public = self.event.published_at is not None
        path = self.access.address("event_rules")
        address = outside_address(self.request, path) if is_public else ""
        return rules_part(self.event, address, played)

    def backed(self, kind: Kind) -> Kind:
        """The same kind of sheets, with the rules of their game on the back if that is wanted."""
        return replace(kind, back=self.rules(kind.game)) if self.asked.has_back else kind

    def pdf(self, title: str, parts: list[Part], name: str, *, is_read: bool) -> HttpResponse:
        """The answer with these parts; `name` is that of the file, in plain letters."""
        pdf = printed(self.event, title, parts, paper=self.asked.paper, is_read=is_read)
        return self._answer(pdf, name)

    def pdf_once(
        self, title: str, make: Callable[[], list[Part]], name: str, state: object
    ) -> HttpResponse:
        """The same for everybody, and made once for each state of the event.

        Setting it costs too much to do it for whoever asks: others who ask meanwhile wait for it.
        """
        paper = self.asked.paper
        seen = (self.access.is_director, self.request.get_host())
        latest = cached((self.event.submission, "pdf", name, paper, *seen), None, Latest)
        with latest.lock:
            if latest.state != state:
                latest.pdf = printed(self.event, title, make(), paper=paper)
                latest.state = state
            return self._answer(latest.pdf, name)

    def _answer(self, pdf: bytes, name: str) -> HttpResponse:
        response = HttpResponse(pdf, content_type="application/pdf")
        file = f"{name}-{self.event.pk}.pdf"
        response.headers["Content-Disposition"] = f'inline; filename="{file}"'
        return response


@dataclass(frozen=True)
class RoundPrinting(Printing):
    """The same for a drawn round, with everybody's seats."""

    round: Round

    @cached_property
    def seated(self) -> SeatedRound:
        """Who sits where."""
        return seated_round(self.round)

    @cached_property
    def tables(self) -> list[TableList]:
        """The tables that are asked for; 404 where there is no such table."""
        only = self.asked.table
        found = [each for each in self.all_tables if only in (0, each.table.number)]
        if not found:
            raise Http404
        return found

    @cached_property
    def kind(self) -> Kind:
        """The kind of the round's sheets."""
        table = self.tables[0].table.place.table
        return Kind.at(self.event, self.round.number, table, self.asked.rows)

    @cached_property
    def letters(self) -> list[Letter]:
        """Everybody from A to Z."""
        return by_name(self.seated, self._persons)

    @cached_property
    def all_tables(self) -> list[TableList]:
        """The tables, whichever are asked for."""
        return by_table(self.seated, self._persons)

    @cached_property
    def _persons(self) -> dict[int, list[str]]:
        return persons_at(self.round.number, self.seated.entries)

    def names(self) -> Part:
        """Everybody by name."""
        return names_list(self.round, self.letters)

    def by_tables(self) -> Part:
        """The tables with their people."""
        return tables_list(self.round, self.all_tables, self.seated.out)

    def cards(self) -> Part:
        """The cards of the tables."""
        return table_cards(self.kind, self.round, self.tables, self.of_table, self.typed_at)

    def sheets(self, kind: Kind) -> Part:
        """The sheets of the tables."""
        return score_sheets(kind, self.round, self.tables, self.of_sheet)

    def pack(self) -> list[Part]:
        """Everything for the round in the order in which it is laid out, its cover on top."""
        cards = self.cards()
        top = cover(self.round, len(cards["cards"]))
        lists = (self.names(), self.by_tables())
        return [top, *lists, cards, self.sheets(self.kind), self.rules()]


def _number(request: HttpRequest, name: str, most: int) -> int:
    """A whole number from 1 to `most` in the address, else 0."""
    number = read_key(request.GET.get(name, "").strip()) or 0
    return number if number <= most else 0


# A round on paper: the lists for the wall, and a card for each table with its code.


@event_needs(Right.RUN)
@require_safe
def round_lists(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """Everybody by name, or the tables one by one, to be printed."""
    speak_for_all(request, access.event)
    desk = RoundPrinting(request, access, _drawn(access, number))
    is_by_table = request.GET.get("by") == "table"
    context = {
        "access": access,
        "round": desk.round,
        "seated": desk.seated,
        "is_by_table": is_by_table,
        "tables": desk.all_tables if is_by_table else [],
        "letters": [] if is_by_table else desk.letters,
    }
    return render(request, "paper/lists.html", context)


@event_needs(Right.RUN)
@require_safe
def round_cards(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """The cards of all tables, four to a page, or that of the one in the address."""
    speak_for_all(request, access.event)
    desk = RoundPrinting(request, access, _drawn(access, number))
    wanted = request.GET.get("table")
    tables = [each for each in desk.all_tables if wanted in (None, str(each.table.number))]
    if not tables:
        raise Http404
    context = {
        "access": access,
        "round": desk.round,
        "cards": [_card(desk, each) for each in tables],
        "only": wanted,
        "form_token": new_form_token(access.event.version),
    }
    return render(request, "paper/cards.html", context)


def _card(desk: Printing, at: TableList) -> dict[str, object]:
    """The people of a table, and the way to its sheet as text and as a picture."""
    address = desk.of_table(at.table.place)
    return {
        "at": at,
        "address": address.split("://", 1)[1],
        "code": code_for(address),
        "typed": typed_code(at.table.place),
        "typed_at": desk.typed_at,
    }


def _drawn(access: EventAccess, number: int) -> Round:
    """The round of that number, once its tables have been opened; else 404."""
    states = (Round.DRAWN, Round.CLOSED)
    played = get_object_or_404(access.event.rounds, number=number, state__in=states)
    played.event = access.event
    return played


SHOWN_ROUNDS = 8
"""The latest rounds on the page; what is printed of older ones stands at the rounds themselves."""

FEW_SHEETS = 4
"""Spare sheets where nobody says how many."""

SHOWN_SPARES = 6
"""The latest spare sheets that can be printed again from the page."""


def _empty(desk: Printing) -> list[Part]:
    event, asked = desk.event, desk.asked
    number = asked.round or 1
    if desk.access.settings.rolling or number > max(1, desk.access.settings.rounds):
        raise Http404
    kind = desk.backed(Kind.of(event, number, asked.rows))
    sizes = table_sizes(kind.settings, len(start_list(event)), asked.tables)
    return [empty_sheets(kind, for_tables(event, number, sizes), desk.of_sheet)]


def _spare(desk: Printing) -> list[Part]:
    event, asked = desk.event, desk.asked
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


def _fallback(desk: Printing) -> list[Part]:
    asked = desk.asked
    batches = (one for one in spare_batches(desk.event) if one.first == asked.first)
    return fallback_parts(
        desk.event,
        start_list(desk.event),
        desk.of_sheet,
        tables=asked.tables,
        rows=asked.rows,
        spares=[number for one in batches for number in range(one.first, one.last + 1)],
    )


class OfEvent(NamedTuple):
    """A paper of an event: what it is called, and whether it is for reading on a screen too."""

    title: str | Promise
    make: Callable[[Printing], list[Part]]
    is_read: bool


def _by_number(desk: Printing) -> list[Part]:
    return [start_list_part(start_list(desk.event, by_number=True), by_number=True)]


def _standing(desk: Printing) -> list[Part]:
    return [standing_part(public_snapshot(desk.event), is_director=True)]


EVENT_PAPERS = {
    "start-list": OfEvent(
        gettext_lazy("Start list, by name"),
        lambda desk: [start_list_part(start_list(desk.event))],
        True,
    ),
    "start-list-by-number": OfEvent(gettext_lazy("Start list, by number"), _by_number, True),
    "start-list-empty": OfEvent(
        gettext_lazy("Empty start list"), lambda _desk: [start_list_part([])], False
    ),
    "standing": OfEvent(gettext_lazy("Standings"), _standing, True),
    "rules": OfEvent(gettext_lazy("Rule card"), lambda desk: [desk.rules()], True),
    "prizes": OfEvent(
        gettext_lazy("Prize list"), lambda desk: [prizes_part(prize_list(desk.event))], True
    ),
    "receipts": OfEvent(
        gettext_lazy("Receipts"), lambda desk: [receipts_part(receipts(desk.event))], False
    ),
    "protest-form": OfEvent(
        gettext_lazy("Protest form"), lambda desk: [protest_part(desk.event)], False
    ),
    "empty-sheets": OfEvent(gettext_lazy("Score sheets without names"), _empty, False),
    "spare-sheets": OfEvent(gettext_lazy("Spare sheets"), _spare, False),
    "fallback": OfEvent(gettext_lazy("Without electricity"), _fallback, False),
}
"""What is printed of an event, by its name in the address."""

ROUND_PAPERS: dict[str, tuple[Callable[[RoundPrinting], list[Part]], bool]] = {
    "names": (lambda desk: [desk.names()], True),
    "tables": (lambda desk: [desk.by_tables()], True),
    "cards": (lambda desk: [desk.cards()], False),
    "sheets": (lambda desk: [desk.sheets(desk.backed(desk.kind))], False),
    "pack": (RoundPrinting.pack, False),
}
"""What is printed of a round, in the same way, and whether it is for reading too."""


@event_needs(Right.RUN)
@require_safe
def paper(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """What can be printed now, with a line for each."""
    return paper_page(request, access, spare_form(access))


def spare_form(access: EventAccess, data: Mapping[str, str] | None = None) -> PrintSparesForm:
    """The form for spare sheets, which are for no certain round where tables open one by one."""
    settings = access.settings
    rounds = () if settings.rolling else range(1, settings.rounds + 1)
    return PrintSparesForm(rounds, MOST_TABLES, data)


def paper_page(
    request: HttpRequest, access: EventAccess, spare: PrintSparesForm, status: int = 200
) -> HttpResponse:
    """The page, with what was typed into the form for spare sheets."""
    asked = PaperChoice.of(request)
    rounds = rounds_with_tables(access.event)
    lines = start_list(access.event)
    settings = access.settings
    played = [each.number for each in rounds]
    context = {
        "access": access,
        "here": "paper",
        "asked": asked,
        "rounds": rounds[::-1][:SHOWN_ROUNDS],
        "entries": len(lines),
        "tables": asked.tables or len(table_sizes(access.settings, len(lines))),
        "most_tables": MOST_TABLES,
        "most_rows": MOST_ROWS,
        "few_sheets": FEW_SHEETS,
        "numbers": range(1, 1 if settings.rolling else settings.rounds + 1),
        "next": min(max(played, default=0) + 1, settings.rounds),
        "spare": spare,
        "problems": spare.all_problems(),
        "spares": spare_batches(access.event)[:SHOWN_SPARES],
        "form_token": new_form_token(access.event.version),
        "pile_form_token": new_form_token(access.event.version),
    }
    return render(request, "paper/paper.html", context, status=status)


@event_needs(Right.RUN)
@require_safe
def event_paper(request: HttpRequest, access: EventAccess, paper: str) -> HttpResponse:
    """One of the papers of an event."""
    speak_for_all(request, access.event)
    if paper not in EVENT_PAPERS:
        raise Http404
    wanted, desk = EVENT_PAPERS[paper], Printing(request, access)
    return desk.pdf(str(wanted.title), wanted.make(desk), paper, is_read=wanted.is_read)


@event_needs(Right.RUN)
@require_safe
def round_paper(
    request: HttpRequest, access: EventAccess, number: int, wanted: str
) -> HttpResponse:
    """One of the papers of a round whose tables are open."""
    speak_for_all(request, access.event)
    if wanted not in ROUND_PAPERS:
        raise Http404
    make, is_read = ROUND_PAPERS[wanted]
    desk = RoundPrinting(request, access, _drawn(access, number))
    title = _("Round %(number)s") % {"number": number}
    name = f"round-{number}-{wanted}"
    return desk.pdf(title, make(desk), name, is_read=is_read)


@event_needs(Right.RUN, seen_with=Right.LOOK)
@require_safe
def protest_pdf(request: HttpRequest, access: EventAccess, protest: int) -> HttpResponse:
    """The form of a protest, filled in, to be signed."""
    speak_for_all(request, access.event)
    line = protest_line(access.event, protest)
    if line is None:
        raise Http404
    title = _("Protest %(number)s") % {"number": line.protest.number}
    desk = Printing(request, access)
    name = f"protest-{line.protest.number}"
    return desk.pdf(title, [protest_part(access.event, line)], name, is_read=True)


@public_event
@require_safe
def standing_pdf(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The standing for everybody; while it is hidden, the sentence that says so."""
    speak_for_all(request, access.event)
    rounds = event_rounds(access.event)
    state = state_of(access.event, rounds)
    desk = Printing(request, access)

    def parts() -> list[Part]:
        snapshot = public_snapshot(access.event, rounds)
        return [standing_part(snapshot, is_director=access.is_director)]

    def draw() -> HttpResponse:
        seen = (state, is_old_event(access.event))
        return desk.pdf_once(_("Standings"), parts, "standing", seen)

    return answer_if_new(request, access, state, draw)


@public_event
@require_safe
def rules_pdf(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The rule card for everybody."""
    speak_for_all(request, access.event)
    desk = Printing(request, access)
    state = (access.event.version, access.event.published_at)

    def draw() -> HttpResponse:
        return desk.pdf_once(_("Rule card"), lambda: [desk.rules()], "rules", state)

    return answer_if_new(request, access, access.event.version, draw)


# Spare sheets: printed with numbers of their own, and said to be of a table when they come in.


@event_needs(Right.RUN)
@require_POST
def print_spares(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Give spare sheets their numbers; then the page has the line from which to print them."""
    form = spare_form(access, request.POST.dict())
    if form.is_valid():
        with Attempt(form):
            print_them(
                event=access.event,
                count=form.cleaned_data["tables"],
                round_number=form.cleaned_data["round"],
                **access.signed(request.POST),
            )
            return redirect(
                f"{access.address('paper')}{PaperChoice.of(request).query}#spare-sheets"
            )
    return paper_page(request, access, form, status=UNPROCESSABLE)


@event_needs(Right.RUN)
@require_POST
def print_pile(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Give the sheets of a pile their numbers where tables open one by one, then print it."""
    if not access.settings.rolling:
        return redirect(access.address("paper"))
    form = spare_form(access, request.POST.dict())
    if not form.is_valid():
        return paper_page(request, access, form, status=UNPROCESSABLE)
    tables, submission = form.cleaned_data["tables"], read_form_token(request.POST).submission
    sheets = sheets_in_pile(access.settings, len(start_list(access.event)), tables)
    with Attempt(form):
        done = print_them(
            event=access.event, count=sheets, round_number=0, by=access.by, submission=submission
        )
        first = batch_of(done.change).first if done.change else 0
        wanted = urlencode({**PaperChoice.of(request).wishes, "tables": tables, "first": first})
        return redirect(f"{access.address('event_paper', 'fallback')}?{wanted}")
    return paper_page(request, access, form, status=UNPROCESSABLE)


@event_needs(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def spare_sheet(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """Ask of which table a spare sheet is; who has said so is led to its totals."""
    spare = queries.spare_sheet(access.event, number)
    if spare is None:
        raise Http404
    coded = read_code(access.event, spare.code) if spare.code else None
    if request.method != "POST":
        if coded is not None and not coded.problem:
            return redirect(_totals(access, coded))
        return _page(request, access, spare, _form(access, spare), problem=coded and coded.problem)
    form = _form(access, spare, request.POST.dict())
    if form.is_valid():
        numbers = Coded(*form.numbers)
        with Attempt(form):
            name_spare(
                event=access.event,
                number=number,
                round_number=numbers.round,
                table=numbers.table,
                **access.signed(request.POST),
            )
            return redirect(_totals(access, numbers))
    return _page(request, access, spare, form, status=UNPROCESSABLE)


def _totals(access: EventAccess, coded: Coded) -> str:
    place = coded._replace(is_empty=True).place
    return f"{access.address('keying')}?{urlencode(place)}"


def _form(
    access: EventAccess, spare: queries.Spare, data: dict[str, str] | None = None
) -> NameSpareForm | NameSpareByPeopleForm:
    if access.settings.rolling:
        return NameSpareByPeopleForm(queries.tables_by_name(access.event), data)
    numbers = [each.number for each in rounds_with_tables(access.event)]
    likely = spare.round if spare.round in numbers else max(numbers, default=0)
    return NameSpareForm(numbers, likely, data)


def _page(
    request: HttpRequest,
    access: EventAccess,
    spare: queries.Spare,
    form: NameSpareForm | NameSpareByPeopleForm,
    *,
    problem: str | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "access": access,
        "here": "keying",
        "spare": spare,
        "form": form,
        "problem": problem,
        "problems": form.all_problems(),
        "form_token": new_form_token(access.event.version),
    }
    return render(request, "paper/spare_sheet.html", context, status=status)
