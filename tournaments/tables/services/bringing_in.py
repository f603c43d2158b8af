"""Hands that waited on a phone while it had no network: a list of them, in one transaction.

Arrival decides between phones, their order decides within a phone, clocks decide nothing. The same
list may come any number of times, whole or in parts: each hand is saved once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from sheets.coming import ImpossibleHand
from sheets.entries import hands_among, is_hand
from sheets.forms import HandForm, setting_for
from tournaments.common.locks import lock_table
from tournaments.models import Author, HandVersion, Table
from tournaments.tables.queries import SheetReading, TableSheet, sheet_of
from tournaments.tables.services.hands import (
    MoreThanDue,
    SubmissionReused,
    line_submission,
    record_below,
)
from tournaments.tables.services.tables import refuse_switched_off

SAVED, ALREADY, REFUSED = "saved", "already", "refused"
ENDED, CHANGED, OLDER = "ended", "changed", "older"


class WaitingHand(NamedTuple):
    """A hand that waits on a phone, there known as `seq`.

    Either the phone has worked out its `record`, or it only kept what was typed (`answers`).
    `dealer`: for whom it was entered, None for whoever is due; `shown`: the points that the phone
    has shown; `age`: how many seconds ago it was entered, as the phone counts.
    """

    submission: UUID
    seq: int
    record: Mapping[str, Any] | None = None
    answers: MultiValueDict[str, str] | None = None
    dealer: int | None = None
    shown: Sequence[int | None] = ()
    age: int | None = None


class Unreadable(Exception):
    """What was typed is no hand: `texts` say why."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(*texts)
        self.texts = texts


class Arrival(NamedTuple):
    """What became of a hand: the key of its line, its place among the hands, what it gives.

    `problem`: why it was refused. Where its line was withdrawn since, it has no place.
    """

    hand: WaitingHand
    status: str
    number: int
    place: int | None = None
    points: Sequence[int] = ()
    problem: Exception | None = None


@dataclass(frozen=True)
class Brought:
    """What became of a list: `arrivals` of the hands that were dealt with, in their order.

    `stopped`: why those that are `left` were not even tried. `changes`: what others did to the
    sheet meanwhile, also where everything had arrived before; `same`: the keys of their lines, each
    with the hand that it looks like. `told`: by seq what each hand says that is still on the phone,
    as far as it can be read.
    """

    sheet: TableSheet
    arrivals: list[Arrival] = field(default_factory=list)
    left: list[WaitingHand] = field(default_factory=list)
    stopped: str = ""
    changes: list[HandVersion] = field(default_factory=list)
    same: list[tuple[int, WaitingHand]] = field(default_factory=list)
    told: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def waiting(self) -> list[WaitingHand]:
        """What is still on the phone: the hand that was refused, and all after it."""
        refused = self.refused
        return self.left if refused is None else [refused.hand, *self.left]

    @property
    def version(self) -> int:
        """The sheet's version now, or where nothing was asked the one before others changed it.

        What the phone enters after this list must not pass for something below lines of others that
        it has not seen.
        """
        if self.changes and not self.stopped:
            return self.changes[0].table_version - 1
        return self.sheet.reading.table.version

    @property
    def refused(self) -> Arrival | None:
        """The hand at which the list stopped, if it did."""
        return next((each for each in self.arrivals if each.status == REFUSED), None)


def bring_in(
    *, table: Table, hands: Sequence[WaitingHand], seen_version: int, by: Author
) -> Brought:
    """Save the hands of a list that are not on the sheet yet, in their order, below its lines.

    `seen_version`: the version of the sheet below which they were entered, or below which somebody
    wants them now. What was changed since by other submissions than these stops all of it; the
    first hand that cannot be stops what comes after it. Raises SwitchedOff.
    """
    with transaction.atomic(durable=True):
        locked = lock_table(table, even_if_ended=True)
        refuse_switched_off(by)
        list_at = ListAtSheet(locked, hands, by.device)
        stopped, changes = list_at.why_stopped(seen_version)
        return list_at.left_alone(stopped, changes) if stopped else list_at.save(by, changes)


def look_at(*, table: Table, hands: Sequence[WaitingHand]) -> Brought:
    """Which of these hands have arrived; nothing is saved."""
    return ListAtSheet(table, hands).left_alone()


def stored_under(hands: Sequence[WaitingHand]) -> dict[UUID, HandVersion]:
    """What was saved before under the submissions of these hands, at whatever table."""
    kept = HandVersion.objects.filter(submission__in=[hand.submission for hand in hands])
    return {version.submission: version for version in kept.select_related("hand")}


class ListAtSheet:
    """A list that meets a sheet; to be saved the sheet has to be locked.

    `device`: from which one it comes, where that is known.
    """

    def __init__(self, table: Table, hands: Sequence[WaitingHand], device: str = "") -> None:
        self.table = table
        self.hands = hands
        self.device = device
        self.reading = SheetReading(table)
        self.names = list(sheet_of(self.reading).names)
        self.stored = stored_under(hands)

    @property
    def sheet(self) -> TableSheet:
        """The sheet as it is now."""
        return sheet_of(self.reading, self.names)

    def why_stopped(self, seen_version: int) -> tuple[str, list[HandVersion]]:
        """Why nothing of it is saved, and what others did meanwhile."""
        if all(hand.submission in self.stored for hand in self.hands):
            return "", list(self._of_others(seen_version))
        if self.table.ended_at is not None:
            return ENDED, []
        if seen_version > self.table.version:
            return OLDER, []
        changes = list(self._of_others(seen_version))
        return CHANGED if changes else "", changes

    def _of_others(self, seen_version: int) -> Iterator[HandVersion]:
        """The lines that were changed since, and not by this list; names and links are no lines.

        Nor what somebody corrected or took back on this device: he knows of it. A hand that he
        saved on it may be one of those that wait, so that is told.
        """
        if seen_version == self.table.version:
            return
        since = HandVersion.objects.filter(
            hand__table=self.table, table_version__gt=seen_version
        ).exclude(submission__in=self.stored)
        if self.device:
            since = since.exclude(number__gt=1, device=self.device)
        for version in since.select_related("hand").order_by("table_version"):
            number = version.hand.number
            own = {line_submission(each, self.table, number) for each in self.stored}
            if version.submission not in own:
                yield version

    def left_alone(self, stopped: str = "", changes: Sequence[HandVersion] = ()) -> Brought:
        """What has arrived before, and that nothing else of it is saved."""
        arrivals, left = [], []
        for hand in self.hands:
            try:
                arrivals.append(self._arrived_before(hand))
            except (KeyError, SubmissionReused):
                left.append(hand)
        new = [change.hand for change in changes if change.number == 1]
        told = {hand.seq: self._told(hand) for hand in left}
        same = self._look_alikes([line.number for line in new], left, told)
        return Brought(self.sheet, arrivals, left, stopped, list(changes), same, told)

    def save(self, by: Author, changes: Sequence[HandVersion]) -> Brought:
        """Save what has not arrived before; the first hand that cannot be ends it.

        Where others made `changes`, all of it had arrived before.
        """
        arrivals: list[Arrival] = []
        for hand in self.hands:
            try:
                if hand.submission in self.stored:
                    arrivals.append(self._arrived_before(hand))
                else:
                    arrivals.append(self._saved(hand, by))
            except (Unreadable, SubmissionReused, MoreThanDue, ImpossibleHand) as problem:
                arrivals.append(self._refused(hand, problem))
                break
        left = list(self.hands[len(arrivals) :])
        brought = Brought(self.sheet, arrivals, left, changes=list(changes))
        return replace(brought, told={hand.seq: self._told(hand) for hand in brought.waiting})

    def _saved(self, hand: WaitingHand, by: Author) -> Arrival:
        record = self._record_of(hand)
        before = self.table.version
        try:
            with transaction.atomic():
                version, reading = record_below(
                    self.reading, record, by=by, submission=hand.submission
                )
        except (MoreThanDue, ImpossibleHand):
            self.table.version = before
            raise
        except IntegrityError as taken:  # at this moment, at another table
            self.table.version = before
            raise SubmissionReused(None) from taken
        self.reading = reading
        return self._arrival(hand, SAVED, version.hand.number)

    def _refused(self, hand: WaitingHand, problem: Exception) -> Arrival:
        """As the hand that is due, or as the one that its number stands for already."""
        if isinstance(problem, SubmissionReused) and problem.stored is not None:
            there = self._arrival(hand, REFUSED, problem.stored.hand.number)
            return there._replace(problem=problem)
        due = self.reading.coming
        return Arrival(hand, REFUSED, due.number, due.place, problem=problem)

    def _record_of(self, hand: WaitingHand) -> dict[str, Any]:
        """The hand for the sheet as it is now; it names its dealer where another one would be due.

        Raises Unreadable.
        """
        due = self.reading.coming.dealer
        record = dict(hand.record) if hand.record is not None else self._typed(hand)
        if hand.dealer not in (None, due):
            record.setdefault("dealer", hand.dealer)
        return record

    def _typed(self, hand: WaitingHand, number: int | None = None) -> dict[str, Any]:
        """What was typed of a hand, as the one that is due or as that of a line.

        Raises Unreadable.
        """
        form = self._form(hand, number)
        if not form.is_valid():
            raise Unreadable([text for _name, _label, text in form.all_problems()])
        return form.record

    def _form(self, hand: WaitingHand, number: int | None = None) -> HandForm:
        """The form with what was typed; raises Unreadable where its dealer is not there."""
        sheet = self.sheet
        due = sheet.coming if number is None else sheet.due_at(number)
        dealer = due.dealer if hand.dealer is None else hand.dealer
        if dealer not in due.circle:
            raise Unreadable([_("The dealer does not sit at the table now.")])
        answers = hand.answers or MultiValueDict()
        is_given = answers.get("dealer_given") == "yes"
        return HandForm(setting_for(sheet, due, dealer, is_dealer_given=is_given), answers)

    def _arrived_before(self, hand: WaitingHand) -> Arrival:
        """Where it stands already; raises KeyError, or SubmissionReused where it said otherwise."""
        stored = self.stored[hand.submission]
        if stored.hand.table_id != self.table.pk:
            raise SubmissionReused(None)
        record = hand.record
        try:
            if record is None:
                record = self._typed(hand, stored.hand.number)
        except Unreadable:
            raise SubmissionReused(stored) from None
        if stored.number > 1 or _without_dealer(record) != _without_dealer(stored.record):
            raise SubmissionReused(stored)
        return self._arrival(hand, ALREADY, stored.hand.number)

    def _arrival(self, hand: WaitingHand, status: str, number: int) -> Arrival:
        """With what its line is called and gives."""
        numbers = self.reading.numbers
        if number not in numbers:
            return Arrival(hand, status, number)
        entries = [entry for entry in self.reading.entries if entry.number <= number]
        points = self.reading.replay.rows[numbers.index(number)].points
        return Arrival(hand, status, number, hands_among(entries), points)

    def _told(self, hand: WaitingHand) -> Mapping[str, Any]:
        """What a hand says, as far as it can be read."""
        if hand.record is not None:
            return hand.record
        try:
            form = self._form(hand)
        except Unreadable:
            return {}
        form.is_valid()
        return form.answered

    def _look_alikes(
        self,
        numbers: Sequence[int],
        hands: Sequence[WaitingHand],
        told: Mapping[int, Mapping[str, Any]],
    ) -> list[tuple[int, WaitingHand]]:
        """Which of these lines look like which of these hands, both in their order."""
        counting = self.reading.numbers
        lines = [
            (entry.number, entry.record)
            for entry in self.reading.entries
            if entry.number in numbers and entry.number in counting and is_hand(entry.record)
        ]
        theirs = [_said(record) for _number, record in lines]
        mine = [_said(told[hand.seq]) for hand in hands]
        found = []
        for block in SequenceMatcher(None, theirs, mine, autojunk=False).get_matching_blocks():
            for nth in range(block.size):
                number, hand = lines[block.a + nth][0], hands[block.b + nth]
                row = self.reading.replay.rows[counting.index(number)]
                if hand.dealer in (None, row.dealer):
                    found.append((number, hand))
        return found


def _without_dealer(record: Mapping[str, Any]) -> dict[str, Any]:
    """What was said of a hand; for whom it was entered may be said for it on its arrival."""
    return {name: value for name, value in record.items() if name != "dealer"}


def _said(record: Mapping[str, Any]) -> str:
    """The same as a text that can be compared."""
    return json.dumps(_without_dealer(record), sort_keys=True)
