"""Taking it back that somebody has left in the middle of a round; the leaving stays, withdrawn."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.common.locks import count_change
from tournaments.events.check_in.services.persons import Person
from tournaments.events.deeds import Done, do
from tournaments.events.results.queries.leaving_table import situation_of
from tournaments.events.results.queries.leavings import leaving_of, with_leavings
from tournaments.events.results.queries.taking_back import SHORTENED, WayBack, way_back
from tournaments.events.results.services.late import Deed, lock_place
from tournaments.events.results.services.substitutes import put_in, write_names_on_tables
from tournaments.events.results.services.withdrawing import note_withdrawn
from tournaments.events.standings.queries.counted_rulings import is_excluded
from tournaments.models import By, Entry, Event, EventChange, EventTable, Result, Round
from tournaments.tables.queries.readings import SheetReading
from tournaments.tables.services.hands import settle_and_seat, withdraw_line


def stay_after_all(
    *, event: Event, place: EventTable, entry: Entry, reason: str, by: By, submission: UUID
) -> Done:
    """Take a leaving back, as if nobody had left.

    Refused where what was played since does not allow it; nothing is changed where it was taken
    back before.
    """

    def write(locked: Event) -> EventChange | None:
        here = lock_place(locked, place)
        if here.round.state != Round.DRAWN:
            text = _("This round is closed: what was decided in it stays.")
            raise Refused(text)
        found = Result.objects.filter(event_table=here, entry=entry).select_related("entry")
        result = with_leavings(found).first()
        leaving = leaving_of(result) if result is not None else None
        if result is None or leaving is None:
            return None
        result.event_table = here
        back = way_back(situation_of(result), leaving)
        if back.why_not:
            raise Refused(back.why_not)
        if not reason:
            raise Refused(_("Say why: it is written down."), field="reason")
        deed = Deed(by, submission, reason)
        note_withdrawn(leaving, deed.by, deed.reason)
        _stays(locked, here, result.entry, back, deed)
        return EventChange(
            kind="stayed",
            entry=result.entry,
            round_number=here.round.number,
            table_number=here.number,
            reason=reason[:200],
        )

    return do(event, by, submission, write, names_people=True)


def _stays(event: Event, here: EventTable, entry: Entry, back: WayBack, deed: Deed) -> None:
    """Bring the entry and its table to what they were, and the figures to what counts now."""
    if back.returns is not None:
        came = back.returns
        person = Person(came.player_id, came.player.name)
        number = here.round.number
        put_in(event, entry, came.place, person, number, deed.by, deed.submission)
        here.table.refresh_from_db()
        settle_and_seat(SheetReading(here.table), by=deed.actor, submission=deed.submission)
        return
    if entry.status == Entry.LEFT or (entry.status == Entry.OUT and not is_excluded(entry)):
        entry.status, entry.last_round = Entry.HERE, None
        entry.save(update_fields=["status", "last_round"])
    if back.leaving.remedy in SHORTENED:
        here.hands_due = back.leaving.due_before
        here.save(update_fields=["hands_due"])
    write_names_on_tables(entry, deed.by, deed.submission)
    here.table.refresh_from_db()
    if back.line is not None:
        withdraw_line(
            hand=back.line,
            table=here.table,
            by=deed.actor,
            submission=deed.submission,
            reason=deed.reason,
        )
        return
    count_change(here.table)
    settle_and_seat(SheetReading(here.table), by=deed.actor, submission=deed.submission)
