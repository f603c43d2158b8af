"""Watches in every test on PostgreSQL that rows are locked in the order that `locks` promises."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

ORDER = ("clubrequest", "club", "event", "series", "oldimport", "table", "yeartally")
LOCKS = re.compile(r'FROM "tournaments_(\w+)".*\bFOR (?:NO KEY )?UPDATE')
ONE = re.compile(r'WHERE "tournaments_\w+"\."id" = %s(?: LIMIT \d+)? FOR')
ANY = -1
IDLE = 0
"""What PostgreSQL's driver says before the first statement of a transaction."""

Held = dict[str, set[int]]


class LockedOutOfOrder(AssertionError):
    """A row was locked after one of those that everybody locks later."""


class Watch:
    """What the transactions of one connection have locked so far."""

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self.connection = connection
        self.transaction: str | None = None
        self.held: Held = {}

    def __call__(
        self,
        execute: Callable[..., Any],
        sql: str,
        params: Any,
        many: bool,
        context: dict[str, Any],
    ) -> Any:
        self._begin()
        found = LOCKS.search(sql) if isinstance(sql, str) and "UPDATE" in sql else None
        if found is not None:
            self._note(found[1], params[0] if ONE.search(sql) else ANY)
        return execute(sql, params, many, context)

    def _begin(self) -> None:
        """Forget what was held when another transaction begins.

        In a test that is rolled back itself, each of the program's is a savepoint of its own.
        """
        blocks = self.connection.atomic_blocks
        around = sum(each._from_testcase for each in blocks)  # type: ignore[attr-defined]  # Django's own
        savepoints = self.connection.savepoint_ids
        own = savepoints[around - 1] if 0 < around <= len(savepoints) else None
        raw = self.connection.connection
        if own != self.transaction or (raw is not None and raw.info.transaction_status == IDLE):
            self.transaction, self.held = own, {}

    def _note(self, name: str, key: int) -> None:
        held = self.held.setdefault(name, set())
        if key in held or ANY in held:
            return
        later = [other for other in ORDER[ORDER.index(name) + 1 :] if self.held.get(other)]
        if later:
            raise LockedOutOfOrder(f"{name} after {later[0]}")
        if held and key != ANY and key < max(held):
            raise LockedOutOfOrder(f"{name} {key} after {name} {max(held)}")
        held.add(key)


def _watches(connection: BaseDatabaseWrapper, **_more: object) -> None:
    if not any(isinstance(each, Watch) for each in connection.execute_wrappers):
        connection.execute_wrappers.append(Watch(connection))


def watch() -> None:
    """Watch every connection that is opened from now on."""
    if connection.vendor == "postgresql":
        connection_created.connect(_watches)
