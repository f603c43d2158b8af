"""Live sheets: a stream of events for each open view, answered in front of Django's handler.

Django's own handlers would hold a thread for as long as a view is open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from django.http import HttpResponse

from tournaments.live import door, frames
from tournaments.live.broker import Broker
from tournaments.live.ending import before_the_server_stops
from tournaments.live.viewers import Viewer

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Scope = dict[str, Any]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]

BEAT_EVERY = 5.0  # seconds
LONGEST_SEND = 20.0  # seconds: whoever takes nothing for so long is gone
AGAIN_AFTER = 5  # seconds


class Streams:
    """The ASGI application below /live/. Its broker is made with the first stream."""

    def __init__(self) -> None:
        self._broker: Broker | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response = door.answer(scope)
        if not isinstance(response, door.StreamHead):
            await send_whole(response, send)
            return
        broker = self._running_broker()
        if broker.is_ending:
            response.status_code = 503
            response.headers["Retry-After"] = str(AGAIN_AFTER)
            await send_whole(response, send)
            return
        if not await broker.admit(response.ticket):
            response.status_code = 404
            await send_whole(response, send)
            return
        viewer = Viewer(response.ticket, response.seen)
        broker.join(viewer)
        try:
            await send_head(response, send)
            await until_one_ends(keep_sending(viewer, broker, send), disconnected(receive))
        finally:
            broker.leave(viewer)

    def end(self) -> None:
        """End every stream, because the server is about to stop."""
        if self._broker:
            self._broker.end()

    async def lifespan(self, receive: Receive, send: Send) -> None:
        """Follow the server from its start to its end."""
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if self._broker:
            await self._broker.stop()
            self._broker = None
        await send({"type": "lifespan.shutdown.complete"})

    def _running_broker(self) -> Broker:
        if self._broker is None:
            self._broker = Broker()
            before_the_server_stops(self.end)
        return self._broker


async def send_head(response: HttpResponse, send: Send) -> None:
    """Send status and headers."""
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})


async def send_part(body: bytes, send: Send, *, is_last: bool = False) -> None:
    """Send a part of the body; raises TimeoutError when the other side takes nothing."""
    async with asyncio.timeout(LONGEST_SEND):
        await send({"type": "http.response.body", "body": body, "more_body": not is_last})


async def send_whole(response: HttpResponse, send: Send) -> None:
    """Send an answer that is no stream."""
    response.headers["Content-Length"] = str(len(response.content))
    await send_head(response, send)
    await send_part(response.content, send, is_last=True)


async def keep_sending(viewer: Viewer, broker: Broker, send: Send) -> None:
    """Send whatever there is for a view, and a beat when there is nothing, until it is over."""
    await send_part(frames.RETRY, send)
    while not viewer.is_done:
        event = await viewer.next_event(BEAT_EVERY)
        if event is not None:
            await send_part(event, send)
        elif broker.is_sure and not viewer.is_done:
            await send_part(frames.beat(viewer.seen), send)
    await send_part(b"", send, is_last=True)


async def disconnected(receive: Receive) -> None:
    """Wait until the other side has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def until_one_ends(*works: Awaitable[None]) -> None:
    """Do all these at once and stop with the first that ends, as it ended."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    with suppress(OSError):  # the other side hung up, or takes nothing
        for task in ended:
            task.result()


streams = Streams()
