"""A list for a spreadsheet: its columns with what they hold, and its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from fractions import Fraction

Value = str | int | float | Fraction | datetime | None


class Kind(Enum):
    """What a column holds; money is in whole cents, a share is a part of 1."""

    TEXT = "text"
    NUMBER = "number"
    POINTS = "points"
    SHARE = "share"
    MONEY = "money"
    DATE = "date"
    MOMENT = "moment"


@dataclass(frozen=True)
class Column:
    """A column: its head, what it holds, and how many letters wide it is shown."""

    head: str
    kind: Kind = Kind.TEXT
    width: int = 12


@dataclass(frozen=True)
class Listing:
    """A list: `name` for its file, `title` for its tab; the rows are made while they are read."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Callable[[], Iterable[Sequence[Value]]]


def text(head: str, width: int = 12) -> Column:
    """A column of texts."""
    return Column(head, Kind.TEXT, width)


def number(head: str, width: int = 10) -> Column:
    """A column of counts: start numbers, hands, places."""
    return Column(head, Kind.NUMBER, width)


def points(head: str, width: int = 10) -> Column:
    """A column of points, with their signs."""
    return Column(head, Kind.POINTS, width)


def money(head: str) -> Column:
    """A column of amounts, given in cents."""
    return Column(head, Kind.MONEY, 12)


def moment(head: str) -> Column:
    """A column of days with times."""
    return Column(head, Kind.MOMENT, 17)
