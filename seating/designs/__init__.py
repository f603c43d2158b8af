"""Schedules in which nobody sits with anybody twice.

>>> for tables in design(9, 3, 4):
...     print(tables)
((0, 3, 6), (1, 4, 7), (2, 5, 8))
((0, 4, 8), (1, 5, 6), (2, 3, 7))
((0, 5, 7), (1, 3, 8), (2, 4, 6))
((0, 1, 2), (3, 4, 5), (6, 7, 8))

Such a schedule is a resolvable packing; what is known of them is a patchwork of algebra, of
single finds and of ways to make large ones from small ones, which `catalogue` puts together.
"""

from itertools import chain, islice

from seating.designs.catalogue import Construction, best, constructions
from seating.designs.developing import Round, Schedule, Table

__all__ = ["Round", "Schedule", "Table", "design", "groups_that_never_meet", "most_rounds"]


def design(players: int, size: int, rounds: int) -> Schedule | None:
    """Seat everybody once a round, and no two at the same table twice; None where unknown.

    >>> design(4, 2, 3)
    (((0, 2), (1, 3)), ((0, 3), (1, 2)), ((0, 1), (2, 3)))
    >>> design(8, 4, 2) is None
    True
    """
    construction = _construction(players, size, rounds)
    return None if construction is None else tuple(islice(construction.build(), rounds))


def most_rounds(players: int, size: int) -> int:
    """Return how many rounds `design` can make: 0 where the players fill no tables.

    >>> [most_rounds(players, 4) for players in (8, 16, 20, 24, 28, 30)]
    [1, 5, 5, 7, 9, 0]
    """
    return best(players, size).rounds if constructions(players, size) else 0


def groups_that_never_meet(
    players: int, size: int, rounds: int
) -> tuple[tuple[int, ...], ...] | None:
    """Return groups of equal size within which nobody meets in `design`, None where not known.

    >>> groups_that_never_meet(12, 3, 4)
    ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11))
    """
    construction = _construction(players, size, rounds)
    if construction is None or rounds > construction.apart:
        return None
    width = construction.width
    return tuple(tuple(range(first, first + width)) for first in range(0, players, width))


def _construction(players: int, size: int, rounds: int) -> Construction | None:
    """Return one that has rounds enough: with groups that never meet, as wide as can be, if any."""
    known = constructions(players, size)
    apart = (one for one in known if one.apart >= rounds)
    enough = (one for one in known if one.rounds >= rounds)
    return next(chain(apart, enough), None)
