"""What the front door answers by itself: one plain sentence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.utils.functional import Promise, lazy
from django.utils.translation import get_language, gettext_lazy

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Scope = dict[str, Any]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

PAGE = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    "<title>{title} – Sheepfold</title><h1>{title}</h1><p>{sentence}</p></html>\n"
)

TITLES: dict[int, str | Promise] = {
    400: gettext_lazy("That did not arrive whole"),
    403: gettext_lazy("Not allowed"),
    404: gettext_lazy("Not here"),
    408: gettext_lazy("That did not arrive whole"),
    429: gettext_lazy("Just a moment"),
    500: gettext_lazy("Something went wrong here"),
    503: gettext_lazy("Just a moment"),
}
OTHERWISE = gettext_lazy("That did not work")


def filled_in(sentence: str | Promise, **values: object) -> str | Promise:
    """A sentence with its figures, said in the language of whoever reads it, not of the log."""
    return lazy(lambda: str(sentence) % values, str)()


class HungUp(Exception):
    """The other side is gone: nobody is there to be answered."""


class Refused(Exception):
    """A request that no thread is asked to answer, and the sentence that says why.

    `again_after`: the seconds after which it is worth another try. `is_unread`: something of the
    request is still on its way, so the connection cannot be used again.
    """

    def __init__(
        self, status: int, sentence: str | Promise, *, again_after: int = 0, is_unread: bool = False
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.again_after = again_after
        self.is_unread = is_unread

    @property
    def page(self) -> bytes:
        """The page that the visitor sees."""
        title = TITLES.get(self.status, OTHERWISE)
        said = {"language": get_language(), "title": title, "sentence": self.sentence}
        return PAGE.format(**said).encode()

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
