"""One order of locks for all; every test on PostgreSQL watches it (`tests.waiting`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection, transaction

from tests.records.club_evenings import evening
from tests.waiting import LockedOutOfOrder
from tournaments.common.locks import lock_club, lock_table, lock_tables
from tournaments.models import Club, Table

SOURCES = Path(__file__).parents[2] / "tournaments"
MAY_LOCK = {"common/locks.py", "records/services/counting.py"}

watched = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks it all")


def test_rows_are_locked_where_the_order_is_written_down_and_nowhere_else() -> None:
    locking = {
        str(path.relative_to(SOURCES))
        for path in SOURCES.rglob("*.py")
        if "select_for_update" in path.read_text()
    }
    assert locking == MAY_LOCK


def club_after_table(club: Club, tables: list[Table]) -> None:
    lock_tables(Table.objects.all())
    lock_club(club.pk)


def tables_backwards(club: Club, tables: list[Table]) -> None:
    lock_table(tables[1])
    lock_table(tables[0])


def in_order(club: Club, tables: list[Table]) -> None:
    """Whoever has locked a row may lock it again."""
    lock_club(club.pk)
    for table in (*tables, tables[0]):
        lock_table(table)
    lock_club(club.pk)


@watched
@pytest.mark.django_db
def test_the_watch_notices_whoever_locks_in_another_order() -> None:
    club = Club.objects.create(name="Skat room")
    tables = [evening(club, "Anna", "Ben", "Cora", hands=()) for _nth in range(2)]
    with transaction.atomic():
        in_order(club, tables)
    for locks, noticed in ((club_after_table, "^club after"), (tables_backwards, "^table ")):
        with transaction.atomic(), pytest.raises(LockedOutOfOrder, match=noticed):
            locks(club, tables)
