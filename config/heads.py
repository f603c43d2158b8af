"""Limits that uvicorn has not: time for the head of a request, and room for those who ask."""

from __future__ import annotations

import asyncio
import resource
from contextlib import suppress
from math import inf

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from config.visitors import LET_IN_BEFORE

LONGEST_HEAD = 10.0  # seconds
MOST_FILES = 65_536
MOST_AT_ONCE = 2_048
FOR_CONNECTIONS = 0.8
"""The part of this process's files that connections may take before idle ones have to go."""


class PatientProtocol(H11Protocol):
    """uvicorn's own, but a connection whose head does not come to its end is closed.

    uvicorn closes what is silent after an answer, but neither what has never said anything nor what
    has begun to. Each such connection holds a file, until there are none for anybody else. When
    files become few, the longest idle connection makes room for each new one, unless whoever has
    it was let in before.
    """

    _head_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head from now on."""
        super().connection_made(transport)
        self._await_head()
        idle[self] = None
        if len(self.connections) > most_connections():
            hang_up_on_one()

    def data_received(self, data: bytes) -> None:
        """Take what has come; a head that has only begun is waited for no longer than the first."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._await_head()
        else:
            idle.pop(self, None)
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Be idle from now on, unless the next request is there already."""
        idle[self] = None
        super().on_response_complete()
        if self.conn.their_state is not h11.IDLE:
            idle.pop(self, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        idle.pop(self, None)
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


idle: dict[PatientProtocol, None] = {}
"""Connections on which nothing is asked for, the longest idle first; of the whole process, for so
is its limit of files."""


def hang_up_on_one() -> None:
    """Close the longest idle connection of those who asked for nothing on it with a pass."""
    for each in idle:
        if not each.scope or not each.scope.get(LET_IN_BEFORE):
            del idle[each]
            each.transport.close()
            return


def most_connections() -> float:
    """How many connections this process may have before idle ones make room."""
    return FOR_CONNECTIONS * files_allowed()


def most_at_once() -> int:
    """How many new connections may be taken before anything is done about them.

    asyncio takes all that wait, and where it has no file for the next one it does nothing at all
    for a second.
    """
    return int(min(MOST_AT_ONCE, files_allowed() / 10))


def files_allowed() -> float:
    """How many files this process may have open, connections among them."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return inf if soft == resource.RLIM_INFINITY else soft


def allow_many_files() -> None:
    """Let this process hold as many connections as the machine allows it, within reason."""
    with suppress(OSError, ValueError):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
