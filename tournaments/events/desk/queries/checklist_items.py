"""A line of the director's checklist, and what several parts of the list reckon with."""

from __future__ import annotations

from dataclasses import dataclass

from seating.model import Impossible
from seating.sizes import layout
from tournaments.common.doers import NAMELESS, Doer
from tournaments.events.desk.queries.desk import Desk

SPARE_PACKS, SPARE_SHEETS = 10, 20
"""Per cent more than there are tables, and sheets."""


@dataclass(frozen=True)
class Item:
    """A line of the checklist: what is to be done, a figure beside it, and where it is done.

    `is_done` is None where nobody can know it but people: those lines are ticked by hand.
    """

    key: str
    text: str
    is_done: bool = False
    is_by_hand: bool = False
    note: str = ""
    page: str = ""
    args: tuple[int, ...] = ()
    doer: Doer = NAMELESS


@dataclass(frozen=True)
class Phase:
    """The lines of one part of the day."""

    name: str
    items: tuple[Item, ...]

    @property
    def done(self) -> int:
        """How many are done."""
        return sum(item.is_done for item in self.items)

    @property
    def is_done(self) -> bool:
        """Whether all are."""
        return self.done == len(self.items)


def tables_expected(desk: Desk) -> int:
    """How many tables there will be: those who are here and registered, else all places."""
    settings, people = desk.settings, desk.people
    count = len(people.here) + len(people.registered) or settings.capacity
    try:
        return len(layout(count, settings.size, settings.odd).sizes)
    except Impossible:
        return 0


def with_spare(count: int, per_cent: int) -> int:
    """So many and some per cent more, rounded up.

    >>> with_spare(20, 10), with_spare(11, 10), with_spare(0, 20)
    (22, 13, 0)
    """
    return -(-count * (100 + per_cent) // 100)


def by_hand(
    key: str, text: str, note: str = "", page: str = "", args: tuple[int, ...] = ()
) -> Item:
    """A line that people tick."""
    return Item(key, text, is_by_hand=True, note=note, page=page, args=args)
