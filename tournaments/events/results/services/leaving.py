"""Leaving a table in the middle of a round, and who plays for an entry since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Unpack
from uuid import UUID, uuid5

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from scoring.labels import LONGEST_NAME
from tournaments.common.actions import Refused
from tournaments.common.locks import count_change, lock_events, lock_tables
from tournaments.events.actions import Done, count_event_change, keep_change
from tournaments.events.check_in.queries.entries import closed_rounds
from tournaments.events.check_in.services import Person, entry_action, take_persons
from tournaments.events.draw.services.tables import persons_at, seats_for
from tournaments.events.results.queries.leaving import (
    SHORTENED,
    Situation,
    WayBack,
    remedies,
    situation_of,
    way_back,
)
from tournaments.events.results.services.results import (
    AtTable,
    ResultChange,
    change_at,
    change_table,
)
from tournaments.events.results.services.totals import MOST_POINTS
from tournaments.events.rulings.queries import exclusions
from tournaments.models import (
    Author,
    Entry,
    Event,
    EventChange,
    EventTable,
    Leaving,
    Member,
    Player,
    Result,
    Round,
    Seat,
    Table,
    TableChange,
)
from tournaments.people.queries import BETWEEN_NAMES, pair_name
from tournaments.tables.queries import SheetReading, leaving_of, with_leavings
from tournaments.tables.services.hands import settle_and_seat, sheet_changed, withdraw_line

# Who plays for an entry: a substitute, for the same number and points, or somebody renamed.


def substitute(
    *, entry: Entry, place: int, person: Person, from_round: int, by: Author, submission: UUID
) -> Done:
    """Let somebody else play for an entry from a round on; the entry keeps the points.

    At tables that are open already the name changes at once. `place`: which of a pair. The
    person who comes back is a substitute like any other.
    """

    return entry_action(
        entry,
        by,
        submission,
        lambda event, locked: put_in(event, locked, place, person, from_round, by, submission),
        names_people=True,
    )


def put_in(
    event: Event,
    locked: Entry,
    place: int,
    person: Person,
    from_round: int,
    by: Author,
    submission: UUID,
) -> EventChange | None:
    """The same inside a deed, at an entry that was read anew."""
    closed = closed_rounds(event)
    if from_round <= closed:
        words = _("Round %(round)s is closed. Somebody else can play from round %(next)s on.")
        raise Refused(words % {"round": from_round, "next": closed + 1}, field="from_round")
    now = locked.members.select_related("player").get(place=place, until_round=None)
    [player] = take_persons(event, [person], besides=locked.pk)
    if player.pk == now.player_id:
        return None
    if locked.members.filter(player=player, until_round=None).exists():
        words = _("%(name)s plays for this entry already.")
        raise Refused(words % {"name": player.name}, field="name-0")
    # Whoever would play in this round or later does not any more; the line stays.
    later = Q(until_round=None) | Q(until_round__gte=from_round)
    locked.members.filter(later, place=place).update(until_round=from_round - 1)
    Member.objects.create(entry=locked, player=player, place=place, from_round=from_round)
    if not Result.objects.filter(entry=locked).exists():  # it is named after whoever plays
        playing = locked.members.filter(until_round=None).select_related("player")
        locked.name = pair_name([member.player.name for member in playing])
        locked.save(update_fields=["name"])
    write_names_on_tables(locked, by, submission)
    return EventChange(
        kind="members",
        entry=locked,
        round_number=from_round,
        before=now.player.name,
        after=player.name,
    )


def write_names_on_tables(entry: Entry, by: Author, submission: UUID) -> None:
    """Bring an entry's names on the sheets of open rounds up to date; inside a deed."""
    tables = lock_tables(open_tables_of([entry]))
    for table in Table.objects.filter(pk__in=tables).order_by("pk"):
        names = _names_at(table)
        renamed = [
            seat for seat in table.seats.all() if names.get(seat.index, seat.name) != seat.name
        ]
        if not renamed:
            continue
        count_change(table)
        for seat in renamed:
            _rename(table, seat, names[seat.index], by, submission)
        Seat.objects.bulk_update(renamed, ["name"])
        place = EventTable.objects.select_related("round__event").get(table=table)
        sheet_changed.tell(SheetReading(table, place))


def rename_entries(player: Player, name: str, by: Author, submission: UUID) -> None:
    """Bring the entries of a player up to date who gets this name, and the open sheets.

    It is called under the club's lock; `player` has the name of before.
    """
    of_player = Entry.objects.filter(members__player=player)
    events = lock_events(of_player.values_list("event_id", flat=True))
    changing = {event.pk: event for event in events if event.state != Event.FINAL}
    entries = list(of_player.filter(event__in=changing).distinct().order_by("event_id", "pk"))
    lock_tables(open_tables_of(entries))
    for entry in entries:
        before, names = entry.name, entry.name.split(BETWEEN_NAMES)
        entry.name = pair_name([name if each == player.name else each for each in names])
        own = uuid5(submission, str(entry.pk))
        write_names_on_tables(entry, by, own)
        if entry.name != before:
            entry.save(update_fields=["name"])
            change = EventChange(kind="renamed", entry=entry, before=before, after=entry.name)
            count_event_change(changing[entry.event_id])
            keep_change(changing[entry.event_id], change, by, own)


def open_tables_of(entries: Sequence[Entry]) -> QuerySet[Table]:
    """The tables of open rounds at which these entries sit."""
    open_now = Result.objects.filter(entry__in=entries, round__state=Round.DRAWN)
    return Table.objects.filter(event_table__results__in=open_now)


def _rename(table: Table, seat: Seat, name: str, by: Author, submission: UUID) -> None:
    """Give a seat another name, which is saved by the caller, in the table's version of now."""
    TableChange.objects.create(
        table=table,
        kind=TableChange.RENAME,
        before=seat.name,
        after=name,
        submission=uuid5(submission, f"{table.pk} {seat.index}"),
        table_version=table.version,
        **by.kept_in(TableChange),
    )
    seat.name = name


def _names_at(table: Table) -> dict[int, str]:
    """Who plays in which column for an entry, at a table of an open round."""
    results = with_leavings(Result.objects.filter(event_table__table=table).order_by("side"))
    sat = list(results.select_related("entry__event", "round"))
    entries = [result.entry for result in sat]
    meant = seats_for(table, entries, persons_at(sat[0].round.number, entries))
    leavings = {result.side or 0: leaving_of(result) for result in sat}
    outside = {side for side, it in leavings.items() if it and it.remedy == Leaving.OUTSIDE}
    return {seat.index: seat.name for seat in meant if seat.index not in outside}


# Taking it back that somebody has left in the middle of a round; the leaving stays, withdrawn.


def stay_after_all(*, entry: Entry, **asked: Unpack[AtTable]) -> Done:
    """Take a leaving back, as if nobody had left.

    Refused where what was played since does not allow it; nothing is changed where it was taken
    back before.
    """

    def write(_sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange | None:
        if here.round.state != Round.DRAWN:
            raise Refused(_("This round is closed: what was decided in it stays."))
        result = _result(here, entry)
        leaving = leaving_of(result) if result is not None else None
        if result is None or leaving is None:
            return None
        back = way_back(situation_of(result), leaving)
        if back.why_not:
            raise Refused(back.why_not)
        action.require_reason(_("Say why: it is written down."))
        leaving.withdraw(action.by, action.reason)
        _stays(here, result.entry, back, action)
        change = change_at(here, "stayed", reason=action.reason)
        change.entry = result.entry
        return change

    return change_table(write, asked, names_people=True)


def _stays(here: EventTable, entry: Entry, back: WayBack, action: ResultChange) -> None:
    """Bring the entry and its table to what they were, and the figures to what counts now."""
    if back.returns is not None:
        came = back.returns
        person = Person(came.player_id, came.player.name)
        event, number = here.round.event, here.round.number
        put_in(event, entry, came.place, person, number, action.by, action.submission)
    else:
        excluded = exclusions(entry).filter(withdrawn_at=None)
        if entry.status == Entry.LEFT or (entry.status == Entry.OUT and not excluded.exists()):
            entry.status, entry.last_round = Entry.HERE, None
            entry.save(update_fields=["status", "last_round"])
        if back.leaving.remedy in SHORTENED:
            here.hands_due = back.leaving.due_before
            here.save(update_fields=["hands_due"])
        write_names_on_tables(entry, action.by, action.submission)
    here.table.refresh_from_db()
    if back.line is not None:
        withdraw_line(
            hand=back.line,
            table=here.table,
            by=action.by,
            submission=action.submission,
            reason=action.reason,
        )
        return
    if back.returns is None:
        count_change(here.table)
    settle_and_seat(SheetReading(here.table), by=action.by, submission=action.submission)


# Leaving a table in the middle of a round: four ways on.
#
# The entry stays in the standings with what it has; the history says when it left and how the
# table went on.


MOST_HANDS = 999


class Ask(NamedTuple):
    """How a table goes on after somebody has left.

    `is_out`: who leaves is disqualified; whoever was excluded before is it anyway.
    `hands`, `points` and `solos` are as read off the paper, and taken only where no hands are on
    the sheet. `person` plays on for the entry (for `place` of a pair), `stand_in` out of
    competition.
    """

    remedy: str
    hands: int | None = None
    points: int | None = None
    solos: int = 0
    stand_in: str = ""
    person: Person | None = None
    place: int = 0
    is_out: bool = False


def leave_table(*, entry: Entry, ask: Ask, **asked: Unpack[AtTable]) -> Done:
    """Let somebody leave a table that has begun; Refused where that way on is not open."""

    def write(_sheet: SheetReading, here: EventTable, action: ResultChange) -> EventChange:
        if here.round.state != Round.DRAWN:
            raise Refused(_("This round is closed: nobody leaves it any more."))
        result = _result(here, entry)
        if result is None:
            raise Refused(_("%(name)s does not sit at this table.") % {"name": entry.name})
        if leaving_of(result) is not None:
            raise Refused(_("%(name)s has left this table already.") % {"name": entry.name})
        now = situation_of(result)
        said = ask._replace(is_out=ask.is_out or now.result.entry.status == Entry.OUT)
        hands = _checked(now, said)
        action.require_reason(_("Say why: it is written down."))
        leaving = Leaving(
            result=now.result,
            remedy=ask.remedy,
            hands=hands,
            due_before=here.hands_due,
            points=None if now.dealt or ask.remedy != Leaving.OUTSIDE else ask.points,
            solos=0 if now.dealt else ask.solos,
            stand_in=ask.stand_in or (ask.person.name if ask.person else ""),
            reason=action.reason[:200],
        )
        _go_on(here, now, leaving, said, action)
        kind = "out_midway" if said.is_out else "left_midway"
        change = change_at(here, kind, before=str(hands), after=ask.remedy, reason=action.reason)
        change.entry = now.result.entry
        return change

    return change_table(write, asked, names_people=ask.person is not None)


def _result(here: EventTable, entry: Entry) -> Result | None:
    """What an entry has from a locked table, with the leaving that holds."""
    found = Result.objects.filter(event_table=here, entry=entry).select_related("entry")
    result = with_leavings(found).first()
    if result is not None:
        result.event_table = here
    return result


def _checked(now: Situation, ask: Ask) -> int:
    """After how many hands somebody leaves; raises Refused for what cannot be."""
    remedy = remedies(now, is_out=ask.is_out).get(ask.remedy)
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
    here: EventTable, now: Situation, leaving: Leaving, ask: Ask, action: ResultChange
) -> None:
    """Keep the leaving, and bring the table to what was decided; its figures are settled."""
    event = here.round.event
    entry = Entry.objects.get(pk=now.result.entry_id, event=event)
    if ask.remedy == Leaving.INHERITED:
        assert ask.person is not None
        by, submission = action.by, action.submission
        came = put_in(event, entry, ask.place, ask.person, here.round.number, by, submission)
        if came is None:
            raise Refused(_("Say who plays on: it has to be somebody else."), field="name")
        leaving.member = entry.members.get(place=ask.place, until_round=None)
        leaving.save()
        here.table.refresh_from_db()
        settle_and_seat(SheetReading(here.table), by=action.by, submission=action.submission)
        return
    leaving.save()
    entry.status = Entry.OUT if ask.is_out else Entry.LEFT
    entry.last_round = here.round.number
    entry.save(update_fields=["status", "last_round"])
    count_change(here.table)
    if ask.remedy == Leaving.VOID:
        here.hands_due = leaving.hands
    elif ask.remedy == Leaving.SHORT_HANDED:
        here.hands_due = now.due_short_handed(leaving.hands)
    else:
        _name_stand_in(here, now.result.side or 0, ask.stand_in, action)
    here.save(update_fields=["hands_due"])
    settle_and_seat(SheetReading(here.table), by=action.by, submission=action.submission)


def _name_stand_in(here: EventTable, column: int, name: str, action: ResultChange) -> None:
    """Put the name of whoever plays on over the column."""
    seats = list(here.table.seats.all())
    seat = next(each for each in seats if each.index == column)
    if name.casefold() in {each.name.casefold() for each in seats if each.index != column}:
        raise Refused(_("Somebody of that name sits at this table already."), field="stand_in")
    _rename(here.table, seat, name[:LONGEST_NAME], action.by, action.submission)
    Seat.objects.bulk_update([seat], ["name"])
