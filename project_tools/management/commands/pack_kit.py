"""`python3 manage.py pack_kit`: make ready what phones fetch to work without a network."""

from __future__ import annotations

from django.conf import settings
from django.core.management import BaseCommand

from kit.offer import prepare


class Command(BaseCommand):
    """Pack our own code, templates and words into one file among the static files.

    `start` and `collectstatic` do it by themselves.
    """

    help = "Pack what phones fetch to work out points without a network."

    def handle(self, *args: object, **options: object) -> None:
        """Write the file, and say how much a phone fetches."""
        offer = prepare(settings.SHEEPFOLD_KIT, [code for code, _name in settings.LANGUAGES])
        if not int(str(options["verbosity"])):
            return
        if offer is None:
            self.stdout.write("The Python of the phones is not here: nothing is offered to them.")
        else:
            self.stdout.write(f"{offer.pack}: phones fetch {offer.wire / 1e6:.1f} MB in all.")
