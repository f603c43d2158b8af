"""The tables of an accepted draw: opened with people on them, and changed in few rows."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence

from django.conf import settings as site
from django.utils import timezone

from scoring.labels import LONGEST_NAME
from seating.model import Round as Seating
from seating.model import Seats
from tournaments.common.locks import count_change, lock_tables
from tournaments.events.draw.queries.seatings import Sitter
from tournaments.events.results.services.results import settle_place
from tournaments.events.setup.queries import game_of
from tournaments.models import (
    Entry,
    EventTable,
    Member,
    Result,
    Round,
    Seat,
    Table,
    TableLink,
    hash_secret,
)
from tournaments.tables.queries import SheetReading


def open_tables(played: Round) -> list[EventTable]:
    """Open a sheet for every table of a round's plan; inside the transaction that accepts it.

    A few SQL queries in all, however many tables. Who sits out gets a result without a table. The
    tables have numbers from 1 on; where they open one by one the plan says which.
    """
    event = played.event
    entries = {entry.number: entry for entry in event.entries.exclude(number=None)}
    people = persons_at(played.number, entries.values())
    wanted: Sequence[Sequence[int]] = played.plan["tables"]
    on_tables: Sequence[int] = played.plan.get("numbers") or range(1, len(wanted) + 1)
    tables = Table.objects.bulk_create(new_sheet(played, len(numbers)) for numbers in wanted)
    places = EventTable.objects.bulk_create(
        EventTable(table=table, round=played, number=number, hands_due=hands_due_at(played, seated))
        for number, table, seated in zip(on_tables, tables, wanted, strict=True)
    )
    seats: list[Seat] = []
    results: list[Result] = []
    for place, numbers in zip(places, wanted, strict=True):
        seated_entries = [entries[number] for number in numbers]
        seats += seats_for(place.table, seated_entries, people)
        results += [
            Result(event=event, round=played, entry=entry, event_table=place, side=side)
            for side, entry in enumerate(seated_entries)
        ]
    results += [
        Result(event=event, round=played, entry=entries[number], is_in=True)
        for number in played.plan["out"]
    ]
    Seat.objects.bulk_create(seats)
    Result.objects.bulk_create(results)
    TableLink.objects.bulk_create(link_for(place) for place in places)
    return places


def persons_at(number: int, entries: Iterable[Entry | Sitter]) -> dict[int, list[str]]:
    """By the key of the entry, the names of its persons in the round of that number."""
    wanted = {entry.pk: entry for entry in entries}
    found: dict[int, dict[int, str]] = {key: {} for key in wanted}
    members = Member.objects.filter(entry__in=wanted.keys()).select_related("player")
    for member in members.order_by("entry_id", "place", "from_round"):
        is_over = member.until_round is not None and member.until_round < number
        if member.from_round <= number and not is_over:
            found[member.entry_id][member.place] = member.player.name
    return {
        key: [names[place] for place in sorted(names)] or wanted[key].name.split(" / ")
        for key, names in found.items()
    }


def write_secret(place: EventTable) -> str:
    """The secret of a table's code: it can be printed again, and is nowhere kept."""
    text = f"sheepfold: event table {place.pk}, code {place.links}"
    digest = hmac.digest(site.SECRET_KEY.encode(), text.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def renew_links(places: Iterable[EventTable]) -> None:
    """Switch the codes of these tables off and make new ones; inside a transaction."""
    renewed = list(places)
    TableLink.objects.filter(
        table__in=[place.table_id for place in renewed], revoked_at=None
    ).update(revoked_at=timezone.now())
    for place in renewed:
        place.links += 1
    EventTable.objects.bulk_update(renewed, ["links"])
    TableLink.objects.bulk_create(link_for(place) for place in renewed)


def new_sheet(played: Round, entries: int) -> Table:
    """A sheet for so many entries, not yet saved."""
    event = played.event
    game = game_of(event, played.number)
    is_own = game.ruleset.key == event.ruleset and game.options == event.options
    return Table(
        ruleset=game.ruleset.key,
        options=game.options,
        players=people_at(played, entries),
        language=event.language,
        rules_name=event.rules_name if is_own else "",
        rules_version=event.rules_version if is_own else None,
    )


def people_at(played: Round, entries: int) -> int:
    """How many people so many entries are."""
    return entries * 2 if played.event.format.is_pairs else entries


def hands_due_at(played: Round, numbers: Sequence[int]) -> int:
    """How many hands a table of these start numbers plays."""
    game = game_of(played.event, played.number)
    return game.settings.hands_at(len(numbers), playing=game.ruleset.seats)


def seats_for(
    table: Table, entries: Sequence[Entry], people: Mapping[int, Sequence[str]]
) -> list[Seat]:
    """The columns of a sheet: everybody in seat order, or the pairs crosswise."""
    each = 2 if entries[0].event.format.is_pairs else 1
    order = [(entry, place) for place in range(each) for entry in entries]
    names = [
        people[entry.pk][place] if place < len(people[entry.pk]) else entry.name
        for entry, place in order
    ]
    doubled = {name for name in names if names.count(name) > 1}
    return [
        Seat(table=table, index=index, name=_told_apart(name, entry, place, doubled))
        for index, (name, (entry, place)) in enumerate(zip(names, order, strict=True))
    ]


def _told_apart(name: str, entry: Entry, place: int, doubled: set[str]) -> str:
    """A name that nobody else at the table bears: with the start number, where two do."""
    if name not in doubled:
        return name[:LONGEST_NAME]
    mark = f" {entry.number}" + (f"-{place + 1}" if place else "")
    return name[: LONGEST_NAME - len(mark)] + mark


def link_for(place: EventTable) -> TableLink:
    """The link that the table's code leads to, not yet saved."""
    return TableLink(
        table_id=place.table_id,
        rights=TableLink.WRITE,
        secret_hash=hash_secret(write_secret(place)),
    )


# Changing who sits at tables that are open: as few rows as can be, and no code stops needlessly.
#
# Inside the transaction of a deed, after the round's tables are locked. Tables that have begun are
# left as they are; where two sat the other way round, `exchange` gives each the other's column.


OUT_OF_THE_WAY = 10_000
"""Added to a number while it changes: two tables of a round never have the same."""


def lock_tables_of(played: Round) -> None:
    """Lock all sheets of a round."""
    lock_tables(Table.objects.filter(event_table__round=played))


def reseat(played: Round, after: Seating) -> None:
    """Bring the tables of a drawn round to what a repair says.

    A table whose people change keeps its row and its code, as long as there are so many tables;
    one that is given up goes, for nothing was ever entered at it. A dozen SQL queries and one or
    two for each table that changes.
    """
    results = list(played.results.select_related("entry").order_by("side"))
    places = {place.pk: place for place in played.tables.select_related("table")}
    sat: dict[int, Seats] = {}
    for result in results:
        if result.event_table_id is not None:
            before = sat.get(result.event_table_id, ())
            sat[result.event_table_id] = (*before, result.entry.number or 0)
    chosen = _places_for(after.tables, places, sat)
    for index, table in enumerate(after.tables):
        if index not in chosen:
            chosen[index] = _new_place(played, index, table)
    changed = {p: after.tables[i] for i, p in chosen.items() if sat.get(p.pk) != after.tables[i]}
    kept = {place.pk for place in chosen.values()}
    _move(played, results, chosen, after)
    Table.objects.filter(event_table__in=[key for key in places if key not in kept]).delete()
    _renumber(chosen)
    _seat(played, changed)


def exchange(one: Result, other: Result) -> None:
    """Give two people of a round each other's seat, with whatever stands in its column."""
    seats = (one.event_table_id, one.side), (other.event_table_id, other.side)
    (other.event_table_id, other.side), (one.event_table_id, one.side) = seats
    Result.objects.bulk_update([one, other], ["event_table", "side"])
    people = persons_at(one.round.number, [one.entry, other.entry])
    places = EventTable.objects.select_related("table", "round__event").filter(
        pk__in={one.event_table_id, other.event_table_id}
    )
    for place in places.order_by("table_id"):
        moved = [each for each in (one, other) if each.event_table_id == place.pk]
        _write_names(place, moved, people)
        count_change(place.table)
        settle_place(SheetReading(place.table, place))


def _write_names(
    place: EventTable, moved: Sequence[Result], people: Mapping[int, Sequence[str]]
) -> None:
    """Put the names of these entries over their columns; a name that is there gets its number."""
    seats = {seat.index: seat for seat in place.table.seats.all()}
    width = len(seats) // people_at(place.round, 1)
    columns = [
        ((result.side or 0) + nth * width, name, result.entry)
        for result in moved
        for nth, name in enumerate(people[result.entry_id])
    ]
    taken = {seats[i].name for i in seats.keys() - {column for column, _n, _e in columns}}
    for column, name, entry in columns:
        mark = f" {entry.number}" if name in taken else ""
        seats[column].name = name[: LONGEST_NAME - len(mark)] + mark
        taken.add(seats[column].name)
    Seat.objects.bulk_update([seats[column] for column, _n, _e in columns], ["name"])


def _places_for(
    tables: Sequence[Seats], places: Mapping[int, EventTable], sat: Mapping[int, Seats]
) -> dict[int, EventTable]:
    """By index, the place of a table: that of the same people, else of its number, else any."""
    by_people = {seats: places[key] for key, seats in sat.items()}
    chosen = {i: by_people[table] for i, table in enumerate(tables) if table in by_people}
    taken = {place.pk for place in chosen.values()}
    free = {place.number - 1: place for key, place in places.items() if key not in taken}
    left = [index for index in range(len(tables)) if index not in chosen]
    chosen |= {index: free.pop(index) for index in left if index in free}
    left = [index for index in left if index not in chosen]
    return chosen | dict(zip(left, free.values(), strict=False))


def _new_place(played: Round, index: int, numbers: Seats) -> EventTable:
    table = new_sheet(played, len(numbers))
    table.save()
    place = EventTable.objects.create(
        table=table,
        round=played,
        number=OUT_OF_THE_WAY * 2 + index,
        hands_due=hands_due_at(played, numbers),
    )
    TableLink.objects.bulk_create([link_for(place)])
    return place


def _move(
    played: Round, results: Iterable[Result], chosen: Mapping[int, EventTable], after: Seating
) -> None:
    """Give everybody one result where he is now; who plays no more has none."""
    spots: dict[int, tuple[EventTable | None, int | None]] = dict.fromkeys(after.out, (None, None))
    for index, table in enumerate(after.tables):
        spots |= {number: (chosen[index], side) for side, number in enumerate(table)}
    moved, gone = [], []
    for result in results:
        spot = spots.pop(result.entry.number or 0, None)
        if spot is None:
            gone.append(result.pk)
        elif (result.event_table, result.side) != spot:
            result.event_table, result.side = spot
            result.is_in = spot[0] is None
            moved.append(result)
    Result.objects.bulk_update(moved, ["event_table", "side", "is_in"])
    Result.objects.filter(pk__in=gone).delete()
    entries: dict[int, Entry] = {
        entry.number or 0: entry for entry in played.event.entries.filter(number__in=spots)
    }
    Result.objects.bulk_create(
        Result(
            event=played.event,
            round=played,
            entry=entries[number],
            event_table=place,
            side=side,
            is_in=place is None,
        )
        for number, (place, side) in spots.items()
    )


def _renumber(chosen: Mapping[int, EventTable]) -> None:
    moved = [(index + 1, place) for index, place in chosen.items() if place.number != index + 1]
    places = [place for _number, place in moved]
    for number, place in moved:
        place.number = number + OUT_OF_THE_WAY
    EventTable.objects.bulk_update(places, ["number"])
    for number, place in moved:
        place.number = number
    EventTable.objects.bulk_update(places, ["number"])


def _seat(played: Round, changed: Mapping[EventTable, Seats]) -> None:
    """Write the columns of these tables anew, and what they have to play."""
    wanted = {number for table in changed.values() for number in table}
    entries = {entry.number: entry for entry in played.event.entries.filter(number__in=wanted)}
    people = persons_at(played.number, entries.values())
    Seat.objects.filter(table__in=[place.table_id for place in changed]).delete()
    seats: list[Seat] = []
    for place, numbers in changed.items():
        seats += seats_for(place.table, [entries[number] for number in numbers], people)
        place.hands_due = hands_due_at(played, numbers)
        place.table.players = people_at(played, len(numbers))
        count_change(place.table, "players")
    EventTable.objects.bulk_update(changed, ["hands_due"])
    Seat.objects.bulk_create(seats)
