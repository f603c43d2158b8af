"""An event afterwards: the story of its day, from standings, tallies of sheets, and feats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil, floor
from typing import NamedTuple

from django.db.models import Sum
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.figures import ROLES
from scoring.intervals import Estimate, share
from scoring.ranking import Value
from scoring.rulesets import RULESETS
from sheets.drawings import (
    BOTTOM,
    LABEL_GAP,
    TOP,
    Drawing,
    DrawnLine,
    Frame,
    Lettering,
    shortened,
    spread,
)
from tournaments.common.cache import cached
from tournaments.events.standings.queries.snapshots import Played, Snapshot
from tournaments.events.standings.queries.standings import EventStanding, reckon, standing_of
from tournaments.models import CountedSheet, Feat, SheetTally, Table
from tournaments.people.queries import People
from tournaments.records.queries.charts import (
    BarChart,
    ChartPoint,
    Tick,
    bar_chart,
    height_ticks,
    nice_ticks,
    tick_text,
)
from tournaments.records.queries.club_page import Record, Toast, holders_of, toasts_among
from tournaments.records.queries.figures import GameWords, game_words
from tournaments.records.queries.player_page import PLACES

MOST_LINES = 8
LETTERING = Lettering(20, 14, 10, 23)


class Runner(NamedTuple):
    """An entry in the race: the total at the start and after each step, None before it came."""

    number: int
    name: str
    totals: Sequence[Value | None]


@dataclass(frozen=True)
class Race(Drawing):
    """The whole drawing; `runners` are its table, with totals at the start and after `rounds`."""

    rounds: Sequence[int]
    runners: Sequence[Runner]
    lines: Sequence[DrawnLine]
    heights: Sequence[Tick]
    steps: Sequence[Tick]


MOST_STEPS = 12
"""After so many rounds at most the standing is reckoned; of more, some are left out."""
FEWEST_FOR_GROUPS = 10
"""Fewer results are shown one by one."""


class Named(NamedTuple):
    """An entry with a figure; `number` is its start number."""

    number: int
    name: str
    figure: Value


class RoundRow(NamedTuple):
    """A round in figures: its tables, the best results of it, and who led after it, if known."""

    number: int
    tables: int
    best: Sequence[Named]
    leaders: Sequence[Named]


class Rise(NamedTuple):
    """Who rose most: the places after the first round and at the end."""

    number: int
    name: str
    before: int
    after: int

    @property
    def places(self) -> int:
        """How many places it was."""
        return self.before - self.after


class Lead(NamedTuple):
    """The largest lead: after which round, who had it before whom, and how many points."""

    round: int
    first: Named
    second: Named
    by: Value


class TableResult(NamedTuple):
    """A table with the points of everybody at it, and from the most to the fewest."""

    round: int
    number: int
    table: int
    spread: int
    sides: Sequence[Named]


class Course(NamedTuple):
    """How it went; None, or empty, where there is nothing of the kind to tell."""

    entries: int
    rounds: Sequence[RoundRow]
    race: Race | None
    rises: Sequence[Rise]
    lead: Lead | None
    closest: TableResult | None
    results: BarChart | None


Step = tuple[int, EventStanding]


def course_of(snapshot: Snapshot) -> Course:
    """What the closed rounds tell; the standing is reckoned a few times, nothing is read."""
    end = standing_of(snapshot, only_closed=True)
    steps = [] if snapshot.settings.rolling else _steps(snapshot, end)
    return Course(
        entries=len(end.ranked),
        rounds=[] if snapshot.settings.rolling else _rounds(end, dict(steps)),
        race=_race(steps),
        rises=_rises(steps),
        lead=_largest_lead(steps),
        # At which the least lay between the first and the last.
        closest=min(
            _tables(end), key=lambda one: (one.spread, one.round, one.number), default=None
        ),
        results=_results(end),
    )


def _steps(snapshot: Snapshot, end: EventStanding) -> list[Step]:
    """The standing after each round, of many rounds after some of them."""
    rounds = [one.number for one in end.counted]
    every = ceil(len(rounds) / MOST_STEPS) or 1
    wanted = sorted({*rounds[::-1][::every], *rounds[:1]})
    found: list[Step] = []
    for number in wanted[:-1]:
        counted = [one for one in end.counted if one.number <= number]
        cuts = [one for one in snapshot.cuts if one.cut.after < number]
        found.append((number, reckon(snapshot, counted, cuts)))
    return [*found, (wanted[-1], end)] if wanted else []


def _race(steps: Sequence[Step]) -> Race | None:
    """The first few at the end, round by round; None before there are two lines and two rounds."""
    runners = []
    for row in steps[-1][1].ranked[:MOST_LINES] if len(steps) > 1 else ():
        entry = steps[-1][1].by_number[row.entry]
        after = [standing.places.get(row.entry) for _number, standing in steps]
        totals = [None if one is None or not one.rounds else one.total for one in after]
        begins = entry.begins_with if entry.first_round == 1 else None
        if totals[-1] is not None:
            runners.append(Runner(row.entry, entry.name, [begins, *totals]))
    if len(runners) < 2:
        return None
    heights = nice_ticks(
        [float(total) for one in runners for total in one.totals if total is not None]
    )
    texts = [tick_text(figure, heights, "points") for figure in heights]
    frame = Frame(
        max(map(len, texts)) * LETTERING.letter_on_phones + 24,
        LETTERING.right([one.name for one in runners]),
        len(steps),
        heights[0],
        heights[-1],
    )
    ends = [frame.y(float(one.totals[-1] or 0)) for one in runners]
    labels = spread(ends, gap=LABEL_GAP, low=TOP, high=BOTTOM)
    lines = []
    for place, one in enumerate(runners):
        points = [
            f"{frame.x(step)} {frame.y(float(total))}"
            for step, total in enumerate(one.totals)
            if total is not None
        ]
        lines.append(
            DrawnLine(
                place,
                shortened(one.name, LETTERING.longest),
                shortened(one.name, LETTERING.longest_on_phones),
                "M" + "L".join(points),
                ends[place],
                labels[place],
            )
        )
    rounds = [number for number, _standing in steps]
    return Race(
        frame.left,
        frame.right,
        rounds,
        runners,
        lines,
        height_ticks(texts, heights, frame),
        [Tick(str(number), frame.x(step)) for step, number in enumerate(rounds, 1)],
    )


def _rises(steps: Sequence[Step]) -> list[Rise]:
    """Who rose most between the first round and the end; nobody where nobody rose."""
    if len(steps) < 2:
        return []
    first, last = steps[0][1], steps[-1][1]
    found = [
        Rise(row.entry, last.by_number[row.entry].name, before.place, row.place)
        for row in last.ranked
        if (before := first.places.get(row.entry)) is not None and before.rounds
    ]
    most = max((one.places for one in found), default=0)
    return [one for one in found if one.places == most] if most > 0 else []


def _largest_lead(steps: Sequence[Step]) -> Lead | None:
    """The most points by which anybody led; to stand first in a final with fewer is no lead."""
    leads = []
    for number, standing in steps:
        if len(standing.ranked) > 1:
            first, second = standing.ranked[:2]
            if first.total is not None and second.total is not None:
                leader = _named(standing, first.entry, first.total)
                other = _named(standing, second.entry, second.total)
                leads.append(Lead(number, leader, other, first.total - second.total))
    return max(leads, key=lambda one: one.by) if any(one.by > 0 for one in leads) else None


def _rounds(end: EventStanding, steps: Mapping[int, EventStanding]) -> list[RoundRow]:
    rows = []
    for played in end.counted:
        standing = steps.get(played.number)
        leaders = [
            _named(standing, row.entry, row.total)
            for row in (standing.ranked if standing else ())
            if standing and row.place == 1 and row.total is not None
        ]
        rows.append(RoundRow(played.number, len(played.by_table), _best(end, played), leaders))
    return rows


def _best(end: EventStanding, played: Played) -> list[Named]:
    """Who had most from a round, as it counts; all who are level."""
    at_tables = {end.snapshot.entries[line.entry].number for line in played.lines if line.table}
    values = [
        _named(end, row.entry, row.rounds[played.number])
        for row in end.ranked
        if row.entry in at_tables and played.number in row.rounds
    ]
    most = max((one.figure for one in values), default=None)
    return [one for one in values if one.figure == most]


def _tables(end: EventStanding) -> Iterable[TableResult]:
    for played in end.counted:
        for number, lines in played.by_table.items():
            points = [line.points for line in lines]
            table = lines[0].table_pk
            is_played = all(line.hands and not line.decided for line in lines)
            if len(lines) < 2 or table is None or not is_played:
                continue
            entries = end.snapshot.entries
            sides = [
                Named(entries[line.entry].number, entries[line.entry].name, line.points)
                for line in lines
            ]
            sides.sort(key=lambda one: -one.figure)
            yield TableResult(played.number, number, table, max(points) - min(points), sides)


def _results(end: EventStanding) -> BarChart | None:
    """How the results lie: one by one where they are few, else how many between two figures."""
    rows = [(row, row.total) for row in end.ranked if row.total is not None and row.rounds]
    if len(rows) < 2:
        return None
    if len(rows) < FEWEST_FOR_GROUPS:
        bars = [ChartPoint(end.by_number[row.entry].name, float(total)) for row, total in rows]
        is_whole = all(total == int(total) for _row, total in rows)
        kind = "total" if is_whole else "points"
        return bar_chart(bars, title=_("The results"), kind=kind)  # type: ignore[arg-type]
    totals = [float(total) for _row, total in rows]
    ticks = nice_ticks(totals, from_zero=False)
    step = (ticks[1] - ticks[0]) / 2
    counts = Counter(floor(total / step) for total in totals)
    bars = [
        ChartPoint(_from_to(place * step, step), counts[place])
        for place in range(max(counts), min(counts) - 1, -1)
    ]
    return bar_chart(bars, title=_("How many had which result"), kind="count")


def _from_to(low: float, step: float) -> str:
    """The figures of a group in words: whole ones where a group has several of them.

    >>> _from_to(-20.0, 10.0), _from_to(0.0, 1.0), _from_to(0.5, 0.5)
    ('−20 to −11', '0', '0.5 to under 1.0')
    """
    first, last, after = (
        tick_text(figure, (low, step), "number") for figure in (low, low + step - 1, low + step)
    )
    if step == 1:
        return first
    if step == int(step):
        return _("%(low)s to %(high)s") % {"low": first, "high": last}
    return _("%(low)s to under %(high)s") % {"low": first, "high": after}


def _named(standing: EventStanding, number: int, figure: Value) -> Named:
    return Named(number, standing.by_number[number].name, figure)


BEST_KEPT = 24
ONE_A_HAND = ("picker", "alone", "partner")
"""Roles that one person has in a hand: only of those the hands are as many cases."""


class RoleLine(NamedTuple):
    """What the whole field did in a role: hands of persons, and how many of them were won.

    The share has an interval only where each hand stands in it once.
    """

    game: str
    label: str
    hands: int
    won_hands: int
    won: Estimate | None


class GameStory(NamedTuple):
    """The hands of one game at an event: the roles, and the biggest hand, None without one."""

    words: GameWords
    roles: Sequence[RoleLine]
    biggest: Record | None


@dataclass(frozen=True)
class Story:
    """What there is to tell of an event.

    `hands` are by round, where any is known; `closest` is the sheet of the closest table.
    """

    course: Course
    games: Sequence[GameStory]
    hands: Mapping[int, int]
    feats: Sequence[Toast]
    closest: Table | None

    @property
    def all_hands(self) -> int:
        """The hands of all rounds."""
        return sum(self.hands.values())

    @property
    def has_roles(self) -> bool:
        """Whether anything is known of single hands."""
        return any(game.roles for game in self.games)


class _Best(NamedTuple):
    """A hand as it is kept: without names, for those may change."""

    figure: int
    table: int
    hand: int | None
    day: date
    player: int


_Read = tuple[Course, Mapping[str, tuple[Counter[str], list[_Best]]], Mapping[int, int]]
"""What is kept of an event until it changes.

The course, with charts in one language, by ruleset the sums of all hands and the biggest ones, and
by round how many there are.
"""


def event_story(snapshot: Snapshot, people: People) -> Story | None:
    """The story so far, None before a round is closed; two SQL queries, four where it changed."""
    event = snapshot.event
    if not snapshot.closed:
        return None
    key = (event.pk, event.submission, "story", snapshot.is_public, get_language())
    course, hands_of_games, hands = cached(key, snapshot.state, lambda: _read(snapshot))
    games, closest = [], course.closest
    biggest: dict[str, list[_Best]] = {}
    for ruleset, (_counts, best) in hands_of_games.items():
        # Of those who may be named, with everybody who had as much from it.
        shown = [one for one in best if people.of(one.player) in people.names]
        biggest[ruleset] = [one for one in shown if one[:3] == shown[0][:3]]
    wanted = {own[0].table for own in biggest.values() if own}
    if closest is not None:
        wanted.add(closest.table)
    tables = Table.objects.select_related(*PLACES).in_bulk(wanted)
    for ruleset, (counts, _best) in hands_of_games.items():
        words, big, own = game_words(ruleset), None, biggest[ruleset]
        if own and own[0].table in tables:
            holders = holders_of([one.player for one in own], people)
            big = Record(own[0].figure, holders, tables[own[0].table], own[0].hand, own[0].day)
        games.append(GameStory(words, _roles(counts, words), big))
    return Story(
        course=course,
        games=games,
        hands=hands,
        feats=toasts_among(Feat.objects.filter(table__event_table__round__event=event), people),
        closest=tables.get(closest.table) if closest else None,
    )


def _read(snapshot: Snapshot) -> _Read:
    event = snapshot.event
    closed = [one.round.pk for one in snapshot.rounds if one.is_closed]
    rows = SheetTally.objects.filter(event=event, table__event_table__round__in=closed)
    games: dict[str, tuple[Counter[str], list[_Best]]] = {}
    names = ("ruleset", "figures", "best", "table_id", "best_hand", "played_on", "player_id")
    for ruleset, figures, *best in rows.order_by("pk").values_list(*names):
        if ruleset in RULESETS:
            counts, hands = games.setdefault(ruleset, (Counter(), []))
            counts.update(figures)
            if best[0] is not None:
                hands.append(_Best(*best))
    for _counts, hands in games.values():
        hands.sort(key=lambda one: -one.figure)
        del hands[BEST_KEPT:]
    sheets = CountedSheet.objects.filter(table__event_table__round__in=closed).order_by()
    by_round = sheets.values_list("table__event_table__round__number").annotate(Sum("hands"))
    return course_of(snapshot), games, dict(by_round)


def _roles(counts: Counter[str], words: GameWords) -> list[RoleLine]:
    """A line for each role that somebody had; hands from paper are no roles."""
    lines = []
    for role in ROLES:
        hands, won = counts.get(f"{role}.hands", 0), counts.get(f"{role}.won", 0)
        if not hands or role == "paper":
            continue
        found = share(won, hands)
        if found is not None and (words.is_pairs or role not in ONE_A_HAND):
            found = found._replace(low=None, high=None)
        lines.append(RoleLine(words.name, words.roles[role], hands, won, found))
    return lines
