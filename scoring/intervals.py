"""How sure a figure is: shares and means with the interval in which the truth likely lies.

Sources: E. B. Wilson, “Probable inference, the law of succession, and statistical inference”,
J. Am. Stat. Assoc. 22 (1927), for shares; the normal interval of a mean with the variance of the
sample, for points.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
FEWEST_FOR_MEAN = 10
"""With fewer hands the variance of the sample says too little for an interval of a mean."""


class Estimate(NamedTuple):
    """A figure with how many cases it comes from, and the interval, None where it says nothing."""

    value: float
    cases: int
    low: float | None
    high: float | None


def share(won: int, of: int) -> Estimate | None:
    """The share `won` / `of` with its 95 % interval by Wilson; None without a case.

    >>> found = share(3, 3)
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (1.0, 0.44, 1.0)
    >>> share(0, 0) is None
    True
    """
    if not of:
        return None
    value = won / of
    middle = (value + Z * Z / (2 * of)) / (1 + Z * Z / of)
    half = Z * sqrt(value * (1 - value) / of + Z * Z / (4 * of * of)) / (1 + Z * Z / of)
    return Estimate(value, of, max(0.0, middle - half), min(1.0, middle + half))


def mean(total: int, squares: int, cases: int) -> Estimate | None:
    """The mean of whole numbers by their sum and the sum of their squares; None without a case.

    Below ten cases there is no interval.

    >>> found = mean(total=20, squares=140, cases=10)
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (2.0, -0.07, 4.07)
    >>> mean(5, 25, 1).low is None
    True
    """
    return mean_with(total, cases, variance_of(total, squares, cases))


def mean_with(total: int, cases: int, variance: float | None) -> Estimate | None:
    """The mean of some of somebody's hands, with the interval that all of his hands give.

    For a few hands in one place or with one partner, whose own spread is not known: they spread
    as all his hands do. Without a variance, and below ten cases, there is no interval.

    >>> found = mean_with(10, 20, 4.0)
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (0.5, -0.38, 1.38)
    """
    if not cases:
        return None
    value = total / cases
    if variance is None or cases < FEWEST_FOR_MEAN:
        return Estimate(value, cases, None, None)
    half = Z * sqrt(variance / cases)
    return Estimate(value, cases, value - half, value + half)


def variance_of(total: int, squares: int, cases: int) -> float | None:
    """The variance of whole numbers by their sum and the sum of their squares.

    None below ten cases.

    >>> round(variance_of(20, 140, 10), 2)
    11.11
    """
    if cases < FEWEST_FOR_MEAN:
        return None
    return max(0.0, (squares - total * total / cases) / (cases - 1))
