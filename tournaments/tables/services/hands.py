"""Recording, correcting and withdrawing hands: the only door to `Hand` and its versions.

Each deed is one transaction that locks the table's row first (SQLite: the whole database, by
BEGIN IMMEDIATE), replays the sheet and rewrites the stored points; it returns after the commit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import Max

from tournaments.common.locks import SheetEnded, count_change, lock_club, lock_table
from tournaments.models import Actor, Hand, HandVersion, Seat, Table
from tournaments.people.queries.names import player_called
from tournaments.tables.queries.moves import Move, NotThere
from tournaments.tables.queries.readings import SheetReading
from tournaments.tables.queries.replays import hand_after
from tournaments.tables.services.changes import NameTaken, refuse_taken
from tournaments.tables.services.followers import sheet_settled
from tournaments.tables.services.repeats import (
    Same,
    SameMove,
    SameRecord,
    Saved,
    SubmissionReused,
    answer_again,
    find_submission,
)
from tournaments.tables.services.settling import MoreThanDue, settle

__all__ = [
    "HandMoved",
    "MoreThanDue",
    "Move",
    "NameTaken",
    "NotThere",
    "Saved",
    "SheetEnded",
    "SheetMoved",
    "SubmissionReused",
    "change_people",
    "correct_hand",
    "find_submission",
    "record_all",
    "record_hand",
    "settle_and_seat",
    "withdraw_hand",
    "withdraw_line",
]


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
    by: Actor,
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
        _check_unmoved(sheet.table, seen_version)
        return _first_version(sheet, record)

    return _save(table, by, submission, write, SameRecord(table, record), seen_version, read=read)


def record_all(
    *, table: Table, records: Sequence[dict[str, Any]], by: Actor, submission: UUID
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
            submission=uuid5(submission, f"{table.opened_under} {hand.number}"),
            table_version=table.version + place,
            **by.kept_in(HandVersion),
        )
        for place, (hand, record) in enumerate(zip(hands, records, strict=True), 1)
    )
    table.version += len(records) - 1
    count_change(table)
    settle_and_seat(SheetReading(table), by=by, submission=submission)


def settle_and_seat(sheet: SheetReading, *, by: Actor, submission: UUID) -> None:
    """Bring a sheet's points up to date, and say below its hands who sits there now.

    Under the table's lock. That is due where somebody has left a table of an event that writes on
    paper, as soon as all hands are on the sheet at which he was there. Raises MoreThanDue or
    ImpossibleHand.
    """
    lines = sheet_settled.ask(settle(sheet))
    if lines:
        record_all(table=sheet.table, records=lines, by=by, submission=submission)


def withdraw_line(*, hand: Hand, table: Table, by: Actor, submission: UUID, reason: str) -> None:
    """Leave a line of any kind out of the replay, inside a deed that has locked its table.

    Raises ImpossibleHand.
    """
    latest = HandVersion.objects.filter(hand=hand).latest("number")
    version = HandVersion(
        hand=hand,
        number=latest.number + 1,
        record=latest.record,
        is_withdrawn=True,
        reason=reason[:200],
    )
    _keep(
        SheetReading(table), version, by, uuid5(submission, f"{table.opened_under} {hand.number}")
    )


def change_people(
    *,
    table: Table,
    move: Move,
    by: Actor,
    submission: UUID,
    seen_version: int,
    reason: str = "",
) -> Saved:
    """Write down who sits at the table from now on; a newcomer gets the next column.

    Raises NotThere, NameTaken, SubmissionReused, SheetMoved, SheetEnded or ImpossibleHand, and
    then nothing is kept.
    """
    deed = SameMove(table, move, reason)

    def write(sheet: SheetReading) -> HandVersion:
        locked = sheet.table
        _check_unmoved(locked, seen_version)
        due = hand_after(locked, sheet.versions, sheet.replay)
        record = deed.record(due)
        if move.newcomer:
            seats = list(Seat.objects.filter(table=locked))
            refuse_taken(move.newcomer, seats)
            known = player_called(locked.club_id, move.newcomer, [one.player_id for one in seats])
            Seat.objects.create(
                table=locked, index=due.columns, name=move.newcomer, player_id=known
            )
        return _first_version(sheet, record)

    names_at = table.club_id if move.newcomer else None
    return _save(table, by, submission, write, deed, seen_version, names_at)


def correct_hand(
    *,
    hand: Hand,
    record: dict[str, Any],
    by: Actor,
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

    return _save(hand.table, by, submission, write, SameRecord(hand.table, record, hand))


def withdraw_hand(
    *, hand: Hand, by: Actor, submission: UUID, seen_version: int, reason: str = ""
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

    same = SameRecord(hand.table, None, hand, is_withdrawn=True)
    return _save(hand.table, by, submission, write, same)


def _first_version(sheet: SheetReading, record: dict[str, Any]) -> HandVersion:
    """A new line of the sheet, with the first version of what it says."""
    last = sheet.versions[-1].hand.number if sheet.versions else 0
    hand = Hand.objects.create(table=sheet.table, number=last + 1)
    return HandVersion(hand=hand, number=1, record=record)


def _save(
    table: Table,
    by: Actor,
    submission: UUID,
    write: Callable[[SheetReading], HandVersion],
    same: Same,
    seen_version: int | None = None,
    names_at: int | None = None,
    read: SheetReading | None = None,
) -> Saved:
    """Do a deed under the table's lock, and before it under that of the club `names_at`.

    Whoever saw the sheet as it is now has saved nothing of it yet: then nobody asks for the
    submission first, and one that was used at another table meets the constraint.
    """
    try:
        with transaction.atomic(durable=True):
            if names_at is not None:
                lock_club(names_at)
            locked = lock_table(table, even_if_ended=True)
            stored = find_submission(submission) if locked.version != seen_version else None
            if stored is not None:
                return answer_again(stored, same)
            if locked.ended_at is not None:
                raise SheetEnded
            sheet = SheetReading(locked) if read is None else read.under_lock(locked)
            version = write(sheet)
            _keep(sheet, version, by, submission)
    except IntegrityError:
        stored = find_submission(submission)
        if stored is None:
            raise
        return answer_again(stored, same)
    return Saved(version, is_repeat=False)


def _keep(sheet: SheetReading, version: HandVersion, by: Actor, submission: UUID) -> None:
    """Save the version as the next change of the sheet, and what follows from it."""
    count_change(sheet.table)
    version.table_version = sheet.table.version
    version.submission = submission
    for name, value in by.kept_in(HandVersion).items():
        setattr(version, name, value)
    version.save()
    if version.number > 1:
        Hand.objects.filter(pk=version.hand_id).update(version=version.number)
    settle_and_seat(sheet.after(version), by=by, submission=submission)


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
