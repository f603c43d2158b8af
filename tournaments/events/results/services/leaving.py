"""Leaving a table in the middle of a round: four ways on.

The entry stays in the standings with what it has; the history says when it left and how the table
went on.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from scoring.labels import LONGEST_NAME
from tournaments.common.deeds import Refused
from tournaments.common.locks import count_change
from tournaments.events.check_in.services.contacts import Person
from tournaments.events.deeds import Done, do
from tournaments.events.results.queries.leaving_table import Situation, remedy_of, situation_of
from tournaments.events.results.queries.taking_back import SHORTENED, WayBack, way_back
from tournaments.events.results.services.late import Deed, lock_place
from tournaments.events.results.services.substitutes import put_in, write_names_on_tables
from tournaments.events.results.services.totals import MOST_POINTS
from tournaments.events.results.services.withdrawing import note_withdrawn
from tournaments.events.standings.queries.snapshots import is_excluded
from tournaments.models import (
    By,
    Entry,
    Event,
    EventChange,
    EventTable,
    Leaving,
    Member,
    Result,
    Round,
    Seat,
    TableChange,
)
from tournaments.tables.queries.readings import SheetReading, leaving_of, with_leavings
from tournaments.tables.services.hands import settle_and_seat, withdraw_line

# Taking it back that somebody has left in the middle of a round; the leaving stays, withdrawn.


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


MOST_HANDS = 999


class Ask(NamedTuple):
    """How a table goes on after somebody has left.

    `is_out`: who leaves is disqualified, for that reason; whoever was excluded before is it anyway.
    `hands`, `points` and `solos` are as read off the paper, and taken only where no hands are on
    the sheet. `person` plays on for the entry (for `place` of a pair), `stand_in` out of
    competition.
    """

    remedy: str
    reason: str
    hands: int | None = None
    points: int | None = None
    solos: int = 0
    stand_in: str = ""
    person: Person | None = None
    place: int = 0
    is_out: bool = False


def leave_table(
    *, event: Event, place: EventTable, entry: Entry, ask: Ask, by: By, submission: UUID
) -> Done:
    """Let somebody leave a table that has begun; Refused where that way on is not open."""

    def write(locked: Event) -> EventChange:
        here = lock_place(locked, place)
        now = _situation(here, entry)
        said = ask._replace(is_out=ask.is_out or now.result.entry.status == Entry.OUT)
        hands = _checked(now, said)
        if not ask.reason:
            raise Refused(_("Say why: it is written down."), field="reason")
        leaving = Leaving(
            result=now.result,
            remedy=ask.remedy,
            hands=hands,
            due_before=here.hands_due,
            points=None if now.dealt or ask.remedy != Leaving.OUTSIDE else ask.points,
            solos=0 if now.dealt else ask.solos,
            stand_in=ask.stand_in or (ask.person.name if ask.person else ""),
            reason=ask.reason[:200],
        )
        _go_on(locked, here, now, leaving, said, Deed(by, submission, ask.reason))
        return EventChange(
            kind="out_midway" if said.is_out else "left_midway",
            entry=now.result.entry,
            round_number=here.round.number,
            table_number=here.number,
            before=str(hands),
            after=ask.remedy,
            reason=ask.reason[:200],
        )

    return do(event, by, submission, write, names_people=ask.person is not None)


def _situation(here: EventTable, entry: Entry) -> Situation:
    if here.round.state != Round.DRAWN:
        raise Refused(_("This round is closed: nobody leaves it any more."))
    results = Result.objects.select_related("entry").filter(event_table=here, entry=entry)
    result = with_leavings(results).first()
    if result is None:
        raise Refused(_("%(name)s does not sit at this table.") % {"name": entry.name})
    if leaving_of(result) is not None:
        raise Refused(_("%(name)s has left this table already.") % {"name": entry.name})
    result.event_table = here
    return situation_of(result)


def _checked(now: Situation, ask: Ask) -> int:
    """After how many hands somebody leaves; raises Refused for what cannot be."""
    remedy = remedy_of(now, ask.remedy, is_out=ask.is_out)
    if remedy is None:
        raise Refused(_("Say how the table goes on."))
    if remedy.why_not:
        raise Refused(remedy.why_not)
    if now.is_keyed:
        raise Refused(_("The totals of this table are in: nothing is left to be played."))
    if ask.remedy == Leaving.OUTSIDE and not ask.stand_in:
        raise Refused(_("Say who plays on."), field="stand_in")
    if ask.remedy == Leaving.INHERITED and ask.person is None:
        raise Refused(_("Say who plays on."), field="name")
    if now.dealt:
        return now.dealt
    most = now.due - 1 if now.due else MOST_HANDS
    if ask.hands is None or not 1 <= ask.hands <= most:
        text = _("Say after how many hands, from 1 to %(most)s.") % {"most": most}
        raise Refused(text, field="hands")
    if ask.remedy == Leaving.OUTSIDE and (ask.points is None or abs(ask.points) > MOST_POINTS):
        raise Refused(_("Read the points until then off the sheet."), field="points")
    return ask.hands


def _go_on(
    event: Event, here: EventTable, now: Situation, leaving: Leaving, ask: Ask, deed: Deed
) -> None:
    """Keep the leaving, and bring the table to what was decided; its figures are settled."""
    entry = Entry.objects.get(pk=now.result.entry_id, event=event)
    if ask.remedy == Leaving.INHERITED:
        leaving.member = _takes_over(event, entry, here, ask, deed)
        leaving.save()
        here.table.refresh_from_db()
        settle_and_seat(SheetReading(here.table), by=deed.actor, submission=deed.submission)
        return
    leaving.save()
    entry.status = Entry.OUT if ask.is_out else Entry.LEFT
    entry.last_round = here.round.number
    entry.save(update_fields=["status", "last_round"])
    if ask.remedy == Leaving.VOID:
        here.hands_due = leaving.hands
    elif ask.remedy == Leaving.SHORT_HANDED:
        here.hands_due = now.due_short_handed(leaving.hands)
    else:
        _name_stand_in(here, now.result.side or 0, ask.stand_in, deed)
    here.save(update_fields=["hands_due"])
    count_change(here.table)
    settle_and_seat(SheetReading(here.table), by=deed.actor, submission=deed.submission)


def _takes_over(event: Event, entry: Entry, here: EventTable, ask: Ask, deed: Deed) -> Member:
    """Let somebody else play for the entry from this round on."""
    assert ask.person is not None
    number = here.round.number
    if put_in(event, entry, ask.place, ask.person, number, deed.by, deed.submission) is None:
        raise Refused(_("Say who plays on: it has to be somebody else."), field="name")
    return entry.members.get(place=ask.place, until_round=None)


def _name_stand_in(here: EventTable, column: int, name: str, deed: Deed) -> None:
    """Put the name of whoever plays on over the column."""
    seats = list(here.table.seats.all())
    seat = next(each for each in seats if each.index == column)
    if name.casefold() in {each.name.casefold() for each in seats if each.index != column}:
        raise Refused(_("Somebody of that name sits at this table already."), field="stand_in")
    TableChange.objects.create(
        table=here.table,
        kind=TableChange.RENAME,
        before=seat.name,
        after=name[:LONGEST_NAME],
        submission=uuid5(deed.submission, f"{here.table_id} {column}"),
        table_version=here.table.version + 1,
        **deed.actor.noted,
    )
    seat.name = name[:LONGEST_NAME]
    Seat.objects.bulk_update([seat], ["name"])
