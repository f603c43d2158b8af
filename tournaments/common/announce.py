"""Telling every server process that a table or an event has changed."""

from __future__ import annotations

from django.db import connection

CHANNEL = "sheepfold_table"


def announce(table_id: int) -> None:
    """Say that a table has changed; call it inside the transaction that changes it.

    PostgreSQL tells those who listen as soon as the transaction is committed. SQLite has nobody
    to tell: there each process asks four times a second.
    """
    _notify(str(table_id))


def announce_event(event_id: int) -> None:
    """Say that an event has changed; call it inside the transaction that changes it."""
    _notify(f"event {event_id}")


def _notify(what: str) -> None:
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, what])
