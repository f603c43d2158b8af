"""Pages on threads: each thread answers a request from beginning to end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextvars import copy_context
from io import BytesIO
from typing import Any

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import Receive, Scope, Send, SendEvent
from a2wsgi.wsgi import Body, WSGIResponder, build_environ
from a2wsgi.wsgi_typing import Environ, StartResponse, WSGIApp

from config.deep_calls import with_room


class Pages(WSGIMiddleware):
    """A WSGI application behind a front door that keeps what it is asked and what it answers.

    The library's own way hands over each part of a body and of an answer, and waits until it has
    been taken: some five times each page a thread and the server's would wait for each other. Here
    a thread has the whole body from the beginning, but for a large one, and gives the whole answer
    at its end. The front door keeps that anyway.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request on one of the threads."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        loop = asyncio.get_running_loop()
        answer, body = _Answer(self._with_room), Body(loop, receive)
        environ = build_environ(scope, body)
        first: Any = await receive()
        if first.get("more_body"):
            body.buffer += first["body"]
        else:
            environ["wsgi.input"] = BytesIO(first.get("body", b""))
        run = copy_context().run
        await loop.run_in_executor(self.executor, run, answer.wsgi, environ, answer.start_response)
        for part in answer.parts:
            await send(part)

    def _with_room(self, environ: Environ, start: StartResponse) -> Iterable[bytes]:
        return with_room(self.app, environ, start)


class _Answer(WSGIResponder):
    """Keeps the parts of an answer."""

    def __init__(self, app: WSGIApp) -> None:
        self.app = app
        self.response_started = False
        self.parts: list[Any] = []

    def send(self, message: SendEvent | None) -> None:
        """Keep the next part."""
        self.parts.append(message)
