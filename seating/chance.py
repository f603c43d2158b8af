"""Chance that is the same on every machine: a stream of numbers from a seed.

Python promises that `random()` gives the same numbers for a seed in every version, and nothing of
the kind for shuffling or choosing; so these are made of it here.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


class Chance:
    """Draws from a seed; two with the same seed draw the same."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(str(seed)).random

    def below(self, most: int) -> int:
        """A whole number from 0 to below `most`.

        >>> Chance(7).below(10), Chance(7).below(1000)
        (7, 712)
        """
        return int(self._random() * most)

    def choose(self, items: Sequence[T]) -> T:
        """One of them."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put them into another order (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A shuffled copy.

        >>> Chance(7).shuffled(range(8))
        [2, 0, 4, 3, 1, 7, 6, 5]
        """
        copy = list(items)
        self.shuffle(copy)
        return copy
