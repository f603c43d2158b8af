"""The line between those who are in a final and those below it: what decided."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.ranking import Standing, Value
from scoring.tiebreaks import EVERY_KEY
from tournaments.events.standings.queries.standings import EventStanding


class Seed(NamedTuple):
    """Somebody in the standing at a cut: its place there, and what it has."""

    number: int
    name: str
    place: int
    total: Value | None


class Boundary(NamedTuple):
    """Between the last of a final and the first below it.

    `key`: the label of the tie-break that decided, "" where the totals did; `is_lot`: it was the
    lot; `is_level`: nothing decides between them but a lot that nobody asked for yet.
    """

    inside: Seed
    outside: Seed
    key: str = ""
    own: Value | None = None
    better: Value | None = None
    is_lot: bool = False
    is_level: bool = False


def seed_of(standing: EventStanding, number: int) -> Seed:
    """An entry as it stood at a cut."""
    row = standing.places[number]
    return Seed(number, standing.by_number[number].name, row.place, row.total)


def boundaries_of(
    standing: EventStanding,
    finals: Sequence[Sequence[int]],
    rest: Sequence[Standing],
    level: Collection[int],
) -> Iterator[Boundary]:
    """After each final that somebody stands below; `level`: between whom the lot decides."""
    below = [*(final[0] for final in finals[1:]), *(row.entry for row in rest[:1])]
    for final, outside in zip(finals, below, strict=False):
        yield _boundary(standing, final[-1], outside, level)


def _boundary(
    standing: EventStanding, inside: int, outside: int, level: Collection[int]
) -> Boundary:
    one, other = standing.places[inside], standing.places[outside]
    line = Boundary(seed_of(standing, inside), seed_of(standing, outside))
    if inside in level and outside in level:
        return line._replace(is_level=True)
    if one.total != other.total:
        return line
    for key, beside in zip(one.keys, other.keys, strict=True):
        if key.value != beside.value:
            label = str(_(EVERY_KEY[key.name].label))
            is_lot = key.name == "lot"
            return line._replace(key=label, own=beside.value, better=key.value, is_lot=is_lot)
    return line
