"""What a screen across the room shows: pages of names that it turns by itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.utils.translation import gettext as _

from scoring.ranking import Standing
from tournaments.events.draw.queries.cuts import final_head
from tournaments.events.draw.queries.rounds import SeatOf, seats_of
from tournaments.events.night.queries import queue_of
from tournaments.events.setup.queries import game_of
from tournaments.events.standings.queries.snapshots import Played, Snapshot
from tournaments.events.standings.queries.standings import (
    PERSONS,
    TEAMS,
    EventStanding,
    moved_since,
    persons_of,
    standing_of,
)
from tournaments.models import Event

STANDINGS, SEATS, CLOCK, TABLES = ("standings", "seats", "clock", "tables")
RANKINGS = (STANDINGS, TEAMS, PERSONS)
MODES = (*RANKINGS, SEATS, CLOCK, TABLES)
COLUMNS = 2
ROWS = 12  # lines of a column: those are read from 15 metres
FEW = 6
LETTERS = 3
"""So many letters of the first and the last name say what stands on a page from A to Z."""

# What there is room for, in hundredths of the screen's height.
BODY = 83.0
ANNOUNCEMENT, ITS_LINE, ITS_LETTERS = 2.4, 4.9, 62
A_LINE = 4.0
LINE = 6.88  # of a list: a name of two lines is read from there
DENSE = {3: (5.5, 14), 4: (4.15, 11)}
"""How high a line is in three and four columns of a ranking, and for how many letters it has room:
a longer name stands there with the beginning of its last word."""
CELL, LARGE_CELL = 10.4, 15.6  # of a table
TABLES_ABREAST, LARGE_ABREAST = 8, 4
MOST_TABLE_ROWS = 5


@dataclass(frozen=True)
class ScreenPage:
    """One page of a screen, in columns; `of` is the number of pages.

    `is_hidden`: the standing is kept from everybody, on a screen from directors too. `span` says
    with which letters the names begin and end, or which lines of the standing are shown; `abreast`
    is how many tables stand in a row. `brief`: names that are too long for a line, as they stand in
    it; `moved`: by start number how many places somebody has risen since the round before.
    """

    mode: str
    number: int
    of: int
    columns: tuple[tuple[Any, ...], ...]
    rows: int
    is_hidden: bool = False
    is_provisional: bool = False
    round_number: int = 0
    has_results: bool = False
    span: str = ""
    abreast: int = TABLES_ABREAST
    brief: Mapping[str, str] = field(default_factory=dict)
    moved: Mapping[int, int] = field(default_factory=dict)

    @property
    def lines(self) -> int:
        """For how many lines there has to be room: few are shown larger."""
        if len(self.columns) != 1 or self.of > 1:
            return self.rows
        return min(self.rows, max(FEW, len(self.columns[0])))

    @property
    def before(self) -> int:
        """The page before, the last one before the first."""
        return self.number - 1 or self.of

    @property
    def after(self) -> int:
        """The page after, the first one after the last."""
        return self.number % self.of + 1


@dataclass(frozen=True)
class TableProgress:
    """How far a table is: the hands that everybody can see."""

    number: int
    played: int
    due: int
    is_in: bool
    is_confirmed: bool = False

    @property
    def share(self) -> int:
        """In how many tenths it is done."""
        if self.is_in:
            return 10
        return min(9, 10 * self.played // self.due) if self.due else 0


class Head(NamedTuple):
    """A line above those who play in a final; `is_again`: the column before ended among them."""

    head: str
    is_again: bool = False


def screen_page(
    snapshot: Snapshot,
    *,
    mode: str,
    number: int,
    rows: int = 0,
    only_closed: bool = False,
    announced: Sequence[str] = (),
) -> ScreenPage:
    """A page of the screen; without a mode the one that is wanted now.

    `announced` stands below it and takes room from it: then fewer lines are on a page. A ranking
    for which there is room in three or four columns is one page, unless so many `rows` are wanted.
    """
    mode = mode or mode_now(snapshot)
    groups, more = _groups(snapshot, mode, only_closed)
    room = room_beside(announced)
    if mode == SEATS and snapshot.is_public:
        room -= A_LINE  # which says that names can be hidden
    wanted, abreast_names = rows, COLUMNS
    rows = min(wanted or ROWS, max(FEW, int(room / LINE)))
    if mode == TABLES:
        tables = sum(len(lines) for _head, lines in groups)
        abreast, of_all = LARGE_ABREAST, max(2, -(-tables // LARGE_ABREAST))
        if of_all * LARGE_CELL > room:  # large where few play
            abreast, of_all = TABLES_ABREAST, min(MOST_TABLE_ROWS, max(2, int(room / CELL)))
        more["abreast"] = abreast
        columns = _columns(groups, abreast * of_all)
    else:
        columns = _columns(groups, rows)
    if mode in RANKINGS and not wanted and len(columns) > COLUMNS:
        for dense, (line, letters) in DENSE.items():
            lines = _evenly(groups, dense, int(room / line))
            if lines:
                columns, rows, abreast_names = _columns(groups, lines), lines, dense
                standing = standing_of(snapshot, only_closed=only_closed)
                more["brief"] = brief_names(_names(standing, mode), letters)
                break
    pages = Paginator(columns, 1 if mode == TABLES else abreast_names)
    page = pages.get_page(max(number, 1))
    shown = list(page.object_list)
    if pages.num_pages > 1 and mode in (SEATS, *RANKINGS):
        more["span"] = _span(mode, columns, shown)
    if mode == STANDINGS and not more["is_hidden"]:
        standing = standing_of(snapshot, only_closed=only_closed)
        shown = [_in_words(standing, column) for column in shown]
        if abreast_names in (COLUMNS, 3):
            more["moved"] = moved_since(standing)
    return ScreenPage(mode, page.number, pages.num_pages, tuple(map(tuple, shown)), rows, **more)


def room_beside(announced: Sequence[str]) -> float:
    """How much of the screen's height is left for what the page shows.

    >>> room_beside([]), room_beside(["Soup is served"])
    (83.0, 75.7)
    """
    lines = [-(-len(text) // ITS_LETTERS) for text in announced]
    return round(BODY - sum(ANNOUNCEMENT + count * ITS_LINE for count in lines), 1)


def _evenly(groups: Iterable[tuple[str, Sequence[Any]]], columns: int, most: int) -> int:
    """The fewest lines a column with which all stand in so many columns; 0 if there is no room."""
    fewest = -(-sum(len(lines) for _head, lines in groups) // columns)
    return next((n for n in range(fewest, most + 1) if len(_columns(groups, n)) <= columns), 0)


def _names(standing: EventStanding, mode: str) -> list[str]:
    if mode == TEAMS:
        return [row.team for row in standing.teams]
    if mode == PERSONS:
        return [row.name for row in persons_of(standing)]
    return [standing.by_number[row.entry].name for row in (*standing.ranked, *standing.out)]


TWIN = re.compile(r"(?P<name>.+) \(\D*(?P<number>\d+)\)")
"""Somebody who has a name with others here: the start number is told with it."""
OF_LAST = 4
"""So many letters of a last name tell who it is."""


def brief_names(names: Iterable[str], letters: int) -> dict[str, str]:
    """What stands for the names that have more letters, each different from all others.

    >>> brief_names(["Anna Bauer", "Elke Sommer-Haller", "Hildegard von Tannbach"], 14)
    {'Elke Sommer-Haller': 'Elke Somm.', 'Hildegard von Tannbach': 'Hildegard T.'}
    >>> brief_names(["Tannhäuserbergwiese", "Tannhäuserbergwald"], 14)
    {'Tannhäuserbergwiese': 'Tannhäuse. 1', 'Tannhäuserbergwald': 'Tannhäuse. 2'}
    >>> brief_names(["Tõnu Rand / Liis Rand"], 14)
    {'Tõnu Rand / Liis Rand': 'Tõnu / Liis'}
    >>> brief_names(["Zoë Hinterholzer (No. 7)"], 14)
    {'Zoë Hinterholzer (No. 7)': 'Zoë Hint. 7'}
    """
    names = list(dict.fromkeys(names))
    found = {name: _brief(name, letters - 2) for name in names if len(name) > letters}
    often = Counter([found.get(name, name) for name in names])
    turns: Counter[str] = Counter()
    for name, words in found.items():
        if often[words] > 1:  # they are told apart by a number
            turns[words] += 1
            end = f" {turns[words]}"
            found[name] = _brief(name, letters - 2 - len(end)) + end
    return found


def _brief(name: str, letters: int) -> str:
    if twin := TWIN.fullmatch(name):
        end = f" {twin['number']}"
        return _brief(twin["name"], letters - len(end)) + end
    sides = name.split(" / ")
    if len(sides) > 1:
        each = (letters - 3 * (len(sides) - 1)) // len(sides)
        return " / ".join(side if len(side) <= each else _brief(side, each) for side in sides)
    first, *others = name.split() or [name]
    if len(first) > letters:
        return f"{first[: letters - 1]}."
    room = min(letters - len(first) - 2, OF_LAST)
    return f"{first} {others[-1][:room]}." if others and room > 0 else first


def _span(mode: str, columns: Sequence[Sequence[Any]], shown: Sequence[Sequence[Any]]) -> str:
    """What stands on a page: the beginnings of the first and the last name, or which lines."""
    lines = [line for column in shown for line in column if not isinstance(line, Head)]
    if not lines:
        return ""
    if mode == SEATS:
        if any(isinstance(line, Head) for column in columns for line in column):
            return ""  # each final begins with A again
        return f"{lines[0].entry.name[:LETTERS].strip()} – {lines[-1].entry.name[:LETTERS].strip()}"
    everybody = [line for column in columns for line in column if not isinstance(line, Head)]
    first = everybody.index(lines[0]) + 1
    values = {"first": first, "last": first + len(lines) - 1, "all": len(everybody)}
    return _("%(first)s–%(last)s of %(all)s") % values


def _in_words(standing: EventStanding, column: Sequence[Any]) -> list[Any]:
    """A column of the standing with all that is said of its lines; heads stay as they are."""
    rows = iter(standing.rows([line for line in column if not isinstance(line, Head)]))
    return [line if isinstance(line, Head) else next(rows) for line in column]


def mode_now(snapshot: Snapshot) -> str:
    """Seats until the round begins, the standing while it is played and after."""
    current = snapshot.current
    if current is not None and (snapshot.settings.rolling or current.round.started_at is None):
        return SEATS
    if current is not None and snapshot.is_hidden:
        return TABLES
    return STANDINGS if snapshot.is_hidden else standing_of(snapshot).main_view or STANDINGS


def _groups(
    snapshot: Snapshot, mode: str, only_closed: bool
) -> tuple[list[tuple[str, Sequence[Any]]], dict[str, Any]]:
    """All lines of a mode by the finals that they are in, and what else is to be said of them."""
    current = snapshot.current
    more: dict[str, Any] = {"round_number": current.number if current else snapshot.closed}
    more["is_hidden"] = mode in RANKINGS and snapshot.is_hidden
    if mode == SEATS:
        return _seats(snapshot), more
    if mode == TABLES:
        on = snapshot.on if snapshot.settings.rolling else snapshot.on[:1]
        tables = [table for one in on for table in _progress(snapshot.event, one)]
        return [("", sorted(tables, key=lambda table: table.number))], more
    if mode == CLOCK or more["is_hidden"]:
        return [], more
    standing = standing_of(snapshot, only_closed=only_closed)
    more["has_results"] = standing.has_results
    more["is_provisional"] = standing.is_provisional
    if not standing.is_provisional:
        more["round_number"] = snapshot.closed
    if mode == TEAMS:
        return [("", standing.teams)], more
    if mode == PERSONS:
        return [("", persons_of(standing))], more

    def final_of(row: Standing) -> str:
        """Who is in no final stands below all of them."""
        found = standing.finals.get(row.entry)
        if not standing.cuts:
            return ""
        if found is None or found.final is None:
            return _("Not in the final")
        return final_head(standing.cuts[-1], found.final)

    rows = [*standing.ranked, *standing.out]
    return [(head, list(those)) for head, those in groupby(rows, final_of)], more


def _seats(snapshot: Snapshot) -> list[tuple[str, Sequence[Any]]]:
    """Everybody from A to Z, where finals are played in each of them; then who sits in none."""
    seats = seats_of(snapshot)
    if seats is None or not seats.cuts:
        queue = queue_of(snapshot.event).waiting if snapshot.settings.rolling else ()
        entries = (snapshot.entries.get(each.pk) for each in queue)
        waiting = [SeatOf(entry, None, None, ()) for entry in entries if entry]
        return [("", [*(seats.by_name if seats else ()), *waiting])]
    heads = {seat.entry.pk: table.final for table in seats.tables for seat in table.seats}
    sitting_out = _("Sitting out")
    groups: dict[str, list[SeatOf]] = {head: [] for head in (*heads.values(), sitting_out)}
    for seat in seats.by_name:
        groups[heads.get(seat.entry.pk, sitting_out)].append(seat)
    return [(head, those) for head, those in groups.items() if those]


def _progress(event: Event, played: Played) -> list[TableProgress]:
    """How far the tables of a round are, by the hands in which somebody got cards."""
    seats = game_of(event, played.number).ruleset.seats
    return [
        TableProgress(
            number,
            sum(line.hands for line in lines) // min(seats, len(lines)),
            lines[0].hands_due or 0,
            all(line.is_in for line in lines),
            number in played.confirmed,
        )
        for number, lines in sorted(played.by_table.items())
    ]


def _columns(groups: Iterable[tuple[str, Sequence[Any]]], each: int) -> list[Sequence[Any]]:
    """The lines in columns of so many, each with the head of the final that it begins in.

    A head is never the last line of a column.
    """
    columns: list[list[Any]] = []
    for head, lines in groups:
        left = list(lines)
        while left:
            heads = [Head(head, len(left) < len(lines))] if head else []
            if not columns or len(columns[-1]) + len(heads) >= each:
                columns.append([])
            room = each - len(columns[-1]) - len(heads)
            columns[-1] += [*heads, *left[:room]]
            left = left[room:]
    return list(columns)
