"""What is looked up among a player's sheets: the biggest swings, runs, evenings, feats."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import F, QuerySet, Sum
from django.utils.formats import date_format

from tournaments.models import Feat, SheetTally, Table
from tournaments.records.queries.charts import ChartPoint, LineChart, line_chart
from tournaments.records.queries.filters import Filters

MOST_FEATS = 12
PLACES = ("club", "event_table__round__event")
TABLES = tuple(f"table__{place}" for place in PLACES)


class Swing(NamedTuple):
    """A figure with the sheet where it was: `hand` is the key of its line, None for a run."""

    figure: int
    table: Table
    hand: int | None
    day: date


class Swings(NamedTuple):
    """The extremes of single hands and of single evenings; None where there is none."""

    best: Swing | None
    worst: Swing | None
    won_run: Swing | None
    lost_run: Swing | None


class Evening(NamedTuple):
    """What one day of play brought."""

    day: date
    hands: int
    points: int


def sheets_within(records: Sequence[int], filters: Filters) -> QuerySet[SheetTally]:
    """The sheets of a player that count, of one ruleset and the years that were asked for."""
    rows = SheetTally.objects.filter(player__in=records, ruleset=filters.ruleset, counts=True)
    return rows.filter(**days_within(filters))


def days_within(filters: Filters) -> dict[str, date]:
    """The years of the filters, as conditions on the day of play."""
    wanted = {}
    if filters.since is not None:
        wanted["played_on__gte"] = date(filters.since, 1, 1)
    if filters.until is not None:
        wanted["played_on__lte"] = date(filters.until, 12, 31)
    return wanted


def swings(rows: QuerySet[SheetTally]) -> Swings:
    """The best and the worst hand and the longest runs; the first of equals. Four SQL queries."""
    return Swings(
        best=_swing(rows.exclude(best=None).order_by(F("best").desc(), "played_on"), "best"),
        worst=_swing(rows.exclude(worst=None).order_by("worst", "played_on"), "worst"),
        won_run=_swing(rows.filter(won_run__gt=1).order_by("-won_run", "played_on"), "won_run"),
        lost_run=_swing(rows.filter(lost_run__gt=1).order_by("-lost_run", "played_on"), "lost_run"),
    )


def _swing(rows: QuerySet[SheetTally], name: str) -> Swing | None:
    found = rows.select_related(*TABLES).defer("figures", "others").first()
    if found is None:
        return None
    hand = getattr(found, f"{name}_hand", None)
    return Swing(getattr(found, name), found.table, hand, found.played_on)


def evenings(rows: QuerySet[SheetTally]) -> list[Evening]:
    """Every day of play, the first one first; one SQL query, at most a line for each day."""
    days = rows.values("played_on").annotate(all_hands=Sum("hands"), all_points=Sum("points"))
    return [
        Evening(row["played_on"], row["all_hands"], row["all_points"])
        for row in days.order_by("played_on")
    ]


def evenings_chart(days: Iterable[Evening], *, title: str, unit: str) -> LineChart | None:
    """The points of a year, added up evening by evening."""
    total, points = 0, []
    for day in days:
        total += day.points
        label = date_format(day.day, "j M")
        points.append(ChartPoint(label, total, cases=day.hands))
    return line_chart(points, title=title, unit=unit, kind="total")


def tables_of(keys: Collection[int]) -> dict[int, Table]:
    """By key these tables with what an address of a sheet goes by; one SQL query."""
    return Table.objects.select_related(*PLACES).in_bulk(set(keys))


def feats_of(records: Sequence[int], filters: Filters, *, most: int | None = None) -> list[Feat]:
    """What is worth a toast, the latest first; one SQL query."""
    rows = Feat.objects.filter(player__in=records, counts=True, table__ruleset=filters.ruleset)
    rows = rows.filter(**days_within(filters)).select_related(*TABLES)
    return list(rows.order_by("-played_on", "-pk")[:most])
