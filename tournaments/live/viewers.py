"""Open views of a table or an event."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tournaments.live import frames
from tournaments.live.pictures import Picture
from tournaments.live.tickets import AnyTicket, EventTicket


class Viewer:
    """One open view: what it may see, which version it has, and what it has yet to take.

    A newer event takes the place of one that was not taken: a slow view gets the latest sheet
    and not all those before it. `seen` is the version that the view has or is about to get.
    """

    def __init__(self, ticket: AnyTicket, seen: int | None) -> None:
        self.ticket = ticket
        self.seen = seen
        own = ticket.own if isinstance(ticket, EventTicket) else None
        self._own_seen = own[1] if own else 0
        self.is_known_director = False
        self.is_greeted = False
        self.is_over = False
        self._events: dict[str, bytes] = {}
        self._news = asyncio.Event()

    @property
    def is_done(self) -> bool:
        """Whether the stream is over and everything was taken."""
        return self.is_over and not self._events

    def show(self, picture: Picture) -> None:
        """Hand over the newest picture, unless the view shows the same already."""
        if picture.is_known_to(self.seen):
            self.seen = picture.version
            self.greet()
            return
        self.seen = picture.version
        self._put(picture.event)

    def say_changed(self, version: int) -> None:
        """Say that there is something new, to a view that fetches it itself."""
        self.seen = version
        self._put(frames.changed(version))

    def say_own_changed(self, version: int) -> None:
        """Say that the sheet of the view's own table has changed, if it has."""
        if version > self._own_seen:
            self._own_seen = version
            self._put(frames.OWN, place="own")

    def greet(self) -> None:
        """Say once to a view that is up to date that it is being kept so."""
        if not self.is_greeted and self.seen is not None:
            self._put(frames.hello(self.seen))

    def dismiss(self) -> None:
        """End the stream of a view that may no longer watch."""
        self._put(frames.GONE)
        self.is_over = True

    def expire(self) -> None:
        """End the stream of a view whose page is to be asked for anew, by whoever may see it."""
        self._events = {}
        self._put(frames.STALE)
        self.is_over = True

    def end(self) -> None:
        """End the stream; the view will come back."""
        self._events, self.is_over = {}, True
        self._news.set()

    async def next_event(self, patience: float) -> bytes | None:
        """What to send; None after so many seconds without it, or because it is over."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), patience)
        self._news.clear()
        events, self._events = self._events, {}
        return b"".join(events.values()) or None

    def _put(self, event: bytes, place: str = "") -> None:
        if self.is_over:
            return
        self._events[place] = event
        self.is_greeted = True
        self._news.set()
