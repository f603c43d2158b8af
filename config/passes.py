"""Passes: what tells the front door who has been let in to something before.

A pass opens nothing. It decides in which queue a request waits and how much it may send. It dies by
time, two days after it was given.
"""

from __future__ import annotations

from typing import NamedTuple

from config.seals import DAY, cookie_in, sealed, today, unsealed

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
