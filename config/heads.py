"""A limit of time for the head of a request, which uvicorn has not."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

LONGEST_HEAD = 10.0  # seconds
MOST_FILES = 65_536


class PatientProtocol(H11Protocol):
    """uvicorn's own, but a connection whose head does not come to its end is closed.

    uvicorn closes what is silent after an answer, but neither what has never said anything nor what
    has begun to. Each such connection holds a file, until there are none for anybody else.
    """

    _head_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head from now on."""
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        """Take what has come; a head that has only begun is waited for no longer than the first."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._await_head()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        if self._head_due is None:
            self._head_due = self.loop.call_later(LONGEST_HEAD, self._give_up)

    def _stop_waiting(self) -> None:
        if self._head_due is not None:
            self._head_due.cancel()
            self._head_due = None

    def _give_up(self) -> None:
        self._head_due = None
        if self.conn.their_state is h11.IDLE:
            self.transport.close()


def allow_many_files() -> None:
    """Let this process hold as many connections as the machine allows it, within reason."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
