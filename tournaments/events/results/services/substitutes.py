"""Who plays for an entry: a substitute, for the same number and points, or somebody renamed."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid5

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.common.locks import count_change, lock_events, lock_tables
from tournaments.events.check_in.queries.entries import closed_rounds
from tournaments.events.check_in.services.check_in import entry_deed
from tournaments.events.check_in.services.contacts import Person, take_persons
from tournaments.events.deeds import Done, count_and_keep
from tournaments.events.draw.services.tables import persons_at, seats_for
from tournaments.models import (
    By,
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
from tournaments.people.queries.naming import BETWEEN_NAMES, pair_name
from tournaments.tables.queries.readings import SheetReading, leaving_of, with_leavings
from tournaments.tables.services.followers import sheet_changed


def substitute(
    *, entry: Entry, place: int, person: Person, from_round: int, by: By, submission: UUID
) -> Done:
    """Let somebody else play for an entry from a round on; the entry keeps the points.

    At tables that are open already the name changes at once. `place`: which of a pair. The
    person who comes back is a substitute like any other.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        return put_in(event, locked, place, person, from_round, by, submission)

    return entry_deed(entry, by, submission, write, names_people=True)


def put_in(
    event: Event,
    locked: Entry,
    place: int,
    person: Person,
    from_round: int,
    by: By,
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
    _end_later(locked, place, from_round)
    Member.objects.create(entry=locked, player=player, place=place, from_round=from_round)
    _name_entry(locked)
    write_names_on_tables(locked, by, submission)
    return EventChange(
        kind="members",
        entry=locked,
        round_number=from_round,
        before=now.player.name,
        after=player.name,
    )


def write_names_on_tables(entry: Entry, by: By, submission: UUID) -> None:
    """Bring an entry's names on the sheets of open rounds up to date; inside a deed.

    Phones learn of it as of every change of a sheet.
    """
    tables = lock_tables(open_tables_of([entry]))
    for table in Table.objects.filter(pk__in=tables).order_by("pk"):
        renamed = _renamed_seats(table)
        if not renamed:
            continue
        count_change(table)
        for seat, before in renamed:
            TableChange.objects.create(
                table=table,
                kind=TableChange.RENAME,
                before=before,
                after=seat.name,
                submission=uuid5(submission, f"{table.pk} {seat.index}"),
                table_version=table.version,
                **by.actor.noted,
            )
        Seat.objects.bulk_update([seat for seat, _before in renamed], ["name"])
        place = EventTable.objects.select_related("round__event").get(table=table)
        sheet_changed.tell(SheetReading(table, place))


def rename_entries(player: Player, name: str, by: By, submission: UUID) -> None:
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
            count_and_keep(changing[entry.event_id], change, by, own)


def open_tables_of(entries: Sequence[Entry]) -> QuerySet[Table]:
    """The tables of open rounds at which these entries sit."""
    open_now = Result.objects.filter(entry__in=entries, round__state=Round.DRAWN)
    return Table.objects.filter(event_table__results__in=open_now)


def _renamed_seats(table: Table) -> list[tuple[Seat, str]]:
    """The seats whose persons are others now, under their new names, with the old ones."""
    results = with_leavings(Result.objects.filter(event_table__table=table).order_by("side"))
    sat = list(results.select_related("entry__event", "round"))
    entries = [result.entry for result in sat]
    meant = seats_for(table, entries, persons_at(sat[0].round.number, entries))
    names = {seat.index: seat.name for seat in meant}
    for result in sat:
        leaving = leaving_of(result)
        if leaving is not None and leaving.remedy == Leaving.OUTSIDE:
            names.pop(result.side or 0, None)  # somebody sits there who plays for nobody
    moved = []
    for seat in table.seats.all():
        before, seat.name = seat.name, names.get(seat.index, seat.name)
        if before != seat.name:
            moved.append((seat, before))
    return moved


def _end_later(entry: Entry, place: int, from_round: int) -> None:
    """Whoever would play in this round or later does not any more; the line stays."""
    for member in entry.members.filter(place=place):
        if member.until_round is None or member.until_round >= from_round:
            member.until_round = from_round - 1
            member.save(update_fields=["until_round"])


def _name_entry(entry: Entry) -> None:
    """Name the entry after whoever plays, as long as it has not sat at any table."""
    if Result.objects.filter(entry=entry).exists():
        return
    playing = entry.members.filter(until_round=None).select_related("player")
    entry.name = pair_name([member.player.name for member in playing])
    entry.save(update_fields=["name"])
