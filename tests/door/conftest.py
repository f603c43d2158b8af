"""A small site behind the front door, on a real server."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable, Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import pytest
from a2wsgi import WSGIMiddleware

from config.front_door import FrontDoor
from config.known import KnownBrowsers
from config.limits import Limits
from config.passes import Passes
from tests.serving import PATIENCE, Served, served

__all__ = ["served"]

THREADS = 8
PASSES = Passes("secret", "pass")
KNOWN = KnownBrowsers("secret", "known", 365)
HEADERS = [(b"x-frame-options", b"DENY")]

Serves = Callable[..., Served]


def site(environ: Any, start_response: Any) -> Iterable[bytes]:
    """Reads its form as the check of where a form comes from does: on its thread."""
    size = int(environ.get("CONTENT_LENGTH") or 0)
    read = environ["wsgi.input"].read(size) if size else b""
    if environ["PATH_INFO"] in ("/slow/", "/sign-in/"):
        time.sleep(0.5)
    status = "404 Not Found" if "unknown" in environ["PATH_INFO"] else "200 OK"
    start_response(status, [("Content-Type", "text/plain")])
    return [f"{len(read)} {environ.get('REMOTE_ADDR')}".encode()]


def pages() -> Any:
    return WSGIMiddleware(site, workers=THREADS)


def door(**limits: int) -> FrontDoor:
    return FrontDoor(
        pages(),
        pages(),
        threads=THREADS,
        limits=Limits(**limits),
        passes=PASSES,
        known=KNOWN,
        headers=HEADERS,
    )


@pytest.fixture
def serves() -> Iterator[Serves]:
    """Serves an application, and stops it after the test."""
    sites = []

    def serve(app: Any, **more: Any) -> Served:
        sites.append(Served(app, lifespan="off", **more))
        sites[-1].start()
        return sites[-1]

    yield serve
    for each in sites:
        each.stop()


class Read(HTTPResponse):
    """An answer that was read to its end."""

    text: str


def asks(served: Served, path: str = "/", patience: float = PATIENCE, **more: Any) -> Read:
    """The answer, read to its end; it is kept as `text`."""
    line = HTTPConnection("127.0.0.1", served.port, timeout=patience)
    line.response_class = Read
    try:
        line.request("POST" if "body" in more else "GET", path, **more)
        answer = line.getresponse()
        assert isinstance(answer, Read)
        answer.text = answer.read().decode()
        return answer
    finally:
        line.close()


def begins(served: Served, sent: bytes, path: str = "/", length: int = 5000) -> socket.socket:
    """Begin to send a form, and send no more of it."""
    line = socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n"
    line.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n".encode() + sent)
    return line


def rest_of(line: socket.socket) -> bytes:
    """What comes until the server closes the line."""
    parts = []
    while part := line.recv(65_536):
        parts.append(part)
    line.close()
    return b"".join(parts)
