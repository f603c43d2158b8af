"""`python3 manage.py move_to URL`: everything into an empty database of the other kind."""

from __future__ import annotations

from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.base import CommandParser
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection

from project_tools.moving import NotMoved, Sum, copy_rows, refuse_unfit, sums, unknown_tables
from project_tools.other_database import OTHER, as_its_own, filled_whole, left_alone, named
from project_tools.upgrading import has_pending_migrations, refuse_newer_database


class Command(BaseCommand):
    """Copies all rows, compares them, has the copy verified, and only then keeps it."""

    help = "Move from SQLite to an empty PostgreSQL database, or back into a new file of SQLite."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare where to."""
        parser.add_argument("url", help="postgres://user@host/name, or sqlite:////folder/file")
        parser.add_argument("--anyway", action="store_true", help="even if verify finds faults")

    def handle(self, *args: object, **options: object) -> None:
        """Move, and say what was compared and what is to be done next."""
        try:
            settings = named(str(options["url"]))
            if settings["ENGINE"] == connection.settings_dict["ENGINE"]:
                raise NotMoved("It is of the same kind as the present one: backup, then restore.")
            refuse_newer_database()
            if has_pending_migrations():
                raise NotMoved("The database is not that of this program: run migrate first.")
            with left_alone():
                self.move(settings, even_with_faults=bool(options["anyway"]))
        except (NotMoved, DatabaseError) as problem:
            raise CommandError(
                f"Nothing was moved, and the other database is as it was. {problem}"
            ) from problem
        self.stdout.write(
            "Everything is in the other database now. Name it in DATABASE_URL, with the same "
            "SECRET_KEY and folder as before, and start; the one so far is as it was."
        )

    def move(self, settings: dict[str, object], *, even_with_faults: bool) -> None:
        """Do it, while nobody else is at work on the present database."""
        with filled_whole(settings):
            with as_its_own():
                call_command("migrate", interactive=False, verbosity=0, stdout=self.stdout)
            self.say("Reading everything:")
            for name in unknown_tables(DEFAULT_DB_ALIAS):
                self.say(f"  {name}: left out, it is no table of this program.")
            refuse_unfit(DEFAULT_DB_ALIAS, OTHER, self.say)
            before = sums(DEFAULT_DB_ALIAS, self.say)
            self.say("Copying:")
            copy_rows(DEFAULT_DB_ALIAS, OTHER, self.say)
            self.say("Comparing both:")
            self.compare(before, sums(OTHER, self.say))
            with as_its_own():
                self.prove(even_with_faults=even_with_faults)

    def compare(self, before: dict[str, Sum], after: dict[str, Sum]) -> None:
        """Say of each table what is in it; raises NotMoved where it is not the same."""
        for name, found in before.items():
            if after[name] != found:
                raise NotMoved(
                    f"{name} is not the same: {found.rows} rows with the sum {found.digest}, "
                    f"{after[name].rows} with {after[name].digest} in the other database."
                )
            if found.rows:
                self.say(f"  {name}: {found.rows:,} rows, the same (sum {found.digest[:12]}).")
        rows = sum(found.rows for found in before.values())
        self.say(f"  {len(before)} tables with {rows:,} rows: each value is the same.")

    def prove(self, *, even_with_faults: bool) -> None:
        """Let it be checked as it would be in use: each hand is played through anew."""
        self.say("Checking the other database:")
        try:
            call_command("verify", stdout=self.stdout)
        except CommandError as problem:
            if not even_with_faults:
                raise NotMoved(
                    f"{problem} They are in the present database as well: see verify. With "
                    "--anyway it is moved as it is."
                ) from problem
            self.say(str(problem))

    def say(self, words: str) -> None:
        """Print a line at once."""
        self.stdout.write(words)
        self.stdout.flush()
