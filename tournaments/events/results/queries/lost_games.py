"""The lost games of a table: counted from the hands that were entered, or as they were keyed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from tournaments.events.money.queries.cash import holding
from tournaments.events.results.queries.sheets import counted_source, latest_totals, own_games
from tournaments.models import CashLine, Event, EventTable, Result, Round
from tournaments.settings.prizes import lost_money
from tournaments.tables.queries import latest_versions, replay_table


def lost_games(event: Event, round_number: int, table_number: int) -> list[int] | None:
    """How many games each seat took on and lost, in the order of the sheet; six SQL queries.

    Where totals from paper count, they are those that were keyed with them. None where there is
    no such table, or where nobody has said how many were lost.
    """
    place = (
        EventTable.objects.filter(
            round__event=event, round__number=round_number, number=table_number
        )
        .exclude(round__state=Round.CANCELLED)
        .select_related("table")
        .first()
    )
    if place is None:
        return None
    versions, keyed = latest_versions(place.table), latest_totals(place)
    source = counted_source(place, keyed, has_hands=bool(versions))
    if keyed is not None and source == EventTable.TOTALS and "lost" in keyed.record:
        return list(keyed.record["lost"])
    return own_games(replay_table(place.table, versions), won=False) if versions else None


class LostList(NamedTuple):
    """A list with lost games: who lost how many, what that costs in cents, and whether the cash
    book has it."""

    round: int
    table: int
    people: list[tuple[str, int]]
    cents: int
    is_written: bool


def lost_lists(event: Event) -> list[LostList]:
    """The lists on which somebody lost a game, those that are not paid yet first.

    Only complete ones, and only where the event counts lost games and these have prices. Two SQL
    queries.
    """
    settings = event.format
    if settings.counted != "won_lost" or not settings.lost_games:
        return []
    lists = _lists(event, settings.lost_games)
    return sorted(lists, key=lambda one: one.is_written)


def _lists(event: Event, prices: tuple[int, ...]) -> Iterator[LostList]:
    lines = holding(event).filter(kind=CashLine.LOST).order_by()
    written = set(lines.values_list("round_number", "table_number"))
    results = Result.objects.filter(event=event, is_in=True, lost__gt=0)
    rows = (
        results.exclude(round__state=Round.CANCELLED)
        .order_by("round__number", "event_table__number", "side")
        .values_list("round__number", "event_table__number", "entry__name", "lost")
    )
    for (number, table), group in groupby(rows, key=lambda row: row[:2]):
        people = [(name, lost) for _round, _table, name, lost in group]
        cents = lost_money([lost for _name, lost in people], prices)
        yield LostList(number, table, people, cents, (number, table) in written)
