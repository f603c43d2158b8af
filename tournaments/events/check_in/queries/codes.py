"""The code of somebody who registered by himself, as it comes into the door's search field."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.events.results.queries.sheet_codes import bare_code
from tournaments.models import (
    REGISTRATION_CODE,
    REGISTRATION_LETTERS,
    Entry,
    Event,
    Registration,
    hash_secret,
)

LONGEST_SCAN = 400
"""A scanned address with the longest name of a host is shorter."""

ADDRESS = re.compile(r"/(?:in|r)/(?P<secret>[\w-]+)/?")
LETTERS = re.compile(f"[{REGISTRATION_LETTERS}]{{{REGISTRATION_CODE}}}")


class Code(NamedTuple):
    """What was scanned or typed in place of a name, and whose it is at the event.

    `refused` says why it is nobody's.
    """

    is_scanned: bool
    entry: Entry | None
    refused: str = ""


def read_code(event: Event, typed: str) -> Code | None:
    """The code that is typed, None where it is none; one SQL query where it is one.

    No name has eight letters without a vowel, so the letters are no name either.
    """
    address = ADDRESS.search(typed[:LONGEST_SCAN])
    letters = bare_code(typed)
    if address:
        asked = {"secret_hash": hash_secret(address["secret"])}
    elif LETTERS.fullmatch(letters):
        asked = {"code": letters}
    else:
        return None
    found = Registration.objects.filter(**asked).select_related("entry").first()
    is_scanned = address is not None
    if found is None:
        nobody = _(
            "Nobody is registered by this code. Whoever has withdrawn and registered again has "
            "another one."
        )
        return Code(is_scanned, None, nobody)
    if found.entry.event_id != event.pk:
        return Code(is_scanned, None, _("This code is for another event."))
    return Code(is_scanned, found.entry)
