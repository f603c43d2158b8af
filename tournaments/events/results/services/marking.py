"""Notes of directors about a table, for whoever looks after it next."""

from __future__ import annotations

from uuid import UUID

from tournaments.events.deeds import Done, do
from tournaments.events.results.queries.progress import MARKED, UNMARKED, round_progress
from tournaments.events.results.services.late import change_at, lock_place
from tournaments.models import By, Event, EventChange, EventTable


def mark_table(*, event: Event, place: EventTable, reason: str, by: By, submission: UUID) -> Done:
    """Note something about a table; an empty note takes the one away that is there."""

    def write(locked: Event) -> EventChange | None:
        here = lock_place(locked, place)
        noted = round_progress(here.round, locked, only=here.pk)[0].mark
        if reason == noted:
            return None
        return change_at(here, MARKED if reason else UNMARKED, before=noted, reason=reason)

    return do(event, by, submission, write)
