"""Rounds that come from one another: Bose's method of differences.

The players are some orbits of a group and perhaps some that stay fixed. The element numbered x of
orbit j is player j·m + x, where m is the order of the group; the fixed ones have the last numbers.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from seating.designs.fields import Element, shifted

Table: TypeAlias = tuple[int, ...]
Round: TypeAlias = tuple[Table, ...]
Schedule: TypeAlias = tuple[Round, ...]


def developed(tables: Sequence[Table], group: Element, orbits: int) -> Iterator[Round]:
    """Move a whole round by every element of a group: each gives a round.

    >>> list(developed([(0, 3), (1, 2)], (3,), 1))
    [((0, 3), (1, 2)), ((1, 3), (2, 0)), ((2, 3), (0, 1))]
    """
    fixed = range(orbits * prod(group), sum(map(len, tables)))
    for shift in product(*map(range, group)):
        places = [*_places(group, shift, orbits), *fixed]
        yield tuple(tuple([places[player] for player in table]) for table in tables)


def spun(tables: Sequence[Table], group: Element, orbits: int) -> Round:
    """Move some tables by every element: all that come of it, each once, are together a round.

    >>> spun([(0, 3)], (3,), 2)
    ((0, 3), (1, 4), (2, 5))
    >>> spun([(0, 2, 4, 6)], (4,), 2)
    ((0, 2, 4, 6), (1, 3, 5, 7))
    """
    shifts = product(*map(range, group))
    moved = (_places(group, shift, orbits) for shift in shifts)
    found = (tuple([places[player] for player in table]) for places in moved for table in tables)
    once: dict[frozenset[int], Table] = {}
    for table in found:
        once.setdefault(frozenset(table), table)
    return tuple(once.values())


def _places(group: Element, shift: Element, orbits: int) -> list[int]:
    order = prod(group)
    numbers = shifted(group, shift)
    return [orbit * order + number for orbit in range(orbits) for number in numbers]
