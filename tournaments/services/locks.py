"""Locking a table for a change, and counting the change."""

from __future__ import annotations

from tournaments.live.announce import announce
from tournaments.models import Table


class SheetEnded(Exception):
    """The evening has ended: nothing is written before the sheet is opened again."""


def lock_table(table: Table, *, even_if_ended: bool = False) -> Table:
    """The table's row, read anew and locked until the transaction ends; raises SheetEnded."""
    locked = Table.objects.select_for_update().get(pk=table.pk)
    if locked.ended_at is not None and not even_if_ended:
        raise SheetEnded
    return locked


def count_change(locked: Table, *fields: str) -> None:
    """Save the table's next version, with `fields` of it, so that every open page learns of it."""
    locked.version += 1
    locked.save(update_fields=["version", *fields])
    announce(locked.pk)
