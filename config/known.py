"""Known browsers: in which of them somebody has signed in, for whom they are not strangers.

What such a browser keeps opens nothing. Tries at a password in it are counted by themselves, and
the front door lets them go before those of strangers. It holds for one account and as long as the
password stays the same.
"""

from __future__ import annotations

import re
import secrets
from typing import NamedTuple

from config.passes import cookie_in, sealed, today, unsealed

KIND = "known"
BETWEEN = "~"
MOST_ACCOUNTS = 5
"""So many share a browser, such as the one on the club's laptop."""


class Known(NamedTuple):
    """That an account has signed in: `nonce` tells the browser, `stamp` the password of then."""

    account: int
    nonce: str
    stamp: str


class KnownBrowsers:
    """Makes what known browsers keep and knows its own; asks no database."""

    def __init__(self, secret: str, cookie: str, days: int) -> None:
        self._secret = secret.encode()
        self.cookie = cookie
        self.days = days

    def text_with(self, account: int, stamp: str, before: str) -> str:
        """What a browser keeps when somebody has signed in; `before` is what it kept till then."""
        said = f"{account}.{secrets.token_hex(8)}.{stamp}.{today()}"
        others = [
            each
            for each in before.split(BETWEEN)
            if (known := self._read_one(each)) is not None and known.account != account
        ]
        mine = sealed(self._secret, KIND, said)
        return BETWEEN.join([mine, *others][:MOST_ACCOUNTS])

    def read(self, text: str) -> list[Known]:
        """Who signed in, the last one first; what is not ours or too old is left out.

        >>> browsers = KnownBrowsers("secret", "known", 365)
        >>> text = browsers.text_with(7, "ab", browsers.text_with(8, "cd", ""))
        >>> [(known.account, known.stamp) for known in browsers.read(text)]
        [(7, 'ab'), (8, 'cd')]
        >>> [known.account for known in browsers.read(text.replace(".ab.", ".cd."))]
        [8]
        >>> KnownBrowsers("another", "known", 365).read(text)
        []
        """
        found = [self._read_one(each) for each in text.split(BETWEEN)[:MOST_ACCOUNTS]]
        return [known for known in found if known is not None]

    def of_header(self, header: str) -> str:
        """What tells a known browser among the cookies of a request, "" of a stranger's."""
        known = self.read(cookie_in(header, self.cookie))
        return known[0].nonce if known else ""

    def _read_one(self, text: str) -> Known | None:
        said = unsealed(self._secret, KIND, text)
        match = re.fullmatch(r"(\d+)\.([0-9a-f]+)\.([0-9a-f]+)\.(\d+)", said or "", re.ASCII)
        if match is None or today() - int(match[4]) > self.days:
            return None
        return Known(int(match[1]), match[2], match[3])
