"""Keeping the stored points equal to a replay of the table's hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import connection

from scoring import HandProblem, Replay, find_ruleset
from scoring.words import _
from tournaments.models import Hand, HandPoints, HandVersion, KeptTotal, Seat, Table
from tournaments.tables.queries.readings import SheetReading
from tournaments.tables.queries.replays import (
    ImpossibleHand,
    counted,
    hands_among,
    latest_versions,
    replay_table,
    side_of,
)

MOST_POINTS = 1_000_000_000
"""More than anybody wins, and less than a column of the database holds."""

Points = dict[tuple[int, int], int]
"""Points by hand and side."""


class MoreThanDue(Exception):
    """More hands than the table of an event was to play: `due` of them, 0 where games count."""

    def __init__(self, due: int) -> None:
        super().__init__(due)
        self.due = due


def settle(sheet: SheetReading) -> SheetReading:
    """Replay a sheet and write the points that differ; inside the transaction of a change.

    Raises ImpossibleHand, and nothing of the change is kept.
    """
    table, replayed = sheet.table, sheet.replay
    _refuse_what_no_column_holds(sheet.versions, replayed)
    expected = _expected_points(sheet.versions, replayed)
    if sheet.is_longer_by_a_hand:
        _add_hand_points(expected, sheet.versions[-1].hand_id)
    else:
        _write_hand_points(table, expected)
    _write_seat_points(table, sheet)
    return sheet


def differences(table: Table) -> list[str]:
    """In what the stored points differ from a replay from scratch, one sentence each."""
    versions = latest_versions(table)
    sheet = replay_table(table, versions)
    numbers = dict(Hand.objects.filter(table=table).values_list("pk", "number"))
    expected, stored = _expected_points(versions, sheet), _stored_points(table)
    found = [
        f"table {table.pk}, hand {numbers[hand]}, side {side}: "
        f"stored {stored.get((hand, side))}, replayed {expected.get((hand, side))}"
        for hand, side in sorted(expected.keys() | stored.keys())
        if expected.get((hand, side)) != stored.get((hand, side))
    ]
    seats = list(Seat.objects.filter(table=table))
    found += [
        f"table {table.pk}, seat {seat.index}: stored {seat.points}, replayed {points}"
        for seat, points in _moved_seats(table, seats, sheet)
    ]
    return found


def has_other_totals(sheet: SheetReading) -> bool:
    """Whether anybody's stored points are not those of the replay."""
    return any(True for _seat in _moved_seats(sheet.table, sheet.seats, sheet.replay))


def _refuse_what_no_column_holds(versions: Sequence[HandVersion], sheet: Replay) -> None:
    """Refuse points beyond all reason, such as doublings that were stacked for hours."""
    totals = [0] * len(sheet.totals)
    counting = counted(versions)
    for place, (version, row) in enumerate(zip(counting, sheet.rows, strict=True), 1):
        totals = [total + points for total, points in zip(totals, row.points, strict=True)]
        if max(map(abs, [*row.points, *totals])) > MOST_POINTS:
            text = _("These would be more than %(most)s points: more than a sheet holds.")
            problem = HandProblem("too_many_points", "points", text, most=MOST_POINTS)
            called = hands_among(counting[:place])
            raise ImpossibleHand(version.hand.number, called, problem)


def _expected_points(versions: Sequence[HandVersion], sheet: Replay) -> Points:
    return {
        (version.hand_id, side): points
        for version, row in zip(counted(versions), sheet.rows, strict=True)
        for side, points in enumerate(row.points)
    }


def _stored_points(table: Table) -> Points:
    rows = HandPoints.objects.filter(hand__table=table).values_list("hand_id", "side", "points")
    return {(hand, side): points for hand, side, points in rows}


def _moved_seats(table: Table, seats: Sequence[Seat], sheet: Replay) -> Iterator[tuple[Seat, int]]:
    """The seats whose stored points are not those of the replay, with the right ones.

    Those of an old evening of totals are what was kept.
    """
    ruleset = find_ruleset(table.ruleset)
    kept: dict[int, int] = {}
    if table.is_totals:
        rows = KeptTotal.objects.filter(seat__table=table)
        kept = dict(rows.values_list("seat_id", "points"))
    for seat in seats:
        points = kept[seat.pk] if kept else sheet.totals[side_of(ruleset, seat.index)]
        if seat.points != points:
            yield seat, points


def _write_seat_points(table: Table, sheet: SheetReading) -> None:
    """Write what everybody has; where each has points of his own nothing is read for it."""
    if table.is_totals or find_ruleset(table.ruleset).scores == "pairs":
        moved = []
        for seat, points in _moved_seats(table, sheet.seats, sheet.replay):
            seat.points = points
            moved.append(seat)
        Seat.objects.bulk_update(moved, ["points"])
        return
    with connection.cursor() as cursor:
        cursor.executemany(
            'UPDATE tournaments_seat SET points = %s WHERE table_id = %s AND "index" = %s',
            [(points, table.pk, index) for index, points in enumerate(sheet.replay.totals)],
        )


def _add_hand_points(expected: Points, added: int) -> None:
    """Write the points of a hand that was added at the end."""
    HandPoints.objects.bulk_create(
        HandPoints(hand_id=hand, side=side, points=points)
        for (hand, side), points in expected.items()
        if hand == added
    )


def _write_hand_points(table: Table, expected: Points) -> None:
    rows = HandPoints.objects.filter(hand__table=table)
    stored = {
        (hand, side): (key, points)
        for key, hand, side, points in rows.values_list("pk", "hand_id", "side", "points")
    }
    HandPoints.objects.bulk_update(
        [
            HandPoints(pk=key, points=expected[place])
            for place, (key, points) in stored.items()
            if expected.get(place, points) != points
        ],
        ["points"],
    )
    HandPoints.objects.bulk_create(
        HandPoints(hand_id=hand, side=side, points=points)
        for (hand, side), points in expected.items()
        if (hand, side) not in stored
    )
    gone = [key for place, (key, _points) in stored.items() if place not in expected]
    if gone:
        HandPoints.objects.filter(pk__in=gone).delete()
