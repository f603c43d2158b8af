"""How much a club played, of what, and its latest evenings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import starmap
from typing import NamedTuple

from django.db.models import Max, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.rulesets import RULESETS
from tournaments.models import Club, CountedSheet, Event, MonthTally, SheetTally, Table
from tournaments.people.queries.people import People
from tournaments.records.queries.charts import (
    Bar,
    BarChart,
    ChartPoint,
    LineChart,
    bar_chart,
    line_chart,
)
from tournaments.records.queries.filters import Filters
from tournaments.records.queries.player_page_sheets import TABLES, days_within
from tournaments.records.queries.totals import is_within

MOST_MONTHS = 24
"""For longer times the chart has years."""
FEWEST_FOR_LINE = 4
MOST_EVENINGS = 8
SHEETS_READ = 60
"""Of how many of the latest sheets the evenings are made; an event has many on one day."""
ON_HOME = 12


class Played(NamedTuple):
    """How much of one game was played in a club: sheets and hands, and the first and last month."""

    key: str
    name: str
    sheets: int
    hands: int
    first: date
    last: date


class Month(NamedTuple):
    """How much of one game was played in one month; `month` is its first day."""

    ruleset: str
    month: date
    sheets: int
    hands: int


class Amount(NamedTuple):
    """How much was played in some time: `begins` is its first day."""

    begins: date
    label: str
    sheets: int
    hands: int


class Evening(NamedTuple):
    """A sheet of the club's own tables, or an event: when, what game, and who had how much.

    `table` is the sheet, or the first of the event's; `standing` is empty at an event.
    """

    table: Table
    event: Event | None
    game: str
    day: date
    hands: int
    standing: Sequence[tuple[str, int]]

    @property
    def title(self) -> str:
        """What to call it."""
        return self.event.title if self.event is not None else self.table.title or self.game


def months_within(club: Club, filters: Filters) -> list[Month]:
    """The months of a club that were asked for, of the games that are known; one SQL query."""
    rows = MonthTally.objects.filter(club=club, sheets__gt=0, ruleset__in=RULESETS)
    if filters.ruleset:
        rows = rows.filter(ruleset=filters.ruleset)
    found = starmap(Month, rows.order_by("month").values_list(*Month._fields))
    return [month for month in found if is_within(month.month.year, filters)]


def games_played(months: Sequence[Month]) -> list[Played]:
    """What was played how much, the most hands first."""
    of_game: dict[str, list[Month]] = defaultdict(list)
    for month in months:
        of_game[month.ruleset].append(month)
    found = [
        Played(
            key,
            RULESETS[key].name,
            sum(row.sheets for row in own),
            sum(row.hands for row in own),
            own[0].month,
            own[-1].month,
        )
        for key, own in of_game.items()
    ]
    return sorted(found, key=lambda game: (-game.hands, game.name))


def amounts(months: Sequence[Month]) -> list[Amount]:
    """How much was played in each month, or in each year where the months would be too many.

    Times in which nothing was played are among them.
    """
    if not months:
        return []
    first, last = months[0].month, months[-1].month
    by_month = _count(last) - _count(first) < MOST_MONTHS
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for row in months:
        of_time = sums[_count(row.month) if by_month else row.month.year]
        of_time[0] += row.sheets
        of_time[1] += row.hands
    if by_month:
        days = [date(at // 12, at % 12 + 1, 1) for at in range(_count(first), _count(last) + 1)]
        return [Amount(day, date_format(day, "M Y"), *_sums(sums, _count(day))) for day in days]
    years = range(first.year, last.year + 1)
    return [Amount(date(year, 1, 1), str(year), *_sums(sums, year)) for year in years]


def activity_charts(found: Sequence[Amount]) -> tuple[LineChart | None, BarChart | None]:
    """The sheets over time: a line of months, or bars of years and of a few months."""
    is_by_year = len(found) > 1 and found[1].begins.month == found[0].begins.month
    if len(found) < FEWEST_FOR_LINE or is_by_year:
        bars = [Bar(one.label, one.sheets, cases=one.hands) for one in found]
        return None, bar_chart(bars, title=_("Sheets written"), kind="count")
    points = [ChartPoint(one.label, one.sheets, cases=one.hands) for one in found]
    line = line_chart(points, title=_("Sheets written"), unit=_("each month"), kind="count")
    return line, None


def latest_evenings(club: Club, filters: Filters, people: People) -> list[Evening]:
    """The latest sheets, those of one event together; two SQL queries with limits."""
    rows = CountedSheet.objects.filter(club=club, counts=True, **days_within(filters))
    if filters.ruleset:
        rows = rows.filter(ruleset=filters.ruleset)
    sheets = rows.select_related(*TABLES).order_by("-played_on", "-pk")[:SHEETS_READ]
    found: dict[tuple[str, int], CountedSheet] = {}
    for sheet in sheets:
        event = _event_of(sheet.table)
        key = ("event", event.pk) if event else ("table", sheet.table_id)
        found.setdefault(key, sheet)
    shown = list(found.values())[:MOST_EVENINGS]
    standings = _standings([one for one in shown if _event_of(one.table) is None], people)
    return [
        Evening(
            sheet.table,
            _event_of(sheet.table),
            RULESETS[sheet.ruleset].name if sheet.ruleset in RULESETS else "",
            sheet.played_on,
            sheet.hands,
            standings.get(sheet.table_id, ()),
        )
        for sheet in shown
    ]


def public_clubs() -> QuerySet[Club]:
    """The public clubs that have something in their record books, the latest active first.

    Each with `last_month`; one SQL query with a limit.
    """
    clubs = Club.objects.filter(is_public=True, month_tallies__sheets__gt=0)
    dated = clubs.annotate(last_month=Max("month_tallies__month"))
    return dated.order_by("-last_month", "name")[:ON_HOME]


def _standings(
    sheets: Sequence[CountedSheet], people: People
) -> Mapping[int, list[tuple[str, int]]]:
    """By table who has how many points, best first; whoever must not be named is left out."""
    rows = SheetTally.objects.filter(table__in=[sheet.table_id for sheet in sheets]).order_by()
    found: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for table, player, points in rows.values_list("table_id", "player_id", "points"):
        if people.of(player) in people.names:
            found[table].append((people.name(player), points))
    return {table: sorted(own, key=lambda one: (-one[1], one[0])) for table, own in found.items()}


def _event_of(table: Table) -> Event | None:
    place = getattr(table, "event_table", None)
    return place.round.event if place is not None else None


def _count(month: date) -> int:
    """The months since the beginning of the calendar."""
    return month.year * 12 + month.month - 1


def _sums(sums: Mapping[int, Sequence[int]], key: int) -> tuple[int, int]:
    sheets, hands = sums.get(key, (0, 0))
    return sheets, hands
