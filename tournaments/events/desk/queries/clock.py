"""The clock of a round, and what is announced: what every screen of an event shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, repeat

from django.utils import timezone

from tournaments.common.history import Doer, doer_of
from tournaments.models import Event, Round

# What was announced at an event, and by whom.

MADE = "announced"


@dataclass(frozen=True)
class Announced:
    """An announcement with who made it, and when it was taken down."""

    pk: int
    text: str
    doer: Doer
    made_at: datetime
    ended_at: datetime | None

    @property
    def is_up(self) -> bool:
        """Whether it is on the screens now."""
        return self.ended_at is None


def announcements_of(event: Event) -> list[Announced]:
    """All of an event, the latest first.

    Each was written down in the history as it was made, so both have the same order.
    """
    made = event.announcements.order_by("pk")
    changes = event.changes.filter(kind=MADE).order_by("pk")
    doers = chain(map(doer_of, changes), repeat(Doer()))
    found = [
        Announced(each.pk, each.text, doer, each.made_at, each.ended_at)
        for each, doer in zip(made, doers, strict=False)
    ]
    return found[::-1]


A_SECOND = timedelta(seconds=1)
SECONDS_A_MINUTE = 60


@dataclass(frozen=True)
class Clock:
    """What the clock of a round shows at a moment.

    It runs to `ends_at`, or stands still (`is_paused`) with `seconds_left`; a round without a
    clock has neither, and `seconds_left` is None. A clock that ran out still runs, with 0 left.
    """

    is_running: bool = False
    ends_at: datetime | None = None
    seconds_left: int | None = None
    is_paused: bool = False

    @property
    def is_set(self) -> bool:
        """Whether there is a clock at all."""
        return self.is_running or self.is_paused

    @property
    def is_up(self) -> bool:
        """Whether the time is up."""
        return self.is_running and self.seconds_left == 0

    @property
    def seen(self) -> str:
        """What a form that changes the clock carries, to say which one its director saw."""
        if self.ends_at is not None:
            return self.ends_at.isoformat()
        return "" if self.seconds_left is None else str(self.seconds_left)

    def seconds_since(self, seen: str) -> int | None:
        """By how many seconds this clock was set on since it was seen; None where it is unlike.

        >>> Clock(is_paused=True, seconds_left=900).seconds_since("600")
        300
        >>> Clock(is_paused=True, seconds_left=900).seconds_since("") is None
        True
        """
        try:
            if self.ends_at is not None:
                return int((self.ends_at - datetime.fromisoformat(seen)).total_seconds())
            return None if self.seconds_left is None else self.seconds_left - int(seen)
        except (ValueError, TypeError):
            return None

    @property
    def reading(self) -> str:
        """The time left as a clock shows it.

        >>> Clock(is_paused=True, seconds_left=3725).reading, Clock().reading
        ('62:05', '')
        """
        if self.seconds_left is None:
            return ""
        minutes, seconds = divmod(self.seconds_left, SECONDS_A_MINUTE)
        return f"{minutes}:{seconds:02d}"


def clock_of(played: Round, at: datetime | None = None) -> Clock:
    """The clock of a round, now or at that moment; only a round that is on has one."""
    if played.state != Round.DRAWN:
        return Clock()
    if played.seconds_left is not None:
        return Clock(seconds_left=played.seconds_left, is_paused=True)
    if played.ends_at is None:
        return Clock()
    left = seconds_until(played.ends_at, at or timezone.now())
    return Clock(is_running=True, ends_at=played.ends_at, seconds_left=left)


def seconds_until(ends_at: datetime, at: datetime) -> int:
    """The whole seconds from a moment to the end, begun ones counted in; 0 once it is up.

    >>> end = datetime(2026, 1, 1, 20, 0, 0)
    >>> seconds_until(end, datetime(2026, 1, 1, 19, 59, 58, 500000)), seconds_until(end, end)
    (2, 0)
    """
    return max(0, -((at - ends_at) // A_SECOND))
