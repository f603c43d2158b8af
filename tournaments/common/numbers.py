"""Whole numbers that an address, a field or a cookie carries, whoever wrote them."""

from __future__ import annotations

import re

LONGEST = 18
"""Digits of the longest number that every database can compare with a key."""

PLACE = 9
"""Digits of the longest number that fits everywhere else: a start number, a table, a version."""

_DIGITS = re.compile(r"[0-9]+")


def read_key(text: str | None, most: int = LONGEST) -> int | None:
    """The whole number that a text is, of at most so many of the digits 0 to 9; None for others.

    Neither are digits of other scripts, nor signs and blanks. A number of some thousand digits
    is not even read: Python refuses that, with an error.

    >>> read_key("12"), read_key("007"), read_key("1234", most=3)
    (12, 7, None)
    >>> [read_key(text) for text in (None, "", "-1", " 1", "1_0", "²", "٧", "9" * 5_000)]
    [None, None, None, None, None, None, None, None]
    """
    if text is None or len(text) > most or not _DIGITS.fullmatch(text):
        return None
    return int(text)
