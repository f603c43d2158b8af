"""The real server in a thread, for tests that need more than Django's own."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from http.client import HTTPConnection, HTTPResponse
from random import random
from typing import Any, NamedTuple

import pytest
import uvicorn
from django.db import DEFAULT_DB_ALIAS, connections
from uvicorn.importer import import_from_string

# What a test says when it fails is not to be looked for among the addresses that were asked for.
for talker in ("uvicorn.access", "uvicorn.error"):
    logging.getLogger(talker).setLevel(logging.WARNING)

GZIP = 16 + zlib.MAX_WBITS
PATIENCE = 20  # seconds after which a test gives up; nothing is measured with it


class Server(uvicorn.Server):
    """Ends the streams itself: only a process's main thread hears the signal that does it."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from tournaments.live.asgi import streams

        streams.end()
        await super().shutdown(sockets)


class Late:
    """The site on a bad line: an answer comes up to so many seconds later, a script twice that."""

    def __init__(self, app: Callable[..., Any] | str, most: float) -> None:
        self.app, self.most = app, most

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            most = self.most * (2 if scope["path"].endswith(".js") else 1)
            await asyncio.sleep(most * random())
        await import_from_string(self.app)(scope, receive, send)


class Served:
    """The site on a port of this machine; it can be stopped, and started again on the same port."""

    late = 0.0  # seconds by which an answer may come later; so many as `--late` says

    def __init__(
        self, app: Callable[..., Any] | str = "config.asgi:application", **more: Any
    ) -> None:
        self.app, self.more = app, more
        self.port = 0
        self.server: Server | None = None
        self.thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        listener.listen(128)
        self.port = listener.getsockname()[1]
        config = uvicorn.Config(
            Late(self.app, self.late) if self.late else self.app,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=5,
            **self.more,
        )
        self.server = Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([listener],))
        self.thread.start()
        deadline = time.monotonic() + PATIENCE
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.02)

    def stop(self) -> None:
        if self.server and self.thread:
            self.server.should_exit = True
            self.thread.join(PATIENCE)
            assert not self.thread.is_alive(), "the server does not stop"
            self.server = None


class Event(NamedTuple):
    """One event of a stream."""

    name: str
    data: str
    version: int | None


class Stream:
    """An open stream, read as a browser reads it."""

    def __init__(self, served: Served, address: str, method: str = "GET", **headers: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, address, headers=named)
        self.response: HTTPResponse = self.connection.getresponse()
        self.taken = 0
        self._unpacked = b""
        is_packed = self.response.getheader("Content-Encoding") == "gzip"
        self._unpacks = zlib.decompressobj(GZIP) if is_packed else None

    def _line(self) -> bytes:
        """The next line, empty at the end; unpacked as it comes."""
        if self._unpacks is None:
            return self.response.readline()
        while b"\n" not in self._unpacked:
            part = self.response.read1()
            if not part:
                return b""
            self.taken += len(part)
            self._unpacked += self._unpacks.decompress(part)
        line, _, self._unpacked = self._unpacked.partition(b"\n")
        return line + b"\n"

    def __iter__(self) -> Iterator[Event]:
        """The events but the beats, until the stream ends; fails where only beats come."""
        deadline = time.monotonic() + PATIENCE
        for event in self.everything():
            if event.name != "beat":
                yield event
                deadline = time.monotonic() + PATIENCE
            assert time.monotonic() < deadline, "the stream beats, and neither tells nor ends"

    def everything(self) -> Iterator[Event]:
        """The events, until the stream ends."""
        fields: dict[str, list[str]] = {}
        while line := self._line().decode():
            name, _, value = line.rstrip("\n").partition(": ")
            if name:
                fields.setdefault(name, []).append(value)
            else:
                if "event" in fields:
                    version = int(fields["id"][0]) if "id" in fields else None
                    yield Event(fields["event"][0], "\n".join(fields["data"]), version)
                fields = {}

    def next(self) -> Event:
        return next(iter(self))

    def close(self) -> None:
        self.connection.close()
        self.response.close()


@pytest.fixture
def served(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """The site, served from the test's database."""
    monkeypatch.setenv("SHEEPFOLD_LOCAL", "1")
    site = Served()
    site.start()
    yield site
    site.stop()
    connections.close_all()


@pytest.fixture
def impatient() -> Iterator[None]:
    """New connections wait for SQLite for a tenth of a second only."""
    options = connections.settings[DEFAULT_DB_ALIAS]["OPTIONS"]
    usual = options.get("timeout")
    if usual is not None:
        options["timeout"] = 0.1
    yield
    if usual is not None:
        options["timeout"] = usual
