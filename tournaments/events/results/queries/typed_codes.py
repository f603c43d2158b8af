"""The short code on a table's card, for whoever cannot scan: typed, it leads to the same sheet.

Like the secret of the card's link it follows from the table and from how often its code was made
anew, and is nowhere kept. It is short enough to be guessed by whoever could try without end, so
tries are limited where it is typed.
"""

from __future__ import annotations

import hashlib
import hmac
from secrets import compare_digest

from django.conf import settings as site

from tournaments.models import EventTable, Round

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Those that nobody mistakes for one another."""

LENGTH = 8


def typed_code(place: EventTable) -> str:
    """The code of a table as it is printed, in two halves."""
    text = f"sheepfold: event table {place.pk}, typed code {place.links}"
    digest = hmac.digest(site.SECRET_KEY.encode(), text.encode(), hashlib.sha256)
    number = int.from_bytes(digest, "big")
    letters = ""
    for _place in range(LENGTH):
        number, digit = divmod(number, len(LETTERS))
        letters += LETTERS[digit]
    return f"{letters[: LENGTH // 2]}-{letters[LENGTH // 2 :]}"


def place_of_code(typed: str) -> EventTable | None:
    """The table with that code in a round that is being played; one SQL query."""
    wanted = bare_code(typed).encode()
    playing = EventTable.objects.filter(round__state=Round.DRAWN, table__ended_at=None)
    for place in playing.only("pk", "links"):
        if compare_digest(bare_code(typed_code(place)).encode(), wanted):
            return place
    return None


def bare_code(typed: str) -> str:
    """A code without what somebody types between its halves.

    >>> bare_code(" k7qm - 2xhd ")
    'K7QM2XHD'
    """
    return "".join(letter for letter in typed.upper() if letter.isalnum())
