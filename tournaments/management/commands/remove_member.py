"""`python3 manage.py remove_member`: let somebody run a club no more."""

from __future__ import annotations

from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser

from tournaments.common.actions import Refused
from tournaments.members.queries import members_of
from tournaments.members.services import end_membership
from tournaments.models import Author, Club


class Command(BaseCommand):
    """Take somebody out of a club; the account and what was done with it stay."""

    help = "Take somebody out of a club. The account stays, and so does what was done with it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare whom, and out of which club."""
        parser.add_argument("club", help="the club's name")
        parser.add_argument("name", help="the name to sign in with")

    def handle(self, *args: object, **options: object) -> None:
        """Take him out, and say so."""
        name, club_name = str(options["name"]), str(options["club"])
        club = Club.objects.filter(name=club_name).first()
        if club is None:
            raise CommandError(f"There is no club “{club_name}”.")
        member = members_of(club).filter(user__username=name).first()
        if member is None:
            raise CommandError(f"“{name}” does not run “{club_name}”.")
        try:
            end_membership(club, member.pk, by=Author())
        except Refused as refused:
            raise CommandError(refused.sentence) from refused
        self.stdout.write(f"{name} runs “{club_name}” no more.")
