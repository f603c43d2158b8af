"""Tickets: what a page holds to be kept up to date, without the secret of the table's link."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.core import signing

SALT = "sheepfold.live"
GOOD_FOR = 48 * 3600  # seconds; an open view outlives it, and a page that comes back is renewed

TABLE, EVENT, SERIES = "table", "event", "series"


class TicketExpired(Exception):
    """The ticket is ours and too old."""


class Topic(NamedTuple):
    """What is watched: a table, an event or a series, by its key."""

    kind: str
    pk: int


class Ticket(NamedTuple):
    """Which table is watched, by which link (None: as a public table), and in which language."""

    table_id: int
    link_id: int | None
    language: str

    @property
    def topics(self) -> tuple[Topic, ...]:
        """What the view is told of."""
        return (Topic(TABLE, self.table_id),)

    @property
    def address(self) -> str:
        """The address of the stream, signed."""
        return _signed({"t": self.table_id, "l": self.link_id, "g": self.language})


class EventTicket(NamedTuple):
    """Which event is watched, and what the view is to be sent.

    `view`: `news` (announcements, the clock, what is on), `standing` (these, and the page of that
    number) or `changes` (only that there was one: the page fetches what it needs). `own` is the
    table of a player's own page, with the version of its sheet that the page knows. `sign_in` is
    that of a director, which is asked about as long as he watches.
    """

    event_id: int
    view: str
    language: str
    page: int = 1
    is_director: bool = False
    own: tuple[int, int] | None = None
    sign_in: int | None = None

    @property
    def topics(self) -> tuple[Topic, ...]:
        """What the view is told of: the event, and perhaps one of its tables."""
        event = Topic(EVENT, self.event_id)
        return (event,) if self.own is None else (event, Topic(TABLE, self.own[0]))

    @property
    def address(self) -> str:
        """The address of the stream, signed."""
        return _signed(
            {
                "e": self.event_id,
                "v": self.view,
                "g": self.language,
                "p": self.page,
                "d": self.is_director,
                "o": self.own,
                "k": self.sign_in,
            }
        )


class SeriesTicket(NamedTuple):
    """Which series is watched; its view is only told that something changed."""

    series_id: int
    language: str
    is_director: bool = False
    sign_in: int | None = None

    @property
    def topics(self) -> tuple[Topic, ...]:
        """What the view is told of."""
        return (Topic(SERIES, self.series_id),)

    @property
    def address(self) -> str:
        """The address of the stream, signed."""
        return _signed(
            {"s": self.series_id, "g": self.language, "d": self.is_director, "k": self.sign_in}
        )


AnyTicket = Ticket | EventTicket | SeriesTicket


def _signed(ticket: dict[str, Any]) -> str:
    return f"/live/{signing.dumps(ticket, salt=SALT)}/"


def read_ticket(token: str) -> AnyTicket | None:
    """The ticket in an address, None where we did not make it; raises TicketExpired."""
    try:
        found = signing.loads(token, salt=SALT, max_age=GOOD_FOR)
    except signing.SignatureExpired as problem:
        raise TicketExpired from problem
    except signing.BadSignature:
        return None
    if "t" not in found and "k" not in found:
        raise TicketExpired  # from before the server was renewed
    if "t" in found:
        return Ticket(found["t"], found["l"], found["g"])
    if "s" in found:
        return SeriesTicket(found["s"], found["g"], found["d"], found["k"])
    own = None if found["o"] is None else (found["o"][0], found["o"][1])
    director = (found["d"], own, found["k"])
    return EventTicket(found["e"], found["v"], found["g"], found["p"], *director)
