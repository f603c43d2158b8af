"""`python3 manage.py backup`: a copy of the database, also while people play."""

from __future__ import annotations

import os
from pathlib import Path

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser
from django.db import DatabaseError, connection

from accounts.events import Kind, note
from project_tools.copies import BACKUP, DAYS, HOURS, WEEKS, NoCopy, copy_database
from project_tools.hourly import backup_folder


class Command(BaseCommand):
    """Copies the database into a folder, and says what is not in the copy."""

    help = "Copy the database into a folder, also while people play."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the folder, and where a copy of the key is wanted."""
        parser.add_argument("folder", nargs="?", help="where to (SHEEPFOLD_BACKUP, var/backups)")
        parser.add_argument("--key", metavar="FILE", help="also write the secret key, to FILE")

    def handle(self, *args: object, **options: object) -> None:
        """Copy, and say where it is, what stays and what is missing."""
        folder = Path(str(options["folder"] or backup_folder())).absolute()
        key = Path(str(options["key"])).absolute() if options["key"] else None
        if key is not None and key.parent == folder:
            raise CommandError(
                f"The key is not written into {folder}: whoever gets hold of one is not to have "
                "the other. Nothing was copied; name another folder for it."
            )
        try:
            path = copy_database(connection.settings_dict, folder, BACKUP)
        except NoCopy as problem:
            raise CommandError(f"The database was not copied. {problem}") from problem
        self.write_down(path)
        self.stdout.write(
            f"A copy of the database, whole and checked: {path} "
            f"({path.stat().st_size / 1_000_000:.1f} MB)."
        )
        self.stdout.write(
            f"In this folder stay the newest copy of each of the last {HOURS} hours, {DAYS} days "
            f"and {WEEKS} weeks in which one was made."
        )
        self.stdout.write(keep_key(key))

    def write_down(self, path: Path) -> None:
        """Let those who look see that there is another copy; the copy counts either way."""
        try:
            note(Kind.BACKUP, what=path.name)
        except DatabaseError as problem:
            self.stdout.write(f"That it was made could not be written down: {problem}")


def keep_key(path: Path | None) -> str:
    """Write the secret key where it is wanted; says where it is and why it is not in the copy."""
    why = (
        "With both, somebody could sign in as a director and make the codes of tables: keep them "
        "in different places."
    )
    if path is None:
        own = settings.SHEEPFOLD_VAR / "secret_key"
        where = f"in {own}" if own.exists() else "SECRET_KEY in this program's environment"
        return f"The secret key is not in it: it is {where}. {why}"
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        if path.read_text().strip() == settings.SECRET_KEY:
            return f"The secret key is in {path} already. {why}"
        raise CommandError(f"{path} holds something else and was left as it is.") from None
    except OSError as problem:
        raise CommandError(f"The key could not be written to {path}: {problem}.") from problem
    with os.fdopen(handle, "w") as file:
        file.write(settings.SECRET_KEY)
    return f"The secret key is in {path}. {why}"
