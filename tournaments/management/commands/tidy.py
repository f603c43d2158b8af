"""`manage.py tidy`: delete what has had its time; a server does it once a day by itself."""

from __future__ import annotations

from django.core.management import BaseCommand

from tournaments.site.retention import forget_all


class Command(BaseCommand):
    """Deletes whatever the table of what is kept says to delete."""

    help = "Delete what has had its time: old contacts, tables nobody used, ended sign-ins."

    def handle(self, *args: object, **options: object) -> None:
        """Delete it and say how much it was."""
        for what, count in forget_all():
            if count:
                self.stdout.write(f"Deleted: {count} – {what}")
