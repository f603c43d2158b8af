"""`python3 manage.py sign_out`: end every sign-in of an account."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser

from accounts.models import Kind
from accounts.sign_ins import sign_out


class Command(BaseCommand):
    """Sign an account out everywhere; its password stays."""

    help = "Sign an account out in every browser. The password stays what it is."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare whom."""
        parser.add_argument("name", help="the name to sign in with")

    def handle(self, *args: object, **options: object) -> None:
        """End the sign-ins and say how many they were."""
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"Nobody signs in as “{options['name']}”.")
        ended = sign_out(Kind.SIGN_OUT_ALL, user=user, is_on_terminal=True)
        self.stdout.write(f"{user.username} is signed out everywhere; sign-ins ended: {ended}.")
