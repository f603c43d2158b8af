"""Recording, correcting and withdrawing hands: the only door to `Hand` and its versions.

Each deed is one transaction that locks the table's row first (SQLite: the whole database, by
BEGIN IMMEDIATE), replays the sheet and rewrites the stored points; it returns after the commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import IntegrityError, connection, transaction
from django.db.models import Max
from django.utils.translation import gettext

from scoring import HandProblem, Record, Replay, find_ruleset
from scoring.circle import count_columns
from scoring.labels import side_of
from scoring.words import _
from sheets.coming import ComingHand, ImpossibleHand, Move, NotThere, circle_after
from sheets.entries import counting, hands_among
from tournaments.common.followers import Followers, Question
from tournaments.common.locks import SheetEnded, count_change, lock_and_count, lock_club, lock_table
from tournaments.common.rows import insert
from tournaments.models import (
    Author,
    Hand,
    HandPoints,
    HandVersion,
    KeptTotal,
    Seat,
    Table,
    TableChange,
)
from tournaments.people.queries import player_called
from tournaments.tables.queries import SheetReading, coming_hand, latest_versions
from tournaments.tables.services.tables import OpenedTable, open_table, refuse_taken

# What happens to sheets that concerns the rooms above: each of them does its part of it.

sheet_settled: Question[[SheetReading], list[dict[str, Any]]] = Question()
"""What is to be written below a sheet, which is locked and has its points: whoever answers brings
up to date what its people have from it. It may raise MoreThanDue; then nothing is kept."""

sheet_changed: Followers[[SheetReading]] = Followers()
"""A sheet, which is locked, is another now, and so is what its people have from it."""

sheet_struck: Followers[[Table]] = Followers()
"""A sheet, which is locked, does not count any more."""

differences_in_book: Question[[SheetReading], list[str]] = Question()
"""In what the record book differs from a sheet, one sentence for each person."""


# Keeping the stored points equal to a replay of the table's hands.

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
    _refuse_what_no_column_holds(sheet)
    if sheet.is_longer_by_a_line:
        _add_hand_points(sheet.lines[-1].hand, replayed.rows[-1].points)
    else:
        _write_hand_points(table, _expected_points(sheet))
    _write_seat_points(table, sheet)
    return sheet


def differences(table: Table) -> list[str]:
    """In what the stored points differ from a replay from scratch, one sentence each."""
    return point_differences(SheetReading(table))


def point_differences(sheet: SheetReading) -> list[str]:
    """The same of a sheet that was read already."""
    table = sheet.table
    expected = _expected_points(sheet)
    rows = HandPoints.objects.filter(hand__table=table).values_list("hand_id", "side", "points")
    stored = {(hand, side): points for hand, side, points in rows}
    wrong = [each for each in expected | stored if expected.get(each) != stored.get(each)]
    numbers = dict(Hand.objects.filter(table=table).values_list("pk", "number")) if wrong else {}
    found = [
        f"table {table.pk}, hand {numbers[hand]}, side {side}: "
        f"stored {stored.get((hand, side))}, replayed {expected.get((hand, side))}"
        for hand, side in sorted(wrong)
    ]
    found += [
        f"table {table.pk}, seat {seat.index}: stored {seat.points}, replayed {points}"
        for seat, points in _moved_seats(table, sheet.seats, sheet.replay)
    ]
    return found


def has_other_totals(sheet: SheetReading) -> bool:
    """Whether anybody's stored points are not those of the replay."""
    return any(_moved_seats(sheet.table, sheet.seats, sheet.replay))


def _refuse_what_no_column_holds(sheet: SheetReading) -> None:
    """Refuse points beyond all reason, such as doublings that were stacked for hours.

    Below lines that were saved, and so were asked already, only the new one is.
    """
    replayed, lines = sheet.replay, counting(sheet.entries)
    first = len(lines) - 1 if sheet.is_longer_by_a_line else 0
    totals = [0] * len(replayed.totals)
    if first:
        last = replayed.rows[-1].points
        totals = [total - points for total, points in zip(replayed.totals, last, strict=True)]
    for place, row in enumerate(replayed.rows[first:], first):
        totals = [total + points for total, points in zip(totals, row.points, strict=True)]
        if max(map(abs, [*row.points, *totals])) > MOST_POINTS:
            text = _("These would be more than %(most)s points: more than a sheet holds.")
            problem = HandProblem("too_many_points", "points", text, most=MOST_POINTS)
            raise ImpossibleHand(lines[place].number, hands_among(lines[: place + 1]), problem)


def _expected_points(sheet: SheetReading) -> Points:
    return {
        (line.hand, side): points
        for line, row in zip(sheet.counted, sheet.replay.rows, strict=True)
        for side, points in enumerate(row.points)
    }


def _moved_seats(table: Table, seats: Sequence[Seat], sheet: Replay) -> Iterator[tuple[Seat, int]]:
    """Seats whose points are not the replay's (old totals: what was kept), with the right ones."""
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
        moved = dict(_moved_seats(table, sheet.seats, sheet.replay))
        for seat, points in moved.items():
            seat.points = points
        Seat.objects.bulk_update(moved, ["points"])
        return
    totals = sheet.replay.totals
    cases = " ".join(["WHEN %s THEN %s"] * len(totals))
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE tournaments_seat SET points = CASE "index" {cases} ELSE points END'
            " WHERE table_id = %s",
            [*(value for each in enumerate(totals) for value in each), table.pk],
        )


def _add_hand_points(hand: int, points: Sequence[int]) -> None:
    """Write what the sides of a new hand have from it; nothing is read, and no key comes back."""
    rows = ", ".join(["(%s, %s, %s)"] * len(points))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO tournaments_handpoints (hand_id, side, points) VALUES {rows}",
            [value for side, each in enumerate(points) for value in (hand, side, each)],
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


# Submissions that arrive again: the same deed has the same answer, another one is refused.


class Saved(NamedTuple):
    """The version that a submission led to, and whether it had arrived before.

    `sheet`: the one that it led to, where it has just been saved.
    """

    version: HandVersion
    is_repeat: bool
    sheet: SheetReading | None = None


class SubmissionReused(Exception):
    """The submission has been saved before with something else in it, here or at another table.

    `stored` is what it held then; None where it belongs to another table.
    """

    def __init__(self, stored: HandVersion | None) -> None:
        super().__init__(stored)
        self.stored = stored


IsSame = Callable[[HandVersion], bool]
"""Whether a version is what an action led to: what makes its second arrival the same action."""


def same_record(
    record: dict[str, Any] | None, hand: Hand | None = None, *, is_withdrawn: bool = False
) -> IsSame:
    """For a line of that hand, or a new one, with the same in it (None: whatever it holds)."""

    def is_same(stored: HandVersion) -> bool:
        is_new = stored.number == 1
        same_place = is_new if hand is None else stored.hand_id == hand.pk and not is_new
        return (
            same_place and record in (None, stored.record) and stored.is_withdrawn == is_withdrawn
        )

    return is_same


def find_submission(submission: UUID) -> HandVersion | None:
    """What was saved under that submission, at whatever table."""
    return HandVersion.objects.select_related("hand").filter(submission=submission).first()


def answer_again(stored: HandVersion, table: Table, is_same: IsSame) -> Saved:
    """The first answer once more; raises SubmissionReused where this is another action."""
    if stored.hand.table_id != table.pk:
        raise SubmissionReused(None)
    if not is_same(stored):
        raise SubmissionReused(stored)
    return Saved(stored, is_repeat=True)


# Recording, correcting and withdrawing.


class SheetMoved(Exception):
    """The sheet has changed since the form was made: `changes` came in between."""

    def __init__(self, changes: list[HandVersion]) -> None:
        super().__init__(changes)
        self.changes = changes


class HandMoved(Exception):
    """The hand has been changed since the form was made: `latest` is what it is now."""

    def __init__(self, latest: HandVersion) -> None:
        super().__init__(latest)
        self.latest = latest


def record_hand(
    *,
    table: Table,
    record: dict[str, Any],
    by: Author,
    submission: UUID,
    seen_version: int | None = None,
    read: SheetReading | None = None,
) -> Saved:
    """Add a hand or an adjustment to the sheet.

    `seen_version`: the sheet's version that the scorer saw; None takes the sheet as it is. `read`:
    the sheet as the form was read by it, so that it need not be read twice.
    Raises SubmissionReused, SheetMoved, SheetEnded, MoreThanDue (at a table of an event) or
    ImpossibleHand, and then nothing is kept.
    """

    def write(sheet: SheetReading) -> HandVersion:
        return _first_version(sheet, record)

    return _save(table, by, submission, write, same_record(record), seen_version, read=read)


def record_below(
    sheet: SheetReading, record: dict[str, Any], *, by: Author, submission: UUID
) -> tuple[HandVersion, SheetReading]:
    """Add a hand below a locked sheet, in a transaction of whoever locked it; the sheet with it.

    Raises MoreThanDue or ImpossibleHand, and then that transaction is to be given up.
    """
    version = _first_version(sheet, record)
    return version, _keep(sheet, version, by, submission)


def record_all(
    *, table: Table, records: Sequence[dict[str, Any]], by: Author, submission: UUID
) -> None:
    """Write many lines at once below those of a sheet.

    Inside the transaction that opened the table, or locked it. Raises MoreThanDue or
    ImpossibleHand.
    """
    last = Hand.objects.filter(table=table).aggregate(last=Max("number"))["last"] or 0
    hands = Hand.objects.bulk_create(
        Hand(table=table, number=number) for number in range(last + 1, last + 1 + len(records))
    )
    HandVersion.objects.bulk_create(
        HandVersion(
            hand=hand,
            number=1,
            record=record,
            submission=line_submission(submission, table, hand.number),
            table_version=table.version + place,
            **by.kept_in(HandVersion),
        )
        for place, (hand, record) in enumerate(zip(hands, records, strict=True), 1)
    )
    table.version += len(records) - 1
    count_change(table)
    settle_and_seat(SheetReading(table), by=by, submission=submission)


def settle_and_seat(sheet: SheetReading, *, by: Author, submission: UUID) -> SheetReading:
    """Bring a sheet's points up to date, and say below its hands who sits there now.

    Under the table's lock. That is due where somebody has left a table of an event that writes on
    paper, as soon as all hands are on the sheet at which he was there. Gives the sheet as it is
    then. Raises MoreThanDue or ImpossibleHand.
    """
    lines = sheet_settled.ask(settle(sheet))
    if not lines:
        return sheet
    record_all(table=sheet.table, records=lines, by=by, submission=submission)
    return SheetReading(sheet.table)


def line_submission(submission: UUID, table: Table, number: int) -> UUID:
    """Under what a line is kept that follows from a submission beside what it says itself."""
    return uuid5(submission, f"{table.opened_under} {number}")


def withdraw_line(*, hand: Hand, table: Table, by: Author, submission: UUID, reason: str) -> None:
    """Leave a line out of the replay, in a deed that locked its table; raises ImpossibleHand."""
    latest = HandVersion.objects.filter(hand=hand).latest("number")
    version = HandVersion(
        hand=hand,
        number=latest.number + 1,
        record=latest.record,
        is_withdrawn=True,
        reason=reason[:200],
    )
    _keep(SheetReading(table), version, by, line_submission(submission, table, hand.number))


def change_people(
    *, table: Table, move: Move, by: Author, submission: UUID, seen_version: int, reason: str = ""
) -> Saved:
    """Write down who sits at the table from now on; a newcomer gets the next column.

    Raises NotThere, NameTaken, SubmissionReused, SheetMoved, SheetEnded or ImpossibleHand, and
    then nothing is kept.
    """

    def line(due: ComingHand) -> dict[str, Any]:
        """What is written before the hand that is due; raises NotThere."""
        seated = {"seated": circle_after(move, due.circle, due.columns)}
        return seated | {"reason": reason} if reason else seated

    def is_same(stored: HandVersion) -> bool:
        """By who sat there when it was made; a newcomer may be renamed meanwhile."""
        versions = latest_versions(table)
        before = [version for version in versions if version.hand.number < stored.hand.number]
        due = coming_hand(table, before)
        try:
            is_this = stored.number == 1 and stored.record == line(due)
        except NotThere:
            return False
        name = move.newcomer
        seats = Seat.objects.filter(table=table, index=due.columns, name=name)
        renamed = TableChange.objects.filter(table=table, kind=TableChange.RENAME, before=name)
        return is_this and (not name or seats.exists() or renamed.exists())

    def write(sheet: SheetReading) -> HandVersion:
        locked = sheet.table
        due = sheet.coming
        record = line(due)
        if move.newcomer:
            seats = list(Seat.objects.filter(table=locked))
            refuse_taken(move.newcomer, seats)
            known = player_called(locked.club_id, move.newcomer, [one.player_id for one in seats])
            Seat.objects.create(
                table=locked, index=due.columns, name=move.newcomer, player_id=known
            )
        return _first_version(sheet, record)

    names_at = table.club_id if move.newcomer else None
    return _save(table, by, submission, write, is_same, seen_version, names_at)


def correct_hand(
    *,
    hand: Hand,
    record: dict[str, Any],
    by: Author,
    submission: UUID,
    seen_version: int,
    reason: str = "",
) -> Saved:
    """Add a version to a hand (a withdrawn one counts again) and replay the later ones.

    Raises SubmissionReused, HandMoved, SheetEnded, MoreThanDue or ImpossibleHand, and then
    nothing is kept.
    """

    def write(_sheet: SheetReading) -> HandVersion:
        number = _latest_if_unchanged(hand, seen_version).number + 1
        return HandVersion(hand=hand, number=number, record=record, reason=reason)

    return _save(hand.table, by, submission, write, same_record(record, hand))


def withdraw_hand(
    *, hand: Hand, by: Author, submission: UUID, seen_version: int, reason: str = ""
) -> Saved:
    """Leave a hand out of the replay; it stays on the sheet, struck through.

    Raises SubmissionReused, HandMoved or ImpossibleHand, and then nothing is kept.
    """

    def write(_sheet: SheetReading) -> HandVersion:
        latest = _latest_if_unchanged(hand, seen_version)
        return HandVersion(
            hand=hand,
            number=latest.number + 1,
            record=latest.record,
            is_withdrawn=True,
            reason=reason,
        )

    is_same = same_record(None, hand, is_withdrawn=True)
    return _save(hand.table, by, submission, write, is_same)


def _first_version(sheet: SheetReading, record: dict[str, Any]) -> HandVersion:
    """A new line of the sheet, with the first version of what it says."""
    last = sheet.entries[-1].number if sheet.entries else 0
    hand = Hand(table=sheet.table, number=last + 1)
    insert(hand)
    return HandVersion(hand=hand, number=1, record=record)


def _save(
    table: Table,
    by: Author,
    submission: UUID,
    write: Callable[[SheetReading], HandVersion],
    is_same: IsSame,
    seen_version: int | None = None,
    names_at: int | None = None,
    read: SheetReading | None = None,
) -> Saved:
    """Do a deed under the table's lock, and before it under that of the club `names_at`.

    Whoever saw the sheet as it is now has saved nothing of it yet: then nobody asks for the
    submission first, and one that was used at another table meets the constraint. `seen_version`:
    the sheet's, where it matters. `read`: the sheet of `table` as it was read a moment ago.
    """
    try:
        with transaction.atomic(durable=True):
            if names_at is not None:
                lock_club(names_at)
            if read is not None and table.version == seen_version:
                locked = lock_and_count(table)
                if locked is not None:
                    sheet = read.under_lock(locked)
                    version = write(sheet)
                    after = _keep(sheet, version, by, submission, is_counted=True)
                    return Saved(version, is_repeat=False, sheet=after)
            locked = lock_table(table, even_if_ended=True)
            stored = find_submission(submission) if locked.version != seen_version else None
            if stored is not None:
                return answer_again(stored, table, is_same)
            if locked.ended_at is not None:
                raise SheetEnded
            _check_unmoved(locked, seen_version)
            sheet = SheetReading(locked)
            version = write(sheet)
            after = _keep(sheet, version, by, submission)
    except IntegrityError:
        stored = find_submission(submission)
        if stored is None:
            raise
        return answer_again(stored, table, is_same)
    return Saved(version, is_repeat=False, sheet=after)


def _keep(
    sheet: SheetReading,
    version: HandVersion,
    by: Author,
    submission: UUID,
    *,
    is_counted: bool = False,
) -> SheetReading:
    """Save the version as the next change of the sheet, and what follows from it.

    `is_counted`: the table has its version already.
    """
    if not is_counted:
        count_change(sheet.table)
    version.table_version = sheet.table.version
    version.submission = submission
    for name, value in by.kept_in(HandVersion).items():
        setattr(version, name, value)
    insert(version)
    if version.number > 1:
        Hand.objects.filter(pk=version.hand_id).update(version=version.number)
    return settle_and_seat(sheet.after(version), by=by, submission=submission)


def _latest_if_unchanged(hand: Hand, seen_version: int) -> HandVersion:
    """The latest version, read anew under the table's lock; raises HandMoved."""
    latest = HandVersion.objects.select_related("hand").filter(hand=hand).latest("number")
    if latest.number != seen_version:
        raise HandMoved(latest)
    return latest


def _check_unmoved(table: Table, seen_version: int | None) -> None:
    """Raise SheetMoved if the sheet is not the one that the scorer saw."""
    if seen_version is None or seen_version == table.version:
        return
    changes = HandVersion.objects.filter(hand__table=table, table_version__gt=seen_version)
    raise SheetMoved(list(changes.select_related("hand").order_by("table_version")))


# Taking a whole sheet in.


def import_sheet(*, record: Record, by: Author, submission: UUID) -> OpenedTable:
    """Open a table with all the hands of a record, which the engine has accepted.

    The same record under the same submission leads to the same table. People without a name are
    numbered. Raises ImpossibleHand for points that no sheet holds, and then nothing is kept.
    """
    columns = count_columns(record.ruleset, record.players, record.hands)
    names = record.names or [
        gettext("Player %(place)s") % {"place": column + 1} for column in range(columns)
    ]
    with transaction.atomic(durable=True):
        opened = open_table(
            ruleset_key=record.ruleset.key,
            options=record.options,
            names=names[: record.players],
            newcomers=names[record.players :],
            title=record.title,
            submission=submission,
            hands=record.hands,
            by=by,
        )
        if opened.is_new:
            record_all(table=opened.table, records=record.hands, by=by, submission=submission)
    return opened
