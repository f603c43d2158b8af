"""The bodies of requests, read to their end before a thread is asked to answer.

A thread that reads for itself waits for whoever sends slowly, or not at all.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import IO

from django.utils.translation import gettext_lazy as _

from config.limits import Limits
from config.refusals import HungUp, Message, Receive, Refused, Scope, filled_in
from config.visitors import Visitor

FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})
LETTERS = frozenset({"utf-8", "utf8"})
EVENT_FILES = re.compile(r"/clubs/[0-9]+/bring-in/")
OLD_RECORDS = re.compile(r"/c/[0-9]+/old/")
WAITING_HANDS = re.compile(r"/t/[^/]+/bring-in/")
"""Where a phone's script sends what the phone has kept: a list, and no form."""

LISTS = frozenset({"application/json"})
IN_MEMORY = 1_000_000
"""What is larger lies in a file while it waits."""

PIECE = 1_000_000
AGAIN_AFTER = 2  # seconds


class Body:
    """One request's body, complete; handed over without asking the sender."""

    def __init__(self) -> None:
        self.size = 0
        self._file: IO[bytes] | None = None
        self._bytes = b""

    @property
    def counted(self) -> int:
        """How much of it is in memory at most."""
        return min(self.size, IN_MEMORY)

    def put(self, part: bytes) -> None:
        """Take what has come."""
        self.size += len(part)
        if self._file is None and not self._bytes:
            self._bytes = part  # most come in one part
            return
        if self._file is None:
            self._file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed below
            self._file.write(self._bytes)
        self._file.write(part)

    def rewind(self) -> None:
        """Be read from the beginning."""
        if self._file is not None:
            self._file.seek(0)

    async def receive(self) -> Message:
        """The next part, as a server hands it over."""
        if self._file is None:
            return {"type": "http.request", "body": self._bytes, "more_body": False}
        part = self._file.read(PIECE)
        is_more = self._file.tell() < self.size
        return {"type": "http.request", "body": part, "more_body": is_more}

    def close(self) -> None:
        """Let it go."""
        self._bytes = b""
        if self._file is not None:
            self._file.close()


class Bodies:
    """The bodies under way, within the limits of one request, one address and all together."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._senders: Counter[str] = Counter()
        self._bytes = 0
        self._large = 0

    async def collect(self, scope: Scope, receive: Receive, visitor: Visitor) -> Body:
        """Read the body to its end; raises Refused, or HungUp."""
        head = dict(scope["headers"])
        refuse_what_no_form_sends(scope)
        body = Body()
        length = head.get(b"content-length")
        if length == b"0" or (length is None and b"transfer-encoding" not in head):
            return body
        most = self._most(scope["path"], visitor)
        if int(length or 0) > most:
            raise too_large(most)
        with self._room_for(visitor, is_large=most > self._limits.form_bytes):
            try:
                await self._read(receive, body, most)
            except BaseException:
                self.let_go(body)
                raise
        body.rewind()
        return body

    def let_go(self, body: Body) -> None:
        """The request was answered."""
        self._bytes -= body.counted
        body.close()

    def _most(self, path: str, visitor: Visitor) -> int:
        if visitor.is_signed_in and EVENT_FILES.fullmatch(path):
            return self._limits.event_file_bytes
        if visitor.is_signed_in and OLD_RECORDS.fullmatch(path):
            return self._limits.old_records_bytes
        return self._limits.form_bytes

    @contextmanager
    def _room_for(self, visitor: Visitor, *, is_large: bool) -> Iterator[None]:
        limits = self._limits
        is_full = not visitor.is_trusted and (
            self._senders[visitor.network] >= limits.bodies_of_an_address
            or self._bytes >= limits.bytes_under_way
        )
        if is_full or (is_large and self._large >= limits.large_bodies):
            raise Refused(
                503,
                _("Many forms are being sent at this moment: wait a few seconds and try again."),
                again_after=AGAIN_AFTER,
                is_unread=True,
            )
        self._senders[visitor.network] += 1
        self._large += is_large
        try:
            yield
        finally:
            self._large -= is_large
            self._senders[visitor.network] -= 1
            if not self._senders[visitor.network]:
                del self._senders[visitor.network]

    async def _read(self, receive: Receive, body: Body, most: int) -> None:
        """Read until the end, for some seconds and one more for each so many bytes."""
        began = asyncio.get_running_loop().time()
        is_more = True
        while is_more:
            patience = self._limits.body_seconds + body.size / self._limits.body_bytes_per_second
            try:
                async with asyncio.timeout_at(began + patience):
                    message = await receive()
            except TimeoutError:
                raise Refused(
                    408, _("The form did not arrive in time: send it again."), is_unread=True
                ) from None
            if message["type"] == "http.disconnect":
                raise HungUp
            part = message.get("body", b"")
            is_more = message.get("more_body", False)
            if body.size + len(part) > most:
                raise too_large(most)
            before = body.counted
            body.put(part)
            self._bytes += body.counted - before


def too_large(most: int) -> Refused:
    """The refusal of a body of more than so many bytes."""
    sentence = _("This is larger than the %(most)s kB that may be sent here.")
    return Refused(413, filled_in(sentence, most=most // 1000), is_unread=True)


def refuse_what_no_form_sends(scope: Scope) -> None:
    """Refuse kinds of content, and ways to write letters, that no page of the site sends.

    >>> refuse_what_no_form_sends({"headers": [(b"content-type", b"text/plain")]})
    Traceback (most recent call last):
    ...
    config.refusals.Refused: This is not sent as a form of this site is: load the page again.
    """
    named = [value for name, value in scope["headers"] if name == b"content-type"]
    if not named:
        return
    kind, *more = b",".join(named).decode("latin-1").lower().split(";")
    pairs = [part.partition("=") for part in more]
    letters = {
        value.strip(' "') for name, _sign, value in pairs if name.strip().startswith("charset")
    }
    kinds = LISTS if WAITING_HANDS.fullmatch(scope.get("path", "")) else FORMS
    if kind.strip() not in kinds or not letters <= LETTERS:
        sentence = _("This is not sent as a form of this site is: load the page again.")
        raise Refused(415, sentence, is_unread=True)
