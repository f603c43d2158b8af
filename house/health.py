"""Whether the database can be read and written, asked at most once a second."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock

from django.db import DatabaseError, connection
from django.db.models import F

from house.models import Upkeep

PATIENCE = 1.0  # seconds
FRESH = 1.0  # seconds; whoever asks again within them is told the same


class Health:
    """Asks on a thread of its own, so that a database that hangs holds nobody who asks."""

    def __init__(self) -> None:
        self._asker = ThreadPoolExecutor(1, thread_name_prefix="health")
        self._guard = Lock()
        self._asked: Future[bool] | None = None
        self._found = False
        self._found_at = -FRESH

    def is_good(self) -> bool:
        """Whether it could be read and written within a second, now or just before."""
        with self._guard:
            if time.monotonic() - self._found_at >= FRESH:
                self._found = self._ask()
                self._found_at = time.monotonic()
            return self._found

    def _ask(self) -> bool:
        if self._asked is None or self._asked.done():
            self._asked = self._asker.submit(reads_and_writes)
        try:
            return self._asked.result(PATIENCE)
        except TimeoutError:
            return False


def reads_and_writes() -> bool:
    """Read a row and write it as it was."""
    try:
        Upkeep.objects.update(counting=F("counting"))
        return Upkeep.objects.exists()
    except DatabaseError:
        return False
    finally:
        connection.close()
