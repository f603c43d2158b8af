"""Keeping what each entry has from a round equal to what counts of its table's sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring import Replay, find_ruleset
from tournaments.models import EventTable, Result, Table
from tournaments.queries.events.leavings import figures_by_side
from tournaments.queries.events.sheets import (
    Totals,
    counted_source,
    is_overfull,
    latest_totals,
    totals_of,
)
from tournaments.queries.replays import latest_versions, replay_table, side_of


class MoreThanDue(Exception):
    """More hands than the table of an event was to play: `due` of them, 0 where games count."""

    def __init__(self, due: int) -> None:
        super().__init__(due)
        self.due = due


class Expected(NamedTuple):
    """What a result should hold."""

    points: int
    hands: int
    solos: int
    games: int
    is_in: bool


FIELDS = list(Expected._fields)


def settle_results(table: Table, sheet: Replay) -> None:
    """Bring the results of an event's table up to date; inside the transaction of a change.

    Other tables have none, and nothing happens. Raises MoreThanDue, and nothing of the change is
    kept.
    """
    place = EventTable.objects.select_related("round__event").filter(table=table).first()
    if place is None:
        return
    place.table = table
    if is_overfull(place, sheet):
        raise MoreThanDue(place.hands_due)
    settle_place(place, sheet)


def settle_place(place: EventTable, sheet: Replay) -> None:
    """The same for a table that is known to belong to an event."""
    moved = []
    for result, expected in _moved(place, sheet):
        for name in FIELDS:
            setattr(result, name, getattr(expected, name))
        moved.append(result)
    Result.objects.bulk_update(moved, FIELDS)


def result_differences(table: Table) -> list[str]:
    """In what the stored results of a table differ from its sheet, one sentence each."""
    place = EventTable.objects.select_related("round__event").filter(table=table).first()
    if place is None:
        return []
    place.table = table
    sheet = replay_table(table, latest_versions(table))
    return [
        f"event table {place.pk}, entry {result.entry_id}: "
        f"stored {[getattr(result, name) for name in FIELDS]}, counted {list(expected)}"
        for result, expected in _moved(place, sheet)
    ]


def _moved(place: EventTable, sheet: Replay) -> Iterator[tuple[Result, Expected]]:
    """The results that do not hold what counts, with what they should hold."""
    keyed = latest_totals(place)
    source = counted_source(place, keyed, has_hands=bool(sheet.rows))
    counting = totals_of(place, sheet, keyed if source == EventTable.TOTALS else None)
    ruleset = find_ruleset(place.table.ruleset)
    results = list(Result.objects.filter(event_table=place).select_related("leaving"))
    is_paper = keyed is not None and source == EventTable.TOTALS
    counted = figures_by_side(place, results, sheet, counting, is_paper=is_paper)
    for result in results:
        own = result.side or 0
        expected = _expected(counted[own], side_of(ruleset, own))
        if any(getattr(result, name) != getattr(expected, name) for name in FIELDS):
            yield result, expected


def _expected(counting: Totals, side: int) -> Expected:
    return Expected(
        points=counting.points[side],
        hands=_at(counting.hands, side),
        solos=_at(counting.solos, side),
        games=_at(counting.games, side),
        is_in=counting.is_complete,
    )


def _at(figures: Sequence[int], side: int) -> int:
    return figures[side] if side < len(figures) else 0
