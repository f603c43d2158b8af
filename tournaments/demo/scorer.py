"""Who keeps the sheet of a demo evening: hands, corrections, who comes and goes, the end."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import uuid4

from scoring import HandProblem
from scoring.ruleset import NOTHING_CARRIED, Deal, Ruleset
from tournaments.demo.evenings import Evening
from tournaments.demo_hands import ANY, Wish, plausible_hand
from tournaments.models import Actor, Table, TableLink
from tournaments.queries.replays import (
    coming_hand,
    counted,
    is_hand,
    latest_versions,
    replay_table,
    seat_names,
)
from tournaments.services.changes import end_evening, rename_seat
from tournaments.services.hands import change_people, correct_hand, record_hand, withdraw_hand
from tournaments.services.tables import open_table

MOST_EXTRA_HANDS = 8
WON = Wish("won")
RECOUNTS = (10, -10, 11, -11, 4, -4, 3, -3)
"""By how much card points change when a card is found that was overlooked."""


class Scorer:
    """Writes at one table, most of it on one device."""

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
        self.actors = [Actor(link, device, who) for device, who in zip(devices, whose, strict=True)]

    @property
    def by(self) -> Actor:
        """Whoever has a hand free: mostly the same."""
        return self.chance.choices(self.actors, weights=(7, 2, 1))[0]

    def deal(self, *, before_last: bool = False) -> Deal:
        """What surrounds the coming hand, or the last one."""
        versions = latest_versions(self.table)
        return coming_hand(self.table, versions[:-1] if before_last else versions).deal(self.table)

    def plays(self, wish: Wish = ANY) -> None:
        """Another hand."""
        record = plausible_hand(self.chance, self.ruleset, self.deal(), wish)
        self._records(record)

    def penalizes(self, name: str, reason: str) -> None:
        """One point to each of the others."""
        names = seat_names(self.table)
        sides = len(replay_table(self.table, latest_versions(self.table)).totals)
        points = [1] * sides
        points[names.index(name)] = 1 - sides
        self._records({"adjustment": points, "reason": reason})

    def recounts(self, reason: str) -> None:
        """Correct the card points of the last hand."""
        last = latest_versions(self.table)[-1]
        correct_hand(
            hand=last.hand,
            record=self._recounted(last.record, self.deal(before_last=True)),
            by=self.by,
            submission=uuid4(),
            seen_version=last.number,
            reason=reason,
        )

    def withdraws(self, reason: str) -> None:
        """Leave the last hand out."""
        last = latest_versions(self.table)[-1]
        withdraw_hand(
            hand=last.hand,
            by=self.by,
            submission=uuid4(),
            seen_version=last.number,
            reason=reason,
        )

    def seats(self, name: str) -> None:
        """Somebody new sits down, to the right of the first chair."""
        column = len(seat_names(self.table))
        self._changes_people([*self._circle(), column], newcomer=name)

    def lets_go(self, name: str, reason: str) -> None:
        """Somebody goes home."""
        column = seat_names(self.table).index(name)
        self._changes_people([other for other in self._circle() if other != column], reason=reason)

    def renames(self, name: str, to: str) -> None:
        """A name was misspelt."""
        column = seat_names(self.table).index(name)
        rename_seat(table=self.table, index=column, name=to, by=self.by, submission=uuid4())

    def ends(self) -> None:
        """End the evening, after the hands that are still owed."""
        for _extra in range(MOST_EXTRA_HANDS):
            if self._is_settled():
                break
            self.plays(WON)
        end_evening(table=self.table, by=self.actors[0], submission=uuid4())

    def _records(self, record: dict[str, Any]) -> None:
        record_hand(table=self.table, record=record, by=self.by, submission=uuid4())

    def _circle(self) -> tuple[int, ...]:
        return coming_hand(self.table, latest_versions(self.table)).circle

    def _changes_people(self, circle: list[int], *, newcomer: str = "", reason: str = "") -> None:
        change_people(
            table=self.table,
            circle=circle,
            newcomer=newcomer,
            by=self.by,
            submission=uuid4(),
            seen_version=Table.objects.get(pk=self.table.pk).version,
            reason=reason,
        )

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
        versions = latest_versions(self.table)
        sheet = replay_table(self.table, versions)
        if sheet.next.carried != NOTHING_CARRIED or not is_hand(counted(versions)[-1].record):
            return False
        if self.ruleset.target(sheet.options) is None:
            return True
        return bool(sheet.games) and sheet.games[-1].last == len(sheet.rows) - 1
