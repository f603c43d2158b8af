"""`python3 manage.py import_event file.json --club NAME`: an event out of its file."""

from __future__ import annotations

from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser

from tournaments.archive.reading import BadFile, read_archive
from tournaments.archive.services import bring_in, matches
from tournaments.models import MOST_BYTES, Club


class Command(BaseCommand):
    """Bring an event in, or say what is wrong with its file."""

    help = "Bring an event that export_event wrote into a club; all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the file, the club, and who is who."""
        parser.add_argument("file", help="the file that was taken away")
        parser.add_argument("--club", required=True, help="the club's name; made if there is none")
        parser.add_argument(
            "--all-new",
            action="store_true",
            help="take nobody for the player of the same name whom the club knows",
        )

    def handle(self, *args: object, **options: object) -> None:
        """Read, bring in, and say what came."""
        try:
            archive = read_archive(self._content(Path(str(options["file"]))))
            club, is_new = Club.objects.get_or_create(name=str(options["club"]).strip())
            same = [match.number for match in matches(archive, club)]
            try:
                others = same if options["all_new"] else []
                event = bring_in(archive, club, others=others, tell=self.tell)
            except BadFile:
                if is_new:
                    club.delete()
                raise
        except BadFile as bad:
            raise CommandError("\n".join(bad.sentences)) from bad
        known = 0 if options["all_new"] else len(same)
        self.stdout.write(
            f"“{event.title}” is event {event.pk} of {club.name} now: "
            f"{archive.count['Player']} persons ({known} of them known by their names), "
            f"{archive.count['Round']} rounds, {archive.count['Hand']} hands; "
            "every result is what its sheet comes to."
        )

    def tell(self, part: str, rows: int) -> None:
        """Say how far it is."""
        if rows:
            self.stderr.write(f"{part}: {rows}")

    def _content(self, path: Path) -> bytes:
        try:
            if path.stat().st_size > MOST_BYTES:
                raise CommandError(f"{path} is larger than {MOST_BYTES // 1_000_000} MB.")
            return path.read_bytes()
        except OSError as problem:
            raise CommandError(f"{path}: {problem.strerror}.") from problem
