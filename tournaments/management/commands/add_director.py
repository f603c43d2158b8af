"""`python3 manage.py add_director`: give somebody an account and a club to direct."""

from __future__ import annotations

import sys
from getpass import getpass

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser

from tournaments.site.services import add_director, check_new_account


class Command(BaseCommand):
    """Make a director; ask for the password of a new account."""

    help = "Let somebody sign in and direct a club's events; makes the club if there is none."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare who, which club, and where the password comes from."""
        parser.add_argument("--club", required=True, help="the club's name")
        parser.add_argument("--user", required=True, help="the name to sign in with")
        parser.add_argument(
            "--public", action="store_true", help="a new club's events are listed for everybody"
        )
        parser.add_argument(
            "--password-stdin", action="store_true", help="read the password from standard input"
        )

    def handle(self, *args: object, **options: object) -> None:
        """Make what is missing and say what was made."""
        club, name = str(options["club"]).strip(), str(options["user"]).strip()
        try:
            password = ""
            if not User.objects.filter(username=name).exists():
                password = read_password(is_piped=bool(options["password_stdin"]))
                check_new_account(name, password)
            done = add_director(
                club_name=club, name=name, password=password, is_public=bool(options["public"])
            )
        except ValidationError as problem:
            raise CommandError(" ".join(problem.messages)) from problem
        if done.is_new_club:
            self.stdout.write(f"The club “{club}” is new.")
        if not done.is_new_account:
            self.stdout.write(f"{name} has an account already and keeps the password.")
        directs = "now directs" if done.is_new_director else "directs already"
        self.stdout.write(f"{name} {directs} the events of “{club}”.")


def read_password(*, is_piped: bool) -> str:
    """The password, typed twice, or the first line of what is piped in."""
    if is_piped:
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass("Password: ")
    if getpass("Once more: ") != password:
        raise CommandError("The two were not the same. Nothing was made.")
    return password
