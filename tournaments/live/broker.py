"""The one watcher of a process: asks for the versions of what is watched and shows changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from contextvars import Context
from typing import NamedTuple

from django.db import Error

from tournaments.live.database import DatabaseThread
from tournaments.live.listening import Listener
from tournaments.live.pictures import CHANGES, NEWS, Picture, draw, draw_event
from tournaments.live.rights import Rights
from tournaments.live.state import (
    EventState,
    SeriesState,
    TableState,
    event_states,
    series_states,
    table_states,
)
from tournaments.live.tickets import (
    EVENT,
    SERIES,
    TABLE,
    AnyTicket,
    EventTicket,
    SeriesTicket,
    Topic,
)
from tournaments.live.viewers import Viewer

PACE = 0.25  # seconds between two questions
PACE_WHILE_LISTENING = 1.0  # changes are announced: this only catches what was not
EVENT_PACE = 0.5  # seconds between two pictures of the same event: the newest wins
AGAIN_AFTER = 1.0  # seconds, after a failure
SURE_FOR = 4.0  # seconds for which an answer is worth telling the views that they are live

Directed = EventState | SeriesState
State = TableState | Directed

logger = logging.getLogger(__name__)


class Broker:
    """Knows every open view of this process. Made and used in one event loop alone."""

    def __init__(self) -> None:
        self._views: dict[Topic, set[Viewer]] = {}
        self._pictures: dict[PictureKey, Picture] = {}
        self._drawn_at: dict[Topic, float] = {}
        self._is_behind = False
        self._news = asyncio.Event()
        self._database = DatabaseThread()
        self._rights = Rights(self._database)
        self._listener = Listener(self._news.set)
        self._loop = asyncio.get_running_loop()
        self._last_answer = self._loop.time()
        # A context of their own: that of the first request would end with it.
        self._tasks = [
            self._loop.create_task(work, context=Context())
            for work in (self._watch(), self._listener.listen())
        ]
        self.is_ending = False

    @property
    def is_sure(self) -> bool:
        """Whether the database answered a moment ago, so that the views are known to be right."""
        return self._loop.time() - self._last_answer < SURE_FOR

    async def admit(self, ticket: AnyTicket) -> bool:
        """Whether whoever comes with this ticket may watch, as far as anybody can say."""
        return await self._rights.admit(ticket)

    def join(self, viewer: Viewer) -> None:
        """Keep a view up to date from now on."""
        for topic in viewer.ticket.topics:
            self._views.setdefault(topic, set()).add(viewer)
        self._news.set()

    def leave(self, viewer: Viewer) -> None:
        """Forget a view, and with a topic's last view also its pictures."""
        for topic in viewer.ticket.topics:
            self._views[topic].discard(viewer)
            if not self._views[topic]:
                del self._views[topic]
                self._drawn_at.pop(topic, None)
                for key in [key for key in self._pictures if key.topic == topic]:
                    del self._pictures[key]

    def end(self) -> None:
        """End every stream, because the server is about to stop."""
        self.is_ending = True
        for views in self._views.values():
            for viewer in views:
                viewer.end()

    async def stop(self) -> None:
        """End everything and close the connections."""
        self.end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._database.close()

    async def _watch(self) -> None:
        while True:
            await self._pause()
            try:
                await self._look()
            except Exception as problem:  # whatever it was, the views are waiting
                unexpected = not isinstance(problem, Error)
                logger.warning("No look at the tables: %s", problem, exc_info=unexpected)
                await asyncio.sleep(AGAIN_AFTER)

    async def _pause(self) -> None:
        """Wait until it is time to look: for ever where nobody watches."""
        if self._views:
            is_told = self._listener.is_listening and not self._is_behind
            pace = PACE_WHILE_LISTENING if is_told else PACE
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), pace)
        else:
            await self._news.wait()
        self._news.clear()

    async def _look(self) -> None:
        """Ask once for all things of a kind, and show each view what is new."""
        self._is_behind = False
        watched = {topic: list(views) for topic, views in self._views.items()}
        states = await self._states(watched)
        clubs = {t: s.club_id for t, s in states.items() if isinstance(s, Directed)}
        await self._rights.end_lost(watched, clubs, self._loop.time())
        for topic, state in states.items():
            await self._serve(topic, state, watched[topic])

    async def _states(self, topics: Iterable[Topic]) -> dict[Topic, State | None]:
        """What the database says of each; None where there is nothing."""
        states: dict[Topic, State | None] = dict.fromkeys(topics)
        asked: Iterable[tuple[str, Callable[[Collection[int]], Mapping[int, State]]]] = (
            (TABLE, table_states),
            (EVENT, event_states),
            (SERIES, series_states),
        )
        for kind, ask in asked:
            keys = [topic.pk for topic in states if topic.kind == kind]
            if keys:
                found = await self._database.ask(ask, keys)
                states |= {Topic(kind, pk): found.get(pk) for pk in keys}
                self._last_answer = self._loop.time()
        return states

    async def _serve(self, topic: Topic, state: State | None, views: Iterable[Viewer]) -> None:
        """Bring the views of a topic up to date, those who may no longer watch to their end."""
        late: dict[PictureKey, list[Viewer]] = {}
        for view in views:
            if view.ticket.topics[0] != topic:
                view.say_own_changed(state.version if state else 0)
            elif state is None or not state.admits(view.ticket):
                view.dismiss()
            elif view.seen == state.version:
                await self._remember(picture_key(view.ticket), state.version)
                view.greet()
            else:
                late.setdefault(picture_key(view.ticket), []).append(view)
        if state is not None and late and self._may_draw(topic):
            for key, those in late.items():
                await self._show(key, those, state.version)

    async def _remember(self, key: PictureKey, version: int) -> None:
        """Draw what the views show already, so that it is known whether a change changes it."""
        if key.view == NEWS and key not in self._pictures:
            await self._picture(key, version)

    def _may_draw(self, topic: Topic) -> bool:
        """Whether enough time has passed: an event of many tables changes all the time."""
        if topic.kind == TABLE:
            return True
        now = self._loop.time()
        if now - self._drawn_at.get(topic, 0.0) < EVENT_PACE:
            self._is_behind = True
            return False
        self._drawn_at[topic] = now
        return True

    async def _show(self, key: PictureKey, views: Iterable[Viewer], version: int) -> None:
        if key.view == CHANGES:
            for view in views:
                view.say_changed(version)
            return
        picture = await self._picture(key, version)
        for view in views:
            if picture:
                view.show(picture)
            else:
                view.end()

    async def _picture(self, key: PictureKey, version: int) -> Picture | None:
        """The newest picture, drawn once; None where it cannot be drawn."""
        known = self._pictures.get(key)
        if known is None or known.version != version:
            try:
                known = (await self._drawn(key)).after(known)
            except Error:
                raise
            except Exception:
                # One table that cannot be shown must not stop the others.
                logger.exception("%s %s cannot be drawn.", key.topic.kind, key.topic.pk)
                return None
            if key.topic in self._views:
                self._pictures[key] = known
        return known

    async def _drawn(self, key: PictureKey) -> Picture:
        pk, language = key.topic.pk, key.language
        if key.topic.kind == TABLE:
            return await self._database.ask(draw, pk, language)
        ticket = EventTicket(pk, key.view, language, key.page, key.is_director)
        return await self._database.ask(draw_event, ticket)


class PictureKey(NamedTuple):
    """What a picture depends on beside the state: who may be shown the same one."""

    topic: Topic
    language: str
    view: str = ""
    page: int = 1
    is_director: bool = False


def picture_key(ticket: AnyTicket) -> PictureKey:
    """Which picture the holder of a ticket is shown."""
    topic = ticket.topics[0]
    if isinstance(ticket, EventTicket):
        return PictureKey(topic, ticket.language, ticket.view, ticket.page, ticket.is_director)
    if isinstance(ticket, SeriesTicket):
        return PictureKey(topic, ticket.language, CHANGES)
    return PictureKey(topic, ticket.language)
