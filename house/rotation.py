"""Which of many copies stay: all of late, and fewer the older they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date

HOURS, DAYS, WEEKS = 24, 7, 8


def copies_kept(names: Iterable[str]) -> set[str]:
    """Of copies named by their time (2031-05-17-203000-…) those that stay.

    The newest of each of the last 24 hours, 7 days and 8 weeks in which one was made: a machine
    that stood in a cupboard for a year loses none of those of the year before.

    >>> made = ["2031-05-17-203000-x", "2031-05-17-204500-x", "2031-05-17-190000-x"]
    >>> sorted(copies_kept(made))
    ['2031-05-17-190000-x', '2031-05-17-204500-x']
    """
    newest_first = sorted(names, reverse=True)
    kinds = ((_hour, HOURS), (_day, DAYS), (_week, WEEKS))
    return {name for kind, most in kinds for name in _newest_of_each(newest_first, kind, most)}


def _newest_of_each(names: Iterable[str], kind: Callable[[str], str], most: int) -> list[str]:
    found = dict[str, str]()
    for name in names:
        found.setdefault(kind(name), name)
    return list(found.values())[:most]


def _hour(name: str) -> str:
    return name[: len("2031-05-17-20")]


def _day(name: str) -> str:
    return name[: len("2031-05-17")]


def _week(name: str) -> str:
    year, week, _weekday = date.fromisoformat(_day(name)).isocalendar()
    return f"{year}-{week:02}"
