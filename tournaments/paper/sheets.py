"""Score sheets: one for each table, with its people, and a line for every hand that is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import find_ruleset
from scoring.ruleset import Ruleset
from tournaments.events.draw.queries.rounds import TableList
from tournaments.events.results.queries.sheet_codes import empty_code, sheet_code
from tournaments.events.setup.queries import game_of
from tournaments.models import Event, Round, Table
from tournaments.paper.codes import drawing
from tournaments.paper.press import Part
from tournaments.settings.event import EventSettings
from tournaments.settings.games import GameOf
from tournaments.tables.queries.replays import side_of

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
        """How many lines a sheet has: the hands that are due, or enough for its games.

        A game to 12 is over after 23 hands at the latest.
        """
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
        text = ngettext("%(count)s game to %(to)s", "%(count)s games to %(to)s", games)
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
                "hand": _("Hand"),
                "deals": _("Deals"),
                "game": _("Player, game"),
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
        values = [
            (option, self.game.options.get(option.name, option.default))
            for option in self.ruleset.options
        ]
        values.sort(key=lambda each: each[1] == each[0].default)  # what is unusual comes first
        lines += [f"{_(one.label)}: {_(one.word_for(value))}" for one, value in values]
        return lines

    def _counted(self) -> str:
        """What else is written below the columns; empty where nothing is."""
        words = {
            "solos": _("Solos won"),
            "games": _("Games won"),
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
                _columns(kind, each),
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
        sides = kind.ruleset.sides(players)
        columns: Columns = [[] for _side in range(sides)]
        for seat in range(players):
            who = {"seat": str(seat + 1), "name": "", "number": ""}
            columns[side_of(kind.ruleset, seat)].append(who)
        known = {
            "round": _("Round %(number)s") % {"number": number or "____"},
            "table": str(table or ""),
            "code": code,
            "qr": drawing(address_of(code)) if code else "",
        }
        sheets.append(kind.sheet(columns, players, hands, **known))
    return kind.part(sheets)


def _columns(kind: Kind, each: TableList) -> Columns:
    """The columns of a table: for each its people with seat, name and start number."""
    seats = [person.seat or 1 for person in each.people]
    sides = kind.ruleset.sides(len(each.people))
    columns: Columns = [[] for _side in range(sides)]
    for seat, person in zip(seats, each.people, strict=True):
        who = {"seat": str(seat), "name": person.name, "number": str(person.number)}
        columns[side_of(kind.ruleset, seat - 1)].append(who)
    return columns
