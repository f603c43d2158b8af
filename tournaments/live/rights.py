"""Whether those who watch as directors still are: a ticket says only that they were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tournaments.live.database import DatabaseThread
from tournaments.live.tickets import Ticket, Topic
from tournaments.live.viewers import Viewer
from tournaments.queries.directing import directed_by

ASKED_EVERY = 20.0  # seconds; whoever comes is asked about at once


class Rights:
    """Asks about each director who comes, and about all of them again every so often."""

    def __init__(self, database: DatabaseThread) -> None:
        self._database = database
        self._asked_at = float("-inf")

    async def end_lost(
        self, views: Mapping[Topic, Iterable[Viewer]], clubs: Mapping[Topic, int], now: float
    ) -> None:
        """End the streams of those who direct the club of what they watch no more.

        `clubs` are those of the topics; `now` is in seconds. One or two SQL queries for each
        account, and none where nobody is to be asked about.
        """
        is_time = now - self._asked_at >= ASKED_EVERY
        asked = [
            (topic, view, user)
            for topic, view, user in _directors(views)
            if is_time or not view.is_known_director
        ]
        if is_time:
            self._asked_at = now
        if not asked:
            return
        directed = await self._database.ask(directed_by, {user for _t, _v, user in asked})
        for topic, view, user in asked:
            view.is_known_director = True
            if topic in clubs and clubs[topic] not in directed[user]:
                view.expire()


def _directors(views: Mapping[Topic, Iterable[Viewer]]) -> Iterator[tuple[Topic, Viewer, int]]:
    """Whoever watches as a director, with the topic that he directs and his account."""
    for topic, those in views.items():
        for view in those:
            ticket = view.ticket
            if isinstance(ticket, Ticket) or not ticket.is_director or ticket.topics[0] != topic:
                continue
            yield topic, view, ticket.user_id or 0
