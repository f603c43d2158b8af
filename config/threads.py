"""Pages on threads: each thread answers a request from beginning to end."""

from __future__ import annotations

from collections.abc import Iterable

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import Receive, Scope, Send, SendEvent
from a2wsgi.wsgi import WSGIResponder
from a2wsgi.wsgi_typing import Environ, StartResponse

from config.deep_calls import with_room

NO_END = 0


class Pages(WSGIMiddleware):
    """A WSGI application behind a front door that keeps its answers.

    The library's own way hands over each part of an answer and waits until it has been taken. Here
    nobody waits: three times each page a thread would stand idle until the server's thread, and
    then its own, have their turn again. The front door keeps the whole answer anyway.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request on one of the threads."""
        if scope["type"] == "http":
            await _Responder(self._with_room, self.executor, NO_END)(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def _with_room(self, environ: Environ, start: StartResponse) -> Iterable[bytes]:
        return with_room(self.app, environ, start)


class _Responder(WSGIResponder):
    def send(self, message: SendEvent | None) -> None:
        """Hand over a part of the answer; what is handed over keeps its order."""
        self.loop.call_soon_threadsafe(self.send_queue.put_nowait, message)
