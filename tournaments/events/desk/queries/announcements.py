"""What was announced at an event, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import chain, repeat

from tournaments.common.doers import Doer, doer_of
from tournaments.models import Event

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
