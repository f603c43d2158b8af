"""What a PDF is printed from: the wishes in its address, an event or a drawn round, its codes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language

from tournaments.common.kept import kept
from tournaments.common.numbers import read_key
from tournaments.common.outside import outside_address
from tournaments.events.access import EventVisit
from tournaments.events.draw.queries.round_lists import TableList, by_name, by_table
from tournaments.events.draw.queries.seatings import SeatedRound, seated_round
from tournaments.events.draw.services.tables import persons_at, write_secret
from tournaments.events.results.queries.spare_sheets import MOST
from tournaments.formats.round_game_of import GameOf
from tournaments.models import EventTable, Round
from tournaments.paper import PAPERS, Part, printed
from tournaments.paper.cards import table_cards
from tournaments.paper.fallback import MOST_TABLES
from tournaments.paper.lists import names_list, tables_list
from tournaments.paper.packs import round_pack
from tournaments.paper.rules import rules_part
from tournaments.paper.sheets import MOST_ROWS, Kind, score_sheets


@dataclass(frozen=True)
class Asked:
    """What an address says of the paper: its size, lines a sheet, one table alone, how many.

    What makes no sense is left out: 0 stands for nothing said. `round`: for which round sheets
    without names are; `first`: the first number of spare sheets; `has_back`: with the rule card on
    the back of each leaf.
    """

    paper: str = PAPERS[0]
    rows: int = 0
    table: int = 0
    tables: int = 0
    round: int = 0
    first: int = 0
    has_back: bool = False

    @classmethod
    def of(cls, request: HttpRequest) -> Asked:
        """What the address of this request says."""
        paper = request.GET.get("paper", "")
        return cls(
            paper=paper if paper in PAPERS else PAPERS[0],
            rows=_number(request, "rows", MOST_ROWS),
            table=_number(request, "table", 10_000),
            tables=_number(request, "tables", MOST_TABLES),
            round=_number(request, "round", 10_000),
            first=_number(request, "first", MOST),
            has_back=request.GET.get("back") == "rules",
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
        }
        return {name: value for name, value in said.items() if value}


@dataclass
class Latest:
    """A PDF that everybody may have, and the state of the event of which it is."""

    state: object = None
    pdf: bytes = b""
    lock: Lock = field(default_factory=Lock)


@dataclass(frozen=True)
class Desk:
    """What is printed from: the event, the wishes, and where codes lead to."""

    request: HttpRequest
    visit: EventVisit
    asked: Asked

    def of_sheet(self, code: str) -> str:
        """Where the code on a sheet leads a director: to the keying of that table."""
        path = f"{self.visit.address('keying')}?{urlencode({'table': code})}"
        return outside_address(self.request, path)

    def of_table(self, place: EventTable) -> str:
        """Where the code on a card leads: to the sheet of that table, to write it."""
        return outside_address(self.request, reverse("table", args=[write_secret(place)]))

    @property
    def typed_at(self) -> str:
        """Where the short code on a card is typed."""
        return outside_address(self.request, reverse("typed_code")).split("://", 1)[-1]

    @property
    def rules(self) -> Part:
        """The rule card with the code of its page, once everybody may read that."""
        return self._rules()

    def _rules(self, played: GameOf | None = None) -> Part:
        is_public = self.visit.event.published_at is not None
        path = self.visit.address("event_rules")
        address = outside_address(self.request, path) if is_public else ""
        return rules_part(self.visit.event, address, played)

    def backed(self, kind: Kind) -> Kind:
        """The same kind of sheets, with the rules of their game on the back if that is wanted."""
        return replace(kind, back=self._rules(kind.game)) if self.asked.has_back else kind

    def pdf(self, title: str, parts: list[Part], name: str, *, is_read: bool) -> HttpResponse:
        """The answer with these parts; `name` is that of the file, in plain letters."""
        pdf = printed(self.visit.event, title, parts, paper=self.asked.paper, is_read=is_read)
        return self._answer(pdf, name)

    def pdf_once(
        self, title: str, make: Callable[[], list[Part]], name: str, state: object
    ) -> HttpResponse:
        """The same for everybody, and made once for each state of the event.

        Setting it costs too much to do it for whoever asks: others who ask meanwhile wait for it.
        """
        visit, paper = self.visit, self.asked.paper
        seen = (visit.is_director, get_language(), self.request.get_host())
        latest = kept((visit.event.submission, "pdf", name, paper, *seen), None, Latest)
        with latest.lock:
            if latest.state != state:
                latest.pdf = printed(visit.event, title, make(), paper=paper)
                latest.state = state
            return self._answer(latest.pdf, name)

    def _answer(self, pdf: bytes, name: str) -> HttpResponse:
        response = HttpResponse(pdf, content_type="application/pdf")
        file = f"{name}-{self.visit.event.pk}.pdf"
        response.headers["Content-Disposition"] = f'inline; filename="{file}"'
        return response


@dataclass(frozen=True)
class RoundDesk:
    """A drawn round with everybody's seats, to be printed."""

    desk: Desk
    round: Round

    @cached_property
    def seated(self) -> SeatedRound:
        """Who sits where."""
        return seated_round(self.round)

    @cached_property
    def tables(self) -> list[TableList]:
        """The tables that are asked for; 404 where there is no such table."""
        only = self.desk.asked.table
        found = [each for each in self._all if only in (0, each.table.number)]
        if not found:
            raise Http404
        return found

    @cached_property
    def kind(self) -> Kind:
        """The kind of the round's sheets."""
        event, rows = self.desk.visit.event, self.desk.asked.rows
        return Kind.at(event, self.round.number, self.tables[0].table.place.table, rows)

    @cached_property
    def _persons(self) -> dict[int, list[str]]:
        return persons_at(self.round.number, self.seated.entries)

    @cached_property
    def _all(self) -> list[TableList]:
        return by_table(self.seated, self._persons)

    def names(self) -> list[Part]:
        """Everybody by name."""
        return [names_list(self.round, by_name(self.seated, self._persons))]

    def by_tables(self) -> list[Part]:
        """The tables with their people."""
        return [tables_list(self.round, self._all, self.seated.out)]

    def cards(self) -> list[Part]:
        """The cards of the tables."""
        return [self._cards()]

    def _cards(self) -> Part:
        desk = self.desk
        return table_cards(self.kind, self.round, self.tables, desk.of_table, desk.typed_at)

    def sheets(self) -> list[Part]:
        """The sheets of the tables, with the rules on the back if that is wanted."""
        return [self._sheets(self.desk.backed(self.kind))]

    def _sheets(self, kind: Kind) -> Part:
        return score_sheets(kind, self.round, self.tables, self.desk.of_sheet)

    def pack(self) -> list[Part]:
        """Everything for the round, each page on a leaf of its own."""
        lists = [*self.names(), *self.by_tables()]
        sheets = self._sheets(self.kind)
        return round_pack(self.round, lists, self._cards(), sheets, self.desk.rules)


def _number(request: HttpRequest, name: str, most: int) -> int:
    """A whole number from 1 to `most` in the address, else 0."""
    number = read_key(request.GET.get(name, "").strip()) or 0
    return number if number <= most else 0
