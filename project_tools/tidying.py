"""What a server deletes by itself, once a day: all that is kept no longer."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from threading import Event, Thread

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection

from config.environment import own_folder
from config.in_use import InUse, held

# In seconds.
FIRST = 600  # a server that has just started has other things to do
LOOKS = 600
EVERY = 24 * 3600

log = logging.getLogger("sheepfold.tidying")


class Tidier:
    """Deletes what has had its time, on a thread of its own, in one of the processes that serve.

    Which one, a lock says that the system takes back when a process ends. A file remembers when it
    was done last, so that a server that is started every day does it too.
    """

    def __init__(self) -> None:
        self._tried_at = float("-inf")

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Tidy up for as long as the server runs."""
        over = Event()
        # Nobody waits for it at the end: what is not deleted yet is deleted tomorrow.
        Thread(target=self._work, args=[over], name="tidying", daemon=True).start()
        try:
            yield
        finally:
            over.set()

    def _work(self, over: Event) -> None:
        pause = FIRST
        while not over.wait(pause):
            pause = LOOKS
            try:
                own_folder(settings.SHEEPFOLD_VAR)
                with suppress(InUse), held(settings.SHEEPFOLD_VAR / "daily-tidying", alone=True):
                    self.tidy_if_due()
            except OSError as problem:
                log.error("Nothing was tidied up. %s", problem)
            finally:
                connection.close()

    def tidy_if_due(self) -> None:
        """Delete what has had its time, unless that was done or tried within the day."""
        done = self.done_at()
        is_done = done is not None and 0 <= time.time() - done < EVERY
        if is_done or time.monotonic() - self._tried_at < EVERY:
            return
        self._tried_at = time.monotonic()
        said = StringIO()
        try:
            call_command("tidy", stdout=said)
        except DatabaseError as problem:
            log.error("Nothing was tidied up. %s", problem)
        else:
            remembered().touch()
            log.info("Tidied up. %s", " ".join(said.getvalue().split("\n")).strip())

    def done_at(self) -> float | None:
        """When it was done last, by whichever process; None where it never was."""
        path = remembered()
        return path.stat().st_mtime if path.exists() else None


tidier = Tidier()


def remembered() -> Path:
    """The file that is touched whenever it was done."""
    return Path(settings.SHEEPFOLD_VAR) / "tidied"
