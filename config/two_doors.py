"""One site behind two doors: plain http for everybody, https for who knows its certificate.

Each door has cookies of its own. Who signs in over https is nobody over http: what a browser keeps
for the one is never sent, and can never be put there, by the other.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from pathlib import Path

import uvicorn

from config.heads import LONGEST_HEAD, PatientProtocol
from config.refusals import ASGIApp, Message, Receive, Scope, Send

PREFIX = b"__Host-"
"""What browsers take over https alone, from the site itself and nobody else."""
OURS = b"sheepfold_"


class TwoDoors(uvicorn.Server):
    """Answers on a second socket over https what it answers on the first over plain http."""

    def __init__(
        self, config: uvicorn.Config, secure: socket.socket, certificate: Path, key: Path
    ) -> None:
        super().__init__(config)
        self._secure = secure
        self._ssl = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._ssl.load_cert_chain(certificate, key)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open both doors; uvicorn's own way of opening one knows either kind, not both."""
        await super().startup(sockets)
        config, state, life = self.config, self.server_state, self.lifespan.state

        def connected() -> asyncio.Protocol:
            return PatientProtocol(config, state, life)

        server = await asyncio.get_running_loop().create_server(
            connected,
            sock=self._secure,
            ssl=self._ssl,
            ssl_handshake_timeout=LONGEST_HEAD,
            backlog=config.backlog,
        )
        self.servers.append(server)


class OwnCookies:
    """Keeps the cookies of https apart from those of plain http, for an application in one name.

    What is asked for over plain http passes untouched.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, with its cookies called as the application calls them."""
        if scope["scheme"] != "https":
            await self._app(scope, receive, send)
            return

        async def mark(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    (name, marked(name, value)) for name, value in message["headers"]
                ]
            await send(message)

        # The same scope: what the front door writes into it, the connection reads.
        scope["headers"] = [
            (name, unmarked(value) if name == b"cookie" else value)
            for name, value in scope["headers"]
        ]
        await self._app(scope, receive, mark)


class MarkedCookies:
    """Passes to an application behind https alone no cookies but those with the mark, as they are.

    Somebody on the line, or at a neighbouring name, can set others, and call them so that they only
    read like ours.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        scope["headers"] = [
            (name, b"; ".join(our_own(value)) if name == b"cookie" else value)
            for name, value in scope["headers"]
        ]
        await self._app(scope, receive, send)


def our_own(cookies: bytes) -> list[bytes]:
    r"""Those cookies of a request that were set over https, by the site itself.

    >>> our_own(b"__Host-sheepfold_who=Anna; \xe2\x80\x80__Host-sheepfold_who=Kati")
    [b'__Host-sheepfold_who=Anna']
    """
    parts = [part.strip() for part in cookies.split(b";")]
    return [part for part in parts if part.startswith(PREFIX + OURS)]


def unmarked(cookies: bytes) -> bytes:
    r"""The cookies of a request that were set over https, without the mark, and nothing else.

    What somebody sets over http may be called so that it only reads like one of ours: Django takes
    spaces of any kind from around a name.

    >>> unmarked(b"__Host-sheepfold_who=Anna; sheepfold_who=Kati; \xe2\x80\x80sheepfold_who=Kati")
    b'sheepfold_who=Anna'
    """
    return b"; ".join(part.removeprefix(PREFIX) for part in our_own(cookies))


def marked(name: bytes, value: bytes) -> bytes:
    """The value of a header, where it sets one of our cookies for https alone.

    >>> marked(b"set-cookie", b"sheepfold_who=Anna; Path=/")
    b'__Host-sheepfold_who=Anna; Path=/; Secure'
    >>> marked(b"content-type", b"sheepfold_who")
    b'sheepfold_who'
    """
    if name.lower() != b"set-cookie" or not value.startswith(OURS):
        return value
    return PREFIX + value + b"; Secure"
