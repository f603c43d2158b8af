"""Taking a drawn round back, so that it can be drawn again: nothing of it is lost."""

from __future__ import annotations

from uuid import UUID

from django.db.models import F
from django.utils import timezone
from django.utils.translation import ngettext

from tournaments.common.deeds import Refused
from tournaments.events.deeds import Done
from tournaments.events.draw.queries.seatings import begun_numbers
from tournaments.events.draw.services.reseating import lock_tables_of
from tournaments.events.draw.services.rounds import on_drawn
from tournaments.models import By, Event, EventChange, Round, Table, TableLink
from tournaments.tables.services.followers import sheet_struck


def cancel_round(
    *,
    event: Event,
    number: int,
    reason: str,
    anyway: bool,
    by: By,
    submission: UUID,
    seen_version: int | None = None,
) -> Done:
    """Take a drawn round back: its sheets are ended, their codes stop, its results do not count.

    Everything is kept. Where something has been entered already it needs a reason, and that the
    director wants it `anyway`.
    """

    def write(played: Round) -> EventChange:
        lock_tables_of(played)
        begun = begun_numbers(played)
        if begun and not (anyway and reason):
            text = ngettext(
                "At table %(tables)s something has been entered, which would not count any more. "
                "Draw the other tables anew, or say why the round must go.",
                "At tables %(tables)s something has been entered, which would not count any more. "
                "Draw the other tables anew, or say why the round must go.",
                len(begun),
            )
            raise Refused(text % {"tables": ", ".join(map(str, begun))}, field="reason")
        now = timezone.now()
        tables = Table.objects.filter(event_table__round=played)
        TableLink.objects.filter(table__in=tables, revoked_at=None).update(revoked_at=now)
        tables.update(ended_at=now, version=F("version") + 1)
        played.state = Round.CANCELLED
        played.save(update_fields=["state"])
        for table in tables.filter(counted__isnull=False):
            sheet_struck.tell(table)
        return EventChange(kind="round_cancelled", before=str(played.attempt), reason=reason)

    return on_drawn(event, number, by, submission, write, seen_version=seen_version)
