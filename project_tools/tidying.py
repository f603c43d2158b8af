"""What a server deletes by itself, once a day: all that is kept no longer."""

from __future__ import annotations

import logging
import time
from io import StringIO
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError

from project_tools.duties import Duty

EVERY = 24 * 3600  # seconds

log = logging.getLogger("sheepfold.tidying")


class Tidier(Duty):
    """Deletes what has had its time, in one of the processes that serve.

    A file remembers when it was done last, so that a server that is started every day does it too.
    """

    name, lock = "tidying", "daily-tidying"
    first = 600.0  # a server that has just started has other things to do
    looks = 600.0

    def __init__(self) -> None:
        self._tried_at = float("-inf")

    def look(self) -> None:
        """Delete what is due."""
        self.tidy_if_due()

    def complain(self, problem: Exception) -> None:
        """Say that nothing was deleted."""
        log.error("Nothing was tidied up. %s", problem)

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
            self.complain(problem)
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
