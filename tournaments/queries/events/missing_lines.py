"""A line of what is missing now at an event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tournaments.queries.events.steps import Way

MOST_NAMED = 12

PROBLEM, OPEN, NOTE = "problem", "open", "note"
"""How much a line matters: it stops what comes next, it is to be done, it is good to know."""


class Line(NamedTuple):
    """Something that is missing, where it is mended, and those whom it is about one by one.

    `more` are those beyond the named ones.
    """

    weight: str
    text: str
    way: Way
    each: tuple[Way, ...] = ()
    more: int = 0


def line_of(weight: str, text: str, way: Way, each: Iterable[Way]) -> Line:
    """A line with as many named as there is room for."""
    ways = tuple(each)
    return Line(weight, text, way, ways[:MOST_NAMED], max(0, len(ways) - MOST_NAMED))
