"""Amounts, totals and prizes: how people type and read them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.words import TEN_THOUSAND, grouped

_AMOUNT = re.compile(r"[0-9]{1,6}([.,][0-9]{1,2})?")
_SHARE = re.compile(r"([0-9]{1,3})\s*%")
_PLACES = re.compile(r"([0-9]{1,4})(?:\s*[-–]\s*([0-9]{1,4}))?\s*:\s*(\S.*)")


def money(cents: int) -> str:
    """An amount as people read it, without its currency.

    >>> money(1000), money(1250)
    ('10', '12.50')
    """
    return grouped(typed_money(cents), _said)


def typed_money(cents: int) -> str:
    """The same as it stands in a box, which takes no thousands that are apart.

    >>> typed_money(1234550)
    '12345.50'
    """
    return str(cents // 100) if cents % 100 == 0 else number_format(cents / 100, 2)


def decimal(value: float | Fraction, places: int = 2) -> str:
    """A figure with so many decimals, as the language writes them.

    >>> decimal(-0.5), decimal(Fraction(7, 2), 1), decimal(-0.001)
    ('−0.50', '3.5', '0.00')
    """
    rounded = round(float(value), places) or 0.0  # a nought has no sign
    return grouped(number_format(rounded, places).replace("-", "−"), _said)


def amount(value: int | Fraction | None) -> str:
    """A total as people write it: with a sign where it is a whole number, else two decimals.

    >>> amount(12), amount(-3), amount(0), amount(Fraction(7, 2)), amount(None)
    ('+12', '−3', '0', '3.50', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, Fraction) and value.denominator != 1:
        return decimal(value)
    whole = int(value)
    return grouped(f"{whole:+d}".replace("-", "−"), _said) if whole else "0"


def plain(value: int | Fraction | None) -> str:
    """The same without a plus.

    >>> plain(3), plain(-3), plain(None)
    ('3', '−3', '–')
    """
    return amount(value).removeprefix("+")


def _said(_marked: str) -> str:
    return pgettext(TEN_THOUSAND.context, TEN_THOUSAND)


def per_cent(share: int) -> str:
    r"""A whole number of hundredths, on one line.

    >>> per_cent(58)
    '58\xa0%'
    """
    # Translators: a share, such as 58 %, or 58% where no space is usual.
    return (_("%(share)s %%") % {"share": share}).replace(" ", "\N{NO-BREAK SPACE}")


def quoted(text: object) -> str:
    """What somebody wrote, or what something is called, in quotation marks.

    >>> quoted("Lost games")
    '“Lost games”'
    """
    # Translators: the quotation marks of the language around words that were typed or are names.
    return _("“%(text)s”") % {"text": text}


# What was typed as a prize.


class PrizeValue(NamedTuple):
    """What a prize is: an amount in cents, or a share of the money in per cent, or goods."""

    cents: int = 0
    share: int = 0
    goods: str = ""

    def of(self, money: int) -> Fraction:
        """What it comes to in cents, where so much is there for prizes."""
        return Fraction(self.cents) + Fraction(money * self.share, 100)


class Goods(NamedTuple):
    """What the places from the first to the last of a range get each."""

    first: int
    last: int
    text: str

    def is_for(self, place: int) -> bool:
        """Whether the place gets it."""
        return self.first <= place <= self.last


def what_of(text: str) -> PrizeValue:
    """What was typed as a prize.

    >>> what_of("12,50").cents, what_of("5 %").share, what_of("a ham").goods
    (1250, 5, 'a ham')
    """
    text = text.strip()
    share = _SHARE.fullmatch(text)
    if share:
        return PrizeValue(share=int(share[1]))
    if _AMOUNT.fullmatch(text):
        return PrizeValue(cents=int(Fraction(text.replace(",", ".")) * 100))
    return PrizeValue(goods=text)


def goods_of(line: str) -> Goods | None:
    """A line of prizes in goods; None where it cannot be read so.

    >>> goods_of("41–60: a crate of beer")
    Goods(first=41, last=60, text='a crate of beer')
    >>> goods_of("4: ham").last
    4
    """
    found = _PLACES.fullmatch(line.strip())
    if not found:
        return None
    first, last = int(found[1]), int(found[2] or found[1])
    return Goods(first, last, found[3].strip()) if 0 < first <= last else None


def group_prize_of(line: str) -> tuple[str, PrizeValue] | None:
    """A line of prizes for groups; None where it cannot be read so.

    >>> group_prize_of("Ladies: 20")
    ('Ladies', PrizeValue(cents=2000, share=0, goods=''))
    """
    group, colon, what = (part.strip() for part in line.partition(":"))
    return (group, what_of(what)) if group and colon and what else None


def what_in_words(what: PrizeValue) -> str:
    """What a prize is, as people say it.

    >>> what_in_words(what_of("5 %")), what_in_words(what_of("20")), what_in_words(what_of("ham"))
    ('5 % of the money', '20', 'ham')
    """
    if what.share:
        return _("%(share)s %% of the money") % {"share": what.share}
    return what.goods or money(what.cents)
