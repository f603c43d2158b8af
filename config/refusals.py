"""What the front door answers by itself: one plain sentence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Scope = dict[str, Any]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    "<title>{title} – Sheepfold</title><h1>{title}</h1><p>{sentence}</p></html>\n"
)


class HungUp(Exception):
    """The other side is gone: nobody is there to be answered."""


class Refused(Exception):
    """A request that no thread is asked to answer, and the sentence that says why.

    `again_after`: the seconds after which it is worth another try. `is_unread`: something of the
    request is still on its way, so the connection cannot be used again.
    """

    def __init__(
        self, status: int, sentence: str, *, again_after: int = 0, is_unread: bool = False
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.again_after = again_after
        self.is_unread = is_unread

    @property
    def page(self) -> bytes:
        """The page that the visitor sees."""
        title = HTTPStatus(self.status).phrase
        return PAGE.format(title=title, sentence=self.sentence).encode()

    @property
    def headers(self) -> Headers:
        """What is said about the page."""
        said = [
            (b"content-type", b"text/html; charset=utf-8"),
            (b"content-length", str(len(self.page)).encode()),
            (b"cache-control", b"no-store"),
        ]
        if self.again_after:
            said.append((b"retry-after", str(self.again_after).encode()))
        if self.is_unread:
            said.append((b"connection", b"close"))
        return said
