"""`python3 manage.py let_in`: let somebody try again whom too many wrong passwords hold up."""

from __future__ import annotations

from django.core.management import BaseCommand
from django.core.management.base import CommandParser

from accounts.tries import let_in


class Command(BaseCommand):
    """Forgets the wrong tries at a name."""

    help = "Forget the wrong tries at a name, so that the next one is looked at."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the name."""
        parser.add_argument("name", help="the name that is typed to sign in")

    def handle(self, *args: object, **options: object) -> None:
        """Forget them, and say how many they were."""
        name = str(options["name"])
        count = let_in(name)
        self.stdout.write(
            f"{count} wrong tries at “{name}” are forgotten: the next one is looked at."
        )
