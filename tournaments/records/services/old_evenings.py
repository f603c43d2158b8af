"""Making an old evening a sheet of the club, taking it out of the record book, and back in.

Each deed is inside a transaction that has locked the import of the evening.
"""

from __future__ import annotations

from datetime import date, datetime, time
from uuid import UUID, uuid5

from django.utils import timezone

from scoring import find_ruleset, read_record
from tournaments.common.locks import count_change, lock_table
from tournaments.models import (
    Actor,
    By,
    KeptEvening,
    KeptTotal,
    OldImport,
    Seat,
    Table,
    hash_secret,
)
from tournaments.people.queries.naming import main_records, players_at
from tournaments.people.services.people_seats import count_anew
from tournaments.records.services.counting import uncount_sheet
from tournaments.tables.services.hands import record_all
from tournaments.tables.services.tables import open_table, secret_for

BEGINS_AT = time(19)
"""When an evening began of which only the day is known."""


def take_evening_in(evening: KeptEvening, imported: OldImport, by: By, submission: UUID) -> None:
    """Make a sheet of what the file says, or let the one that was made count again."""
    if evening.table is None:
        own = uuid5(submission, f"evening {evening.place}")
        make = _table_of_totals if imported.kind == OldImport.TOTALS else _table_of_hands
        evening.table = make(evening, imported, own, by.actor)
        evening.content = {}
    else:
        _put_back(evening.table, imported)
    evening.is_in = True
    evening.save(update_fields=["table", "content", "is_in"])


def take_evening_out(evening: KeptEvening) -> None:
    """Let a sheet count no more: it belongs to no club; who sat there is not forgotten."""
    if evening.table is not None:
        locked = lock_table(evening.table, even_if_ended=True)
        uncount_sheet(locked)
        locked.club = None
        count_change(locked, "club")
    evening.is_in = False
    evening.save(update_fields=["is_in"])


def _put_back(table: Table, imported: OldImport) -> None:
    """Let a sheet belong to the club again; people who were unknown may be known by now."""
    locked = lock_table(table, even_if_ended=True)
    locked.club_id = imported.club_id
    seats = list(Seat.objects.filter(table=locked).order_by("index"))
    named = players_at(imported.club_id, [seat.name for seat in seats])
    there = set(main_records(seat.player_id for seat in seats if seat.player_id).values())
    for seat, player in zip(seats, named, strict=True):
        if seat.player_id is None and player not in there:
            seat.player_id = player
    Seat.objects.bulk_update(seats, ["player"])
    count_change(locked, "club")
    count_anew(locked)


def _table_of_hands(
    evening: KeptEvening, imported: OldImport, submission: UUID, by: Actor
) -> Table:
    record = read_record(evening.content)
    assert record.names is not None
    opened = open_table(
        ruleset_key=record.ruleset.key,
        options=record.options,
        names=record.names[: record.players],
        newcomers=record.names[record.players :],
        title=evening.title,
        club=imported.club,
        submission=submission,
        hands=record.hands,
    )
    table = opened.table
    table.opened_at = _began(evening.day)
    table.save(update_fields=["opened_at"])
    record_all(table=table, records=record.hands, by=by, submission=submission)
    table.ended_at = table.opened_at
    table.save(update_fields=["ended_at"])
    return table


def _table_of_totals(
    evening: KeptEvening, imported: OldImport, submission: UUID, by: Actor
) -> Table:
    ruleset = find_ruleset(evening.ruleset)
    began = _began(evening.day)
    table = Table.objects.create(
        club=imported.club,
        title=evening.title,
        ruleset=ruleset.key,
        options=ruleset.defaults(),
        players=ruleset.tables[0],
        opened_at=began,
        ended_at=began,
        opened_under=hash_secret(f"opened under {secret_for(submission, ['totals'])}"),
        is_totals=True,
    )
    totals = evening.content["totals"]
    known = players_at(imported.club_id, [name for name, *_rest in totals])
    seats = Seat.objects.bulk_create(
        Seat(table=table, index=index, name=name, points=points, player_id=player)
        for index, ((name, points, *_rest), player) in enumerate(zip(totals, known, strict=True))
    )
    KeptTotal.objects.bulk_create(
        KeptTotal(seat=seat, points=points, hands=hands, games=games)
        for seat, (_name, points, hands, games) in zip(seats, totals, strict=True)
    )
    count_anew(table)
    return table


def _began(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, BEGINS_AT))
