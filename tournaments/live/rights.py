"""Whether those who watch as directors still are: a ticket says only that they were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeGuard

from django.db import Error

from tournaments.common.access import directed_by
from tournaments.live.database import DatabaseThread
from tournaments.live.tickets import EVENT, AnyTicket, EventTicket, SeriesTicket, Ticket, Topic
from tournaments.live.viewers import Viewer
from tournaments.models import Event, Series

ASKED_EVERY = 0.5  # seconds; whoever comes is asked about at once


class Rights:
    """Asks about each director who comes, and about all of them again every so often."""

    def __init__(self, database: DatabaseThread) -> None:
        self._database = database
        self._asked_at = float("-inf")

    async def admit(self, ticket: AnyTicket) -> bool:
        """Whether a ticket is still worth what it says.

        While the database is away nobody can say; the stream then shows nothing before it can.
        """
        if not _is_director(ticket):
            return True
        try:
            return await self._database.ask(may_watch, ticket)
        except Error:
            return True

    async def end_lost(
        self, views: Mapping[Topic, Iterable[Viewer]], clubs: Mapping[Topic, int], now: float
    ) -> None:
        """End the streams of those who have been signed out, or direct what they watch no more.

        `clubs` are those of the topics; `now` is in seconds. Three SQL queries at most, however
        many they are, and none where nobody is to be asked about.
        """
        is_time = now - self._asked_at >= ASKED_EVERY
        asked = [
            (topic, view, sign_in)
            for topic, view, sign_in in _directors(views)
            if is_time or not view.is_known_director
        ]
        if is_time:
            self._asked_at = now
        if not asked:
            return
        directed = await self._database.ask(directed_by, {sign_in for _t, _v, sign_in in asked})
        for topic, view, sign_in in asked:
            view.is_known_director = True
            if topic in clubs and clubs[topic] not in directed[sign_in]:
                view.expire()


def may_watch(ticket: EventTicket | SeriesTicket) -> bool:
    """Whether a director's sign-in has not ended, and he directs the club of what he watches."""
    topic = ticket.topics[0]
    watched = Event.objects if topic.kind == EVENT else Series.objects
    club_id = watched.filter(pk=topic.pk).values_list("club_id", flat=True).first()
    sign_in = ticket.sign_in or 0
    return club_id in directed_by([sign_in])[sign_in]


def _is_director(ticket: AnyTicket) -> TypeGuard[EventTicket | SeriesTicket]:
    return not isinstance(ticket, Ticket) and ticket.is_director


def _directors(views: Mapping[Topic, Iterable[Viewer]]) -> Iterator[tuple[Topic, Viewer, int]]:
    """Whoever watches as a director, with the topic that he directs and his sign-in."""
    for topic, those in views.items():
        for view in those:
            ticket = view.ticket
            if _is_director(ticket) and ticket.topics[0] == topic:
                yield topic, view, ticket.sign_in or 0
