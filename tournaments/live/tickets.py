"""Tickets: what a page holds to be kept up to date, without the secret of the table's link."""

from __future__ import annotations

from typing import NamedTuple

from django.core import signing

SALT = "sheepfold.live"
GOOD_FOR = 48 * 3600  # seconds; an open view outlives it, and a page that comes back is renewed


class TicketExpired(Exception):
    """The ticket is ours and too old."""


class Ticket(NamedTuple):
    """Which table is watched, by which link (None: as a public table), and in which language."""

    table_id: int
    link_id: int | None
    language: str

    @property
    def address(self) -> str:
        """The address of the stream, signed."""
        token = signing.dumps(
            {"t": self.table_id, "l": self.link_id, "g": self.language}, salt=SALT
        )
        return f"/live/{token}/"


def read_ticket(token: str) -> Ticket | None:
    """The ticket in an address, None where we did not make it; raises TicketExpired."""
    try:
        found = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    except signing.SignatureExpired as problem:
        raise TicketExpired from problem
    except signing.BadSignature:
        return None
    return Ticket(found["t"], found["l"], found["g"])
