"""Who keeps the sheet of a demo evening: hands, corrections, who comes and goes, the end."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

from django.db import transaction

from scoring import HandProblem
from scoring.ruleset import NOTHING_CARRIED, Deal, Ruleset
from sheets.coming import Move
from sheets.entries import is_hand
from simulation.demo.evenings import Evening
from simulation.hands import ANY, Wish, plausible_hand
from tournaments.common.locks import lock_table
from tournaments.models import Author, Hand, HandVersion, Table, TableLink
from tournaments.tables.queries import (
    coming_hand,
    counted,
    latest_versions,
    replay_table,
    seat_names,
)
from tournaments.tables.services.hands import change_people, correct_hand, record_all, withdraw_hand
from tournaments.tables.services.tables import end_evening, open_table, rename_seat

MOST_EXTRA_HANDS = 8
STRETCH = (4, 9)  # hands that one writes before another does
WON = Wish("won")
RECOUNTS = (10, -10, 11, -11, 4, -4, 3, -3)
"""By how much card points change when a card is found that was overlooked."""


class Scorer:
    """Writes at one table, most of it on one device; a stretch of hands at once."""

    def __init__(self, evening: Evening) -> None:
        self.ruleset: Ruleset = evening.ruleset
        self.chance = Random(evening.plan.title)
        self.table: Table = open_table(
            ruleset_key=evening.ruleset.key,
            options=dict(evening.plan.options),
            names=evening.names,
            first_dealer=self.chance.randrange(len(evening.names)),
            title=evening.plan.title,
        ).table
        link = TableLink.objects.get(table=self.table, rights=TableLink.WRITE)
        devices = [f"{self.chance.getrandbits(64):016x}" for _device in range(3)]
        whose = (evening.names[0], evening.names[-1], "")
        self.actors = [
            Author(who=who, device=device, link=link)
            for device, who in zip(devices, whose, strict=True)
        ]
        self.written: list[HandVersion] = []
        self.waiting: list[HandVersion] = []
        self.stretch = self.chance.randint(*STRETCH)

    @property
    def by(self) -> Author:
        """Whoever has a hand free: mostly the same."""
        return self.chance.choices(self.actors, weights=(7, 2, 1))[0]

    def deal(self, *, before_last: bool = False) -> Deal:
        """What surrounds the coming hand, or the last one."""
        versions = self.versions
        return coming_hand(self.table, versions[:-1] if before_last else versions).deal(
            self.table.options
        )

    @property
    def versions(self) -> list[HandVersion]:
        """What stands on the sheet, and what is about to be written below it."""
        return [*self.written, *self.waiting]

    def plays(self, wish: Wish = ANY) -> None:
        """Another hand."""
        self._adds(plausible_hand(self.chance, self.ruleset, self.deal(), wish))

    def writes(self) -> None:
        """Write down what was played, and look at the sheet as it is now."""
        if self.waiting:
            records = [version.record for version in self.waiting]
            with transaction.atomic(durable=True):
                table = lock_table(self.table)
                record_all(table=table, records=records, by=self.by, submission=uuid4())
        self.written, self.waiting = latest_versions(self.table), []
        self.stretch = self.chance.randint(*STRETCH)

    def penalizes(self, name: str, reason: str) -> None:
        """One point to each of the others."""
        names = seat_names(self.table)
        sides = len(replay_table(self.table, self.versions).totals)
        points = [1] * sides
        points[names.index(name)] = 1 - sides
        self._adds({"adjustment": points, "reason": reason})

    def recounts(self, reason: str) -> None:
        """Correct the card points of the last hand."""
        self.writes()
        last = self.written[-1]
        correct_hand(
            hand=last.hand,
            record=self._recounted(last.record, self.deal(before_last=True)),
            by=self.by,
            submission=uuid4(),
            seen_version=last.number,
            reason=reason,
        )
        self.writes()

    def withdraws(self, reason: str) -> None:
        """Leave the last hand out."""
        self.writes()
        last = self.written[-1]
        withdraw_hand(
            hand=last.hand, by=self.by, submission=uuid4(), seen_version=last.number, reason=reason
        )
        self.writes()

    def seats(self, name: str) -> None:
        """Somebody new sits down, to the right of the first chair."""
        last = coming_hand(self.table, self.versions).circle[-1]
        self._changes_people(Move(None, after=last, newcomer=name))

    def lets_go(self, name: str, reason: str) -> None:
        """Somebody goes home."""
        column = seat_names(self.table).index(name)
        self._changes_people(Move(column), reason)

    def renames(self, name: str, to: str) -> None:
        """A name was misspelt."""
        self.writes()
        column = seat_names(self.table).index(name)
        rename_seat(table=self.table, index=column, name=to, by=self.by, submission=uuid4())

    def ends(self) -> None:
        """End the evening, after the hands that are still owed."""
        for _extra in range(MOST_EXTRA_HANDS):
            if self._is_settled():
                break
            self.plays(WON)
        self.writes()
        end_evening(table=self.table, by=self.actors[0], submission=uuid4())

    def _adds(self, record: dict[str, Any]) -> None:
        last = self.versions[-1].hand.number if self.versions else 0
        hand = Hand(table=self.table, number=last + 1)
        self.waiting.append(HandVersion(hand=hand, number=1, record=record))
        if len(self.waiting) >= self.stretch:
            self.writes()

    def _changes_people(self, move: Move, reason: str = "") -> None:
        self.writes()
        change_people(
            table=self.table,
            move=move,
            by=self.by,
            submission=uuid4(),
            seen_version=Table.objects.get(pk=self.table.pk).version,
            reason=reason,
        )
        self.writes()

    def _recounted(self, record: dict[str, Any], deal: Deal) -> dict[str, Any]:
        """The same hand with a card more in the pile, or a card less."""
        field = next(field for field in self.ruleset.fields if field.kind == "points")
        for change in RECOUNTS:
            changed = record | {field.name: record[field.name] + change}
            try:
                self.ruleset.score(changed, deal)
            except HandProblem:
                continue
            return changed
        raise RuntimeError(f"Hand {record} cannot be recounted.")

    def _is_settled(self) -> bool:
        """Whether nothing is pending: no doubled hand, no tied one, no game half played."""
        versions = self.versions
        sheet = replay_table(self.table, versions)
        if sheet.next.carried != NOTHING_CARRIED or not is_hand(counted(versions)[-1].record):
            return False
        if self.ruleset.target(sheet.options) is None:
            return True
        return bool(sheet.games) and sheet.games[-1].last == len(sheet.rows) - 1
