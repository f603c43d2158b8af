"""The front door: what comes from a visitor is complete and within limits before a thread is asked.

Pure ASGI, in front of the pages and of the live views.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Hashable
from functools import partial

from django.utils import translation

from config.bodies import Bodies
from config.deeds import Deeds
from config.figures import Figure
from config.known import KnownBrowsers
from config.limits import Limits
from config.passes import Passes
from config.refusals import ASGIApp, Headers, HungUp, Message, Receive, Refused, Scope, Send
from config.seats import Seats
from config.turns import KNOWN_SIGN_INS, SIGN_INS, STRANGERS, TRUSTED, Turns
from config.visitors import Networks, Visitor, cookies_of, language_of, visitor_of

log = logging.getLogger("sheepfold.door")

SIGN_IN_PATHS = frozenset({"/sign-in/", "/first/"})
"""Where a password is looked at, which is dear: a guesser of passwords takes few threads."""

FromMemory = Callable[[Scope], list[Message] | None]
"""The answer to what needs no thread, None to everything else."""

LINGERING = 1.0  # seconds
MOST_THROWN_AWAY = 2_000_000
SAY_AGAIN_AFTER = 60.0  # seconds


class FrontDoor:
    """The ASGI application in front of `pages`, which has so many threads, and of `streams`."""

    def __init__(
        self,
        pages: ASGIApp,
        streams: ASGIApp,
        *,
        threads: int,
        limits: Limits,
        passes: Passes,
        known: KnownBrowsers,
        proxies: Networks = (),
        headers: Headers,
        from_memory: FromMemory = lambda scope: None,
    ) -> None:
        self._pages = pages
        self._streams = streams
        self._passes = passes
        self._known = known
        self._proxies = proxies
        self._headers = headers
        self._from_memory = from_memory
        self._bodies = Bodies(limits)
        self._turns = Turns(threads, limits)
        self._seats = Seats(limits)
        self._deeds = Deeds(limits)
        self.refused: Counter[int] = Counter()
        self.answered: Counter[int] = Counter()
        self._said_at: dict[int, float] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request in, or refuse it; what is in memory is answered at once."""
        visitor = visitor_of(scope, self._proxies, self._passes)
        if (known := self._from_memory(scope)) is not None:
            await self._send(known, send)
            return
        try:
            self._deeds.admit(visitor, scope)
            if scope["path"].startswith("/live/"):
                with self._seats.one_for(visitor):
                    sends = partial(self._send_seen, visitor, scope, send)
                    await self._streams(scope, receive, sends)
            else:
                await self._page(visitor, scope, receive, send)
        except Refused as refusal:
            self._note(refusal)
            with translation.override(language_of(scope)):
                await self._refuse(refusal, receive, send)
        except HungUp:
            pass

    async def _page(self, visitor: Visitor, scope: Scope, receive: Receive, send: Send) -> None:
        body = await self._bodies.collect(scope, receive, visitor)
        answer: list[Message] = []

        async def keep(part: Message) -> None:
            answer.append(part)

        try:
            lane, flow = self._queue_of(visitor, scope)
            await self._turns.take(lane, flow, partial(hung_up, receive))
            try:
                # Whoever reads slowly keeps no thread: the answer is complete before it is sent.
                await self._pages(scope, body.receive, keep)
            finally:
                self._turns.give_back(lane)
        finally:
            self._bodies.let_go(body)
        if answer:
            self._deeds.look_at(answer[0], visitor, scope)
            await self._send(answer, send)

    async def _send(self, answer: list[Message], send: Send) -> None:
        self.answered[answer[0]["status"]] += 1
        for message in answer:
            await send(message)

    async def _send_seen(self, visitor: Visitor, scope: Scope, send: Send, part: Message) -> None:
        self._deeds.look_at(part, visitor, scope)
        await send(part)

    def figures(self) -> list[Figure]:
        """What has come through the door, and who is inside at this moment."""
        answered = {f'status="{status}"': count for status, count in self.answered.items()}
        refused = {f'status="{status}"': count for status, count in self.refused.items()}
        busy, waiting = {"": self._turns.busy}, {"": self._turns.waiting}
        watched = {"": self._seats.taken}
        return [
            Figure("sheepfold_requests_total", "counter", "Requests answered.", answered),
            Figure("sheepfold_refused_total", "counter", "Refused at the door.", refused),
            Figure("sheepfold_threads_busy", "gauge", "Threads at work.", busy),
            Figure("sheepfold_waiting", "gauge", "Requests that wait for a thread.", waiting),
            Figure("sheepfold_streams", "gauge", "Live views open.", watched),
        ]

    def _queue_of(self, visitor: Visitor, scope: Scope) -> tuple[int, Hashable]:
        """In which queue a request waits."""
        if scope["method"] == "POST" and scope["path"] in SIGN_IN_PATHS:
            # Whoever has signed in with that browser before does not wait for strangers.
            browser = self._known.of_header(cookies_of(scope))
            if browser and self._turns.has_room(KNOWN_SIGN_INS, browser):
                return KNOWN_SIGN_INS, browser
            return SIGN_INS, visitor.network
        if visitor.is_trusted and self._turns.has_room(TRUSTED, visitor.given):
            return TRUSTED, visitor.given
        if visitor.given is not None and not visitor.is_trusted:
            return STRANGERS, visitor.given
        return STRANGERS, visitor.network

    def _note(self, refusal: Refused) -> None:
        """Count it, and say the first one in a minute."""
        self.refused[refusal.status] += 1
        now = time.monotonic()
        if now - self._said_at.get(refusal.status, -SAY_AGAIN_AFTER) < SAY_AGAIN_AFTER:
            return
        self._said_at[refusal.status] = now
        count = self.refused[refusal.status]
        log.info("refused with %s, %s so far: %s", refusal.status, count, refusal.sentence)

    async def _refuse(self, refusal: Refused, receive: Receive, send: Send) -> None:
        headers = [*self._headers, *refusal.headers]
        await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await send({"type": "http.response.body", "body": refusal.page, "more_body": True})
        if refusal.is_unread:
            await throw_away(receive)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def hung_up(receive: Receive) -> None:
    """Wait until the other side is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def throw_away(receive: Receive) -> None:
    """Read a little more of what is being sent: cut off at once, a browser shows no answer."""
    left = MOST_THROWN_AWAY
    try:
        async with asyncio.timeout(LINGERING):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if message["type"] == "http.disconnect" or not message.get("more_body", False):
                    return
    except TimeoutError:
        pass
