"""`python3 manage.py restore FILE`: a copy becomes the database, when it has proved itself."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.base import CommandParser
from django.db import connection

from project_tools.restoring import NotRestored, restore_postgresql, restore_sqlite
from project_tools.upgrading import last_migration


class Command(BaseCommand):
    """Brings a copy up to date, checks it, and only then puts it in place."""

    help = "Put a copy in the place of the database, after it was brought up to date and checked."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the file, another place, and what may be done to what is there."""
        parser.add_argument("file", help="the copy")
        parser.add_argument("--to", metavar="FILE", help="another place than the site's (SQLite)")
        parser.add_argument(
            "--replace", action="store_true", help="copy what is there, then replace it"
        )
        parser.add_argument("--anyway", action="store_true", help="even if verify finds faults")

    def handle(self, *args: object, **options: object) -> None:
        """Restore, and say where it is now and what it holds."""
        file = Path(str(options["file"])).absolute()
        prove = partial(self.prove, even_with_faults=bool(options["anyway"]))
        try:
            if connection.vendor != "sqlite":
                restore_postgresql(file, prove)
                self.stdout.write("The copy is in the database now.")
                return
            target = Path(str(options["to"] or connection.settings_dict["NAME"])).resolve()
            copies = settings.SHEEPFOLD_VAR / "copies" if options["replace"] else None
            aside = restore_sqlite(file, target, prove, copies)
        except NotRestored as problem:
            raise CommandError(f"Nothing was restored. {problem}") from problem
        if aside is not None:
            self.stdout.write(f"What was there before is in {aside}.")
        self.stdout.write(f"The copy is in {target} now.")

    def prove(self, *, even_with_faults: bool) -> None:
        """Bring the copy up to date and check it; raises NotRestored."""
        if not last_migration():
            raise NotRestored("That is no database of Sheepfold.")
        call_command("migrate", interactive=False, verbosity=0, stdout=self.stdout)
        try:
            call_command("verify", stdout=self.stdout)
        except CommandError as problem:
            if not even_with_faults:
                raise NotRestored(f"{problem} With --anyway it is restored as it is.") from problem
            self.stdout.write(str(problem))
