"""Live sheets: a stream of events for each open view, answered in front of Django's handler.

Django's own handlers would hold a thread for as long as a view is open.
"""

from __future__ import annotations

import asyncio
import re
import signal
import threading
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from io import BytesIO
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotFound
from django.utils.module_loading import import_string

from config.middleware import SHOWS as SHEET_SHOWS
from tournaments.live.broker import Broker, Viewer
from tournaments.live.rendered import GZIP_HEAD, RETRY, STALE, beat, packed
from tournaments.live.tickets import Ticket, TicketExpired, read_ticket

# Who is let in to a stream, and the head of every answer.

ADDRESS = re.compile(r"/live/([^/]+)/")
VERSION = re.compile(r"[0-9]{1,16}")
GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
LONGEST_NAME = 64
HEADERS = {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-store",
    "Vary": "Accept-Encoding",
    "X-Accel-Buffering": "no",  # nginx would keep the events until it had enough of them
    "X-Robots-Tag": "noindex, nofollow",
}


class StreamHead(HttpResponse):
    """The head of the stream for whoever holds `ticket` and has seen that version.

    `view`: the name that the page has given to its stream; `is_packed`: it is compressed.
    """

    def __init__(self, ticket: Ticket, seen: int | None, view: str, *, is_packed: bool) -> None:
        super().__init__(headers=HEADERS)
        self.view = view
        self.ticket = ticket
        self.seen = seen
        self.is_packed = is_packed


def answer(scope: dict[str, Any]) -> HttpResponse:
    """What to answer, with the headers that every answer of the site carries."""
    handle: Callable[[HttpRequest], HttpResponse] = _let_in
    for name in reversed(settings.BROWSER_POLICY):
        handle = import_string(name)(handle)
    return handle(ASGIRequest(scope, BytesIO()))


def _let_in(request: HttpRequest) -> HttpResponse:
    try:
        request.get_host()
    except DisallowedHost:
        return HttpResponse(status=400)
    found = ADDRESS.fullmatch(request.path_info)
    if found is None:
        return HttpResponseNotFound()
    if request.method != "GET":
        return HttpResponseNotAllowed(["GET"])
    try:
        ticket = read_ticket(found[1])
    except TicketExpired:
        return HttpResponse(STALE, headers=HEADERS)
    if ticket is None:
        return HttpResponseNotFound()
    is_packed = GZIP.search(request.headers.get("Accept-Encoding", "")) is not None
    view = request.GET.get("view", "")
    return StreamHead(ticket, _seen(request), view[:LONGEST_NAME], is_packed=is_packed)


def _seen(request: HttpRequest) -> int | None:
    """The newest version that the page says it has seen."""
    said = (request.GET.get("seen", ""), request.headers.get("Last-Event-ID", ""))
    return max((int(text) for text in said if VERSION.fullmatch(text)), default=None)


# Hearing that the server is asked to stop.
#
# Servers wait for open answers before they say anything to the application, and a stream is an
# answer that never ends by itself.

STOPPING = (signal.SIGINT, signal.SIGTERM)


def before_the_server_stops(end: Callable[[], None]) -> None:
    """Call `end` in this event loop when a stop is asked for, and then do what was done before.

    Only a process's main thread is told; a server in another thread calls `end` by itself.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in STOPPING:
        _go_first(number, loop, end)


def _go_first(
    number: signal.Signals, loop: asyncio.AbstractEventLoop, end: Callable[[], None]
) -> None:
    before = signal.getsignal(number)
    if not callable(before):
        return

    def stop(received: int, where: FrameType | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(end)
        before(received, where)

    signal.signal(number, stop)


# The streams.

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Scope = dict[str, Any]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]

VIEW, SHOWS = b"sheepfold-view", SHEET_SHOWS.lower().encode()
"""By what name a page calls its stream, and which version an answer shows."""

BEAT_EVERY = 5.0  # seconds
LONGEST_SEND = 20.0  # seconds: whoever takes nothing for so long is gone
AGAIN_AFTER = 5  # seconds


class Streams:
    """The ASGI application below /live/. Its broker is made with the first stream."""

    def __init__(self) -> None:
        self._broker: Broker | None = None
        self._named: dict[str, Viewer] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response = answer(scope)
        if not isinstance(response, StreamHead):
            await send_whole(response, send)
            return
        broker = self._running_broker()
        if broker.is_ending:
            response.status_code = 503
            response.headers["Retry-After"] = str(AGAIN_AFTER)
            await send_whole(response, send)
            return
        if not await broker.rights.admit(response.ticket):
            response.status_code = 404
            await send_whole(response, send)
            return
        viewer = Viewer(response.ticket, response.seen)
        broker.join(viewer)
        if response.view:
            self._named[response.view] = viewer
        try:
            if response.is_packed:
                response.headers["Content-Encoding"] = "gzip"
            await send_head(response, send)
            sending = keep_sending(viewer, broker, send, is_packed=response.is_packed)
            await until_one_ends(sending, disconnected(receive))
        finally:
            broker.leave(viewer)
            if self._named.get(response.view) is viewer:
                del self._named[response.view]

    def behind_answers(self, pages: ASGIApp) -> ASGIApp:
        """These pages; while one of them saves a hand, its own stream waits for the answer.

        What the answer brings the stream does not tell again. A page whose stream is open in
        another process gets both, and shows the first that comes.
        """

        async def answer_first(scope: Scope, receive: Receive, send: Send) -> None:
            viewer = self._named.get(said(scope.get("headers", ()), VIEW))
            if viewer is None:
                await pages(scope, receive, send)
                return

            async def hear(message: Message) -> None:
                shown = said(message.get("headers", ()), SHOWS)
                if VERSION.fullmatch(shown):
                    viewer.has_been_answered(int(shown))
                await send(message)

            viewer.is_saving = True
            try:
                await pages(scope, receive, hear)
            finally:
                viewer.is_saving = False

        return answer_first

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


def said(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    """What a header says, empty where it is not there."""
    return next((value.decode("latin-1") for key, value in headers if key.lower() == name), "")


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


async def keep_sending(
    viewer: Viewer, broker: Broker, send: Send, *, is_packed: bool = False
) -> None:
    """Send whatever there is for a view, and a beat when there is nothing, until it is over."""
    head, pack = (GZIP_HEAD, packed) if is_packed else (b"", bytes)
    await send_part(head + pack(RETRY), send)
    while not viewer.is_done:
        event = await viewer.next_event(BEAT_EVERY)
        if event is not None:
            await send_part(pack(event), send)
        elif broker.is_sure and not viewer.is_done:
            await send_part(pack(beat(viewer.seen)), send)
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
