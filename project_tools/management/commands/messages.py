"""`python3 manage.py messages`: brings the translations up to date with what the program says."""

from __future__ import annotations

from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser

from project_tools import messages
from project_tools.pieces import hand_out, in_doubt, take
from project_tools.wording import UNSURE


class Command(BaseCommand):
    """Extracts, merges and compiles; hands out what is missing, and takes it back."""

    help = "Bring the translations in locale/ up to date with the messages of the program."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what is handed out, and what is taken."""
        parser.add_argument("--take", metavar="FILE", help="put the translations of FILE in")
        parser.add_argument(
            "--missing",
            nargs=2,
            metavar=("LANGUAGE", "FILE"),
            help="write what has no translation, a message a line, to FILE",
        )
        parser.add_argument(
            "--unsure",
            choices=messages.languages(),
            help="only print, by page, what its translator was not sure of",
        )
        parser.add_argument("--under", nargs="+", default=[""], help="only what is said there")

    def handle(self, *args: object, **options: object) -> None:
        """Bring all languages up to date, then say of each how much is missing."""
        if options["unsure"]:
            for line in in_doubt(messages.kept(str(options["unsure"]))):
                self.stdout.write(line)
            return
        try:
            fresh = messages.extracted()
        except messages.NoMessages as problem:
            raise CommandError(str(problem)) from problem
        translations = {
            language: messages.brought_up_to_date(language, fresh, messages.kept(language))
            for language in messages.languages()
        }
        taken = options["take"]
        refused = take(Path(str(taken)), translations) if taken else []
        for language, found in translations.items():
            messages.write(found, language)
            lacking = len(messages.missing(found))
            unsure = sum(UNSURE in each.user_comments for each in found)
            self.stdout.write(
                f"{language}: {lacking} of {len(found)} messages not translated, {unsure} unsure."
            )
        match options["missing"], options["under"]:
            case [str(wanted), str(file)], list(folders):
                hand_out(translations[wanted], folders, Path(file))
        for sentence in refused:
            self.stderr.write(sentence)
        if refused:
            raise CommandError("What is said above was not taken; all else was.")
