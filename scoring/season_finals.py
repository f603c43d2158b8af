"""The finals of a season: who is in the A final, the B final and so on by the place over all.

Source: Wisconsin leagues that split the field after the season into an A and a B final. Carrying
in full, by half or not at all is what `scoring.finals` does with the rounds of an event.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from scoring.finals import FULL, HALF, parted, split
from scoring.qualifying import lot_of
from scoring.results import Value, as_int_if_whole
from scoring.series import Person, SeriesStanding


@dataclass(frozen=True, kw_only=True, slots=True)
class FinalsRules:
    """How a season is cut.

    `sizes`: how many are in the A final, the B final …; `rest_plays`: all others who have a place
    are in one more final, the lowest. `carried`: one of `scoring.finals.CARRIED`. `lot_seed`
    decides between equals at a line.
    """

    sizes: tuple[int, ...] = ()
    rest_plays: bool = False
    carried: str = FULL
    lot_seed: str = ""

    @property
    def count(self) -> int:
        """How many finals are played."""
        return len(self.sizes) + self.rest_plays


class Finalist(NamedTuple):
    """Somebody in a final, or next in line for one.

    `group`: 0 for the A final, None for a reserve. `place` is the one in the season and `total`
    what was won there, both None for who was given a place by hand and is not in the ranking;
    `brought` is what of it counts in the final. `moved_from`: the group in which it would be if
    everybody could come, `has_moved` whether that is another one. `by_lot`: others had the same
    place, and the lot decided. `by_hand`: a director moved him into this final.
    """

    person: Person
    group: int | None
    place: int | None = None
    total: Value | None = None
    brought: Value = 0
    moved_from: int | None = None
    has_moved: bool = False
    by_lot: bool = False
    by_hand: bool = False


def carried_points(total: Value | None, carried: str) -> Value:
    """What of a season's total counts in its final; halves stay exact.

    >>> carried_points(33, "half"), carried_points(33, "none"), carried_points(None, "full")
    (Fraction(33, 2), 0, 0)
    """
    if total is None or carried not in (FULL, HALF):
        return 0
    return as_int_if_whole(Fraction(total) / 2) if carried == HALF else total


def season_finals(
    ranking: Sequence[SeriesStanding],
    rules: FinalsRules,
    declined: Collection[Person] = (),
    given: Iterable[Person] = (),
    moved: Mapping[Person, int] = MappingProxyType({}),
) -> list[Finalist]:
    """Everybody in a final, the best of the A final first, then the reserves in their order.

    Who has `declined` is left out, and everybody below moves up by one. Who was `given` a place
    is in the lowest final, after the others, and takes nobody's place. Who was `moved` by hand is
    in that group whatever his place is, and nobody moves up or down for it.

    >>> from scoring.series import Stage, StageResult, SeriesRules, rank_series
    >>> results = {(one,): StageResult(one, 60 - 10 * one) for one in (1, 2, 3, 4, 5)}
    >>> found = rank_series([Stage(1, results, 5)], SeriesRules())
    >>> two = season_finals(found, FinalsRules(sizes=(2, 2), carried="half"), declined=[(2,)])
    >>> [(one.person[0], one.group, one.brought, one.has_moved) for one in two]
    [(1, 0, 25, False), (3, 0, 15, True), (4, 1, 10, False), (5, 1, 5, True)]
    """
    if any(size < 1 for size in rules.sizes):
        raise ValueError("A final has somebody in it.")
    placed = [row for row in ranking if row.place is not None]
    order = [
        person
        for tied in _level(placed)
        for person in sorted(tied, key=lambda one: lot_of(one, rules.lot_seed))
    ]
    rows = {row.person: row for row in placed}
    there = [person for person in order if person not in declined]
    fields = split(there, rules.sizes)
    before, now = _groups(split(order, rules.sizes), rules), _groups(fields, rules)
    ties = _level([row for row in placed if row.person not in declined])
    level = {person for tied in parted(ties, fields) for person in tied} - moved.keys()
    lowest = max(rules.count - 1, 0)
    now |= {person: min(moved[person], lowest) for person in there if person in moved}
    by_hand = [one for one in dict.fromkeys(given) if now.get(one) is None and one not in declined]
    found = [
        _finalist(rows[one], now[one], before[one], rules)._replace(
            by_lot=one in level, by_hand=one in moved
        )
        for one in there
        if one not in by_hand
    ]
    hands = [
        _finalist(rows[one], lowest, lowest, rules)
        if one in rows
        else Finalist(one, lowest, moved_from=lowest)
        for one in by_hand
    ]
    playing = [one for one in found if one.group is not None]
    return [*playing, *hands, *(one for one in found if one.group is None)]


def _finalist(
    row: SeriesStanding, group: int | None, before: int | None, rules: FinalsRules
) -> Finalist:
    brought = carried_points(row.total, rules.carried)
    return Finalist(row.person, group, row.place, row.total, brought, before, group != before)


def _level(rows: Iterable[SeriesStanding]) -> Iterator[list[Person]]:
    """Those who share each place."""
    for _place, sharing in groupby(rows, key=lambda row: row.place):
        yield [row.person for row in sharing]


def _groups(fields: Sequence[Sequence[Person]], rules: FinalsRules) -> dict[Person, int | None]:
    """The final of each, None for the reserves."""
    finals = rules.count
    return {
        person: place if place < finals else None
        for place, field in enumerate(fields)
        for person in field
    }
