"""When a demo event was: spreads what was done in a moment over its days and hours.

Beside `times` the one place that sets times, since the services say “now”.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from random import Random

from django.db import connection, models, transaction

from tournaments.archive.graph import parts
from tournaments.models import (
    Event,
    EventChange,
    EventTable,
    HandVersion,
    Player,
    Round,
    Series,
    SeriesChange,
    TableChange,
    TableLink,
)
from tournaments.records.services.counting import follow_event

DAY = 24 * 60 * 60
A_HAND = 270  # seconds from one to the next at one table
A_MATCH = 45 * 60
AN_HOUR, A_MOMENT = timedelta(hours=1), timedelta(minutes=3)
TYPED = (2, 5)  # seconds for a hand that is keyed from paper

NEXT = {
    "published": (DAY, DAY),
    "imported": (3 * DAY, 3 * DAY),
    "registered": (60, 240),
    "arrived": (20, 70),
    "all_absent": (300, 500),
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
"""Seconds before some deeds, from and to."""

A_WORD = (20, 60)
KEYED = ("totals_keyed", "hands_keyed")
SET_OTHERWISE = ("starts_at", "ends_at")

Line = EventChange | HandVersion | TableChange


class Hours:
    """The hours of one event; `a_hand`: seconds from a hand to the next at one table."""

    def __init__(self, event: Event, *, a_hand: int = A_HAND) -> None:
        self.event = event
        self.chance = Random(f"hours of {event.title}")
        self.a_hand = a_hand
        self.phones = self._phones()
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

    def _phones(self) -> dict[int, int]:
        """At how many tables of each round phones have written."""
        written = HandVersion.objects.filter(hand__table__event_table__round__event=self.event)
        rows = written.exclude(link=None).values_list("hand__table__event_table__round")
        counted = rows.annotate(tables=models.Count("hand__table", distinct=True))
        return dict(counted.order_by())

    def _lines(self) -> Iterator[Line]:
        yield from EventChange.objects.filter(event=self.event)
        hands = HandVersion.objects.filter(hand__table__event_table__round__event=self.event)
        yield from hands.annotate(round=models.F("hand__table__event_table__round"))
        yield from TableChange.objects.filter(table__event_table__round__event=self.event)

    def _waits(self, lines: Iterable[Line]) -> Iterator[float]:
        """How long before each line nothing was done."""
        playing = 0.0  # seconds that the round is still played before a sheet is brought
        for line in lines:
            wait = self._wait(line)
            if _is_from_paper(line):
                wait, playing = max(wait, playing), 0.0
            yield wait
            playing = max(0.0, playing - wait)
            if isinstance(line, EventChange) and line.kind == "round_started":
                playing = self._takes(line.round_number or 0)

    def _wait(self, line: Line) -> float:
        if not isinstance(line, HandVersion):
            return self.chance.uniform(*NEXT.get(line.kind, A_WORD))
        if line.link_id is None:
            return self.chance.uniform(*TYPED)
        phones = self.phones[line.round]  # type: ignore[attr-defined]
        return self.a_hand / phones * self.chance.uniform(0.7, 1.3)

    def _takes(self, number: int) -> float:
        """How long a round is played; of one that is not over nobody knows."""
        places = EventTable.objects.filter(
            round__event=self.event, round__number=number, round__state=Round.CLOSED
        )
        if not places.exists():
            return 0
        hands: int = places.aggregate(most=models.Max("hands_due"))["most"] or 0
        return hands * self.a_hand if hands else A_MATCH

    def _then(self, moment: datetime) -> datetime:
        """When it was, by the line that was written next to it."""
        after = min(bisect_left(self.old, moment), len(self.old) - 1)
        near = min((max(0, after - 1), after), key=lambda place: abs(self.old[place] - moment))
        return self.new[near] + (moment - self.old[near])

    def _write(self) -> None:
        event = self.event
        played = Round.objects.filter(event=event)
        left = {
            each.pk: each.ends_at - each.started_at
            for each in played
            if each.ends_at is not None and each.started_at is not None
        }
        for part in parts():
            if part.path is not None:
                rows = part.model._default_manager.filter(**{part.path or "pk": event.pk})
                self._move(rows, part.fields)
        links = TableLink.objects.filter(table__event_table__round__event=event)
        self._move(links, TableLink._meta.concrete_fields)
        new = Player.objects.filter(club=event.club_id, added_at__gte=self.old[0])
        self._move(new, Player._meta.concrete_fields)
        for each in Round.objects.filter(pk__in=left):
            if each.started_at is not None:
                each.ends_at = each.started_at + left[each.pk]
                each.save(update_fields=["ends_at"])
        self._set_the_beginning()

    def _move(
        self,
        rows: models.QuerySet,  # type: ignore[type-arg]
        fields: Sequence[models.Field],  # type: ignore[type-arg]
    ) -> None:
        """Set every moment that these rows hold, as many as they are by one prepared statement."""
        stamps = [field for field in fields if isinstance(field, models.DateTimeField)]
        stamps = [field for field in stamps if field.name not in SET_OTHERWISE]
        if not stamps:
            return
        quoted, adapted = connection.ops.quote_name, connection.ops.adapt_datetimefield_value
        moved = [
            [*(adapted(self._then(moment)) if moment else None for moment in moments), key]
            for key, *moments in rows.values_list("pk", *(field.name for field in stamps))
        ]
        meta = rows.model._meta
        columns = ", ".join(f"{quoted(str(field.column))} = %s" for field in stamps)
        where = f"{quoted(meta.pk.column)} = %s"
        with connection.cursor() as cursor:
            cursor.executemany(f"UPDATE {quoted(meta.db_table)} SET {columns} WHERE {where}", moved)

    def _set_the_beginning(self) -> None:
        """The event was to begin at the quarter of an hour before its first round did."""
        first = self.event.rounds.filter(number=1).exclude(started_at=None).first()
        if first is not None and first.started_at is not None:
            begun = first.started_at
            spare = timedelta(minutes=begun.minute % 15, seconds=begun.second)
            starts_at = (begun - spare).replace(microsecond=0)
            Event.objects.filter(pk=self.event.pk).update(starts_at=starts_at)
            self.event.refresh_from_db()
            follow_event(self.event)


def _is_from_paper(line: Line) -> bool:
    if isinstance(line, HandVersion):
        return line.link_id is None
    return line.kind in KEYED


def spread_series(series: Series) -> None:
    """Let what was done to a series have been done when its stages were made."""
    made = iter(series.stages.order_by("number").values_list("event__made_at", flat=True))
    finals = Event.objects.filter(final_of=series).values_list("made_at", flat=True)
    moment = series.stages.order_by("number")[0].event.made_at - AN_HOUR
    changes = list(series.changes.order_by("pk"))
    for change in changes:
        added = {"stage_added": made, "final_made": iter(finals)}.get(change.kind)
        moment = max(moment, next(added) if added is not None else moment) + A_MOMENT
        change.made_at = moment
    SeriesChange.objects.bulk_update(changes, ["made_at"])
    times = {change.kind: change.made_at for change in changes}
    of_series = {"made_at": times["made"], "published_at": times["published"]}
    Series.objects.filter(pk=series.pk).update(**of_series)
