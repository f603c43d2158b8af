"""`python3 manage.py password_link`: a link for somebody who has forgotten his password."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser
from django.urls import reverse

from accounts.password_links import make_link


class Command(BaseCommand):
    """Make a link with which an account gets a new password."""

    help = "Make a link with which somebody gives himself a new password; good once, for a day."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare for whom, and how the site is reached."""
        parser.add_argument("name", help="the name to sign in with")
        parser.add_argument(
            "--site", default="", help="the site's address, such as https://sheepfold.example"
        )

    def handle(self, *args: object, **options: object) -> None:
        """Make it and say it, this once."""
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"Nobody signs in as “{options['name']}”.")
        secret, until = make_link(user, by=None)
        address = str(options["site"]).rstrip("/") + reverse("new_password", args=[secret])
        self.stdout.write(f"Whoever opens this gives “{user.username}” a new password:")
        self.stdout.write(address)
        self.stdout.write(f"Good once, until {until:%Y-%m-%d %H:%M} UTC.")
        if not options["site"]:
            self.stdout.write("Write the site's address before it, or say --site.")
