"""Recording, correcting and withdrawing hands: the only door to `Hand` and its versions.

Each deed is one transaction that locks the table's row first (SQLite: the whole database, by
BEGIN IMMEDIATE), replays the sheet and rewrites the stored points; it returns after the commit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import Max

from tournaments.models import Actor, Hand, HandVersion, Seat, Table
from tournaments.services.events.results import MoreThanDue, settle_results
from tournaments.services.locks import SheetEnded, count_change, lock_table
from tournaments.services.settling import settle

__all__ = [
    "HandMoved",
    "MoreThanDue",
    "Saved",
    "SheetEnded",
    "SheetMoved",
    "SubmissionReused",
    "change_people",
    "correct_hand",
    "find_submission",
    "record_all",
    "record_hand",
    "withdraw_hand",
]


class Saved(NamedTuple):
    """The version that a submission led to, and whether it had arrived before."""

    version: HandVersion
    is_repeat: bool


class SubmissionReused(Exception):
    """The submission has been saved before with something else in it, here or at another table.

    `stored` is what it held then; None where it belongs to another table.
    """

    def __init__(self, stored: HandVersion | None) -> None:
        super().__init__(stored)
        self.stored = stored


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
) -> Saved:
    """Add a hand or an adjustment to the sheet.

    `seen_version`: the sheet's version that the scorer saw; None takes the sheet as it is.
    Raises SubmissionReused, SheetMoved, SheetEnded, MoreThanDue (at a table of an event) or
    ImpossibleHand, and then nothing is kept.
    """

    def write(locked: Table) -> HandVersion:
        _check_unmoved(locked, seen_version)
        return _first_version(locked, record)

    return _save(table, by, submission, write, _SameRecord(table, record))


def record_all(
    *, table: Table, records: Sequence[dict[str, Any]], by: Actor, submission: UUID
) -> None:
    """Write many lines at once below those of a sheet.

    Inside the transaction that opened the table, or locked it. Raises MoreThanDue or
    ImpossibleHand.
    """
    last = _last_number(table)
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
            link=by.link,
            device=by.device,
            who=by.who,
        )
        for place, (hand, record) in enumerate(zip(hands, records, strict=True), 1)
    )
    table.version += len(records) - 1
    count_change(table)
    settle_results(table, settle(table))


def change_people(
    *,
    table: Table,
    circle: list[int],
    newcomer: str = "",
    by: Actor,
    submission: UUID,
    seen_version: int,
    reason: str = "",
) -> Saved:
    """Write down who sits at the table from now on: columns of the sheet, clockwise.

    `newcomer` gets the next column, which `circle` must name. Raises SubmissionReused,
    SheetMoved, SheetEnded or ImpossibleHand, and then nothing is kept.
    """
    record: dict[str, Any] = {"seated": circle}
    if reason:
        record["reason"] = reason

    def write(locked: Table) -> HandVersion:
        _check_unmoved(locked, seen_version)
        if newcomer:
            column = Seat.objects.filter(table=locked).count()
            Seat.objects.create(table=locked, index=column, name=newcomer)
        return _first_version(locked, record)

    return _save(table, by, submission, write, _SameRecord(table, record))


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

    def write(locked: Table) -> HandVersion:
        number = _latest_if_unchanged(hand, seen_version).number + 1
        return HandVersion(hand=hand, number=number, record=record, reason=reason)

    return _save(hand.table, by, submission, write, _SameRecord(hand.table, record, hand))


def withdraw_hand(
    *, hand: Hand, by: Actor, submission: UUID, seen_version: int, reason: str = ""
) -> Saved:
    """Leave a hand out of the replay; it stays on the sheet, struck through.

    Raises SubmissionReused, HandMoved or ImpossibleHand, and then nothing is kept.
    """

    def write(locked: Table) -> HandVersion:
        latest = _latest_if_unchanged(hand, seen_version)
        return HandVersion(
            hand=hand,
            number=latest.number + 1,
            record=latest.record,
            is_withdrawn=True,
            reason=reason,
        )

    same = _SameRecord(hand.table, None, hand, is_withdrawn=True)
    return _save(hand.table, by, submission, write, same)


def _first_version(locked: Table, record: dict[str, Any]) -> HandVersion:
    """A new line of the sheet, with the first version of what it says."""
    hand = Hand.objects.create(table=locked, number=_last_number(locked) + 1)
    return HandVersion(hand=hand, number=1, record=record)


def _last_number(table: Table) -> int:
    return Hand.objects.filter(table=table).aggregate(last=Max("number"))["last"] or 0


class _SameRecord(NamedTuple):
    """What makes a second arrival of a submission the same deed as the first.

    `record` is None where the deed has none of its own.
    """

    table: Table
    record: dict[str, Any] | None
    hand: Hand | None = None
    is_withdrawn: bool = False

    def answers(self, stored: HandVersion) -> bool:
        is_new = stored.number == 1
        same_place = is_new if self.hand is None else stored.hand_id == self.hand.pk and not is_new
        return (
            same_place
            and self.record in (None, stored.record)
            and stored.is_withdrawn == self.is_withdrawn
        )


def _save(
    table: Table,
    by: Actor,
    submission: UUID,
    write: Callable[[Table], HandVersion],
    same: _SameRecord,
) -> Saved:
    try:
        with transaction.atomic(durable=True):
            locked = lock_table(table, even_if_ended=True)
            stored = find_submission(submission)
            if stored is not None:
                return _answer_again(stored, same)
            if locked.ended_at is not None:
                raise SheetEnded
            version = write(locked)
            count_change(locked)
            version.table_version = locked.version
            version.submission = submission
            version.link, version.device, version.who = by
            version.save()
            Hand.objects.filter(pk=version.hand_id).update(version=version.number)
            settle_results(locked, settle(locked))
    except IntegrityError:
        stored = find_submission(submission)
        if stored is None:
            raise
        return _answer_again(stored, same)
    return Saved(version, is_repeat=False)


def find_submission(submission: UUID) -> HandVersion | None:
    """What was saved under that submission, at whatever table."""
    return HandVersion.objects.select_related("hand").filter(submission=submission).first()


def _answer_again(stored: HandVersion, same: _SameRecord) -> Saved:
    if stored.hand.table_id != same.table.pk:
        raise SubmissionReused(None)
    if not same.answers(stored):
        raise SubmissionReused(stored)
    return Saved(stored, is_repeat=True)


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
