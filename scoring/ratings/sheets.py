"""Sheets as ratings see them: who was on which side, with how many points from how many hands."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

THOUSAND = 1000


class Side(NamedTuple):
    """One person, or a pair, at a table: the keys of the people, how many points they made above
    what the table made on average in as many hands, and those hands, one at least."""

    people: tuple[int, ...]
    above: float
    hands: int


class Sheet(NamedTuple):
    """A sheet: those sides that are known, and of how many the table was.

    `day` is any number that grows with time: what was estimated from everybody stands until the
    next day.
    """

    day: int
    sides: tuple[Side, ...]
    size: int


def above_table(points: int, hands: int, table_points: int, table_hands: int) -> Fraction:
    """Points above what the table made on average in as many hands.

    `table_points` and `table_hands` are the sums over all sides. In a game whose points add up to
    nought these are the points themselves.

    >>> above_table(10, 8, 16, 16), above_table(6, 8, 16, 16)
    (Fraction(2, 1), Fraction(-2, 1))
    """
    return points - Fraction(hands * table_points, table_hands)


def sheet_of(day: int, sides: Sequence[tuple[tuple[int, ...], int, int]]) -> Sheet:
    """A sheet on which everybody is known, by side the people, their points and their hands.

    >>> sheet_of(1, [((7,), 10, 8), ((9,), 6, 8)]).sides[0]
    Side(people=(7,), above=2.0, hands=8)
    """
    points = sum(side[1] for side in sides)
    hands = sum(side[2] for side in sides)
    return Sheet(
        day,
        tuple(
            Side(people, float(above_table(own, dealt, points, hands)), dealt)
            for people, own, dealt in sides
        ),
        len(sides),
    )


def rated_counts(points: int, hands: int, table_points: int, table_hands: int) -> dict[str, int]:
    """What a rating needs of a sheet, as figures that can be added up over sheets.

    `rated.sheets` and `rated.hands`; `rated.sum`: points above the table; `rated.squares`: the
    square of those points divided by the hands. The last two in thousandths.

    >>> rated_counts(10, 8, 16, 16)
    {'rated.sheets': 1, 'rated.hands': 8, 'rated.sum': 2000, 'rated.squares': 500}
    >>> rated_counts(0, 0, 0, 0)
    {}
    """
    if not hands or table_hands == hands:
        return {}
    excess = above_table(points, hands, table_points, table_hands)
    return {
        "rated.sheets": 1,
        "rated.hands": hands,
        "rated.sum": round(THOUSAND * excess),
        "rated.squares": round(THOUSAND * excess * excess / hands),
    }


class Sums(NamedTuple):
    """What somebody's sheets add up to: see `rated_counts`; points, not thousandths."""

    sheets: int = 0
    hands: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, other: Sums) -> Sums:
        """Both together."""
        return Sums(
            self.sheets + other.sheets,
            self.hands + other.hands,
            self.total + other.total,
            self.squares + other.squares,
        )


def kept_sums(sheets: int, hands: int, total: int, squares: int) -> Sums:
    """The sums of `rated_counts`, however many sheets were added up.

    >>> kept_sums(2, 9, -500, 750)
    Sums(sheets=2, hands=9, total=-0.5, squares=0.75)
    """
    return Sums(sheets, hands, total / THOUSAND, squares / THOUSAND)


def sums_of_side(side: Side) -> Sums:
    """What a sheet adds to the sums of those on this side."""
    return Sums(1, side.hands, side.above, side.above * side.above / side.hands)
