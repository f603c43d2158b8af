"""Taking the hands of a paper sheet in, all at once, through the same door as those of a phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.common.deeds import Refused
from tournaments.events.deeds import Done, do
from tournaments.events.draw.queries.smaller_circles import circles_to_come, with_lines
from tournaments.events.results.queries.leavings import with_leavings
from tournaments.events.results.services.late import change_at, lock_place, note_confirmed
from tournaments.formats.settings import EventSettings
from tournaments.models import By, Event, EventChange, EventTable, Result
from tournaments.tables.queries.replays import latest_versions, replay_table
from tournaments.tables.services.hands import record_all

LONGEST_WHO = 40


class SheetChanged(Refused):
    """A phone or another director has written on the sheet since the form was made."""


def key_hands(
    *,
    event: Event,
    place: EventTable,
    records: Sequence[dict[str, Any]],
    seen_version: int,
    is_signed: bool,
    by: By,
    submission: UUID,
) -> Done:
    """Write the hands of a paper sheet below those that a phone has entered already.

    `is_signed`: the paper bears the signatures of the table, so nobody need confirm it again,
    unless the event asks for a second person who has seen it.
    Raises Refused, SheetChanged, MoreThanDue or ImpossibleHand, and then nothing is kept.
    """

    def write(locked: Event) -> EventChange | None:
        here = lock_place(locked, place)
        if here.table.ended_at is not None:
            raise Refused(_("This sheet is closed. Open it again first."))
        if here.table.version != seen_version:
            raise SheetChanged(
                _("The sheet has been changed meanwhile: look which hands are on it, then save.")
            )
        if not records:
            return None
        lines = _with_lines(here, records)
        record_all(table=here.table, records=lines, by=by.actor, submission=submission)
        if is_signed and not EventSettings.from_json(locked.settings).confirms_paper:
            note_confirmed(here, here.table.version, by.who, by.account)
        words = ngettext("%(count)s hand", "%(count)s hands", len(records))
        return change_at(here, "hands_keyed", after=words % {"count": len(records)})

    return do(event, by, submission, write)


def _with_lines(here: EventTable, records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The hands, and between them who sits there from then on, where somebody has left."""
    sheet = replay_table(here.table, latest_versions(here.table))
    dealt = sum(row.dealer is not None for row in sheet.rows)
    results = with_leavings(Result.objects.filter(event_table=here))
    return with_lines(records, circles_to_come(results, sheet.next.seated, dealt), dealt)
