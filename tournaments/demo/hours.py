"""When a demo event was: spreads what was done in a moment over its days and hours.

Beside `times` the one place that sets times, since the services say “now”.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from random import Random

from django.db import models, transaction

from tournaments.demo.director import Director
from tournaments.models import (
    Announcement,
    Entry,
    Event,
    EventChange,
    EventTable,
    HandVersion,
    Round,
    Table,
    TableChange,
    TableLink,
    TotalsVersion,
)

DAY = 24 * 60 * 60

FIRST = {
    "registered": 2 * DAY,
    "arrived": 3 * DAY,
    "totals_keyed": 95 * 60,
}
"""Seconds before the first of some deeds in a row."""

NEXT = {
    "published": (DAY, DAY),
    "registered": (60, 240),
    "arrived": (20, 70),
    "round_proposed": (240, 500),
    "draw_accepted": (40, 90),
    "round_published": (10, 30),
    "round_started": (300, 420),
    "clock_started": (3, 6),
    "totals_keyed": (25, 60),
    "totals_corrected": (90, 150),
    "round_closed": (60, 120),
    "announced": (60, 300),
    "final_locked": (500, 900),
}
"""Seconds before other deeds, from and to."""

A_WORD = (20, 60)

Line = EventChange | HandVersion | TableChange


class Hours:
    """The hours of one event; `a_hand`: seconds from a hand to the next, at whichever table."""

    def __init__(self, director: Director, *, a_hand: int = 60) -> None:
        self.event = director.event
        self.chance = Random(f"hours of {director.event.title}")
        self.a_hand = a_hand
        self.old: list[datetime] = []
        self.new: list[datetime] = []

    @transaction.atomic
    def end_at(self, end: datetime) -> None:
        """Let the last thing that was done have been done then."""
        lines = sorted(self._lines(), key=lambda line: line.made_at)
        waits = list(self._waits(lines))
        moment = end - timedelta(seconds=sum(waits))
        for line, wait in zip(lines, waits, strict=True):
            moment += timedelta(seconds=wait)
            self.old.append(line.made_at)
            self.new.append(moment)
        self._write()

    def _lines(self) -> Iterator[Line]:
        yield from EventChange.objects.filter(event=self.event)
        yield from HandVersion.objects.filter(hand__table__event_table__round__event=self.event)
        yield from TableChange.objects.filter(table__event_table__round__event=self.event)

    def _waits(self, lines: Iterable[Line]) -> Iterator[int]:
        """How long before each line nothing was done."""
        before = ""
        for line in lines:
            what = line.kind if isinstance(line, EventChange | TableChange) else "hand"
            if what == "hand":
                yield self.chance.randint(self.a_hand * 2 // 3, self.a_hand * 4 // 3)
            elif what in FIRST and before not in (what, "hand", "confirm"):
                yield FIRST[what]
            else:
                yield self.chance.randint(*NEXT.get(what, A_WORD))
            before = what

    def _then(self, moment: datetime) -> datetime:
        """When it was, by the last line that was written before it."""
        place = max(0, bisect_right(self.old, moment) - 1)
        return self.new[place] + (moment - self.old[place])

    def _write(self) -> None:
        event, rounds = self.event, models.Q(round__event=self.event)
        tables = Table.objects.filter(event_table__round__event=event)
        self._move(EventChange.objects.filter(event=event), "made_at")
        self._move(HandVersion.objects.filter(hand__table__in=tables), "made_at")
        self._move(TableChange.objects.filter(table__in=tables), "made_at")
        self._move(TotalsVersion.objects.filter(event_table__round__event=event), "made_at")
        self._move(EventTable.objects.filter(rounds), "confirmed_at")
        self._move(TableLink.objects.filter(table__in=tables), "made_at")
        self._move(tables, "opened_at", "ended_at")
        self._move(Entry.objects.filter(event=event), "registered_at", "arrived_at")
        self._move(Announcement.objects.filter(event=event), "made_at", "ended_at")
        played = Round.objects.filter(event=event)
        left = {each.pk: each.ends_at - each.started_at for each in played if each.ends_at}
        self._move(played, "drawn_at", "published_at", "started_at", "closed_at")
        for each in played.filter(pk__in=left).order_by("pk"):
            each.ends_at = each.started_at + left[each.pk]
            each.save(update_fields=["ends_at"])
        self._move(Event.objects.filter(pk=event.pk), "made_at", "published_at", "frozen_at")
        self._set_the_beginning()

    def _move(self, rows: models.QuerySet, *fields: str) -> None:  # type: ignore[type-arg]
        moved = list(rows)
        for row in moved:
            for field in fields:
                moment = getattr(row, field)
                if moment is not None:
                    setattr(row, field, self._then(moment))
        rows.model._default_manager.bulk_update(moved, fields)

    def _set_the_beginning(self) -> None:
        """The event was to begin at the quarter of an hour before its first round did."""
        first = Round.objects.filter(event=self.event, number=1).first()
        if first is not None and first.started_at is not None:
            begun = first.started_at
            spare = timedelta(minutes=begun.minute % 15, seconds=begun.second)
            starts_at = (begun - spare).replace(microsecond=0)
            Event.objects.filter(pk=self.event.pk).update(starts_at=starts_at)
