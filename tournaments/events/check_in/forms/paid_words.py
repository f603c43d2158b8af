"""What on a list says that somebody has paid, or has not: a short table of words, and amounts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

SURE = {
    True: {"paid", "bezahlt", "gezahlt", "makstud", "✓", "✔", "☑", "✅"},
    False: {"unpaid", "not paid", "unbezahlt", "nicht bezahlt", "maksmata", "✗", "✘", "☐"},
}
"""Nobody is called so: they are understood in any column, behind a name too."""

SHORT = {
    True: {"x", "yes", "ja", "jah"},
    False: {"no", "nein", "ei"},
}
"""Understood in any column of a list without headings."""

TICKS = {
    True: {"1", "y", "j", "ok", "true", "wahr"},
    False: {"n", "open", "offen", "lahti", "false", "falsch"},
}
"""Understood where the column says paid; elsewhere asked about."""

NOTHING = {"", "-", "–", "0"}
"""In the column that says paid: no."""

AMOUNT = re.compile(
    r"(?P<before>€|\$|eur|usd)?\s*(?P<amount>\d{1,5}(?P<cents>[.,]\d{1,2})?)(,-)?\s*(?P<after>€|\$|eur|usd)?"
)
AROUND = "()[]:.!"


class Said(NamedTuple):
    """What a cell says about paying: `is_paid`, None where that is to be asked about."""

    is_paid: bool | None
    is_sure: bool = False


def said_by(text: str, fee: int, *, is_paid_column: bool = False) -> Said | None:
    """What a cell says about paying; None where it says nothing of it.

    >>> said_by("Bezahlt", 1000), said_by("x", 1000), said_by("Regen", 1000)
    (Said(is_paid=True, is_sure=True), Said(is_paid=True, is_sure=False), None)
    >>> said_by("10,00 €", 1000), said_by("5 €", 1000), said_by("10", 1000)
    (Said(is_paid=True, is_sure=True), Said(is_paid=None, is_sure=True), \
Said(is_paid=None, is_sure=False))
    >>> said_by("10.00", 1000), said_by("5,50", 1000), said_by("5", 1000)
    (Said(is_paid=True, is_sure=True), Said(is_paid=None, is_sure=True), None)
    """
    word = " ".join(text.casefold().split()).strip(AROUND)
    for is_paid in (True, False):
        if word in SURE[is_paid]:
            return Said(is_paid, is_sure=True)
        if word in SHORT[is_paid] or (is_paid_column and word in TICKS[is_paid]):
            return Said(is_paid)
    if word in NOTHING:
        return Said(is_paid=False) if is_paid_column else None
    amount = AMOUNT.fullmatch(word)
    if amount:
        is_money = bool(amount["before"] or amount["after"] or amount["cents"])
        is_fee = Decimal(amount["amount"].replace(",", ".")) * 100 == fee
        if is_money or is_paid_column:
            return Said(True if is_fee else None, is_sure=is_money)
        return Said(None) if is_fee or word in TICKS[True] else None
    is_tick = any(word in words for words in TICKS.values())
    return Said(None) if is_tick or is_paid_column else None


def part_in(text: str, fee: int) -> int:
    """The cents that a cell may say were paid of a fee that is higher, 0 where it is no such sum.

    >>> part_in("5 €", 1000), part_in("2,50", 1000), part_in("10", 1000), part_in("later", 1000)
    (500, 250, 0, 0)
    """
    amount = AMOUNT.fullmatch(" ".join(text.casefold().split()).strip(AROUND))
    cents = int(Decimal(amount["amount"].replace(",", ".")) * 100) if amount else 0
    return cents if cents < fee else 0


def behind_a_name(text: str) -> tuple[str, bool] | None:
    """The name and what is said behind it, where that is one of the sure words.

    >>> behind_a_name("Otto Two (paid)"), behind_a_name("Otto Two – nicht bezahlt")
    (('Otto Two', True), ('Otto Two', False))
    >>> behind_a_name("Otto X") is None
    True
    """
    words = text.split()
    for count in (2, 1):
        if len(words) <= count:
            continue
        last = " ".join(words[-count:]).casefold().strip(AROUND + "-–— ")
        for is_paid in (False, True):
            if last in SURE[is_paid]:
                return " ".join(words[:-count]).rstrip("-–—:([ "), is_paid
    return None


def found_in(cells: Sequence[str], fee: int, *, only_sure: bool = False) -> int | None:
    """The first of these cells that says something of paying, the clearest before the others."""
    said = [(at, said_by(cell, fee)) for at, cell in enumerate(cells) if cell]
    kinds = [
        [at for at, each in said if each and each.is_sure and each.is_paid is not None],
        [at for at, each in said if each and each.is_paid is not None],
        [at for at, each in said if each and each.is_sure],
        [at for at, each in said if each],
    ]
    for found in kinds[:1] if only_sure else kinds:
        if found:
            return found[0]
    return None
