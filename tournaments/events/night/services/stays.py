"""Joining a table of a free night, leaving it and coming back, between two hands.

A line on the sheet says who sits there from then on, as at a table of a club's own evening. The
entry that joins gets the next column; whoever leaves keeps column and points, and waits again.
"""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.labels import LONGEST_NAME
from tournaments.common.deeds import Refused
from tournaments.events.deeds import Done, do
from tournaments.events.draw.services.tables import persons_at
from tournaments.events.night.queries import read_queue
from tournaments.events.results.queries.sheets import is_open_ended
from tournaments.events.results.services.results import lock_place
from tournaments.models import Actor, By, Entry, Event, EventChange, EventTable, Result, Round, Seat
from tournaments.tables.queries.moves import Move, NotThere, circle_after
from tournaments.tables.queries.readings import SheetReading
from tournaments.tables.queries.replays import (
    ComingHand,
    ImpossibleHand,
    counted,
    hand_after,
    is_hand,
)
from tournaments.tables.services.hands import record_all

PRESS_AGAIN = "moved"
"""The field of a refusal that says that the sheet was changed meanwhile."""


def sit_down(
    *,
    event: Event,
    place: EventTable,
    entry: Entry,
    after: int,
    seen_version: int,
    by: By,
    submission: UUID,
    actor: Actor | None = None,
) -> Done:
    """Let an entry that waits, or that left this table, sit down to the left of a column.

    `seen_version`: that of the sheet as it was seen; `actor`: who is noted on the sheet, where it
    is done from a phone. Refused where tables do not play as long as they like, where the entry
    does not wait or sits elsewhere, and where the game has no table of so many.
    """

    def write(locked: Event) -> EventChange:
        sheet, due = _sheet_of(locked, place, seen_version)
        fresh = Entry.objects.get(pk=entry.pk, event=locked)
        column = _column_of(sheet, due, fresh, locked)
        move = Move(column, after, "" if column < due.columns else fresh.name)
        _write_line(sheet, move, due, actor or by.actor, submission)
        return _change("sat_down", sheet, fresh)

    return do(event, by, submission, write)


def get_up(
    *,
    event: Event,
    place: EventTable,
    entry: Entry,
    seen_version: int,
    by: By,
    submission: UUID,
    actor: Actor | None = None,
) -> Done:
    """Let somebody leave a table between two hands; he waits for another one.

    Refused where he does not sit there, and where the game has no table of those who stay.
    """

    def write(locked: Event) -> EventChange:
        sheet, due = _sheet_of(locked, place, seen_version)
        fresh = Entry.objects.get(pk=entry.pk, event=locked)
        result = _result_of(sheet, fresh)
        if result is None or result.side not in due.circle:
            raise Refused(_("%(name)s does not sit at this table.") % {"name": fresh.name})
        _write_line(sheet, Move(result.side), due, actor or by.actor, submission)
        return _change("got_up", sheet, fresh)

    return do(event, by, submission, write)


def _sheet_of(
    locked: Event, place: EventTable, seen_version: int
) -> tuple[SheetReading, ComingHand]:
    """The sheet of the table, locked and read, and what comes next; raises Refused."""
    here = lock_place(locked, place)
    if not is_open_ended(locked):
        text = _("Only where a table plays as long as it likes somebody may join it or leave it.")
        raise Refused(text)
    if here.round.state != Round.DRAWN or here.table.ended_at is not None:
        raise Refused(_("This table is closed: nobody joins or leaves it any more."))
    if here.table.version != seen_version:
        text = _("The sheet was changed meanwhile. Look it over and press again.")
        raise Refused(text, field=PRESS_AGAIN)
    sheet = SheetReading(here.table, here)
    if sheet.keyed is not None:
        raise Refused(_("The totals of this table are in: nothing is left to be played."))
    return sheet, hand_after(here.table, sheet.versions, sheet.replay)


def _result_of(sheet: SheetReading, entry: Entry) -> Result | None:
    return next((one for one in sheet.results if one.entry_id == entry.pk), None)


def _column_of(sheet: SheetReading, due: ComingHand, entry: Entry, locked: Event) -> int:
    """The column of whoever sits down: the one of before, or the next; raises Refused."""
    values = {"name": entry.name}
    if entry.status != Entry.HERE:
        raise Refused(_("%(name)s is not here.") % values, field="entry")
    before = _result_of(sheet, entry)
    if before is not None and before.side in due.circle:
        raise Refused(_("%(name)s sits at this table already.") % values, field="entry")
    waits = {one.pk: one for one in read_queue(locked).waiting}.get(entry.pk)
    sits = Result.objects.filter(
        entry=entry, round__state=Round.DRAWN, event_table__isnull=False, is_away=False
    )
    if sits.exists() or (waits is not None and waits.sits):
        raise Refused(_("%(name)s cannot sit at two places at once.") % values, field="entry")
    if before is not None and before.side is not None:
        return before.side
    if waits is None:
        raise Refused(_("%(name)s does not wait for a table.") % values, field="entry")
    return _new_column(sheet, due, entry)


def _new_column(sheet: SheetReading, due: ComingHand, entry: Entry) -> int:
    place = sheet.place
    assert place is not None
    if Result.objects.filter(round=place.round, entry=entry).exists():
        text = _("%(name)s has played at a table that was opened together with this one.")
        raise Refused(text % {"name": entry.name}, field="entry")
    column = due.columns
    Seat.objects.create(table=sheet.table, index=column, name=_name_of(sheet, entry))
    Result.objects.create(
        event=entry.event, round=place.round, entry=entry, event_table=place, side=column
    )
    return column


def _name_of(sheet: SheetReading, entry: Entry) -> str:
    """What stands over the column: the name, with the start number where somebody has the same."""
    assert sheet.place is not None
    name = persons_at(sheet.place.round.number, [entry])[entry.pk][0]
    if name.casefold() not in {seat.name.casefold() for seat in sheet.seats}:
        return name[:LONGEST_NAME]
    mark = f" {entry.number}"
    return name[: LONGEST_NAME - len(mark)] + mark


def _write_line(
    sheet: SheetReading, move: Move, due: ComingHand, actor: Actor, submission: UUID
) -> None:
    """Write down who sits there from now on, and bring all figures up to date; raises Refused."""
    try:
        circle = circle_after(move, due.circle, due.columns)
    except NotThere:
        raise Refused(_("Say who sits down, and to whose left."), field="after") from None
    try:
        record_all(table=sheet.table, records=[{"seated": circle}], by=actor, submission=submission)
    except ImpossibleHand as impossible:
        names = [seat.name for seat in Seat.objects.filter(table=sheet.table).order_by("index")]
        raise Refused(impossible.problem.text.render(_, names)) from impossible


def _change(kind: str, sheet: SheetReading, entry: Entry) -> EventChange:
    assert sheet.place is not None
    dealt = sum(is_hand(version.record) for version in counted(sheet.versions))
    words = ngettext("after %(hands)s hand", "after %(hands)s hands", dealt) % {"hands": dealt}
    return EventChange(
        kind=kind,
        entry=entry,
        round_number=sheet.place.round.number,
        table_number=sheet.place.number,
        after=words,
    )
