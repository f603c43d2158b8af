"""What lies on the tables: score sheets, cards with codes, and the pile for going on by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from formats.event import EventSettings, GameOf
from scoring import find_ruleset
from scoring.labels import side_of
from scoring.ruleset import Ruleset
from seating.model import Impossible
from seating.sizes import layout
from sheets.words import spoken
from tournaments.events.check_in.queries.entries import StartLine
from tournaments.events.draw.queries.rounds import TableList
from tournaments.events.results.queries.sheet_codes import (
    empty_code,
    sheet_code,
    spare_code,
    typed_code,
)
from tournaments.events.results.queries.totals import games_won_label
from tournaments.events.setup.queries import game_of
from tournaments.models import Event, EventTable, Round, Table
from tournaments.paper.parts import rules_part, start_list_part
from tournaments.paper.press import Part, drawing

MOST_ROWS = 99
OPEN_ROWS = 24
"""Lines where nobody has said how long a table plays."""

SPARE = 4
"""Lines more than the points of a game, where several games stand on one sheet."""

Columns = list[list[dict[str, str]]]


@dataclass(frozen=True)
class Kind:
    """What all sheets of a round have in common: its game, house rules and settings.

    `rows` replaces the lines that are due. `back`: the rule card for the back of each leaf.
    """

    event: Event
    game: GameOf
    rows: int = 0
    back: Part | None = None

    @classmethod
    def of(cls, event: Event, number: int, rows: int = 0) -> Kind:
        """The sheets of the round of that number as it is to be played; 0: of no certain one."""
        return cls(event, game_of(event, number), rows)

    @classmethod
    def at(cls, event: Event, number: int, table: Table, rows: int = 0) -> Kind:
        """The sheets of a round as its tables were opened, whatever is set now."""
        opened = GameOf(find_ruleset(table.ruleset), table.options, game_of(event, number).settings)
        return cls(event, opened, rows)

    @property
    def ruleset(self) -> Ruleset:
        """The game."""
        return self.game.ruleset

    @property
    def settings(self) -> EventSettings:
        """The settings as they hold in the round."""
        return self.game.settings

    @property
    def target(self) -> int | None:
        """The points at which a game ends, None where only the hands are counted."""
        return self.ruleset.target(self.game.options)

    def rows_at(self, hands_due: int) -> int:
        """How many lines a sheet has: the hands due, or enough for its games (23 for one to 12)."""
        if self.rows:
            return self.rows
        if hands_due:
            return hands_due
        if self.target is None:
            return OPEN_ROWS
        games = self.settings.games_due
        rows = 2 * self.target if games == 1 else games * (self.target + SPARE)
        return min(MOST_ROWS, rows)

    def length(self, hands_due: int) -> str:
        """How long a table plays, in words."""
        if hands_due:
            return ngettext("%(count)s hand", "%(count)s hands", hands_due) % {"count": hands_due}
        if self.target is None:
            return ""
        games = self.settings.games_due
        text = npgettext(
            "to a target", "%(count)s game to %(to)s", "%(count)s games to %(to)s", games
        )
        return text % {"count": games, "to": self.target}

    def sheet(self, columns: Columns, players: int, hands_due: int, **more: str) -> dict[str, Any]:
        """A sheet with these columns for so many people; `more`: round, table, code, qr."""
        dealers = range(players)
        side = [side_of(self.ruleset, seat) for seat in dealers]
        # Where pairs score, nobody's column is greyed: the other one of the pair plays.
        is_by_seat = self.ruleset.scores == "seats"
        out = [self.ruleset.sitting_out(seat, players) if is_by_seat else () for seat in dealers]
        return {
            "columns": columns,
            "rows": self.rows_at(hands_due),
            "length": self.length(hands_due),
            "dealers": [[seat, side[seat]] for seat in dealers],
            "out": [list(seats) for seats in out],
            "code": "",
            "qr": "",
            **more,
        }

    def part(self, sheets: Sequence[Mapping[str, Any]]) -> Part:
        """These sheets as a part of a document."""
        counts_solos = self.settings.counted == "solos"
        has_plus_only = self.settings.only_good
        return {
            "kind": "sheets",
            "sheets": list(sheets),
            "zero": self.ruleset.sums_to_zero(self.game.options) and not has_plus_only,
            "solos": counts_solos,
            "counted": self._counted(),
            "short": self._short(has_out=any(any(sheet["out"]) for sheet in sheets)),
            "back": self.back,
            "words": {
                "table": _("Table"),
                "page": _("page"),
                "desk": _("For the desk: which sheet this is"),
                "hand": pgettext("one deal", "Hand"),
                # Translators: a column: who is the dealer.
                "deals": _("Deals"),
                "game": _("Player, game"),
                # Translators: a column: who played a solo.
                "solo": _("Solo by"),
                "points": self._points_label(),
                "sum": _("Total"),
                "carried": _("Carried over"),
                "carry": _("Carry over"),
                "total": _("Total"),
                "zero": _("Sum of all: _______ (must be 0)"),
                "signed": _("Signed: hands and totals are right"),
                "rest": _("more on the rule card"),
            },
        }

    def _short(self, *, has_out: bool) -> list[str]:
        """What stands at the foot of each sheet, the more important first."""
        lines = [_("● deals, grey sits out") if has_out else _("● deals")]
        if has_out and self.ruleset.sitting_out_scores(self.game.options):
            lines = [_("● deals, grey sits out and shares in lost games")]
        if self.settings.games_due > 1 and self.target:
            lines.append(_("After each game draw a line and begin at 0"))
        if self.settings.counted == "solos":
            lines.append(_("Note who won a solo"))
        house = self.ruleset.defaults() | dict(self.game.options)
        values = [
            (option, house[option.name]) for option in self.ruleset.options if option.matters(house)
        ]
        values.sort(key=lambda each: each[1] == each[0].default)  # what is unusual comes first
        lines += [f"{spoken(one.label)}: {one.said(value, spoken)}" for one, value in values]
        return lines

    def _counted(self) -> str:
        """What else is written below the columns; empty where nothing is."""
        words = {
            "solos": _("Solos won"),
            "games": games_won_label(self.target),
            "won_lost": _("Games won : lost"),
        }
        return words.get(self.settings.counted, words["games"] if self.target else "")

    def _points_label(self) -> str:
        """What is written into the columns."""
        if self.ruleset.scores == "pairs" and self.target:
            return _("Strokes")
        return _("Points") if self.settings.only_good else _("+ / −")


def score_sheets(
    kind: Kind, played: Round, tables: Sequence[TableList], address_of: Callable[[str], str]
) -> Part:
    """The sheets of a round; `address_of` says where a code leads to."""
    sheets = []
    for each in tables:
        code = sheet_code(kind.event.pk, played, each.table.number)
        sheets.append(
            kind.sheet(
                _columns(kind, [(who.seat or 1, who.name, str(who.number)) for who in each.people]),
                len(each.people),
                each.table.place.hands_due,
                round=_("Round %(number)s") % {"number": played.number},
                table=str(each.table.number),
                code=code,
                qr=drawing(address_of(code)),
            )
        )
    return kind.part(sheets)


class Wanted(NamedTuple):
    """An empty sheet: how many entries sit at its table, and what is known of it already.

    `round` and `table`: 0 where it is left open. `code`: what is printed on it.
    """

    size: int
    round: int = 0
    table: int = 0
    code: str = ""


def for_tables(event: Event, number: int, sizes: Sequence[int]) -> list[Wanted]:
    """The empty sheets of the tables of a round, from table 1 on."""
    return [
        Wanted(size, number, table, empty_code(event.pk, number, table))
        for table, size in enumerate(sizes, 1)
    ]


def empty_sheets(kind: Kind, wanted: Sequence[Wanted], address_of: Callable[[str], str]) -> Part:
    """Sheets without names; `address_of` says where a code leads to."""
    sheets = []
    for size, number, table, code in wanted:
        players = size * 2 if kind.settings.is_pairs else size
        hands = kind.settings.hands_at(size, playing=kind.ruleset.seats)
        columns = _columns(kind, [(seat, "", "") for seat in range(1, players + 1)])
        known = {
            "round": _("Round %(number)s") % {"number": number or "____"},
            "table": str(table or ""),
            "code": code,
            "qr": drawing(address_of(code)) if code else "",
        }
        sheets.append(kind.sheet(columns, players, hands, **known))
    return kind.part(sheets)


def _columns(kind: Kind, people: Sequence[tuple[int, str, str]]) -> Columns:
    """The columns of a table: for each its people with seat, name and start number."""
    columns: Columns = [[] for _side in range(kind.ruleset.sides(len(people)))]
    for seat, name, number in people:
        who = {"seat": str(seat), "name": name, "number": number}
        columns[side_of(kind.ruleset, seat - 1)].append(who)
    return columns


# The cards of the tables, with the code that opens a table's sheet on a phone.


def table_cards(
    kind: Kind,
    played: Round,
    tables: Sequence[TableList],
    address_of: Callable[[EventTable], str],
    typed_at: str,
) -> Part:
    """A card for each table, four to a page; `address_of`: the secret way to its sheet.

    `typed_at`: where the short code on it is typed by whoever cannot scan.
    """
    cards = []
    for each in tables:
        address = address_of(each.table.place)
        cards.append(
            {
                "table": each.table.number,
                "people": [
                    {"seat": who.seat, "name": who.name, "number": who.number}
                    for who in each.people
                ],
                "length": kind.length(each.table.place.hands_due),
                "address": address.split("://", 1)[-1],
                "qr": drawing(address),
                "typed": typed_code(each.table.place),
            }
        )
    return {
        "kind": "cards",
        "cards": cards,
        "round": _("Round %(number)s") % {"number": played.number},
        "words": {
            "table": _("Table"),
            "scan": _("Scan to write this table’s sheet."),
            "type": _("Or type this code at %(address)s") % {"address": typed_at},
        },
    }


# Going on without electricity: lots to cut, sheets without names, and how to reckon by hand.

MOST_TABLES = 250
GRID_LINES = 24
"""Lines of a grid for which nobody is known yet."""


def table_sizes(settings: EventSettings, entries: int, tables: int = 0) -> list[int]:
    """How many entries sit at each table: so many tables, or those that the entries need.

    >>> table_sizes(EventSettings(), 43)
    [4, 4, 4, 4, 4, 4, 4, 5, 5, 5]
    >>> table_sizes(EventSettings(), 2), table_sizes(EventSettings(), 43, 3)
    ([4], [4, 4, 4])
    """
    if tables:
        return [settings.size] * min(tables, MOST_TABLES)
    try:
        return list(layout(entries, settings.size, settings.odd).sizes)[:MOST_TABLES]
    except Impossible:
        return [settings.size]


def fallback_parts(
    event: Event,
    lines: Sequence[StartLine],
    address_of: Callable[[str], str],
    *,
    tables: int = 0,
    rows: int = 0,
    spares: Sequence[int] = (),
) -> list[Part]:
    """The whole pile: what to do, the start list, lots, sheets for every round, the grid.

    `tables`: so many tables, instead of those that the entries need. A round with a game of its
    own has sheets of its own; lots are there for each different way of sitting. `address_of` says
    where the code of a sheet leads to. Where tables open one by one nobody can know which table of
    which round a sheet will be: the sheets are `spares`, as many as there are of these numbers.
    """
    settings = event.format
    kinds = {number: Kind.of(event, number, rows) for number in _rounds(settings)}
    sizes = {
        number: table_sizes(kind.settings, len(lines), tables) for number, kind in kinds.items()
    }
    seatings = list(dict.fromkeys(tuple(each) for each in sizes.values()))
    codes = (spare_code(event.pk, number) for number in spares)
    return [
        instructions(settings),
        start_list_part(lines),
        *(lots_part(settings, each) for each in seatings),
        *(
            empty_sheets(
                kind,
                [Wanted(size, code=next(codes, "")) for size in sizes[number]]
                if settings.rolling
                else for_tables(event, number, sizes[number]),
                address_of,
            )
            for number, kind in kinds.items()
        ),
        grid_part(settings, lines),
        rules_part(event),
    ]


def sheets_in_pile(settings: EventSettings, entries: int, tables: int) -> int:
    """How many score sheets are in the pile where tables open one by one.

    >>> sheets_in_pile(EventSettings(rounds=3, rolling=True), 0, 5)
    15
    """
    return len(_rounds(settings)) * len(table_sizes(settings, entries, tables))


def _rounds(settings: EventSettings) -> range:
    return range(1, max(1, settings.rounds) + 1)


def lots_part(settings: EventSettings, sizes: Sequence[int]) -> Part:
    """A lot for every seat: table and seat, to be cut and drawn anew for each round."""
    lots = [
        {"table": table, "seat": seat}
        for table, size in enumerate(sizes, 1)
        for seat in _seats(settings, size)
    ]
    one, two = pgettext("at a table", "Seat"), pgettext("at a table", "Seats")
    words = {"table": _("Table"), "seat": two if settings.is_pairs else one}
    return {"kind": "lots", "lots": lots, "words": words}


def _seats(settings: EventSettings, size: int) -> list[str]:
    """The seats of a table as they stand on its lots: a pair draws both of its own."""
    if settings.is_pairs:
        return [
            _("%(one)s and %(other)s") % {"one": seat, "other": seat + size}
            for seat in range(1, size + 1)
        ]
    return [str(seat) for seat in range(1, size + 1)]


def grid_part(settings: EventSettings, lines: Sequence[StartLine]) -> Part:
    """A grid to add up the rounds by hand: a line for everybody, and some to spare."""
    most = len(_rounds(settings))
    spare = [{"number": "", "name": ""}] * (GRID_LINES if not lines else GRID_LINES // 4)
    rounds = [_("Round %(number)s") % {"number": one + 1} for one in range(most)]
    total = [_("Total")] if most > 1 else []
    return {
        "kind": "grid",
        "title": _("Standings by hand"),
        "note": _("Write the total of each sheet into the column of its round."),
        "rounds": most,
        "head": [_("No."), _("Name"), *rounds, *total, pgettext("ranking", "Place")],
        "lines": [{"number": str(one.number or ""), "name": one.name} for one in lines] + spare,
    }


def instructions(settings: EventSettings) -> Part:
    """The page on top: how to go on by hand, and what to do when there is electricity again."""
    first = [
        _(
            "Tick on the start list who is here and who has paid. Write a start number before each "
            "name, 1 for the first who came, and never give a number twice."
        ),
        _(
            "Count who is here. Take the lots of as many tables as that fills, one lot for each, "
            "and put the others away."
        ),
    ]
    each = [
        _("Everybody draws a lot: it says table and seat. Collect the lots again for the next "
          "round."),
        _("Lay a sheet on each table. Whoever sits there writes names and start numbers on it, in "
          "the order of the seats."),
        _("Seat 1 deals first. The table writes a line for each hand, adds up, and all sign."),
        _("Check each sheet in front of the players: hands, sums, signatures. Only then is it in."),
        _("Write the totals into the grid, each under its round."),
    ]  # fmt: skip
    pile = ngettext(
        "With this pile the event goes on by hand: %(count)s round, start list, lots, sheets and a "
        "grid for the standings.",
        "With this pile the event goes on by hand: %(count)s rounds, start list, lots, sheets and "
        "a grid for the standings.",
        settings.rounds,
    )
    return {
        "kind": "words",
        "title": _("Without electricity"),
        "ticks": False,
        "sections": [
            _words("", [], pile % {"count": settings.rounds}),
            _words(_("At the beginning"), first),
            _words(_("Each round"), each),
            _words(_("When the computer runs again"), _later(settings)),
        ],
    }  # fmt: skip


def _later(settings: EventSettings) -> list[str]:
    """How what was played by hand gets into the program."""
    arrive = _("Let everybody arrive at the door under the start numbers of the list.")
    compare = _(
        "Compare the standings with the grid. If they differ, look at the sheet: it is right."
    )
    if settings.rolling:
        return [
            arrive,
            _("Open a table for each sheet, with those who sat there."),
            _("Key in the totals under Results, sheet by sheet. The code on a sheet asks once of "
              "which table it is; compare the names."),
            compare,
        ]  # fmt: skip
    return [
        arrive,
        _("Draw each round with “By hand”, and put everybody where the sheets say."),
        _("Key in the totals under Results, sheet by sheet, then close the round. The code on a "
          "sheet opens its table; compare the names."),
        compare,
    ]  # fmt: skip


def _words(title: str, steps: list[str], *lead: str) -> dict[str, Any]:
    return {"title": title, "lead": list(lead), "steps": steps}
