"""Tickets: what a page holds to be kept up to date, without the secret of the table's link."""

from __future__ import annotations

from typing import NamedTuple

from django.core import signing

SALT = "sheepfold.live"
GOOD_FOR = 48 * 3600  # seconds; an open view outlives it, and a page that comes back is renewed

ANY_LINK = 0
TABLE, EVENT, SERIES = "table", "event", "series"


class TicketExpired(Exception):
    """The ticket is ours and too old."""


class Topic(NamedTuple):
    """What is watched: a table, an event or a series, by its key."""

    kind: str
    pk: int


class Ticket(NamedTuple):
    """What is watched, in which language, and by whose right.

    A table is watched by `link_id`, without one as a public table. Of an event `view` is `news`
    (announcements, the clock, what is on), `standing` (these, and the page of that number) or, as
    of a series, `changes` (only that there was one: the page fetches what it needs). `own` is the
    table of a player's own page, with the version of its sheet that the page knows. `is_director`
    sees what is hidden from the public. `sign_in` is that of whoever runs the club or helps at the
    event, which is asked about as long as he watches.
    """

    kind: str
    pk: int
    language: str
    link_id: int | None = None
    view: str = ""
    page: int = 1
    is_director: bool = False
    own: tuple[int, int] | None = None
    sign_in: int | None = None

    @property
    def topic(self) -> Topic:
        """What is watched."""
        return Topic(self.kind, self.pk)

    @property
    def topics(self) -> tuple[Topic, ...]:
        """What the view is told of: that, and perhaps one of an event's tables."""
        return (self.topic,) if self.own is None else (self.topic, Topic(TABLE, self.own[0]))

    @property
    def shared(self) -> Ticket:
        """The same for all who are shown the same: whoever has any link of a table, names too."""
        link_id = None if self.link_id is None else ANY_LINK
        return self._replace(link_id=link_id, own=None, sign_in=None)

    @property
    def address(self) -> str:
        """The address of the stream, signed."""
        return f"/live/{signing.dumps(self, salt=SALT)}/"


def read_ticket(token: str) -> Ticket | None:
    """The ticket in an address, None where we did not make it; raises TicketExpired."""
    try:
        found = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    except signing.SignatureExpired as problem:
        raise TicketExpired from problem
    except signing.BadSignature:
        return None
    if len(found) != len(Ticket._fields):
        raise TicketExpired  # from before the server was renewed
    ticket = Ticket(*found)
    return ticket._replace(own=(ticket.own[0], ticket.own[1])) if ticket.own else ticket
