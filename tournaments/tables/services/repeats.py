"""Submissions that arrive again: the same deed has the same answer, another one is refused."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol
from uuid import UUID

from tournaments.models import Hand, HandVersion, Seat, Table, TableChange
from tournaments.tables.queries.moves import Move, NotThere, circle_after
from tournaments.tables.queries.replays import ComingHand, coming_hand, latest_versions


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


class Same(Protocol):
    """What makes a second arrival of a submission the same deed as the first."""

    @property
    def table(self) -> Table:
        """Where it was done."""

    def answers(self, stored: HandVersion) -> bool:
        """Whether this version is what the deed led to."""


class SameRecord(NamedTuple):
    """A hand with the same in it; `record` is None where the deed has none of its own."""

    table: Table
    record: dict[str, Any] | None
    hand: Hand | None = None
    is_withdrawn: bool = False

    def answers(self, stored: HandVersion) -> bool:
        """Whether this version is what the deed led to."""
        is_new = stored.number == 1
        same_place = is_new if self.hand is None else stored.hand_id == self.hand.pk and not is_new
        return (
            same_place
            and self.record in (None, stored.record)
            and stored.is_withdrawn == self.is_withdrawn
        )


class SameMove(NamedTuple):
    """A change of who sits at the table, told by who sat there when it was made."""

    table: Table
    move: Move
    reason: str = ""

    def record(self, due: ComingHand) -> dict[str, Any]:
        """The line that it writes before the hand that is due; raises NotThere."""
        line: dict[str, Any] = {"seated": circle_after(self.move, due.circle, due.columns)}
        return line | {"reason": self.reason} if self.reason else line

    def answers(self, stored: HandVersion) -> bool:
        """Whether this version is what the deed led to; a newcomer may be renamed meanwhile."""
        versions = latest_versions(self.table)
        before = [version for version in versions if version.hand.number < stored.hand.number]
        due = coming_hand(self.table, before)
        try:
            is_same = stored.number == 1 and stored.record == self.record(due)
        except NotThere:
            return False
        return is_same and self._is_newcomer(due.columns)

    def _is_newcomer(self, column: int) -> bool:
        name = self.move.newcomer
        if not name or Seat.objects.filter(table=self.table, index=column, name=name).exists():
            return True
        renamed = TableChange.objects.filter(table=self.table, kind=TableChange.RENAME)
        return renamed.filter(before=name).exists()


def find_submission(submission: UUID) -> HandVersion | None:
    """What was saved under that submission, at whatever table."""
    return HandVersion.objects.select_related("hand").filter(submission=submission).first()


def answer_again(stored: HandVersion, same: Same) -> Saved:
    """The first answer once more; raises SubmissionReused where this is another deed."""
    if stored.hand.table_id != same.table.pk:
        raise SubmissionReused(None)
    if not same.answers(stored):
        raise SubmissionReused(stored)
    return Saved(stored, is_repeat=True)
