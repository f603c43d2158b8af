"""Django's way to SQLite, with a queue of this process's writers.

SQLite has one writer at a time and no queue: whoever finds it busy sleeps and asks again, ever
longer, while others who have just come go first. Here every transaction is a writer from its
beginning (`BEGIN IMMEDIATE`), so that the threads of a process can wait for their turn before it
and are woken in order. Other processes are waited for as before.

A transaction inside another is a savepoint and asks for nothing. The turn is given back when the
outermost one has been committed or rolled back, or its connection closed: Django rolls back what
it could not commit, and closes what it could not roll back.
"""

from __future__ import annotations

import os
from collections import defaultdict, deque
from contextlib import suppress
from threading import Lock

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError


class Queue:
    """One at a time, in the order of coming; any thread may give it back.

    Python's own lock goes to whoever happens to ask at the right moment.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._waiting: deque[Lock] = deque()
        self._is_taken = False

    def take(self, seconds: float) -> bool:
        """Wait for one's turn; False if it has not come after so many seconds."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=seconds):
            return True
        with self._guard:
            if turn not in self._waiting:
                return True  # it came in this very moment
            self._waiting.remove(turn)
            return False

    def give_back(self) -> None:
        """Let the next one have it."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


_queues: defaultdict[str, Queue] = defaultdict(Queue)
_guard = Lock()


def queue_of(name: str) -> Queue:
    """The queue of the writers to that database."""
    with _guard:
        return _queues[name]


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits for its turn before it begins a transaction."""

    _turn: Queue | None = None
    _file: tuple[int, int] | None = None

    def connect(self) -> None:
        """Open the file, and keep in mind which one it is; a new one is its owner's alone.

        SQLite gives the files that it puts beside it the same rights. One that is there is not
        touched: to close it would take from SQLite all locks that this process has on it.
        """
        with suppress(OSError):  # it is there, or what is wrong with it, SQLite says
            os.close(os.open(self.settings_dict["NAME"], os.O_CREAT | os.O_EXCL, 0o600))
        super().connect()
        self._file = self._file_there()

    def is_usable(self) -> bool:
        """Whether the file is still the one that was opened: a copy may have taken its place."""
        return self._file == self._file_there() and super().is_usable()

    def _file_there(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self.settings_dict["NAME"])
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _start_transaction_under_autocommit(self) -> None:
        self._wait_for_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._give_turn_back()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._give_turn_back()

    def _rollback(self) -> None:
        super()._rollback()  # type: ignore[misc]
        self._give_turn_back()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_turn_back()

    def _wait_for_turn(self) -> None:
        if self._turn is not None:
            return
        queue = queue_of(str(self.settings_dict["NAME"]))
        seconds = float(self.settings_dict["OPTIONS"].get("timeout", 5))
        if not queue.take(seconds):
            raise OperationalError(
                "database is locked: other writers of this process took too long"
            )
        self._turn = queue

    def _give_turn_back(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.give_back()
