"""The tables of an accepted draw: sheets with people on them, links by code, and results."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence

from django.conf import settings as site
from django.utils import timezone

from scoring.labels import LONGEST_NAME
from tournaments.events.draw.queries.seatings import Sitter
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


def open_tables(played: Round) -> list[EventTable]:
    """Open a sheet for every table of a round's plan; inside the transaction that accepts it.

    A few SQL queries in all, however many tables. Who sits out gets a result without a table.
    """
    event = played.event
    entries = {entry.number: entry for entry in event.entries.exclude(number=None)}
    people = persons_at(played.number, entries.values())
    wanted: Sequence[Sequence[int]] = played.plan["tables"]
    tables = Table.objects.bulk_create(new_sheet(played, len(numbers)) for numbers in wanted)
    places = EventTable.objects.bulk_create(
        EventTable(table=table, round=played, number=number, hands_due=hands_due_at(played, seated))
        for number, table, seated in zip(numbers_on_tables(played), tables, wanted, strict=True)
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


def numbers_on_tables(played: Round) -> Sequence[int]:
    """The numbers of a round's tables: from 1 on, but where tables open one by one."""
    count = len(played.plan["tables"])
    numbers: Sequence[int] = played.plan.get("numbers") or range(1, count + 1)
    return numbers


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
    game = game_of(played.event, played.number)
    players = people_at(played, entries)
    return Table(ruleset=game.ruleset.key, options=game.options, players=players)


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
    if entries[0].event.format.is_pairs:
        order = [(entry, place) for place in range(2) for entry in entries]
    else:
        order = [(entry, 0) for entry in entries]
    names = [_person(entry, people[entry.pk], place) for entry, place in order]
    doubled = {name for name in names if names.count(name) > 1}
    return [
        Seat(table=table, index=index, name=_told_apart(name, entry, place, doubled))
        for index, (name, (entry, place)) in enumerate(zip(names, order, strict=True))
    ]


def _person(entry: Entry, names: Sequence[str], place: int) -> str:
    return names[place] if place < len(names) else entry.name


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
