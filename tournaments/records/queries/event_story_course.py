"""How an event went, from the standings after its rounds: leads, rises, tables, results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.ranking import Value
from tournaments.events.standings.queries.snapshots import Played, Snapshot
from tournaments.events.standings.queries.standings import EventStanding, reckon, standing_of
from tournaments.records.queries.charts import Bar, BarChart, bar_chart, nice_ticks, with_minus
from tournaments.records.queries.event_story_race import MOST_LINES, Race, Runner, race_of

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
        closest=_closest(end),
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
    if not steps:
        return None
    end = steps[-1][1]
    runners = []
    for row in end.ranked[:MOST_LINES]:
        entry = end.by_number[row.entry]
        after = [standing.places.get(row.entry) for _number, standing in steps]
        totals = [None if one is None or not one.rounds else one.total for one in after]
        begins = entry.begins_with if entry.first_round == 1 else None
        runners.append(Runner(row.entry, entry.name, [begins, *totals]))
    return race_of([number for number, _standing in steps], runners)


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
    """The most points by which anybody led.

    Who is alone in a final may stand above others who have more points: that is no lead.
    """
    leads = []
    for number, standing in steps:
        if len(standing.ranked) > 1:
            first, second = standing.ranked[:2]
            if first.total is not None and second.total is not None:
                leader = _named(standing, first.entry, first.total)
                other = _named(standing, second.entry, second.total)
                leads.append(Lead(number, leader, other, first.total - second.total))
    return max(leads, key=lambda one: one.by) if any(one.by > 0 for one in leads) else None


def _rounds(end: EventStanding, steps: dict[int, EventStanding]) -> list[RoundRow]:
    return [
        RoundRow(
            played.number, len(played.by_table), _best(end, played), _leaders(steps, played.number)
        )
        for played in end.counted
    ]


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


def _leaders(steps: dict[int, EventStanding], number: int) -> list[Named]:
    standing = steps.get(number)
    if standing is None:
        return []
    first = [row for row in standing.ranked if row.place == 1 and row.total is not None]
    return [_named(standing, row.entry, row.total or 0) for row in first]


def _closest(end: EventStanding) -> TableResult | None:
    """The table at which the least lay between the first and the last."""
    found = list(_tables(end))
    return min(found, key=lambda one: (one.spread, one.round, one.number)) if found else None


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
        bars = [Bar(end.by_number[row.entry].name, float(total)) for row, total in rows]
        is_whole = all(total == int(total) for _row, total in rows)
        kind = "total" if is_whole else "points"
        return bar_chart(bars, title=_("The results"), kind=kind)  # type: ignore[arg-type]
    return _groups([float(total) for _row, total in rows])


def _groups(totals: Sequence[float]) -> BarChart | None:
    ticks = nice_ticks(totals, from_zero=False)
    step = (ticks[1] - ticks[0]) / 2
    first = floor(min(totals) / step)
    counts = [0] * (floor(max(totals) / step) - first + 1)
    for total in totals:
        counts[floor(total / step) - first] += 1
    bars = [
        Bar(_from_to((first + place) * step, step), count) for place, count in enumerate(counts)
    ]
    return bar_chart(bars[::-1], title=_("How many had which result"), kind="count")


def _from_to(low: float, step: float) -> str:
    """The figures of a group in words: whole ones where a group has several of them.

    >>> _from_to(-20.0, 10.0), _from_to(0.0, 1.0), _from_to(0.5, 0.5)
    ('−20 to −11', '0', '0.5 to under 1')
    """
    if step == 1:
        return with_minus(f"{low:g}")
    if step > 1 and step == int(step):
        return _("%(low)s to %(high)s") % {
            "low": with_minus(f"{low:g}"),
            "high": with_minus(f"{low + step - 1:g}"),
        }
    values = {"low": with_minus(f"{low:g}"), "high": with_minus(f"{low + step:g}")}
    return _("%(low)s to under %(high)s") % values


def _named(standing: EventStanding, number: int, figure: Value) -> Named:
    return Named(number, standing.by_number[number].name, figure)
