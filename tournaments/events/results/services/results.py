"""Keeping what each entry has from a round equal to what counts of its table's sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from scoring import find_ruleset
from tournaments.events.draw.queries.seatings import circles_to_come
from tournaments.events.night.queries import STAYED, Stay, stays_at
from tournaments.events.results.queries.leavings import figures_by_side
from tournaments.events.results.queries.sheets import Totals, counted_source, is_overfull, totals_of
from tournaments.events.standings.queries.highest import Top, tops_of
from tournaments.models import EventTable, Result, Table
from tournaments.tables.queries.readings import SheetReading, reading_at, with_keyed
from tournaments.tables.queries.replays import side_of
from tournaments.tables.services.followers import differences_in_book, sheet_changed
from tournaments.tables.services.settling import MoreThanDue, has_other_totals


class Expected(NamedTuple):
    """What a result should hold."""

    points: int
    hands: int
    solos: int
    solos_played: int | None
    games: int
    lost: int
    is_in: bool
    kept_hands: int
    top_points: int
    top_hand: int
    moved_at: datetime | None
    is_away: bool
    decided: str


FIELDS = list(Expected._fields)
IN_NO_FILE = ["kept_hands", "top_points", "top_hand", "solos_played", "decided"]
"""What an event's file leaves out, for it follows from the sheets alone."""


def settle_results(sheet: SheetReading) -> list[dict[str, Any]]:
    """Bring an event's results and the record book up to date; inside the transaction of a change.

    Gives back the lines that say who is to sit there from the coming hand on, where the sheet does
    not say so yet. Other tables have no results, and nothing happens. Raises MoreThanDue, and
    nothing of the change is kept.
    """
    sheet = _with_place(sheet)
    if sheet.place is None:
        sheet_changed.tell(sheet)
        return []
    place, replayed = sheet.place, sheet.replay
    if is_overfull(place, replayed):
        raise MoreThanDue(place.hands_due)
    settle_place(sheet)
    dealt = sum(row.dealer is not None for row in replayed.rows)
    changes = circles_to_come(sheet.results, replayed.next.seated, dealt)
    return [change.record for change in changes if change.hands <= dealt]


def settle_place(sheet: SheetReading) -> None:
    """The same for a sheet that is known to stand in an event."""
    moved, changed = [], set[str]()
    for result, expected in _moved(sheet):
        for name, value in expected._asdict().items():
            if getattr(result, name) != value:
                setattr(result, name, value)
                changed.add(name)
        moved.append(result)
    if moved:
        Result.objects.bulk_update(moved, changed)  # each field more is a long expression
    sheet_changed.tell(sheet)


def settle_in_no_file(sheet: SheetReading) -> None:
    """Bring up to date what no file of an event has: highest games, solos played."""
    moved = []
    for result, expected in _moved(sheet):
        for name in IN_NO_FILE:
            setattr(result, name, getattr(expected, name))
        moved.append(result)
    Result.objects.bulk_update(moved, IN_NO_FILE)


def recount(table: Table) -> bool:
    """Count a sheet as the program counts now; inside a transaction, under the table's lock.

    Points, and what entries have from a round, stay as they were stored: says whether today's
    program would store others. Raises ImpossibleHand.
    """
    sheet = _with_place(SheetReading(table))
    if sheet.place is not None:
        settle_in_no_file(sheet)
    sheet_changed.tell(sheet)
    return has_other_totals(sheet) or (sheet.place is not None and any(_moved(sheet)))


def result_differences(table: Table) -> list[str]:
    """In what a table's results and the record book differ from its sheet, one sentence each."""
    sheet = _with_place(SheetReading(table))
    if sheet.place is None:
        return differences_in_book.ask(sheet)
    return [
        f"event table {sheet.place.pk}, entry {result.entry_id}: "
        f"stored {[getattr(result, name) for name in FIELDS]}, counted {list(expected)}"
        for result, expected in _moved(sheet)
    ] + differences_in_book.ask(sheet)


def _with_place(sheet: SheetReading) -> SheetReading:
    """The same sheet, with where it stands in an event if it does."""
    if not hasattr(sheet.table, "event_table"):
        return sheet
    places = EventTable.objects.select_related("round__event").filter(table=sheet.table)
    placed = reading_at(with_keyed(places).get(), sheet.table)
    placed.versions, placed.replay = sheet.versions, sheet.replay
    return placed


def _place_of(sheet: SheetReading) -> EventTable:
    """Where a sheet stands that is known to stand in an event."""
    assert sheet.place is not None
    return sheet.place


def _tops(sheet: SheetReading) -> dict[int, Top]:
    return tops_of(_place_of(sheet), sheet.results, sheet.replay, sheet.numbers)


def _moved(sheet: SheetReading) -> Iterator[tuple[Result, Expected]]:
    """The results that do not hold what counts, with what they should hold."""
    place, keyed, replayed = _place_of(sheet), sheet.keyed, sheet.replay
    source = counted_source(place, keyed, has_hands=bool(replayed.rows))
    counting = totals_of(place, replayed, keyed if source == EventTable.TOTALS else None)
    ruleset = find_ruleset(place.table.ruleset)
    is_paper = keyed is not None and source == EventTable.TOTALS
    counted = figures_by_side(place, sheet.results, replayed, counting, is_paper=is_paper)
    tops, stays = _tops(sheet), stays_at(place, sheet.versions, place.table.players)
    for result in sheet.results:
        own = result.side or 0
        stay = stays.get(own, STAYED)
        figures = replace(counted[own], decided=counting.decided)
        expected = _expected(figures, side_of(ruleset, own), tops[own], stay)
        if any(getattr(result, name) != getattr(expected, name) for name in FIELDS):
            yield result, expected


def _expected(counting: Totals, side: int, top: Top, stay: Stay) -> Expected:
    return Expected(
        points=counting.points[side],
        hands=_at(counting.hands, side),
        solos=_at(counting.solos, side),
        solos_played=dict(enumerate(counting.solos_played)).get(side),
        games=_at(counting.games, side),
        lost=_at(counting.lost, side),
        is_in=counting.is_complete,
        kept_hands=top.kept,
        top_points=top.points,
        top_hand=top.hand,
        moved_at=stay.moved_at,
        is_away=stay.is_away,
        decided=counting.decided,
    )


def _at(figures: Sequence[int], side: int) -> int:
    return figures[side] if side < len(figures) else 0
