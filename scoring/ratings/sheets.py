"""Sheets as ratings see them: who was on which side, with how many points from how many hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.figures import Figures, Sitting, hands_of, points_of
from scoring.table import Row

THOUSAND = 1000


class Side(NamedTuple):
    """One person, or a pair, at a table: the keys of the people, how many points they made above
    what the table made on average in as many hands, and those hands, one at least."""

    people: tuple[int, ...]
    above: float
    hands: int

    @property
    def per_hand(self) -> float:
        """Points above the table for each hand."""
        return self.above / self.hands


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


class TableSums(NamedTuple):
    """Points of all sides of a table, those of unknown people too, and hands of all sides."""

    points: int
    hands: int


def table_sums(rows: Iterable[Row], *, are_pairs: bool) -> TableSums:
    """The sums over the hands of a sheet, without adjustments and void hands."""
    points = hands = 0
    for row in rows:
        if row.dealer is not None and not row.is_void:
            points += sum(row.points)
            hands += 2 if are_pairs else len(row.seated) - len(row.sitting_out)
    return TableSums(points, hands)


def add_rated(
    found: Mapping[int, Figures], sittings: Sequence[Sitting], table: TableSums, *, are_pairs: bool
) -> None:
    """Add to everybody's figures what `rated_counts` says of them.

    Adjustments are left out: a penalty says nothing about play. For two who were a pair through
    the whole sheet, the same stands among `others` as `with.rated.…`.
    """
    partners = _partners(sittings) if are_pairs else {}
    for person, figures in found.items():
        points = points_of(figures.counts) - figures.counts.get("adjusted", 0)
        rated = rated_counts(points, hands_of(figures.counts), *table)
        figures.counts.update(rated)
        if rated and person in partners:
            with_partner = figures.others.setdefault(partners[person], Counter())
            with_partner.update({f"with.{name}": figure for name, figure in rated.items()})


def _partners(sittings: Sequence[Sitting]) -> dict[int, int]:
    found: dict[int, int] = {}
    for side in (0, 1):
        here = [sitting for sitting in sittings if sitting.column % 2 == side]
        if len(here) == 2 and all(sit.since == 0 and sit.until is None for sit in here):
            one, other = here[0].person, here[1].person
            if one != other:
                found |= {one: other, other: one}
    return found
