"""Pages in which each message is bracketed: read as text, and taken apart into messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.test import Client

SPOKEN = {"title", "aria-label", "alt", "placeholder", "label", "data-label"}
FLOWING = {"b", "strong", "em", "i", "abbr", "time", "wbr", "bdi"}
"""Tags within a sentence; any other begins a text of its own."""
UNREAD = {"script", "style", "code"}
VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
EDGE = "\x00"
MARK = re.compile(rf"⟦(\d+)\||⟧|{EDGE}|[^⟦⟧{EDGE}]+|⟦")
ENDS = (".", "?", "!", ":", "…", "”", ")")
APART = re.compile(r"[·:;,.–—→←/|()“”„×+✓↑↓▲▼=&•%…−-]")
"""Between two messages: they are no one sentence."""
BEFORE = (":", "→", "(", "“", "–")
"""A message that stands behind one of these agrees with nothing."""


class Reader:
    """Somebody who reads the pages in a language: what a world asks of a device, of a client."""

    def __init__(self, language: str) -> None:
        self.client = Client()
        self.client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        self.site, self.context = SimpleNamespace(url=""), self

    def add_cookies(self, known: list[dict[str, Any]]) -> None:
        for cookie in known:
            self.client.cookies[cookie["name"]] = cookie["value"]

    def clear_cookies(self) -> None:
        """Nobody is signed in any more; the language stays."""
        language = self.client.cookies[settings.LANGUAGE_COOKIE_NAME].value
        self.client.cookies.clear()
        self.client.cookies[settings.LANGUAGE_COOKIE_NAME] = language

    def notes_no(self, _words: str) -> None:
        """Nothing is noted here: no browser says anything."""

    def reads(self, address: str) -> str:
        answer = self.client.get(address, follow=True)
        assert answer["Content-Type"].startswith("text/html"), address
        return answer.content.decode()


class Page(HTMLParser):
    """The texts of a page, also those that are only heard or come when something happens."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.within: list[str] = []
        self.texts: list[str] = []
        self.heard: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in FLOWING:
            self.texts.append(EDGE)
        if tag not in VOID:
            self.within.append(tag)
        known = dict(attrs)
        if tag == "input" and known.get("type") in ("submit", "button"):
            self.heard.append(known.get("value") or "")
        if known.get("name") == "description":
            self.heard.append(known.get("content") or "")
        self.heard += [
            text
            for name, text in attrs
            if text and (name in SPOKEN or (name.startswith("data-") and name.endswith("-words")))
        ]

    def handle_endtag(self, tag: str) -> None:
        if tag not in FLOWING:
            self.texts.append(EDGE)
        while self.within and self.within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not UNREAD & set(self.within):
            self.texts.append(data)

    def all(self) -> str:
        return EDGE.join(["".join(self.texts), *self.heard])


@dataclass
class Said:
    """A message as it stands on a page, with what was filled in; or, without a number, a page."""

    number: int | None = None
    parts: list[str | Said] = field(default_factory=list)

    def text(self) -> str:
        return "".join(part if isinstance(part, str) else part.text() for part in self.parts)

    def all(self) -> Iterator[Said]:
        yield self
        for part in self.parts:
            if isinstance(part, Said):
                yield from part.all()

    def before(self, message: Said) -> str:
        """What stands before one of its messages, up to the last letter or sign."""
        texts = self.parts[: self.parts.index(message)]
        return "".join(part if isinstance(part, str) else part.text() for part in texts).rstrip()


def taken_apart(text: str, with_tags: set[int]) -> Said:
    """A page as messages; one that was cut short ends where its text ends."""
    page = Said()
    within = [page]
    for found in MARK.finditer(text):
        piece, number = found.group(), found.group(1)
        if number:
            message = Said(int(number))
            within[-1].parts.append(message)
            within.append(message)
        elif piece == "⟧":
            within[1:] = within[1:-1]
        else:
            if piece == EDGE and within[-1].number not in with_tags:
                within[1:] = []
            within[-1].parts.append(piece)
    return page


def outside(page: Said) -> Iterator[str]:
    """What is shown and is in no message."""
    yield from (part for part in page.parts if isinstance(part, str))


def inside(page: Said) -> Iterator[int]:
    """The messages into which another is put where it would have to agree with what is around."""
    for outer in page.all():
        for inner in outer.parts:
            if outer.number is not None and isinstance(inner, Said):
                before = outer.before(inner)
                if not before.endswith(BEFORE):
                    yield outer.number


def beside(page: Said) -> Iterator[tuple[int, int]]:
    """Two messages that read on as one: the second begins small, and nothing stands between."""
    last, between = Said(), ""
    for part in page.parts:
        if isinstance(part, str):
            between += part
            continue
        is_near = last.number and not APART.search(between) and EDGE not in between
        goes_on = part.text().lstrip()[:1].islower() and not last.text().rstrip().endswith(ENDS)
        if is_near and goes_on:
            yield last.number or 0, part.number or 0
        last, between = part, ""
