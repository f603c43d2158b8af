"""Prices of a tournament's tariff that are no plain number: an announced sweep, and Laufende."""

from typing import NamedTuple

from scoring.bavarian.tournament_options import NOT_PLAYED


class Sweep(NamedTuple):
    """The price of an announced sweep: `times` the plain value, or `more` than it, or `fixed`."""

    times: int = 1
    more: int = 0
    fixed: int = 0

    def of(self, plain: int) -> int:
        """What it is worth where the plain game with its runners is worth `plain`.

        >>> Sweep(times=2).of(15), Sweep(more=20).of(30), Sweep(fixed=42).of(15)
        (30, 50, 42)
        """
        return self.fixed or plain * self.times + self.more


SWEEPS = {"double": Sweep(times=2), "fourfold": Sweep(times=4), NOT_PLAYED: None}
"""By value of the options `tout` and `sie`, where a tournament has not said it."""


class Laufende(NamedTuple):
    """What runners are worth: `each`, from `least` of them on, the first `free` for nothing."""

    least: int
    each: int
    free: int = 0

    def worth(self, count: int) -> int:
        """What so many are worth.

        >>> [Laufende(2, 5, free=1).worth(count) for count in (1, 2, 3)]
        [0, 5, 10]
        """
        return (count - self.free) * self.each if count >= self.least else 0
