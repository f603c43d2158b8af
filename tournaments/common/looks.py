"""What a typed name looks like: clean of signs that nobody sees, and compared as an eye compares.

Nothing that people can tell apart on a sheet is made one here, and nothing that they cannot stays
two: a Cyrillic letter that looks like a Latin one, a blank that is no blank, an accent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import category, normalize

from tournaments.common.alike import bare

BLANKS = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
"""Unicode's separators of words (Zs); tabs and ends of lines are refused elsewhere."""

UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""What no font draws and Unicode does not call a format sign: fillers, an empty braille cell,
selectors of variants (DerivedCoreProperties.txt, Default_Ignorable_Code_Point)."""

MARKS = re.compile("([\u0300-\u036f]{2})[\u0300-\u036f]+")
"""More accents above each other than any language writes: they would run into other lines."""

JOINERS = "\u200c\u200d"
FIGURES = str.maketrans("0134571l|!$@", "oieastiiiisa")
VISIBLE = "LNPS"
TICKS = frozenset("\u2713\u2714\u2705\u2611\u221a\U0001f5f8\U0001f5f9\u237b")

RESERVED = (
    "director",
    "direktor",
    "account",
    "umpire",
    "referee",
    "turnierleit",
    "spielleit",
    "schiedsrichter",
    "turniirijuht",
    "voistluste juht",
    "kohtunik",
)
"""What a tournament calls those who decide, in English, German and Estonian."""


def cleaned(name: str) -> str:
    """A name as it is kept: composed, on even blanks, without what nobody can see.

    >>> cleaned("  Jo\u0308rg\u200b \u2003 Hu\u00adber\u202e "), cleaned("\u3164\u200b")
    ('Jörg Huber', '')
    """
    seen = UNSEEN.sub("", "".join(_seen(name)))
    return MARKS.sub(r"\1", BLANKS.sub(" ", normalize("NFC", seen))).strip()


def is_visible(name: str) -> bool:
    """Whether there is anything to see: a letter, a figure or a sign.

    >>> is_visible("A"), is_visible("7"), is_visible("\u3164 \u2800"), is_visible("\u0301")
    (True, True, False, False)
    """
    return any(category(sign)[0] in VISIBLE for sign in cleaned(name))


@lru_cache(maxsize=32_768)
def look_of(name: str) -> str:
    """What stays of a name at a glance: two names with the same look need a question.

    >>> look_of("\u0410nn\u0430") == look_of("ANNA") == look_of("A\u200bnn\u00e0")
    True
    >>> look_of("Elia") == look_of("Ella")
    False
    """
    return bare(normalize("NFKC", cleaned(name)), looks=True)


def looks_taken(name: str, others: Iterable[str]) -> bool:
    """Whether a name cannot be told from one of the others."""
    return look_of(name) in {look_of(other) for other in others}


def claims_office(name: str, accounts: Iterable[str] = ()) -> bool:
    """Whether a name that anybody may type reads as that of a director, or of one of the accounts.

    >>> claims_office("D1rect\u043er \u00b7 device 3F"), claims_office("\u2713 dora")
    (True, True)
    >>> claims_office("D\u00f6ra", ["dora"]), claims_office("Dorothea", ["dora"])
    (True, False)
    """
    said = _read(name)
    return (
        bool(TICKS & set(name))
        or any(_read(word) in said for word in RESERVED)
        or said in {_read(account) for account in accounts if account}
    )


def _read(name: str) -> str:
    """The letters that somebody reads who wants to: figures as letters, nothing between them."""
    letters = look_of(name).translate(FIGURES)
    return "".join(sign for sign in letters if sign.isalnum())


def _seen(name: str) -> Iterable[str]:
    """The signs without those of format; what joins letters stays where a script needs it."""
    for place, sign in enumerate(name):
        if category(sign) != "Cf" or (sign in JOINERS and _joins(name[place - 1 : place + 2])):
            yield sign


def _joins(three: str) -> bool:
    return len(three) == 3 and all("\u0600" <= three[side] <= "\u0dff" for side in (0, 2))
