"""Telling every server process that a table has changed."""

from __future__ import annotations

from django.db import connection

CHANNEL = "sheepfold_table"


def announce(table_id: int) -> None:
    """Say that a table has changed; call it inside the transaction that changes it.

    PostgreSQL tells those who listen as soon as the transaction is committed. SQLite has nobody
    to tell: there each process asks four times a second.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(table_id)])
