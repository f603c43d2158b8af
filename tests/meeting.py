"""Deeds at the same moment, each in a thread of its own; where asked for, none sees another.

Whether two threads really meet is luck on a busy machine. A test which needs that they do says so,
and then it is the same every time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from threading import Barrier
from time import monotonic, sleep
from typing import Any

from django.db import connection, connections

PATIENCE = 20
LOOKS_EVERY = 0.005
WAITING = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND pid = ANY(%s)"

Deed = Callable[[], object]


class Meeting:
    """Nobody commits before all others have come to their commit, to an end, or to a lock.

    Of those who wait for nobody each has then done everything without seeing the others; whoever
    waits for a lock goes on when the one before has committed.
    """

    def __init__(self) -> None:
        self.at_work: set[int] = set()

    @contextmanager
    def taking_part(self) -> Iterator[None]:
        """Let the connection of this thread wait before it commits."""
        connection.ensure_connection()
        own: int = connection.connection.info.backend_pid
        commits = connection.commit

        def commit() -> None:
            self.at_work.discard(own)
            self._waits()
            self.at_work.add(own)
            commits()

        connection.commit = commit  # type: ignore[method-assign]  # until it is closed
        self.at_work.add(own)
        try:
            yield
        finally:
            self.at_work.discard(own)

    def _waits(self) -> None:
        until = monotonic() + PATIENCE
        while self._is_somebody_at_work():
            if monotonic() > until:
                raise TimeoutError
            sleep(LOOKS_EVERY)

    def _is_somebody_at_work(self) -> bool:
        others = list(self.at_work)
        with connection.cursor() as cursor:
            cursor.execute(WAITING, [others])
            [waiting] = cursor.fetchone()
        return bool(waiting < len(others))


def at_once(deeds: list[Deed], *, meet: bool = False) -> list[str]:
    """Do each in a thread of its own, all let go at once; what it raised, or nothing.

    `meet`: as a `Meeting` lets them. SQLite lets one write after the other: there nobody meets.
    """
    meeting = Meeting() if meet and connection.vendor != "sqlite" else None
    start = Barrier(len(deeds))

    def do(deed: Deed) -> str:
        try:
            with meeting.taking_part() if meeting else nullcontext():
                start.wait(PATIENCE)
                deed()
        except Exception as error:
            return type(error).__name__
        finally:
            connections.close_all()
        return ""

    with ThreadPoolExecutor(len(deeds)) as threads:
        return list(threads.map(do, deeds))


def met_after(barrier: Barrier, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, after which whoever called it waits for whoever else comes to the barrier."""

    def meets(*arguments: object, **named: object) -> Any:
        found = function(*arguments, **named)
        barrier.wait(PATIENCE)
        return found

    return meets


def done_after(function: Callable[..., Any], *deeds: Deed) -> Callable[..., Any]:
    """The function, after which others do these deeds from beginning to end."""

    def lets_others(*arguments: object, **named: object) -> Any:
        found = function(*arguments, **named)
        for deed in deeds:
            assert at_once([deed]) == [""]
        return found

    return lets_others
