"""Counting tries, so that nobody can guess without end."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from django.core.cache import cache


def count_of(counter: str, seconds: int) -> int:
    """Count one more try; how many there have been since the first one, which is forgotten then."""
    cache.add(counter, 0, seconds)
    try:
        return cache.incr(counter)
    except ValueError:  # it ran out between the two
        cache.set(counter, 1, seconds)
        return 1


def take_back(counters: Iterable[str]) -> None:
    """It was no wrong try."""
    for counter in counters:
        with suppress(ValueError):  # it ran out in the meantime
            cache.decr(counter)
