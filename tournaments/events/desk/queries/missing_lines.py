"""A line of what is missing now at an event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from tournaments.events.desk.queries.steps import Way
from tournaments.events.results.queries.sheets_due import Due

T = TypeVar("T")

MOST_NAMED = 12

PROBLEM, OPEN, NOTE = "problem", "open", "note"
"""How much a line matters: it stops what comes next, it is to be done, it is good to know."""


class Line(NamedTuple):
    """Something that is missing, where it is mended, and those whom it is about one by one.

    `more` are those beyond the named ones. `due`: the time until which it has to be done.
    """

    weight: str
    text: str
    way: Way
    each: tuple[Way, ...] = ()
    more: int = 0
    due: Due | None = None


def line_of(
    weight: str, text: str, way: Way, those: Sequence[T], way_to: Callable[[T], Way]
) -> Line:
    """A line with as many of those whom it is about as there is room for."""
    ways = tuple(way_to(each) for each in those[:MOST_NAMED])
    return Line(weight, text, way, ways, len(those) - len(ways))
