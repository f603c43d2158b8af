"""`python3 manage.py mail_test ADDRESS`: whether letters reach the mail server."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser
from django.core.validators import validate_email

from accounts.letters import are_sent, message_to


class Command(BaseCommand):
    """Send one letter at once, and say how that went."""

    help = "Send a letter to an address at once, to see whether the settings for mail are right."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare to whom."""
        parser.add_argument("address", help="such as you@example.org")

    def handle(self, *args: object, **options: object) -> None:
        """Send it; whatever the mail server says is said here."""
        address = str(options["address"])
        if not are_sent():
            raise CommandError("No mail is sent from here: EMAIL_URL is not set.")
        try:
            validate_email(address)
        except ValidationError as problem:
            raise CommandError(f"This is no e-mail address: {address}") from problem
        body = "This letter was sent by `manage.py mail_test`: mail works.\n"
        try:
            message_to(address, "Sheepfold: mail works", body, "en").send()
        except OSError as problem:  # of which those of the mail server are
            raise CommandError(f"It was not sent. {problem}") from problem
        self.stdout.write(f"Handed in for {address}. Look whether it arrives, also among the junk.")
