"""Who waits for whom, and who is told that something has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import TypeVar

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Model, QuerySet

from tournaments.models import Club, Event, Table

Thing = TypeVar("Thing", bound=Model)

# Telling whoever listens that a table or an event has changed.

CHANNEL = "sheepfold_table"

listeners: set[Callable[[], object]] = set()
"""Those in this process, called from any thread, where the database tells nobody."""


def announce(table_id: int) -> None:
    """Say that a table has changed; call it inside the transaction that changes it.

    Those who listen are told as soon as the transaction is committed: by PostgreSQL in every
    process, with SQLite in this one alone. What another one writes is seen with the next look.
    """
    _notify(str(table_id))


def announce_event(event_id: int) -> None:
    """Say that an event has changed; call it inside the transaction that changes it."""
    _notify(f"event {event_id}")


def _notify(what: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, what])
    elif listeners:
        transaction.on_commit(_tell_listeners, robust=True)


def _tell_listeners() -> None:
    for hear in tuple(listeners):
        hear()


# Who waits for whom: every row that is locked, and the one order in which all lock them.
#
# 1. Somebody's account, by whoever asks with it for a club or to be known as a player; what was
#    asked for, by its answer.
# 2. The club, by whoever says who somebody is: enters, renames, merges or erases people, opens a
#    sheet of the club or puts other names on one.
# 3. Events, in the order of their keys, by every deed of a director.
# 4. Series, likewise; then a file of old evenings.
# 5. Sheets, in the order of their keys, by whoever writes a hand or changes what a sheet says.
# 6. Rows of the record book, in the order of their keys (`records.counting`).
#
# A transaction may leave steps out, but never goes back to one above: so nobody waits in a circle.
# Everything else (entries, seats, results, rounds, lines of a sheet) is written under one of these
# and never locked by itself. Whoever only refers to a locked row (a figure in the record book names
# its club, its event and its player) does not wait for it: PostgreSQL looks such rows up when the
# transaction ends, and its sheet is locked until then. SQLite locks the whole database instead.


class SheetEnded(Exception):
    """The evening has ended: nothing is written before the sheet is opened again."""


def lock_account(key: int) -> None:
    """Lock the account until the transaction ends."""
    User.objects.select_for_update(no_key=True).get(pk=key)


def lock_club(key: int) -> Club:
    """The club's row, read anew and locked until the transaction ends."""
    return Club.objects.select_for_update(no_key=True).get(pk=key)


def lock_row(row: Thing) -> Thing:
    """The row of an event, a series or a file of old evenings, likewise."""
    return type(row)._default_manager.select_for_update(no_key=True).get(pk=row.pk)


def lock_events(keys: Iterable[int]) -> list[Event]:
    """The rows of these events in the order of their keys, likewise."""
    wanted = Event.objects.filter(pk__in=set(keys)).order_by("pk")
    return list(wanted.select_for_update(no_key=True))


def lock_tables(wanted: QuerySet[Table]) -> list[int]:
    """Lock all these sheets in the order of their keys; gives the keys."""
    rows = Table.objects.filter(pk__in=wanted.order_by().values("pk")).order_by("pk")
    return list(rows.select_for_update(no_key=True).values_list("pk", flat=True))


def lock_table(table: Table | int, *, even_if_ended: bool = False) -> Table:
    """The table's row, read anew and locked until the transaction ends; raises SheetEnded."""
    key = table if isinstance(table, int) else table.pk
    tables = Table.objects.select_related("event_table")  # where it stands never changes
    locked = tables.select_for_update(of=("self",), no_key=True).get(pk=key)
    if locked.ended_at is not None and not even_if_ended:
        raise SheetEnded
    return locked


def count_change(locked: Table, *fields: str) -> None:
    """Save the table's next version, with `fields` of it, so that every open page learns of it."""
    locked.version += 1
    locked.save(update_fields=["version", *fields])
    announce(locked.pk)


COUNTED = """
UPDATE tournaments_table SET version = %s WHERE id = %s AND version = %s AND ended_at IS NULL
"""


def lock_and_count(read: Table) -> Table | None:
    """Lock a table and save its next version at once, if it is open and as it was read.

    That is all one statement, which reads no row and says which one of two was first. Gives the
    table as it is then, or None where it has changed or ended, and then nothing is locked.
    """
    with connection.cursor() as cursor:
        cursor.execute(COUNTED, [read.version + 1, read.pk, read.version])
        if not cursor.rowcount:
            return None
    locked = copy(read)
    locked.version += 1
    announce(locked.pk)
    return locked
