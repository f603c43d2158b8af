"""When a demo evening was: the one place that sets times, since the services say “now”."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from sheets.entries import is_hand
from tournaments.models import HandVersion, Table, TableChange, TableLink

FIRST_DEAL = time(19, 0)
DAYS_A_WEEK = 7
A_HAND = (270, 560)  # seconds from one to the next
A_WORD = (25, 110)  # seconds until something is corrected


Line = HandVersion | TableChange
Step = tuple[Line, timedelta]


def last_day(day: int, weeks_ago: int = 0) -> date:
    """The last such weekday (Monday is 0) before today, or so many weeks earlier."""
    today = timezone.localdate()
    days_ago = (today.weekday() - day - 1) % DAYS_A_WEEK + 1 + DAYS_A_WEEK * weeks_ago
    return today - timedelta(days=days_ago)


class Times:
    """Spreads what was written at a table over the hours of an evening."""

    def __init__(self, table: Table, chance: Random) -> None:
        self.table = table
        self.chance = chance

    def begin_last(self, day: int, weeks_ago: int) -> None:
        """Let the evening begin after supper on that weekday, before today."""
        begun = datetime.combine(last_day(day, weeks_ago), FIRST_DEAL)
        begun += timedelta(minutes=self.chance.randrange(45), seconds=self.chance.randrange(60))
        self._write(timezone.make_aware(begun), self._steps())

    def end_just_now(self) -> None:
        """Let the last hand be a few minutes old."""
        steps = list(self._steps())
        took = sum((step for _line, step in steps), timedelta())
        since = timedelta(minutes=self.chance.randint(1, 4), seconds=self.chance.randrange(60))
        self._write(timezone.now() - since - took, steps)

    def _steps(self) -> Iterator[Step]:
        """Everything that was written, in its order, and how long after what was before it."""
        versions = HandVersion.objects.filter(hand__table=self.table)
        changes = TableChange.objects.filter(table=self.table)
        lines: list[Line] = [*versions, *changes]
        for line in sorted(lines, key=lambda line: line.table_version):
            pause = A_WORD
            if isinstance(line, HandVersion) and line.number == 1 and is_hand(line.record):
                pause = A_HAND  # cards were dealt for it
            seconds = self.chance.randint(*pause)
            yield line, timedelta(seconds=seconds)

    def _write(self, begun: datetime, steps: Iterable[Step]) -> None:
        now = begun
        lines: list[Line] = []
        for line, step in steps:
            now += step
            line.made_at = now
            lines.append(line)
        versions = [line for line in lines if isinstance(line, HandVersion)]
        changes = [line for line in lines if isinstance(line, TableChange)]
        with transaction.atomic():
            HandVersion.objects.bulk_update(versions, ["made_at"])
            TableChange.objects.bulk_update(changes, ["made_at"])
            TableLink.objects.filter(table=self.table).update(made_at=begun)
            tables = Table.objects.filter(pk=self.table.pk)
            tables.update(opened_at=begun)
            tables.filter(ended_at__isnull=False).update(ended_at=now)
