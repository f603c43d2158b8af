"""`python3 manage.py second_factor_off`: let the password of an account be enough again."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser

from accounts.models import Kind
from accounts.second_factor import remove_all
from accounts.sign_ins import sign_out


class Command(BaseCommand):
    """Switch the second factor of an account off; it is signed out everywhere."""

    help = "Switch the second factor of an account off, when app and recovery codes are lost."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare whose."""
        parser.add_argument("name", help="the name to sign in with")

    def handle(self, *args: object, **options: object) -> None:
        """Switch it off, and say what ended."""
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"Nobody signs in as “{options['name']}”.")
        if not remove_all(user):
            raise CommandError(f"{user.username} has no second factor.")
        ended = sign_out(Kind.FACTOR_OFF, user=user, is_on_terminal=True)
        self.stdout.write(
            f"{user.username} signs in with the password alone; sign-ins ended: {ended}."
        )
