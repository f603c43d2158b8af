"""The copies that a server makes by itself: one an hour, if anything was written since the last."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from config.figures import Figure
from project_tools.copies import BACKUP, NoCopy, copy_database, last_backup
from project_tools.duties import Duty
from project_tools.models import Upkeep

# In seconds.
EVERY = 3600
IN_ANY_CASE = 24 * 3600  # so that the age of the last copy alone says whether copies are made
OLD = 26 * 3600

log = logging.getLogger("sheepfold.copies")


class Copier(Duty):
    """Copies the database, in one of the processes that serve it, where the settings say so."""

    name, lock = "copies", "hourly-copies"
    first = 300.0  # a server that has just started has other things to do
    looks = 60.0

    def __init__(self) -> None:
        self.failed = 0
        self._since = time.time()
        self._tried_at = float("-inf")
        self._copied: object = None

    @property
    def is_wanted(self) -> bool:
        """Whether copies are made here."""
        return bool(settings.SHEEPFOLD_BACKUP)

    def look(self) -> None:
        """Copy what is due."""
        self.copy_if_due()

    def copy_if_due(self) -> None:
        """Copy the database, unless that was done or tried within the hour, or nothing is new."""
        age = self.age()
        if time.monotonic() - self._tried_at < EVERY or (age is not None and age < EVERY):
            return
        try:
            written = what_was_written()
            if written == self._copied and age is not None and age < IN_ANY_CASE:
                return
            path = copy_database(connection.settings_dict, backup_folder(), BACKUP)
        except (NoCopy, DatabaseError, OSError) as problem:
            self.complain(problem)
        else:
            self._tried_at, self._copied = time.monotonic(), written
            log.info("The database was copied: %s", path)

    def complain(self, problem: Exception) -> None:
        """Count and say that the database was not copied."""
        self._tried_at = time.monotonic()
        self.failed += 1
        log.error("The database was not copied. %s", problem)

    def age(self) -> float | None:
        """How many seconds ago the last copy was made, by whomever.

        None without any, and where that lies ahead: the clock was put back.
        """
        last, now = last_backup(backup_folder()), time.time()
        return None if last is None or last > now else now - last

    def is_late(self) -> bool:
        """Whether copies are made here, and there should have been one by now."""
        age = self.age()
        if age is None and settings.SHEEPFOLD_BACKUP:
            age = time.time() - self._since
        return age is not None and age > OLD

    def figures(self) -> Iterator[Figure]:
        """What `/metrics` tells of them."""
        age = self.age()
        if age is not None:
            about = "Since the last copy of the database."
            yield Figure("sheepfold_copy_age_seconds", "gauge", about, {"": round(age)})
        about = "Copies that this process could not make."
        yield Figure("sheepfold_copies_failed_total", "counter", about, {"": self.failed})


copier = Copier()


def backup_folder() -> Path:
    """Where copies go, unless another folder is named."""
    return Path(settings.SHEEPFOLD_BACKUP or settings.SHEEPFOLD_VAR / "backups").absolute()


def what_was_written() -> object:
    """What is another as soon as somebody writes to the database.

    Whoever asks whether the server is well writes a row as it was, which does not count: SQLite
    leaves its file alone then, and PostgreSQL counts by table.
    """
    if connection.vendor == "sqlite":
        paths = [Path(f"{connection.settings_dict['NAME']}{end}") for end in ("", "-wal")]
        return [path.stat().st_mtime_ns for path in paths if path.exists()]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables "
            "WHERE relname <> %s",
            [Upkeep._meta.db_table],
        )
        return cursor.fetchone()
