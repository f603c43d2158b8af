"""Totals and what a round brought, as people write them."""

from __future__ import annotations

from fractions import Fraction

from django.utils.formats import number_format


def amount(value: int | Fraction | None) -> str:
    """A total as people write it: with a sign where it is a whole number, else two decimals.

    >>> amount(12), amount(-3), amount(0), amount(Fraction(7, 2)), amount(None)
    ('+12', '−3', '0', '3.50', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, Fraction) and value.denominator != 1:
        return number_format(round(float(value), 2), 2).replace("-", "−")
    whole = int(value)
    return f"{whole:+d}".replace("-", "−") if whole else "0"
