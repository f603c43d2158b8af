"""`python3 manage.py play_event`: a whole event through its pages, mishaps included."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.base import CommandParser

from formats.presets import PRESETS
from simulation.play.browser import Lost, signed_in
from simulation.play.day import Line
from simulation.play.plan import MISHAPS, EventPlan, known
from simulation.play.play_event import play
from tournaments.models import Club
from tournaments.site.services import add_director

TRIAL_CLUB = "Trial club"


class Command(BaseCommand):
    """Play, say what happened, and fail if anything was not as it should be."""

    help = (
        "Play a whole event through the pages, mishaps included, and compare every stored figure "
        "with one that is reckoned anew. It is played in a club of its own unless you name one. "
        "The demo club's events, which “start” plays, are filled in the same way."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what is played."""
        parser.add_argument("--entries", type=int, default=13, help="how many enter (13)")
        parser.add_argument("--format", default="schafkopfrennen", help="the key of a preset")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same day")
        parser.add_argument("--mishaps", default="all", help=f"all, none, or of {MISHAPS}")
        parser.add_argument("--rounds", type=int, default=0, help="fewer than the format has")
        parser.add_argument("--hands", type=int, default=0, help="fewer than the format has")
        parser.add_argument("--club", default="", help=f"a club's name (“{TRIAL_CLUB}”)")

    def handle(self, *args: object, **options: object) -> None:
        """Play and say how it went."""
        preset = str(options["format"])
        if preset not in PRESETS:
            raise CommandError(f"There is no format {preset}. There are: {', '.join(PRESETS)}.")
        club_name = str(options["club"]).strip()
        if not club_name and not settings.SHEEPFOLD_LOCAL:
            raise CommandError("On a real server name the club in which to play: --club.")
        try:
            mishaps = known(str(options["mishaps"]).split(","))
        except ValueError as unknown:
            raise CommandError(f"Nobody knows these mishaps: {unknown}.") from unknown
        plan = EventPlan(
            preset=preset,
            entries=int(str(options["entries"])),
            seed=int(str(options["seed"])),
            mishaps=mishaps,
            rounds=int(str(options["rounds"])),
            hands=int(str(options["hands"])),
        )
        if settings.SHEEPFOLD_LOCAL:
            call_command("migrate", verbosity=0)
        self._play(club_name or TRIAL_CLUB, plan)

    def _play(self, club_name: str, plan: EventPlan) -> None:
        """Play with an account made for this day alone, which nobody can sign in with after it."""
        name, password = f"trial-{secrets.token_hex(4)}", secrets.token_urlsafe(24)
        add_director(club_name=club_name, name=name, password=password)
        try:
            director = signed_in(name, password)
            account = play(Club.objects.get(name=club_name), director, plan, self._say)
        except Lost as lost:
            raise CommandError(str(lost)) from lost
        finally:
            User.objects.filter(username=name).update(is_active=False)
        self.stdout.write(account.verdict)
        if account.problems:
            raise CommandError(f"{len(account.problems)} things were wrong.")

    def _say(self, line: Line) -> None:
        mark = f"[{line.mishap}: {line.became}] " if line.mishap else ""
        self.stdout.write(mark + line.text)
