"""`manage.py tidy`: delete what has had its time; once a day is enough."""

from __future__ import annotations

from django.core.management import BaseCommand, call_command

from accounts.events import forget_old_events
from accounts.password_links import forget_old_links
from accounts.sign_ins import forget_old_sign_ins
from accounts.tries import forget_old_tries
from tournaments.events.check_in.services import forget_old_contacts
from tournaments.tables.services.tables import forget_empty_tables


class Command(BaseCommand):
    """Deletes old contacts, tables nobody used, ended sign-ins, and what is known of them."""

    help = "Delete what has had its time: old contacts, tables nobody used, ended sign-ins."

    def handle(self, *args: object, **options: object) -> None:
        """Delete it and say how much it was."""
        contacts, tables = forget_old_contacts(), forget_empty_tables()
        forget_old_events()
        forget_old_tries()
        forget_old_links()
        call_command("clearsessions")
        forget_old_sign_ins()
        self.stdout.write(f"Deleted: {contacts} contacts, {tables} tables that nobody used.")
