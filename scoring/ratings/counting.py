"""What ratings need of a sheet, counted with the other figures of those who sat there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.figures import Figures, Sitting, hands_of, points_of
from scoring.ratings.sheets import rated_counts
from scoring.table import Row


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
