"""The standing as people read it: a page of a hundred lines, a group, a search, a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from formats.event import EventSettings, KeyWords, key_words
from formats.figures import amount, plain
from scoring.ranking import Standing, TeamStanding, Value
from tournaments.common.listing import Column, Kind, Listing, Only, only_on
from tournaments.common.names import found_by
from tournaments.events.check_in.queries.entries import STATUS_WORDS
from tournaments.events.draw.queries.cuts import KeptCut
from tournaments.events.draw.queries.finals import Differs, Moved, moves_of, would_differ
from tournaments.events.results.queries.at_tables import corrections_of
from tournaments.events.results.queries.progress import SHORT
from tournaments.events.standings.queries.snapshots import Expected, Played, Snapshot, shares_of
from tournaments.events.standings.queries.standings import (
    PAGE,
    PERSONS,
    TEAMS,
    Cell,
    EventStanding,
    Row,
    decision_words,
    lot_seed,
    persons_of,
    standing_of,
    worth,
)
from tournaments.models import Entry


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


@dataclass(frozen=True)
class StandingPage:
    """A page of the standing; `is_hidden`: nothing of it may be shown to whoever asks.

    `only_you`: the public does not see it now, directors do. `lines` is what was asked for, page by
    page, and `rows` what stands on this one.
    """

    asked: StandingAsked
    standing: EventStanding
    lines: Page[Standing]
    rows: tuple[Row, ...] = ()
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

    @cached_property
    def expected(self) -> list[Expected]:
        """Who has not come yet, of those who are looked for, before anything is drawn."""
        if self.asked.group or self.asked.teams or self.lines.has_previous():
            return []
        everybody = self.standing.snapshot.named
        return found_by(self.asked.words, everybody, said=lambda one: one.name)

    @property
    def all_found(self) -> int:
        """How many are found by what was typed, who has not come yet as well."""
        return self.lines.paginator.count + len(self.expected)

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
    def query(self) -> str:
        """What the addresses of the other pages of the same standing begin with."""
        asked = self.asked
        view = "closed" if asked.only_closed else "cross" if asked.cross else ""
        said = {"q": asked.words, "group": asked.group, "view": view}
        return "?" + urlencode({name: text for name, text in said.items() if text} | {"page": ""})

    @cached_property
    def keys(self) -> list[KeyWords]:
        """The tie-breaks of the event that have values to show."""
        names = [key.name for key in self.rows[0].keys] if self.rows else []
        shown = {key.name for row in self.rows for key in row.keys if key.value is not None}
        return [key_words(name) for name in names if name in shown and name != "shared"]

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
    snapshot: Snapshot, asked: StandingAsked, *, is_director: bool = False, everything: bool = False
) -> StandingPage:
    """The asked part of the standing; `everything`: all of its lines on one page."""
    standing = standing_of(snapshot, only_closed=asked.only_closed)
    is_hidden = snapshot.is_hidden and not is_director
    wanted: Sequence[Standing] = standing.everybody
    if asked.teams or is_hidden:
        wanted = ()
    elif asked.group in standing.groups:
        wanted = standing.of_group(asked.group)
    elif asked.words:
        wanted = standing.found(asked.words)
    lines = Paginator(wanted, len(wanted) or 1 if everything else PAGE)
    page = lines.get_page(max(asked.number, 1))
    return StandingPage(
        asked,
        standing,
        page,
        rows=tuple(standing.rows(page.object_list)),
        is_hidden=is_hidden,
        only_you=snapshot.is_hidden and is_director,
    )


# The standing beside something else, as on another site's page: places, names and totals.


class LineAlone(NamedTuple):
    """A person, a team or an entry; `place` None where nobody is ranked, `total` as it is said."""

    place: int | None
    name: str
    total: str


def lines_alone(page: StandingPage) -> list[LineAlone]:
    """The ranking that the event is about, whole; nothing while it is hidden."""
    standing = page.standing
    settings = standing.snapshot.settings
    if page.is_hidden:
        return []
    if standing.main_view == PERSONS:
        persons = persons_of(standing)
        return [LineAlone(one.place, one.name, worth(one.total, settings)) for one in persons]
    if standing.main_view == TEAMS:
        return [LineAlone(row.place, row.team, team_total(row, settings)) for row in standing.teams]
    return [
        LineAlone(row.place, row.entry.name, worth(row.total, settings) if row.place else "")
        for row in page.rows
    ]


def team_total(team: TeamStanding, settings: EventSettings) -> str:
    """What a team has, as it is said: points for places, or what its members won."""
    if settings.team_yields == "places":
        return plain(team.total)
    return worth(team.total, settings)


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
        return f"{plain(self.own)} : {plain(self.theirs)}"

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


def has_cross_table(snapshot: Snapshot) -> bool:
    """Whether matches of one against another make the standing."""
    return snapshot.settings.yields == "match" and not snapshot.settings.rolling


def has_games(page: StandingPage) -> bool:
    """Whether games are won beside the points of a sheet."""
    return any(result.games for one in page.standing.counted for result in one.results)


def cross_row(page: StandingPage, row: Row) -> CrossRow:
    """A row with whom it met; its sums are those that the differences come from."""
    played = {one.number: one for one in page.standing.counted}
    snapshot = page.standing.snapshot
    rounds = [_met_in(snapshot, played[cell.number], row, cell) for cell in row.cells]
    games, strokes = Two(), Two()
    for met in rounds:
        if met.strokes is not None:
            games, strokes = games.plus(met.games), strokes.plus(met.strokes)
    return CrossRow(row, rounds, games, strokes)


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


# The standing as a list for a spreadsheet and for the wall: places, rounds, totals, and how to
# check them.

NAME = 28
PRINTED_ROUNDS = 18
"""So many rounds with totals of five digits fit on a page: the last ones are printed."""


def standing_listing(page: StandingPage) -> Listing[CrossRow]:
    """A page of the standing: place, who, every round, the total, the tie-breaks.

    Where matches are played a file says whom everybody met, and where anything had to be decided, a
    tie or a sheet that is gone, how. While it is hidden there is nothing but the head.
    """
    has_matches = bool(page.columns) and has_cross_table(page.standing.snapshot)
    settings = page.standing.snapshot.settings
    once_known = None if page.standing.has_results else Only.FILE

    def rows() -> Iterator[CrossRow]:
        for row in page.rows:
            yield cross_row(page, row) if has_matches else CrossRow(row, [], Two(), Two())

    def in_round(nth: int, number: int) -> Column[CrossRow]:
        return Column(
            _("Round %(number)s") % {"number": number},
            lambda line: line.row.cells[nth].value,
            Kind.POINTS,
            only=Only.FILE if nth < len(page.columns) - PRINTED_ROUNDS else None,
            short=_("R%(number)s") % {"number": number},
            printed=lambda line: _printed_cell(line.row.cells[nth], settings),
            struck=lambda line: _is_struck(line.row.cells[nth]),
        )

    def tie_break(key: KeyWords) -> Column[CrossRow]:
        def value(line: CrossRow) -> Value | None:
            return next(one.value for one in line.row.keys if one.name == key.name)

        return Column(
            key.label,
            value,
            Kind.POINTS,
            16,
            only=once_known,
            printed=lambda line: plain(value(line)),
        )

    columns: list[Column[CrossRow]] = [
        Column(
            pgettext("ranking", "Place"),
            lambda line: line.row.place,
            Kind.NUMBER,
            8,
            short=_("Pl."),
            printed=lambda line: f"{line.row.place}." if line.row.place else "",
            is_bold=True,
        ),
        Column(_("No."), lambda line: line.row.entry.number, Kind.NUMBER, 6),
        Column(
            _("Name"),
            lambda line: line.row.entry.name,
            width=NAME,
            notes=lambda line: [", ".join(filter(None, _behind_the_name(page, line.row)))],
        ),
        Column(_("Team"), lambda line: line.row.entry.team, width=18, only=Only.FILE),
    ]
    if page.brings:
        season = Column[CrossRow](
            _("Season"), lambda line: line.row.entry.from_season, Kind.POINTS, only=Only.FILE
        )
        columns.append(season)
    columns += [in_round(nth, one.number) for nth, one in enumerate(page.columns)]
    if page.standing.cuts:
        columns += only_on(
            Only.FILE,
            [
                Column(_("Final"), lambda line: page.standing.final_of(line.row), width=10),
                Column(_("Carried"), lambda line: line.row.carried, Kind.POINTS),
            ],
        )
    total = Column[CrossRow](
        _("Total"),
        lambda line: line.row.total,
        Kind.POINTS,
        only=once_known,
        printed=lambda line: worth(line.row.total, settings),
        is_bold=True,
    )
    columns += [total, *map(tie_break, page.keys)]
    checks: list[Column[CrossRow]] = list(_matches(page)) if has_matches else []
    if page.decided:
        checks.append(Column(_("Decided sheets"), _gone_in, width=24))
    if any(row.decision for row in page.rows):
        checks.append(Column(_("What decided"), _decision, width=32))
    columns += only_on(Only.FILE, checks)
    return Listing("standing", _("Standing"), columns, rows)


def _behind_the_name(page: StandingPage, row: Row) -> Iterator[str]:
    """What paper says of somebody, which on a page is a column or a mark of its own."""
    label = page.standing.final_of(row)
    if label:
        points = worth(row.carried, page.standing.snapshot.settings)
        yield from (label, _("%(points)s carried") % {"points": points})
    yield row.entry.team
    if row.entry.status in (Entry.LEFT, Entry.NO_SHOW, Entry.OUT):
        yield str(STATUS_WORDS[row.entry.status])
    if row.entry.brought and row.final is None:
        yield _("%(points)s from the season") % {"points": amount(row.entry.from_season)}
    if row.substitute:
        yield _("%(name)s plays") % {"name": row.substitute}
    if row.ruled:
        yield _("ruling: %(points)s") % {"points": amount(row.ruled)}


def _is_struck(cell: Cell) -> bool:
    return cell.is_dropped and cell.value is not None


def _printed_cell(cell: Cell, settings: EventSettings) -> str:
    text = worth(cell.value, settings)
    text += "*" if cell.is_corrected else ""
    text += "†" if cell.decided else ""
    words = {"bye": _("bye"), "late": _("late")}
    return f"{text} {words[cell.kind]}" if cell.kind in words else text


def team_listing(standing: EventStanding) -> Listing[TeamStanding]:
    """The ranking of the teams, with those who count for each, and what each round gave them."""
    settings = standing.snapshot.settings
    has_series = settings.team_yields == "places"

    def members(team: TeamStanding) -> str:
        return ", ".join(standing.by_number[number].name for number in team.members)

    def in_round(number: int) -> Column[TeamStanding]:
        head = _("Round %(number)s") % {"number": number}
        return Column(head, lambda team: team.rounds.get(number), Kind.POINTS, only=Only.FILE)

    columns: list[Column[TeamStanding]] = [
        Column(
            pgettext("ranking", "Place"),
            lambda team: team.place,
            Kind.NUMBER,
            8,
            short=_("Pl."),
            printed=lambda team: f"{team.place}.",
            is_bold=True,
        ),
        Column(_("Team"), lambda team: team.team, width=24, notes=lambda team: [members(team)]),
        *(in_round(one.number) for one in standing.counted if has_series),
        Column(
            _("Total"),
            lambda team: team.total,
            Kind.POINTS,
            printed=lambda team: team_total(team, settings),
            is_bold=True,
        ),
        Column(_("Who counts"), members, width=50, only=Only.FILE),
    ]
    return Listing("teams", _("Teams"), columns, lambda: standing.teams)


def _matches(page: StandingPage) -> Iterator[Column[CrossRow]]:
    """Against whom each round was, what the sheet and both sides had; and the sums of it all."""
    games = has_games(page)
    for nth, one in enumerate(page.columns):
        yield from _match(nth, one.number, has_games=games)
    if games:
        yield Column(pgettext("to a target", "Games won"), lambda line: line.games.own, Kind.NUMBER)
        yield Column(_("Games of the others"), lambda line: line.games.theirs, Kind.NUMBER)
    yield Column(_("Strokes"), lambda line: line.strokes.own, Kind.NUMBER)
    yield Column(_("Strokes of the others"), lambda line: line.strokes.theirs, Kind.NUMBER)


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


def _gone_in(line: CrossRow) -> str:
    """The rounds whose sheets are gone, and how each was decided."""
    return ", ".join(
        _("Round %(number)s: %(how)s") % {"number": cell.number, "how": SHORT[cell.decided]}
        for cell in line.row.cells
        if cell.decided
    )
