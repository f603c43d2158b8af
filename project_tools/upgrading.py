"""What `migrate` does around the migrations: a copy before, what is derived after them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from project_tools.copies import NoCopy, copy_database
from scoring.figures import COUNTING

logger = logging.getLogger(__name__)
SECONDS_OF_SILENCE = 2


class Upgrade:
    """One run over the database; `say` gets the lines for whoever started it.

    An empty database is brought up to date without a word, and so is one in which nothing changes.
    One that a newer program has changed is refused before anything is done.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        refuse_newer_database()
        self.say = say
        self.began = time.monotonic()
        self.state = last_migration()
        self.copy = ""

    def before_migrations(self, *, plan: list[Any], **_more: object) -> None:
        """Copy the database if there is something in it and something to migrate."""
        if plan and self.state:
            self.say(f"The database has to be changed (it is at {self.state}).")
            self.keep_a_copy()

    def after_migrations(self) -> None:
        """Count what is not counted as this program does it, and write down what was done."""
        if has_pending_migrations():
            return
        from project_tools.models import Upkeep
        from tournaments.models import Table

        counted = ""
        if counted_as() != COUNTING:
            if Table.objects.exists():
                counted = self.count_anew()
            Upkeep.objects.update_or_create(pk=1, defaults={"counting": COUNTING})
        if self.copy:
            self.say("The database is up to date.\n")
            logger.info(
                "The database was updated from %s to %s in %.1f s%s; %s",
                self.state,
                last_migration(),
                time.monotonic() - self.began,
                counted,
                self.copy,
            )

    def count_anew(self) -> str:
        """Bring the record book up to date, say how far it is, and give back what was done."""
        from tournaments.records.services.counting import recount_all

        self.keep_a_copy()
        self.say("Counting the record book anew from the sheets:")
        self.said = time.monotonic()
        done = recount_all(self.say_how_far)
        self.say(f"  {done.sheets} sheets counted.")
        if done.left:
            self.say(
                "  A hand that the rules of today do not allow; counted as before: "
                f"tables {', '.join(map(str, done.left))}."
            )
        if done.otherwise:
            self.say(
                "  Stored points that would be others today; left as they are "
                f"(see recompute --check): tables {', '.join(map(str, done.otherwise))}."
            )
        standing_out = (
            f"{len(done.left)} counted as before, {len(done.otherwise)} with other points"
        )
        return f", {done.sheets} sheets counted, {standing_out}"

    def say_how_far(self, done: int, of: int) -> None:
        """A line every few seconds."""
        if time.monotonic() - self.said > SECONDS_OF_SILENCE:
            self.say(f"  {done} of {of} sheets…")
            self.said = time.monotonic()

    def keep_a_copy(self) -> None:
        """Copy the database once, or say why there is no copy.

        On SQLite nothing is changed without one; a PostgreSQL server has an administrator.
        """
        if self.copy:
            return
        state = f"{self.state}-counted-{counted_as() or 0}"
        try:
            path = copy_database(connection.settings_dict, settings.SHEEPFOLD_VAR / "copies", state)
        except NoCopy as problem:
            if connection.vendor == "sqlite":
                raise CommandError(
                    f"The database was not copied, so it was not changed. {problem}"
                ) from problem
            self.copy = f"no copy: {problem}"
            self.say(f"No copy of the database was made. {problem}")
        else:
            self.copy = f"a copy as it was before: {path}"
            self.say(f"A copy of it as it is now: {path}")


def last_migration() -> str:
    """The newest migration of the database, "" for an empty one."""
    applied = MigrationRecorder(connection).applied_migrations()
    return max((name for app, name in applied if app == "tournaments"), default="")


def refuse_newer_database() -> None:
    """Raise CommandError for a database with a migration that this program does not know.

    What it would write there, the newer program might not be able to read again.
    """
    loader = MigrationLoader(connection)
    replaced = {old for each in loader.disk_migrations.values() for old in each.replaces}
    unknown = sorted(
        (app, name)
        for app, name in loader.applied_migrations
        if app in loader.migrated_apps and (app, name) not in {*loader.disk_migrations, *replaced}
    )
    if unknown:
        names = ", ".join(f"{app} {name}" for app, name in unknown)
        raise CommandError(
            "The database was changed by a newer version of Sheepfold than this one, which does "
            f"not know {names}. Nothing was done to it. Start the newer version again, or put a "
            f"copy from {settings.SHEEPFOLD_VAR / 'copies'} in its place."
        )


def has_pending_migrations() -> bool:
    """Whether the database is not that of this program."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def counted_as() -> int | None:
    """By which version the sheets of the database were counted; None if nobody knows."""
    from project_tools.models import Upkeep

    if Upkeep._meta.db_table not in connection.introspection.table_names():
        return None
    return Upkeep.objects.values_list("counting", flat=True).first()
