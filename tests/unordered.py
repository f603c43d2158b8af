"""SQLite gives out rows in the reverse of the order in which they lie, where none is asked for.

Whoever relies on the order of what was asked for without one is found, whatever the database.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


def _reverse(connection: BaseDatabaseWrapper, **_more: Any) -> None:
    if connection.vendor == "sqlite":
        connection.connection.execute("PRAGMA reverse_unordered_selects=ON")


def reverse() -> None:
    """On every connection that is opened from now on."""
    connection_created.connect(_reverse)
