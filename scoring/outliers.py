"""What is far from the rest, so that somebody looks at it: a rule of thumb and no verdict.

A figure is far where its distance from the median is more than 3.5 robust standard deviations; one
of those is 1.4826 times the median of all distances (Iglewicz and Hoaglin 1993, the modified
z-score). A few wild figures do not hide one another as they would with the mean.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from statistics import median
from typing import Generic, NamedTuple, TypeVar

from scoring.results import Value

K = TypeVar("K", bound=Hashable)

FEWEST = 8
"""With fewer figures nobody can say what is usual."""

FAR = Fraction(7, 2)
SCALE = Fraction(14826, 10000)


class Far(NamedTuple, Generic[K]):
    """A figure that is far from the rest: whose, the figure, the median, and how many times as far
    as one robust standard deviation."""

    one: K
    value: Value
    middle: Value
    times: float


def far_from_the_rest(values: Mapping[K, Value]) -> list[Far[K]]:
    """The figures that are far, the farthest first; none of fewer than eight, and none where more
    than half of all are the same.

    >>> usual = dict(enumerate([3, -2, 0, 5, 1, -4, 2, -1]))
    >>> [(far.one, far.value) for far in far_from_the_rest({**usual, 8: 40})]
    [(8, 40)]
    >>> far_from_the_rest(usual)
    []
    """
    if len(values) < FEWEST:
        return []
    middle = median(map(Fraction, values.values()))
    spread = SCALE * median(abs(value - middle) for value in values.values())
    if not spread:
        return []
    found = [
        Far(one, value, middle, round(float(abs(value - middle) / spread), 1))
        for one, value in values.items()
        if abs(value - middle) > FAR * spread
    ]
    return sorted(found, key=lambda far: -far.times)


def alike(sheets: Mapping[K, Sequence[int]]) -> list[list[K]]:
    """The sheets with the same figures, in whatever order, in groups.

    Only sheets of at least three figures of which at least three differ: small sums and nothing
    but zeros happen by themselves.

    >>> alike({3: [12, -7, -5], 4: [-7, 12, -5], 5: [1, 0, -1], 6: [0, 0, 0], 7: [0, 0, 0]})
    [[3, 4]]
    """
    groups: dict[tuple[int, ...], list[K]] = {}
    for one, figures in sheets.items():
        if len(set(figures)) >= 3:
            groups.setdefault(tuple(sorted(figures)), []).append(one)
    return [group for group in groups.values() if len(group) > 1]
