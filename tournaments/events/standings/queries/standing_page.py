"""The standing as people read it: a page of a hundred lines, a group, a search, a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from scoring.ranking import Standing, TeamStanding, Value
from scoring.tiebreaks import EVERY_KEY
from tournaments.common.listing import Column, Kind, Listing
from tournaments.common.names import found_by
from tournaments.events.draw.queries.cuts import KeptCut
from tournaments.events.draw.queries.finals import Differs, Moved, moves_of, would_differ
from tournaments.events.results.queries.at_tables import corrections_of
from tournaments.events.results.queries.progress import SHORT
from tournaments.events.standings.queries.snapshots import Expected, Played, Snapshot, shares_of
from tournaments.events.standings.queries.standings import (
    PAGE,
    Cell,
    EventStanding,
    Row,
    decision_words,
    lot_seed,
    standing_of,
)
from tournaments.settings.figures import amount
from tournaments.settings.series import final_label

# One page of the standing: a hundred lines, those of a group, or those whose name was typed.


@dataclass(frozen=True)
class StandingAsked:
    """Which part of a standing somebody wants to see; numbers of pages count from 1.

    `only_closed`: after the last closed round, without the tables that still play. `cross`: with
    the opponents.
    """

    number: int = 1
    words: str = ""
    group: str = ""
    teams: bool = False
    only_closed: bool = False
    cross: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is a page of the whole standing as it is now."""
        return not (self.words or self.group or self.teams or self.only_closed or self.cross)


class KeyColumn(NamedTuple):
    """A tie-break: its label, and what it means."""

    name: str
    label: str
    meaning: str


@dataclass(frozen=True)
class StandingPage:
    """A page of the standing; `is_hidden`: nothing of it may be shown to whoever asks.

    `only_you`: the public does not see it now, directors do. `number` of `of` pages.
    """

    asked: StandingAsked
    standing: EventStanding
    rows: tuple[Row, ...] = ()
    number: int = 1
    of: int = 1
    found: int = 0
    is_hidden: bool = False
    only_you: bool = False

    @property
    def teams(self) -> list[TeamStanding]:
        """The teams, where they are asked for."""
        return self.standing.teams if self.asked.teams and not self.is_hidden else []

    @property
    def has_series(self) -> bool:
        """Whether the teams get points for their places in each round."""
        return self.standing.snapshot.settings.team_yields == "places"

    @property
    def columns(self) -> tuple[Played, ...]:
        """The rounds that have a column; none where tables open one by one."""
        return () if self.standing.snapshot.settings.rolling else self.standing.counted

    @property
    def carried_after(self) -> int:
        """The round after which points were carried into a final last, 0 if never."""
        cuts = self.standing.cuts
        return cuts[-1].cut.after if cuts else 0

    @cached_property
    def brings(self) -> bool:
        """Whether points of a season are brought in."""
        return any(entry.brought for entry in self.standing.snapshot.entries.values())

    def final_of(self, row: Row) -> tuple[str, Value | None]:
        """The final that somebody is in, "" if in none, and what was brought into it."""
        if row.final is None or row.final.final is None:
            return "", None
        return final_label(row.final.final, self.standing.cuts[-1].count), row.final.carried

    @cached_property
    def expected(self) -> list[Expected]:
        """Who has not come yet, of those who are looked for, before anything is drawn."""
        if self.asked.group or self.asked.teams or self.number > 1:
            return []
        everybody = self.standing.snapshot.expected
        return found_by(self.asked.words, everybody, said=lambda one: one.name)

    @property
    def all_found(self) -> int:
        """How many are found by what was typed, who has not come yet as well."""
        return self.found + len(self.expected)

    @cached_property
    def cut_notes(self) -> list[tuple[KeptCut, list[Differs], list[Moved]]]:
        """The cuts that count here, with what corrections would change, and who was moved."""
        snapshot = self.standing.snapshot
        cuts = [kept for kept in self.standing.cuts if kept.cut.after]
        return [(kept, would_differ(snapshot, kept), moves_of(snapshot, kept)) for kept in cuts]

    @property
    def finals(self) -> int:
        """How many finals the lines are grouped by, 0 where they are not."""
        has_all = not self.asked.words and not self.asked.group
        return self.standing.cuts[-1].count if self.standing.cuts and has_all else 0

    @property
    def first(self) -> int:
        """Which line the page begins with, from 1."""
        return (self.number - 1) * PAGE + 1

    @property
    def last(self) -> int:
        """Which line the page ends with."""
        return self.first + len(self.rows) - 1

    @property
    def before(self) -> int:
        """The page before."""
        return self.number - 1

    @property
    def after(self) -> int:
        """The page after."""
        return self.number + 1

    @property
    def query(self) -> str:
        """What the addresses of the other pages of the same standing begin with."""
        asked = self.asked
        view = "closed" if asked.only_closed else "cross" if asked.cross else ""
        said = {"q": asked.words, "group": asked.group, "view": view}
        return "?" + urlencode({name: text for name, text in said.items() if text} | {"page": ""})

    @cached_property
    def keys(self) -> list[KeyColumn]:
        """The tie-breaks of the event that have values to show."""
        names = [key.name for key in self.rows[0].keys] if self.rows else []
        shown = {key.name for row in self.rows for key in row.keys if key.value is not None}
        return [
            KeyColumn(name, EVERY_KEY[name].label, EVERY_KEY[name].meaning)
            for name in names
            if name in shown and name != "shared"
        ]

    @property
    def seed(self) -> str:
        """The seed of the lots, where one was drawn."""
        drawn = any(row.decided_by == "lot" for row in self.standing.ranked)
        return lot_seed(self.standing.snapshot.event) if drawn and not self.is_hidden else ""

    @property
    def decided(self) -> list[str]:
        """How sheets were decided that are gone, of those that are in the lines."""
        return sorted({cell.decided for row in self.rows for cell in row.cells if cell.decided})

    @cached_property
    def corrected(self) -> str:
        """How often hands were corrected at the tables, and when last; one SQL query."""
        return corrections_of(self.standing.snapshot).words

    @property
    def has_corrections(self) -> bool:
        """Whether a line was corrected after the next draw."""
        return any(row.is_corrected for row in self.rows)


def standing_page(
    snapshot: Snapshot,
    asked: StandingAsked,
    *,
    is_director: bool = False,
    everything: bool = False,
) -> StandingPage:
    """The asked part of the standing; `everything`: all of its lines on one page."""
    standing = standing_of(snapshot, only_closed=asked.only_closed)
    if snapshot.is_hidden and not is_director:
        return StandingPage(asked, standing, is_hidden=True)
    wanted = _wanted(standing, asked)
    each = len(wanted) or 1 if everything else PAGE
    pages = max(1, -(-len(wanted) // each))
    number = min(max(asked.number, 1), pages)
    return StandingPage(
        asked,
        standing,
        rows=tuple(standing.rows(wanted[(number - 1) * each : number * each])),
        number=number,
        of=pages,
        found=len(wanted),
        only_you=snapshot.is_hidden,
    )


def _wanted(standing: EventStanding, asked: StandingAsked) -> Sequence[Standing]:
    if asked.teams:
        return ()
    if asked.group in standing.groups:
        return standing.of_group(asked.group)
    if asked.words:
        return standing.found(asked.words)
    return standing.everybody


# Against whom everybody played, and how: a standing of matches can be checked by it.


class Two(NamedTuple):
    """A figure of an entry, and that of the other side; None where several are on it.

    >>> str(Two(12, 7)), str(Two(3, -3)), str(Two(4, None))
    ('12 : 7', '+3', '+4')
    """

    own: int = 0
    theirs: int | None = 0

    def __str__(self) -> str:
        if self.theirs is None or (self.own and self.theirs == -self.own):
            return amount(self.own)
        return f"{_plain(self.own)} : {_plain(self.theirs)}"

    def plus(self, other: Two) -> Two:
        """Both together.

        >>> Two(12, 7).plus(Two(2, 0))
        Two(own=14, theirs=7)
        """
        return Two(self.own + other.own, (self.theirs or 0) + (other.theirs or 0))


class Met(NamedTuple):
    """A round of a row: the start numbers of the opponents, and what both sides had there.

    `sheet`: the points of the sheet, None where there was no table, and where its sheet was
    annulled. `ruled`: strokes beside it by rulings. `cell` is what the round is worth in the
    standing.
    """

    cell: Cell
    opponents: tuple[int, ...] = ()
    sheet: Two | None = None
    games: Two = Two()
    ruled: Two = Two()

    @property
    def strokes(self) -> Two | None:
        """What decides among as many games: the points of the sheet, and what rulings gave.

        >>> Met(Cell(1, 2, "sheet"), (4,), Two(12, 7), ruled=Two(0, 2)).strokes
        Two(own=12, theirs=9)
        """
        return self.sheet.plus(self.ruled) if self.sheet and any(self.ruled) else self.sheet


class CrossRow(NamedTuple):
    """A row of the standing with whom it met, and all its games and strokes."""

    row: Row
    rounds: list[Met]
    games: Two
    strokes: Two


class CrossTable(NamedTuple):
    """The rows of a page; `has_games`: anybody won a whole game."""

    rows: list[CrossRow]
    has_games: bool


def has_cross_table(snapshot: Snapshot) -> bool:
    """Whether matches of one against another make the standing."""
    return snapshot.settings.yields == "match" and not snapshot.settings.rolling


def has_games(page: StandingPage) -> bool:
    """Whether games are won beside the points of a sheet."""
    return any(result.games for one in page.standing.counted for result in one.results)


def cross_table(page: StandingPage) -> CrossTable:
    """The rows of a page with whom each met, round by round; no SQL query."""
    return CrossTable([cross_row(page, row) for row in page.rows], has_games(page))


def cross_row(page: StandingPage, row: Row) -> CrossRow:
    """A row with whom it met; its sums are those that the differences come from."""
    games, strokes = Two(), Two()
    rounds = met_by(page, row)
    for met in rounds:
        if met.strokes is not None:
            games, strokes = games.plus(met.games), strokes.plus(met.strokes)
    return CrossRow(row, rounds, games, strokes)


def met_by(page: StandingPage, row: Row) -> list[Met]:
    """Whom an entry met in each round of the standing."""
    rounds = {one.number: one for one in page.standing.counted}
    return [_met_in(page.standing.snapshot, rounds[cell.number], row, cell) for cell in row.cells]


def _met_in(snapshot: Snapshot, played: Played, row: Row, cell: Cell) -> Met:
    line = played.line_of(row.entry.pk)
    if line is None or line.table is None:
        return Met(cell)
    others = [one for one in played.by_table[line.table] if one.entry != row.entry.pk]
    numbers = tuple(snapshot.entries[one.entry].number for one in others)
    if line.is_annulled:
        return Met(cell, numbers)
    other = others[0] if len(others) == 1 else None
    given = {
        key: sum(share.strokes for share in shares)
        for key, shares in shares_of(snapshot.rulings, {played.number}).items()
    }
    return Met(
        cell,
        numbers,
        Two(line.points, other.points if other else None),
        Two(line.games, other.games if other else 0),
        Two(given.get(line.entry, 0), given.get(other.entry, 0) if other else 0),
    )


def _plain(figure: int) -> str:
    return amount(figure).removeprefix("+")


# The standing as a list for a spreadsheet: places, rounds, totals, and how to check them.


NAME = 28


def standing_listing(page: StandingPage) -> Listing[CrossRow]:
    """A page of the standing: place, who, every round, the total, the tie-breaks.

    Where matches are played it says whom everybody met, and where anything had to be decided, a tie
    or a sheet that is gone, how. While it is hidden there is nothing but the head.
    """
    shown = () if page.is_hidden else page.rows
    has_matches = bool(page.columns) and has_cross_table(page.standing.snapshot)

    def rows() -> Iterator[CrossRow]:
        for row in shown:
            yield cross_row(page, row) if has_matches else CrossRow(row, [], Two(), Two())

    columns: list[Column[CrossRow]] = [
        Column(_("Place"), lambda line: line.row.place, Kind.NUMBER, 8),
        Column(_("No."), lambda line: line.row.entry.number, Kind.NUMBER, 6),
        Column(_("Name"), lambda line: line.row.entry.name, width=NAME),
        Column(_("Team"), lambda line: line.row.entry.team, width=18),
    ]
    if page.brings:
        columns.append(Column(_("Season"), lambda line: line.row.entry.from_season, Kind.POINTS))
    columns += [_round(nth, one.number) for nth, one in enumerate(page.columns)]
    if page.standing.cuts:
        columns += [
            Column(_("Final"), lambda line: page.final_of(line.row)[0], width=10),
            Column(_("Carried"), lambda line: page.final_of(line.row)[1], Kind.POINTS),
        ]
    columns.append(Column(_("Total"), lambda line: line.row.total, Kind.POINTS))
    if shown:
        columns += [_tie_break(key.name, key.label) for key in page.keys]
    if has_matches:
        columns += _matches(page)
    if shown and page.decided:
        columns.append(Column(_("Decided sheets"), lambda line: _gone_in(line.row), width=24))
    if any(row.decision for row in shown):
        columns.append(Column(_("What decided"), _decision, width=32))
    return Listing("standing", _("Standing"), columns, rows)


def _round(nth: int, number: int) -> Column[CrossRow]:
    head = _("Round %(number)s") % {"number": number}
    return Column(head, lambda line: line.row.cells[nth].value, Kind.POINTS)


def _tie_break(name: str, label: str) -> Column[CrossRow]:
    def value(line: CrossRow) -> Value | None:
        return next(key.value for key in line.row.keys if key.name == name)

    return Column(label, value, Kind.POINTS, 16)


def _matches(page: StandingPage) -> list[Column[CrossRow]]:
    """Against whom each round was, what the sheet and both sides had; and the sums of it all."""
    games = has_games(page)
    columns = [
        column
        for nth, one in enumerate(page.columns)
        for column in _match(nth, one.number, has_games=games)
    ]
    if games:
        columns += [
            Column(_("Games won"), lambda line: line.games.own, Kind.NUMBER),
            Column(_("Games of the others"), lambda line: line.games.theirs, Kind.NUMBER),
        ]
    return [
        *columns,
        Column(_("Strokes"), lambda line: line.strokes.own, Kind.NUMBER),
        Column(_("Strokes of the others"), lambda line: line.strokes.theirs, Kind.NUMBER),
    ]


def _match(nth: int, number: int, *, has_games: bool) -> Iterator[Column[CrossRow]]:
    def both(of: Callable[[Met], Two | None]) -> Callable[[CrossRow], str]:
        """What both sides had; nothing where there is no sheet."""
        return lambda line: str(of(line.rounds[nth])) if line.rounds[nth].sheet else ""

    said = {"number": number}
    opponent = _("Round %(number)s: opponent") % said
    yield Column(opponent, lambda line: ", ".join(map(str, line.rounds[nth].opponents)), width=10)
    yield Column(_("Round %(number)s: sheet") % said, both(lambda met: met.sheet), width=10)
    if has_games:
        yield Column(_("Round %(number)s: games") % said, both(lambda met: met.games), width=10)
    strokes = _("Round %(number)s: strokes with rulings") % said
    yield Column(strokes, both(lambda met: met.strokes), width=10)


def _decision(line: CrossRow) -> str:
    return decision_words(line.row.decision) if line.row.decision else ""


def _gone_in(row: Row) -> str:
    """The rounds whose sheets are gone, and how each was decided."""
    return ", ".join(
        _("Round %(number)s: %(how)s") % {"number": cell.number, "how": SHORT[cell.decided]}
        for cell in row.cells
        if cell.decided
    )
