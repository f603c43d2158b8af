"""`python3 manage.py recompute`: stored points and the record book against a replay."""

from __future__ import annotations

from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser
from django.db import transaction

from tournaments.common.locks import lock_table
from tournaments.events.results.services.results import result_differences, settle_results
from tournaments.models import Club, Table
from tournaments.records.services.counting import check_club, uncount_sheet
from tournaments.tables.queries import SheetReading
from tournaments.tables.services.hands import settle


class Command(BaseCommand):
    """Rewrite stored points that differ from a replay, or only look for them."""

    help = "Replay every table, mend stored points and the record book; --check only compares."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --check."""
        parser.add_argument("--check", action="store_true", help="change nothing, fail if needed")

    def handle(self, *args: object, **options: object) -> None:
        """Go through all tables."""
        found: list[str] = []
        tables = list(Table.objects.order_by("pk").values_list("pk", flat=True))
        for key in tables:
            with transaction.atomic():
                table = lock_table(key, even_if_ended=True)
                wrong = result_differences(table)
                if wrong and not options["check"]:
                    uncount_sheet(table)  # a sheet of no club is not counted again
                    settle_results(settle(SheetReading(table)))
            found += wrong
        for club in Club.objects.order_by("pk"):
            found += check_club(club, mend=not options["check"])
        for sentence in found:
            self.stdout.write(sentence)
        if found and options["check"]:
            raise CommandError(f"{len(found)} stored points differ from the replay.")
        state = "mended" if found else "equal to the replay"
        self.stdout.write(f"{len(tables)} tables: {len(found) or 'all'} stored points {state}.")
