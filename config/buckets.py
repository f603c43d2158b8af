"""What one address may do so often at once, and then so often in an hour.

Each process counts for itself, in memory: it is about floods, not about rights.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from math import ceil

HOUR = 3600  # seconds
MOST_REMEMBERED = 20_000
"""Whoever has done nothing for longest is forgotten first."""


class Buckets:
    """A bucket for each of those who do something: full at first, and filled up again steadily."""

    def __init__(
        self, size: int, an_hour: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._one = HOUR / max(1, an_hour)
        self._patience = max(0, size - 1) * self._one
        self._clock = clock
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, whose: Hashable) -> int:
        """Take one out, and return 0; where there is none, the seconds until there is.

        >>> now = 0.0
        >>> buckets = Buckets(2, 60, clock=lambda: now)
        >>> [buckets.take("192.0.2.7") for _ in range(3)], buckets.take("192.0.2.8")
        ([0, 0, 60], 0)
        >>> now = 60.0
        >>> [buckets.take("192.0.2.7") for _ in range(2)]
        [0, 60]
        """
        now = self._clock()
        full_at = max(now, self._full_at.get(whose, now))
        if full_at - now > self._patience:
            return ceil(full_at - now - self._patience)
        self._full_at[whose] = full_at + self._one
        self._full_at.move_to_end(whose)
        if len(self._full_at) > MOST_REMEMBERED:
            self._full_at.popitem(last=False)
        return 0
