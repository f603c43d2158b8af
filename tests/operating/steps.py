"""Databases as older versions left them: with each migration by itself.

A new database is made by one migration that stands for many; old ones have gone through them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.db.migrations import executor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

GOES_TO = """
import sys
import django; django.setup()
from tests.operating.steps import go_to
go_to(*sys.argv[1:])
"""
"""A command that goes to the migration that stands behind it."""


class SingleSteps(MigrationLoader):
    """Knows no migration that stands for others."""

    def load_disk(self) -> None:
        super().load_disk()
        found = self.disk_migrations
        self.disk_migrations = {key: each for key, each in found.items() if not each.replaces}


def go_to(*target: str) -> None:
    """Migrate the app `tournaments` there and back; to its end without a target."""
    executor.MigrationLoader = SingleSteps  # type: ignore[attr-defined]  # Django's own
    try:
        call_command("migrate", *(["tournaments", *target] if target else []), verbosity=0)
    finally:
        executor.MigrationLoader = MigrationLoader  # type: ignore[attr-defined]  # Django's own
    MigrationRecorder(connection).migration_qs.filter(name__contains="_squashed_").delete()


def tables() -> dict[str, Any]:
    """What stands in the database but its rows: columns, indexes and constraints of each table."""
    look = connection.introspection
    found = {}
    with connection.cursor() as cursor:
        for name in sorted(look.table_names(cursor)):
            columns = look.get_table_description(cursor, name)
            rules = look.get_constraints(cursor, name)
            found[name] = {
                "columns": sorted(str(column[:2] + column[3:9]) for column in columns),
                "rules": sorted(rules_of(name, word, each) for word, each in rules.items()),
            }
    return found


def rules_of(table: str, name: str, rule: Mapping[str, Any]) -> str:
    """A constraint or index; what the database has named itself goes without its name."""
    is_ours = (rule["check"] or rule["unique"]) and not name.startswith((table, "__unnamed"))
    about = {key: value for key, value in rule.items() if key not in ("definition", "options")}
    return f"{name if is_ours else ''} {sorted(about.items(), key=str)}"
