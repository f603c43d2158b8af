"""Passes: what tells the front door who has been let in to something before.

A pass opens nothing. It decides in which queue a request waits and how much it may send. It dies by
time, two days after it was given. A browser keeps it under a seal: readable by everybody, made by
nobody but this installation.
"""

from __future__ import annotations

import base64
import hmac
import time
from typing import NamedTuple

DAY = 24 * 3600

SIGNED_IN, TABLE, OWN_TABLE = "d", "t", "o"
"""A director, a link of a club's or an event's table, and one of a table that anybody can open."""

KIND = "pass"
GOOD_FOR = 2 * DAY


class Pass(NamedTuple):
    """Who was let in: of which kind, and which account or link."""

    kind: str
    key: int

    @property
    def is_trusted(self) -> bool:
        """Whether it was given for something that not everybody can get."""
        return self.kind in (SIGNED_IN, TABLE)


class Passes:
    """Makes passes and knows its own; asks no database."""

    def __init__(self, secret: str, cookie: str) -> None:
        self._secret = secret.encode()
        self.cookie = cookie

    def text_of(self, given: Pass) -> str:
        """What a browser keeps."""
        return sealed(self._secret, KIND, f"{given.kind}.{given.key}.{today()}")

    def read(self, text: str) -> tuple[Pass, bool] | None:
        """The pass, and whether it is of today; None where it is not ours or too old.

        >>> passes = Passes("secret", "pass")
        >>> text = passes.text_of(Pass(TABLE, 7))
        >>> passes.read(text)
        (Pass(kind='t', key=7), True)
        >>> passes.read(text.replace("t.7", "t.8")), Passes("another", "pass").read(text)
        (None, None)
        """
        said = unsealed(self._secret, KIND, text)
        if said is None:
            return None
        kind, key, day = said.split(".")
        age = today() - int(day)
        return (Pass(kind, int(key)), age == 0) if age * DAY <= GOOD_FOR else None

    def of_header(self, header: str) -> Pass | None:
        """The pass among the cookies of a request.

        >>> passes = Passes("secret", "pass")
        >>> passes.of_header(f"a=b; pass={passes.text_of(Pass(SIGNED_IN, 1))}; c=d")
        Pass(kind='d', key=1)
        """
        found = self.read(cookie_in(header, self.cookie))
        return found[0] if found else None


def sealed(secret: bytes, kind: str, said: str) -> str:
    """What was said, with a seal."""
    seal = hmac.digest(secret, f"sheepfold.{kind}:{said}".encode(), "sha256")
    return f"{said}.{base64.urlsafe_b64encode(seal[:18]).decode()}"


def unsealed(secret: bytes, kind: str, text: str) -> str | None:
    """What was said, or None where the seal is not ours.

    >>> unsealed(b"secret", "pass", sealed(b"secret", "pass", "d.1.20000"))
    'd.1.20000'
    >>> unsealed(b"secret", "known", sealed(b"secret", "pass", "d.1.20000"))
    """
    said, _, _ = text.rpartition(".")
    is_ours = hmac.compare_digest(sealed(secret, kind, said).encode(), text.encode())
    return said if is_ours else None


def cookie_in(header: str, name: str) -> str:
    """The value of a cookie in a request's header, "" where it is not there.

    >>> cookie_in("a=b; pass=d.1; c=d", "pass"), cookie_in("a=b", "pass")
    ('d.1', '')
    """
    for part in header.split(";"):
        found, _, value = part.strip().partition("=")
        if found == name:
            return value
    return ""


def today() -> int:
    """The number of this day."""
    return int(time.time()) // DAY
