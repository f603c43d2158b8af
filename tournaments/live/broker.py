"""The one watcher of a process: asks for the versions of the watched tables and shows changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from contextvars import Context

from django.db import Error

from tournaments.live.database import DatabaseThread
from tournaments.live.listening import Listener
from tournaments.live.pictures import Picture, draw
from tournaments.live.state import TableState, table_states
from tournaments.live.viewers import Viewer

PACE = 0.25  # seconds between two questions
PACE_WHILE_LISTENING = 1.0  # changes are announced: this only catches what was not
AGAIN_AFTER = 1.0  # seconds, after a failure
SURE_FOR = 4.0  # seconds for which an answer is worth telling the views that they are live

logger = logging.getLogger(__name__)


class Broker:
    """Knows every open view of this process. Made and used in one event loop alone."""

    def __init__(self) -> None:
        self._views: dict[int, set[Viewer]] = {}
        self._pictures: dict[tuple[int, str], Picture] = {}
        self._news = asyncio.Event()
        self._database = DatabaseThread()
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
    def count(self) -> int:
        """How many views are open."""
        return sum(len(views) for views in self._views.values())

    @property
    def is_sure(self) -> bool:
        """Whether the database answered a moment ago, so that the views are known to be right."""
        return self._loop.time() - self._last_answer < SURE_FOR

    def join(self, viewer: Viewer) -> None:
        """Keep a view up to date from now on."""
        self._views.setdefault(viewer.ticket.table_id, set()).add(viewer)
        self._news.set()

    def leave(self, viewer: Viewer) -> None:
        """Forget a view, and with a table's last view also its pictures."""
        table_id = viewer.ticket.table_id
        self._views[table_id].discard(viewer)
        if not self._views[table_id]:
            del self._views[table_id]
            for key in [key for key in self._pictures if key[0] == table_id]:
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
            pace = PACE_WHILE_LISTENING if self._listener.is_listening else PACE
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), pace)
        else:
            await self._news.wait()
        self._news.clear()

    async def _look(self) -> None:
        """Ask once for all tables, and show each view what it has not seen."""
        watched = {table_id: list(views) for table_id, views in self._views.items()}
        if not watched:
            return
        states = await self._database.ask(table_states, list(watched))
        self._last_answer = self._loop.time()
        for table_id, views in watched.items():
            await self._serve(table_id, states.get(table_id), views)

    async def _serve(
        self, table_id: int, state: TableState | None, views: Collection[Viewer]
    ) -> None:
        admitted = [view for view in views if state and state.admits(view.ticket)]
        for view in set(views).difference(admitted):
            view.dismiss()
        if state is None:
            return
        behind: dict[str, list[Viewer]] = {}
        for view in admitted:
            if view.seen == state.version:
                view.greet()
            else:
                behind.setdefault(view.ticket.language, []).append(view)
        for language, late in behind.items():
            picture = await self._picture(table_id, language, state.version)
            for view in late:
                if picture:
                    view.show(picture)
                else:
                    view.end()

    async def _picture(self, table_id: int, language: str, version: int) -> Picture | None:
        """The newest picture, drawn once; None where it cannot be drawn."""
        key = (table_id, language)
        known = self._pictures.get(key)
        if known is None or known.version != version:
            try:
                known = await self._database.ask(draw, table_id, language)
            except Error:
                raise
            except Exception:
                # One table that cannot be shown must not stop the others.
                logger.exception("Table %s cannot be drawn.", table_id)
                return None
            if table_id in self._views:
                self._pictures[key] = known
        return known
