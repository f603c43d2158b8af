"""Points per hand above the table, drawn towards nought: the less, the more hands there are.

A person's sheets scatter by the luck of the cards (`within`, the variance of one hand), and people
differ by how they play (`between`). Both are estimated from the sums of everybody, and then a mean
of n hands is worth n / (n + within / between) of itself. Nothing but sums by person is needed, so
that a corrected sheet changes the rating at once and nothing has to be gone through again.

Sources: H. Bühlmann, E. Straub, “Glaubwürdigkeit für Schadensätze”, Mitteilungen der Vereinigung
Schweizerischer Versicherungsmathematiker 70 (1970), here with nought, the average of the table, as
the known middle; B. Efron, C. Morris, “Stein's paradox in statistics”, Scientific American 236
(1977), for the same with batting averages.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from scoring.intervals import Z
from scoring.ratings.sheets import Sheet, Side, Sums, sums_of_side

NORMAL = NormalDist()


class Population(NamedTuple):
    """How far people differ (`between`) and how far one hand scatters (`within`): variances of
    points per hand."""

    between: float
    within: float

    @property
    def half_hands(self) -> float:
        """After how many hands the person's own mean weighs as much as nought."""
        return self.within / self.between if self.between else float("inf")


class Rating(NamedTuple):
    """Points per hand above the table, and between what they lie in 19 of 20 cases; `weight`: how
    much of the person's own mean is in it, from 0 to 1."""

    value: float
    low: float
    high: float
    weight: float


def population_of(everybody: Iterable[Sums]) -> Population | None:
    """The variances by the method of moments; None while nobody has a second sheet.

    `between` is nought where results differ no more than luck alone makes them.
    """
    known = [sums for sums in everybody if sums.hands]
    more = sum(sums.sheets - 1 for sums in known)
    if not more:
        return None
    of_means = sum(sums.total * sums.total / sums.hands for sums in known)
    within = max(0.0, sum(sums.squares for sums in known) - of_means) / more
    hands = sum(sums.hands for sums in known)
    return Population(max(0.0, (of_means - within * len(known)) / hands), within)


def rating_of(sums: Sums, population: Population) -> Rating:
    """The rating of somebody with these sums.

    >>> found = rating_of(Sums(30, 600, 120.0, 0.0), Population(between=0.01, within=6.0))
    >>> [round(figure, 3) for figure in found]
    [0.1, -0.039, 0.239, 0.5]
    """
    if not population.between:
        return Rating(0.0, 0.0, 0.0, 0.0)
    weight = sums.hands / (sums.hands + population.half_hands)
    value = weight * sums.total / sums.hands if sums.hands else 0.0
    half = Z * sqrt(population.between * (1 - weight))
    return Rating(value, value - half, value + half, weight)


class ShrunkMean:
    """The method for `evaluation`: the unit is a person, or with `as_pairs` a pair as a whole.

    Where two people make a side, what each of them adds to it is added up. `shrinks` false: the
    bare mean, as if luck had no part in it beyond the sheet that is foretold.
    """

    def __init__(self, *, as_pairs: bool = False, shrinks: bool = True) -> None:
        kind = "shrunk mean" if shrinks else "bare mean"
        self.name = f"{kind} of pairs" if as_pairs else kind
        self.as_pairs = as_pairs
        self.shrinks = shrinks
        self.sums: dict[tuple[int, ...], Sums] = {}
        self.population: Population | None = None
        self._day: int | None = None

    def chance(self, one: Side, other: Side, sheet: Sheet) -> float:
        """How likely `one` makes more points per hand than `other` at this table, 0 to 1."""
        self._look_at_everybody(sheet.day)
        population = self.population
        if population is None or not population.within:
            return 0.5
        # Whoever is ahead of the table by r is ahead of the others at it by r · k/(k-1).
        stretch = sheet.size / (sheet.size - 1)
        value, doubt = 0.0, 0.0
        for sign, side in ((1, one), (-1, other)):
            for unit in self._units(side):
                mean, variance = self._estimate(unit, population)
                value += sign * stretch * mean
                doubt += stretch * stretch * variance
        luck = population.within * stretch * (1 / one.hands + 1 / other.hands)
        return NORMAL.cdf(value / sqrt(doubt + luck))

    def learn(self, sheet: Sheet) -> None:
        """Take a sheet in."""
        for side in sheet.sides:
            own = sums_of_side(side)
            for unit in self._units(side):
                self.sums[unit] = self.sums.get(unit, Sums()).plus(own)

    def _units(self, side: Side) -> list[tuple[int, ...]]:
        return [tuple(sorted(side.people))] if self.as_pairs else [(who,) for who in side.people]

    def _estimate(self, unit: tuple[int, ...], population: Population) -> tuple[float, float]:
        sums = self.sums.get(unit, Sums())
        if not self.shrinks:
            return (sums.total / sums.hands if sums.hands else 0.0), 0.0
        found = rating_of(sums, population)
        return found.value, population.between * (1 - found.weight)

    def _look_at_everybody(self, day: int) -> None:
        if day != self._day:
            self._day = day
            self.population = population_of(self.sums.values())
