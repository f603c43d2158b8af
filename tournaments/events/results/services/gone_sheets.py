"""A sheet that is gone for good is decided: by the average, or annulled.

What the table agrees on is keyed as totals are, see `tournaments.events.results.services.totals`.
Each is a version of the totals, marked, and taken back as they are.
"""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.events.deeds import Done, do
from tournaments.events.draw.queries.seatings import side_names
from tournaments.events.results.queries.gone_sheets import (
    CannotDecide,
    annulled_record,
    average_record,
    averages_of,
)
from tournaments.events.results.queries.progress import round_progress
from tournaments.events.results.services.late import Deed, lock_sheet
from tournaments.events.results.services.totals import DECIDED, Record, TotalsMoved, add_version
from tournaments.models import By, Decided, Event, EventChange, EventTable
from tournaments.tables.queries.readings import SheetReading


def decide_gone(
    *,
    event: Event,
    place: EventTable,
    way: str,
    seen_number: int,
    reason: str,
    by: By,
    submission: UUID,
) -> Done:
    """Decide a sheet that is gone: `way` is `average` or `annulled`.

    The figures are reckoned now and kept: what is corrected later in other rounds does not change
    them. Raises Refused, or TotalsMoved where somebody keyed the table meanwhile.
    """

    def write(locked: Event) -> EventChange | None:
        sheet, here = lock_sheet(locked, place)
        latest = sheet.newest
        if (latest.number if latest else 0) != seen_number and latest is not None:
            raise TotalsMoved(latest)
        if round_progress(here.round, locked, only=here.pk)[0].has_result:
            raise Refused(_("There is a result at this table. Take it back first."))
        if not reason:
            raise Refused(_("Say why the sheet is gone."), field="reason")
        record = _record(sheet, here, way)
        return add_version(sheet, here, record, DECIDED, Deed(by, submission, reason))

    return do(event, by, submission, write)


def _record(sheet: SheetReading, place: EventTable, way: str) -> Record:
    sides = len(side_names(place.round.event, sheet.results))
    if way == Decided.ANNULLED:
        return annulled_record(sides)
    if way != Decided.AVERAGE:
        raise Refused(_("Say what shall stand in the place of the sheet."), field="way")
    try:
        return average_record(place, averages_of(place, sheet.results, sides))
    except CannotDecide as refused:
        raise Refused(refused.sentence, field="way") from refused
