"""Open views of a table."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tournaments.live import frames
from tournaments.live.pictures import Picture
from tournaments.live.tickets import Ticket


class Viewer:
    """One open view: what it may see, which version it has, and the one event it has yet to take.

    A newer event takes the place of one that was not taken: a slow view gets the latest sheet
    and not all those before it. `seen` is the version that the view has or is about to get.
    """

    def __init__(self, ticket: Ticket, seen: int | None) -> None:
        self.ticket = ticket
        self.seen = seen
        self.is_greeted = False
        self.is_over = False
        self._event: bytes | None = None
        self._news = asyncio.Event()

    @property
    def is_done(self) -> bool:
        """Whether the stream is over and everything was taken."""
        return self.is_over and self._event is None

    def show(self, picture: Picture) -> None:
        """Hand over the newest sheet."""
        self.seen = picture.version
        self._put(picture.event)

    def greet(self) -> None:
        """Say once to a view that is up to date that it is being kept so."""
        if not self.is_greeted and self.seen is not None:
            self._put(frames.hello(self.seen))

    def dismiss(self) -> None:
        """End the stream of a view that may no longer watch."""
        self._put(frames.GONE)
        self.is_over = True

    def end(self) -> None:
        """End the stream; the view will come back."""
        self._event, self.is_over = None, True
        self._news.set()

    async def next_event(self, patience: float) -> bytes | None:
        """The event to send; None after so many seconds without one, or because it is over."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), patience)
        self._news.clear()
        event, self._event = self._event, None
        return event

    def _put(self, event: bytes) -> None:
        if self.is_over:
            return
        self._event, self.is_greeted = event, True
        self._news.set()
