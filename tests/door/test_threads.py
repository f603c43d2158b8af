"""A thread hands its answer over and is free."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from config.threads import Pages
from tests.loops import finished

PARTS = 50


def many_parts(environ: Any, start_response: Any) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"%d " % part for part in range(PARTS)]


class Visitor:
    """Asks for a page; takes nothing of the answer before `takes` is set."""

    def __init__(self) -> None:
        self.takes = asyncio.Event()
        self.text = b""

    async def receive(self) -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Any) -> None:
        await self.takes.wait()
        self.text += message.get("body", b"")

    async def asks(self, pages: Pages) -> None:
        scope: Any = {"type": "http", "method": "GET", "path": "/", "query_string": b""}
        await pages(scope | {"http_version": "1.1", "headers": []}, self.receive, self.send)


def test_whoever_takes_nothing_of_a_long_answer_holds_no_thread() -> None:
    async def story() -> tuple[bytes, bytes]:
        pages, slow, quick = Pages(many_parts, workers=1), Visitor(), Visitor()
        waiting = asyncio.create_task(slow.asks(pages))
        await asyncio.sleep(0)
        quick.takes.set()
        async with asyncio.timeout(10):
            await quick.asks(pages)
        slow.takes.set()
        await waiting
        return slow.text, quick.text

    whole = b"".join(b"%d " % part for part in range(PARTS))
    assert finished(story()) == (whole, whole)


def test_a_body_of_many_parts_is_read_whole() -> None:
    parts = [b"a=1&", b"b=2&", b"c=3"]

    def told(environ: Any, start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [environ["wsgi.input"].read()]

    async def story() -> bytes:
        visitor, left = Visitor(), list(parts)
        visitor.takes.set()

        async def receive() -> Any:
            return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

        visitor.receive = receive  # type: ignore[method-assign]
        async with asyncio.timeout(10):
            await visitor.asks(Pages(told, workers=1))
        return visitor.text

    assert finished(story()) == b"".join(parts)
