"""The one watcher of a process: asks for the versions of what is watched and shows changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from functools import partial
from typing import Any, ParamSpec, TypeVar

import psycopg
from django.db import Error, connection

from tournaments.common.access import Reach, reach_of
from tournaments.common.locks import CHANNEL, listeners
from tournaments.common.rights import Right
from tournaments.live.rendered import (
    CHANGES,
    GONE,
    NEWS,
    OWN,
    STALE,
    Picture,
    draw,
    draw_event,
    told,
)
from tournaments.live.state import State, event_states, series_states, table_states
from tournaments.live.tickets import EVENT, SERIES, TABLE, Ticket, Topic

AGAIN_AFTER = 1.0  # seconds, after a failure

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class DatabaseThread:
    """Asks one question after the other, after a failure on a new connection."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="live")

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have a question answered; raises django.db.Error like any other code that asks."""

        def answer() -> T:
            try:
                return question(*args, **kwargs)
            except Error:
                connection.close()
                raise

        return await asyncio.get_running_loop().run_in_executor(self._executor, answer)

    async def close(self) -> None:
        """Close the connection and let the thread go."""
        await self.ask(lambda: connection.close())  # the thread's connection, not the loop's
        self._executor.shutdown(wait=False)


# Hearing at once what is announced.


class Listener:
    """Calls `heard` whenever some table was announced.

    PostgreSQL says what any process announces, on a connection that is kept up; `is_listening` says
    whether it is. With SQLite this process alone is heard.
    """

    def __init__(self, heard: Callable[[], None]) -> None:
        self._heard = heard
        self.is_listening = False

    async def listen(self) -> None:
        """Listen until cancelled."""
        if connection.vendor != "postgresql":
            await self._listen_here()
            return
        parameters = connection.get_connection_params()
        del parameters["cursor_factory"]  # Django's is not for the event loop
        while True:
            try:
                await self._listen_once(parameters)
            except (psycopg.Error, OSError) as problem:
                logger.warning("Not listening for changes of tables: %s", problem)
            finally:
                self.is_listening = False
            await asyncio.sleep(AGAIN_AFTER)

    async def _listen_here(self) -> None:
        loop = asyncio.get_running_loop()
        hear = partial(loop.call_soon_threadsafe, self._heard)
        listeners.add(hear)
        try:
            await loop.create_future()  # for ever
        finally:
            listeners.discard(hear)

    async def _listen_once(self, parameters: dict[str, Any]) -> None:
        link = await psycopg.AsyncConnection.connect(**parameters, autocommit=True)
        async with link:
            await link.execute(f"LISTEN {CHANNEL}")
            self.is_listening = True
            self._heard()  # of whatever happened before
            async for _announcement in link.notifies():
                self._heard()


# Open views.


class Viewer:
    """One open view: what it may see, which version it has, and what it has yet to take.

    A newer event takes the place of one that was not taken: a slow view gets the latest sheet
    and not all those before it. `seen` is the version that the view has or is about to get, `taken`
    the one that it has. A view whose page is saving a hand `is_saving`: the answer brings it.
    """

    def __init__(self, ticket: Ticket, seen: int | None) -> None:
        self.ticket = ticket
        self.seen = self.taken = seen
        self._own_seen = ticket.own[1] if ticket.own else 0
        self.is_known = self.is_saving = False
        self.is_greeted = False
        self.is_over = False
        self._events: dict[str, bytes] = {}
        self._news = asyncio.Event()

    @property
    def is_done(self) -> bool:
        """Whether the stream is over and everything was taken."""
        return self.is_over and not self._events

    def show(self, picture: Picture) -> None:
        """Hand over the newest picture, unless the view shows the same already.

        A view that shows the one before it gets what is new alone.
        """
        if picture.is_known_to(self.seen):
            self.seen = picture.version
            self.greet()
            return
        shows_the_one_before = picture.before is not None and self.taken == picture.before
        self.seen = picture.version
        self._put(picture.row if shows_the_one_before else picture.event)

    def has_been_answered(self, version: int) -> None:
        """The page has got that version with the answer to a form."""
        if version > (self.seen or 0):
            self.seen = self.taken = version

    def say_changed(self, version: int) -> None:
        """Say that there is something new, to a view that fetches it itself."""
        self.seen = version
        self._put(told("changed", version))

    def say_own_changed(self, version: int) -> None:
        """Say that the sheet of the view's own table has changed, if it has."""
        if version > self._own_seen:
            self._own_seen = version
            self._put(OWN, place="own")

    def greet(self) -> None:
        """Say once to a view that is up to date that it is being kept so."""
        if not self.is_greeted and self.seen is not None:
            self._put(told("hello", self.seen))

    def dismiss(self) -> None:
        """End the stream of a view that may no longer watch."""
        self._put(GONE)
        self.is_over = True

    def expire(self) -> None:
        """End the stream of a view whose page is to be asked for anew, by whoever may see it."""
        self._events = {}
        self._put(STALE)
        self.is_over = True

    def end(self) -> None:
        """End the stream; the view will come back."""
        self._events, self.is_over = {}, True
        self._news.set()

    async def next_event(self, patience: float) -> bytes | None:
        """What to send; None after so many seconds without it, or because it is over."""
        # `wait_for` would make a task each time, which costs more than all else for a view.
        late = asyncio.get_running_loop().call_later(patience, self._news.set)
        try:
            await self._news.wait()
        finally:
            late.cancel()
        self._news.clear()
        events, self._events = self._events, {}
        self.taken = self.seen
        return b"".join(events.values()) or None

    def _put(self, event: bytes, place: str = "") -> None:
        if self.is_over:
            return
        self._events[place] = event
        self.is_greeted = True
        self._news.set()


# Whether those who watch by a right still have it: a ticket says only that they had.

ASKED_EVERY = 0.5  # seconds; whoever comes is asked about at once


class Rights:
    """Asks about each of them who comes, and about all again every so often."""

    def __init__(self, database: DatabaseThread) -> None:
        self._database = database
        self._asked_at = float("-inf")

    async def admit(self, ticket: Ticket) -> bool:
        """Whether a ticket is still worth what it says.

        While the database is away nobody can say; the stream then shows nothing before it can.
        """
        if ticket.sign_in is None:
            return True
        try:
            return await self._database.ask(may_watch, ticket)
        except Error:
            return True

    async def end_lost(
        self,
        views: Mapping[Topic, Iterable[Viewer]],
        states: Mapping[Topic, State | None],
        now: float,
    ) -> None:
        """End the streams of those who have been signed out, or may not watch any more.

        `states` are those of the topics; `now` is in seconds. Two SQL queries at most, however
        many they are, and none where nobody is to be asked about.
        """
        is_time = now - self._asked_at >= ASKED_EVERY
        asked = [
            (topic, view, view.ticket.sign_in)
            for topic, those in views.items()
            for view in those
            if view.ticket.sign_in is not None
            and view.ticket.topic == topic
            and (is_time or not view.is_known)
        ]
        if is_time:
            self._asked_at = now
        if not asked:
            return
        reach = await self._database.ask(reach_of, {sign_in for _t, _v, sign_in in asked})
        for topic, view, sign_in in asked:
            view.is_known = True
            state = states.get(topic)
            if state is not None and not _is_worth(view.ticket, state, reach[sign_in]):
                view.expire()


def may_watch(ticket: Ticket) -> bool:
    """Whether a sign-in has not ended, and still may what the ticket says."""
    states = (event_states if ticket.kind == EVENT else series_states)([ticket.pk])
    sign_in = ticket.sign_in or 0
    reach = reach_of([sign_in])[sign_in]
    return ticket.pk in states and _is_worth(ticket, states[ticket.pk], reach)


def _is_worth(ticket: Ticket, state: State, reach: Reach) -> bool:
    if state.club_id is None:
        return False
    event = ticket.pk if ticket.kind == EVENT else None
    may = reach.rights(state.club_id, event, is_over=state.is_over)
    return Right.LOOK in may if ticket.is_director else bool(may)


# The watcher.

PACE = 0.25  # seconds between two looks: what was not announced is seen then
PACE_WHILE_LISTENING = 1.0  # every process announces: there is less to catch
REST = 4  # times as long as a look took, `PACE` at most: however many save, pages have their time
EVENT_PACE = 0.5  # seconds between two pictures of the same event: the newest wins
SURE_FOR = 4.0  # seconds for which an answer is worth telling the views that they are live


class Broker:
    """Knows every open view of this process. Made and used in one event loop alone."""

    def __init__(self) -> None:
        self._views: dict[Topic, set[Viewer]] = {}
        self._pictures: dict[Ticket, Picture] = {}
        self._drawn_at: dict[Topic, float] = {}
        self._is_behind = False
        self._news = asyncio.Event()
        self._database = DatabaseThread()
        self.rights = Rights(self._database)
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
            began = self._loop.time()
            try:
                await self._look()
                await asyncio.sleep(min(REST * (self._loop.time() - began), PACE))
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
        await self.rights.end_lost(watched, states, self._loop.time())
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
        late: dict[Ticket, list[Viewer]] = {}
        for view in views:
            if view.ticket.topic != topic:
                view.say_own_changed(state.version if state else 0)
            elif state is None or not state.admits(view.ticket):
                view.dismiss()
            elif view.is_saving:
                self._is_behind = True
            elif view.seen == state.version:
                await self._remember(view.ticket.shared, state.version)
                view.greet()
            else:
                late.setdefault(view.ticket.shared, []).append(view)
        if state is not None and late and self._may_draw(topic):
            for key, those in late.items():
                await self._show(key, those, state.version)

    async def _remember(self, key: Ticket, version: int) -> None:
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

    async def _show(self, key: Ticket, views: Iterable[Viewer], version: int) -> None:
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

    async def _picture(self, key: Ticket, version: int) -> Picture | None:
        """The newest picture, drawn once; None where it cannot be drawn."""
        known = self._pictures.get(key)
        if known is None or known.version != version:
            try:
                known = (await self._drawn(key)).after(known)
            except Error:
                raise
            except Exception:
                # One table that cannot be shown must not stop the others.
                logger.exception("%s %s cannot be drawn.", key.kind, key.pk)
                return None
            if key.topic in self._views:
                self._pictures[key] = known
        return known

    async def _drawn(self, key: Ticket) -> Picture:
        if key.kind == TABLE:
            return await self._database.ask(draw, key)
        return await self._database.ask(draw_event, key)
