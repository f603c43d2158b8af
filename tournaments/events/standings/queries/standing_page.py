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
from tournaments.common.alike import found_by
from tournaments.common.listing import Column, Kind, Listing, number, points, text
from tournaments.common.listing import Value as ListedValue
from tournaments.events.draw.queries.cuts import KeptCut, final_label
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


def standing_listing(page: StandingPage) -> Listing:
    """A page of the standing: place, who, every round, the total, the tie-breaks.

    While it is hidden there is nothing but the head.
    """
    rounds = [points(_("Round %(number)s") % {"number": one.number}) for one in page.columns]
    finals = [text(_("Final"), 10), points(_("Carried"))] if page.standing.cuts else []
    keys = [] if page.is_hidden else page.keys
    season = [points(_("Season"))] if page.brings else []
    checks, checked = _checks(page)

    def season_of(row: Row) -> list[ListedValue]:
        return [row.entry.from_season] if season else []

    def rows() -> Iterator[Sequence[ListedValue]]:
        for row in () if page.is_hidden else page.rows:
            values = {key.name: key.value for key in row.keys}
            yield (
                row.place,
                row.entry.number,
                row.entry.name,
                row.entry.team,
                *season_of(row),
                *(cell.value for cell in row.cells if page.columns),
                *(page.final_of(row) if finals else ()),
                row.total,
                *(values[key.name] for key in keys),
                *checked(row),
            )

    columns = (
        number(_("Place"), 8),
        number(_("No."), 6),
        text(_("Name"), NAME),
        text(_("Team"), 18),
        *season,
        *rounds,
        *finals,
        points(_("Total")),
        *(Column(key.label, Kind.POINTS, 16) for key in keys),
        *checks,
    )
    return Listing("standing", _("Standing"), columns, rows)


def _checks(page: StandingPage) -> tuple[list[Column], Callable[[Row], list[ListedValue]]]:
    """The columns by which a standing is checked: whom one met, and what decided; and their cells.

    They are there where matches are played, and where anything had to be decided: a tie, or a sheet
    that is gone.
    """
    meets = page.columns if has_cross_table(page.standing.snapshot) else ()
    games = bool(meets) and has_games(page)
    has_ties = not page.is_hidden and any(row.decision for row in page.rows)
    has_decided = not page.is_hidden and bool(page.decided)
    columns = [column for one in meets for column in _met_columns(one.number, has_games=games)]
    columns += _sum_columns(has_games=games) if meets else []
    if has_decided:
        columns.append(text(_("Decided sheets"), 24))
    if has_ties:
        columns.append(text(_("What decided"), 32))

    def cells(row: Row) -> list[ListedValue]:
        found: list[ListedValue] = _matches(page, row, has_games=games) if meets else []
        if has_decided:
            found.append(_gone_in(row))
        if has_ties:
            found.append(decision_words(row.decision) if row.decision else "")
        return found

    return columns, cells


def _matches(page: StandingPage, row: Row, *, has_games: bool) -> list[ListedValue]:
    """Its matches round by round, and the sums that the differences come from."""
    crossed = cross_row(page, row)
    found: list[ListedValue] = [value for met in crossed.rounds for value in _met(met, has_games)]
    return [*found, *(crossed.games if has_games else ()), *crossed.strokes]


def _met(met: Met, has_games: bool) -> list[ListedValue]:
    """Against whom a match was, the points of its sheet, games and strokes on both sides."""
    if met.sheet is None:
        games = strokes = sheet = ""
    else:
        sheet, games, strokes = str(met.sheet), str(met.games), str(met.strokes)
    return [", ".join(map(str, met.opponents)), sheet, *([games] if has_games else []), strokes]


def _met_columns(number: int, *, has_games: bool) -> list[Column]:
    said = {"number": number}
    return [
        text(_("Round %(number)s: opponent") % said, 10),
        text(_("Round %(number)s: sheet") % said, 10),
        *([text(_("Round %(number)s: games") % said, 10)] if has_games else []),
        text(_("Round %(number)s: strokes with rulings") % said, 10),
    ]


def _sum_columns(*, has_games: bool) -> list[Column]:
    games = [number(_("Games won")), number(_("Games of the others"))] if has_games else []
    return [*games, number(_("Strokes")), number(_("Strokes of the others"))]


def _gone_in(row: Row) -> str:
    """The rounds whose sheets are gone, and how each was decided."""
    return ", ".join(
        _("Round %(number)s: %(how)s") % {"number": cell.number, "how": SHORT[cell.decided]}
        for cell in row.cells
        if cell.decided
    )
