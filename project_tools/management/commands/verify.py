"""`python3 manage.py verify`: everything that can be checked about the database."""

from __future__ import annotations

from django.core.management import BaseCommand, CommandError

from project_tools.verifying import checks, contents


class Command(BaseCommand):
    """Looks at everything and changes nothing."""

    help = "Check the database: its file, what belongs together, points, the record book."

    def handle(self, *args: object, **options: object) -> None:
        """Say of each thing how it is; ends with 1 if anything is wrong."""
        count = 0
        for what, faults in checks():
            self.stdout.write(f"{what}: {f'{len(faults)} faults' if faults else 'in order'}")
            for fault in faults:
                self.stdout.write(f"  {fault}")
            self.stdout.flush()
            count += len(faults)
        if count:
            raise CommandError(f"{count} faults were found; nothing was changed.")
        self.stdout.write(contents())
