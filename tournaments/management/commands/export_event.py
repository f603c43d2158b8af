"""`python3 manage.py export_event 12 file.json`: an event as one file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser

from tournaments.archive.writing import write_event
from tournaments.events.check_in.services import forget_old_contacts
from tournaments.models import Event


class Command(BaseCommand):
    """Write everything that belongs to an event to a file."""

    help = "Write an event with every hand and its whole history to a file; see import_event."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare which event, and where to."""
        parser.add_argument("event", type=int, help="the number in the event's addresses")
        parser.add_argument("file", help="the file to write; one that is there is not touched")

    def handle(self, *args: object, **options: object) -> None:
        """Write the file beside its place and put it there when it is whole."""
        event = Event.objects.filter(pk=int(str(options["event"]))).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']}.")
        forget_old_contacts()
        path = Path(str(options["file"]))
        if path.exists():
            raise CommandError(f"{path} is there already.")
        try:
            handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        except OSError as problem:
            raise CommandError(f"{path.parent}: {problem.strerror}.") from problem
        try:
            with os.fdopen(handle, "wb") as out:
                written = write_event(event, out, self.tell)
            os.replace(draft, path)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
        rows = sum(written.rows.values())
        self.stdout.write(f"“{event.title}”: {rows} rows in {path}, checksum {written.checksum}.")

    def tell(self, part: str, rows: int) -> None:
        """Say how far it is."""
        if rows:
            self.stderr.write(f"{part}: {rows}")
