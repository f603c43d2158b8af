"""Forms as they stand on pages, and what no page would ever send in them."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import cycle, islice
from typing import NamedTuple
from urllib.parse import parse_qsl, quote_from_bytes, urljoin, urlsplit
from uuid import uuid4
from zlib import crc32

from django import forms
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

from tests.answers import Answer

BOUNDARY = "a-boundary"
URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"
FILLED = {
    "number": "1",
    "date": "2030-05-01",
    "time": "19:30",
    "datetime-local": "2030-05-01T19:30",
    "file": "[]",
}
"""What somebody might put into an empty box, by its kind; into others some letters."""

TEXTS = {
    "a zero character": b"a\0b",
    "half a character": b"a\xed\xa0\x80b",
    "bytes that are no letters": b"\xff\xfe",
    "a control character": b"a\x01b",
    "5,000 digits": b"9" * 5_000,
    "40 digits": b"9" * 40,
    "18 digits": b"9" * 18,
    "10 digits": b"9" * 10,
    "minus zero": b"-0",
    "minus one": b"-1",
    "more than any number": b"1e309",
    "no number": b"NaN",
    "digits of another script": "٧٥".encode(),
    "from right to left": "\u202eabc".encode(),
    "70,000 letters": b"x" * 70_000,
    "blanks": b"  ",
    "nothing": b"",
}
TIMES = 50


class Part(NamedTuple):
    """A field as it is sent: a text or, with a name of its own, a file."""

    name: str
    value: bytes
    file: str = ""


class Box(NamedTuple):
    """A field on a page."""

    name: str
    kind: str
    value: str


class Form(NamedTuple):
    """A form: where it is sent, and its boxes as somebody might have filled them in."""

    address: str
    boxes: tuple[Box, ...]
    is_multipart: bool = False

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(box.name for box in self.boxes))

    def parts(self) -> list[Part]:
        """What would be sent; the form's own number is a new one each time."""
        return [
            Part(
                box.name,
                str(uuid4()).encode() if box.name == "submission" else box.value.encode(),
                "a.json" if box.kind == "file" else "",
            )
            for box in self.boxes
        ]

    def sent_by(self, client: Client, parts: list[Part]) -> Answer:
        if self.is_multipart or any(part.file for part in parts):
            return client.post(self.address, multipart(parts), content_type=MULTIPART)
        return client.post(self.address, urlencoded(parts), content_type=URLENCODED)


def urlencoded(parts: Iterable[Part]) -> bytes:
    pairs = [f"{quoted(part.name.encode())}={quoted(part.value)}" for part in parts]
    return "&".join(pairs).encode()


def quoted(value: bytes) -> str:
    return quote_from_bytes(value, safe="")


def multipart(parts: Iterable[Part]) -> bytes:
    sent = b""
    for part in parts:
        head = f'Content-Disposition: form-data; name="{part.name}"'
        head += f'; filename="{part.file}"' if part.file else ""
        sent += f"--{BOUNDARY}\r\n{head}\r\n\r\n".encode() + part.value + b"\r\n"
    return sent + f"--{BOUNDARY}--\r\n".encode()


def spoilt(form: Form, name: str) -> Iterator[tuple[str, list[Part]]]:
    """The form with one field spoilt in every way, each with what was done to it."""
    parts = form.parts()
    own = [part for part in parts if part.name == name] or [Part(name, b"")]
    others = [part for part in parts if part.name != name]
    for what, value in TEXTS.items():
        yield what, [*others, own[0]._replace(value=value)]
    yield "no such field", others
    yield "50 times", [*others, *own[:1] * TIMES]
    yield "a file for a text", [*others, Part(name, b"abc", "x.txt")]
    yield "a text for a file", [*others, Part(name, b"abc")]


def in_turn(form: Form, name: str, some: int) -> list[tuple[str, list[Part]]]:
    """A zero character in the field, and so many of the other ways; which ones differs."""
    first, *others = spoilt(form, name)
    start = crc32(f"{name_of(form.address)} {name}".encode()) % len(others)
    return [first, *islice(cycle(others), start, start + min(some, len(others)))]


class Page(HTMLParser):
    """The forms of a page, filled in where they are empty; and where its links lead."""

    def __init__(self, html: str, address: str) -> None:
        super().__init__()
        self.address = address
        self.links: list[str] = []
        self._forms: list[tuple[dict[str, str], list[Box]]] = []
        self._by_id: dict[str, list[Box]] = {}
        self._here: list[Box] = []
        self._select: tuple[list[Box], str, list[str]] | None = None
        self._area: tuple[list[Box], str] | None = None
        self._text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attributes}
        if tag == "a" and "href" in said:
            self.links.append(urljoin(self.address, said["href"]))
        elif tag == "form":
            self._here = []
            self._forms.append((said, self._here))
            self._by_id[said.get("id", "")] = self._here
        here = self._by_id.get(said["form"], []) if "form" in said else self._here
        name = said.get("name", "")
        if tag == "option" and self._select is not None:
            options = self._select[2]
            options.insert(0 if "selected" in said else len(options), said.get("value", ""))
        elif not name or "disabled" in said:
            return
        elif tag == "input":
            _fill(here, name, said.get("type", "text"), said)
        elif tag == "select":
            self._select = (here, name, [])
        elif tag == "textarea":
            self._area, self._text = (here, name), ""
        elif tag == "button":
            here.append(Box(name, "button", said.get("value", "")))

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._here = []
        elif tag == "select" and self._select is not None:
            here, name, options = self._select
            here.append(Box(name, tag, next(filter(None, options), "")))
            self._select = None
        elif tag == "textarea" and self._area is not None:
            here, name = self._area
            here.append(Box(name, tag, self._text.strip() or "Abc"))
            self._area = None

    def forms(self, method: str) -> Iterator[Form]:
        """One for each of its buttons."""
        for said, boxes in self._forms:
            if said.get("method", "get").lower() != method:
                continue
            address = urljoin(self.address, said.get("action") or self.address)
            usual = [box for box in boxes if box.kind != "button"]
            for pressed in [[box] for box in boxes if box.kind == "button"] or [[]]:
                is_multipart = "multipart" in said.get("enctype", "")
                yield Form(address, (*usual, *pressed), is_multipart)


def _fill(here: list[Box], name: str, kind: str, said: dict[str, str]) -> None:
    """Take an input: of chips the one that is chosen, of ticks those that are there."""
    value = said.get("value", "")
    if kind == "radio":
        if "checked" in said:
            here[:] = [box for box in here if box.name != name]
        elif any(box.name == name for box in here):
            return
    elif kind == "checkbox":
        if "checked" not in said:
            return
        value = value or "on"
    elif kind != "hidden":
        value = value or FILLED.get(kind, "Abc")
    here.append(Box(name, kind, value))


def name_of(address: str) -> str:
    """What the page at an address is called; empty where the site has none."""
    try:
        return str(resolve(urlsplit(address).path).url_name)
    except Resolver404:
        return ""


def read_by_hand(view: Callable[..., HttpResponse]) -> tuple[set[str], set[str]]:
    """The fields of forms and of addresses that a view knows of, or what it calls in its module."""
    module = sys.modules[inspect.unwrap(view).__module__]
    source = "\n".join(called_from(inspect.unwrap(view).__name__, inspect.getsource(module)))
    fields = set(re.findall(r'POST(?:\.get|\.getlist)?[(\[]"([\w-]+)"', source))
    fields |= set(re.findall(r'"([\w-]+)" in request\.POST', source))
    for name in set(re.findall(r"\w+", source)):
        kind = getattr(module, name, None)
        if isinstance(kind, type) and issubclass(kind, forms.Form):
            fields |= set(kind.base_fields)
    return fields, set(
        re.findall(r'(?:GET|asked|query)(?:\.get|\.getlist)?[(\[]"([\w-]+)"', source)
    )


@cache
def texts_in(source: str) -> dict[str, str]:
    """By its name the text of everything that a module has of its own."""
    own, lines = {}, source.splitlines()
    for node in ast.parse(source).body:
        text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            own[node.name] = "\n".join([text, *map(ast.unparse, node.decorator_list)])
        elif isinstance(node, ast.Assign):
            own |= {target.id: text for target in node.targets if isinstance(target, ast.Name)}
    return own


def called_from(name: str, source: str) -> Iterator[str]:
    """The text of what a module has under a name, and of everything of its own that it names."""
    own = texts_in(source)
    if name not in own:  # a class answers
        yield source
        return
    waiting, seen = [name], {name}
    while waiting:
        yield own[(at := waiting.pop())]
        named = set(re.findall(r"\w+", own[at])) & own.keys() - seen
        waiting += named
        seen |= named


class Walk:
    """The forms on some pages and on those of the same names that they lead to."""

    def __init__(self, client: Client, starts: Iterable[str], names: Iterable[str]) -> None:
        self.client, self.names = client, set(names)
        self.forms: dict[object, Form] = {}
        self.asked: dict[str, set[str]] = {}
        """By address of a page what its links and forms ask it for."""
        seen: set[object] = set()
        waiting = list(starts)
        while waiting:
            at = urlsplit(waiting.pop(0))
            asked = frozenset(key for key, _value in parse_qsl(at.query, keep_blank_values=True))
            if (name_of(at.path), asked) not in seen and at.netloc in ("", "testserver"):
                seen.add((name_of(at.path), asked))
                self.asked.setdefault(at.path, set()).update(asked)
                waiting += self._read(at._replace(fragment="").geturl())

    def _read(self, address: str) -> list[str]:
        answer = self.client.get(address)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            return []
        page = Page(answer.content.decode(), address)
        for form in page.forms("post"):
            pressed = [box.value for box in form.boxes if box.kind == "button"]
            self.forms.setdefault((name_of(form.address), *form.names, *pressed), form)
        for form in page.forms("get"):
            self.asked.setdefault(urlsplit(form.address).path, set()).update(form.names)
        return [link for link in page.links if name_of(link) in self.names]
