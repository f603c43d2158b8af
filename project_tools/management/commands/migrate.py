"""`python3 manage.py migrate`: Django's, with a copy before and the record book counted after."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS
from django.db.models.signals import pre_migrate

from project_tools.upgrading import Upgrade


class Command(migrate.Command):
    """Bring the database up to date, and what is derived from it."""

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - as Django has it
        """Migrate as Django does; copy before the first change, count afterwards."""
        is_only_asked = options["plan"] or options["check_unapplied"]
        if is_only_asked or options["database"] != DEFAULT_DB_ALIAS:
            super().handle(*args, **options)
            return
        upgrade = Upgrade(self.say)
        first = apps.get_app_config("house")
        pre_migrate.connect(upgrade.before_migrations, sender=first)
        try:
            super().handle(*args, **options)
        except Exception as problem:
            if upgrade.copy:
                raise CommandError(
                    f"The update failed: {problem}\nThere is {upgrade.copy}"
                ) from problem
            raise
        finally:
            pre_migrate.disconnect(upgrade.before_migrations, sender=first)
        upgrade.after_migrations()

    def say(self, words: str) -> None:
        """Print a line at once."""
        self.stdout.write(words)
        self.stdout.flush()
