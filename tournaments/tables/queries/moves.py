"""What somebody wants changed about who sits at a table, and the circle that this makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Move(NamedTuple):
    """Somebody leaves, comes back or joins.

    `column`: who, None for somebody new, whose name is `newcomer`. `after`: the column to whose
    left he sits down, None where he leaves.
    """

    column: int | None
    after: int | None = None
    newcomer: str = ""


class NotThere(Exception):
    """Who leaves does not sit there; or who sits down does already, or between nobody."""


def circle_after(move: Move, circle: Sequence[int], columns: int) -> list[int]:
    """Who sits there then, clockwise, on a sheet of so many columns; raises NotThere.

    >>> circle_after(Move(1), (0, 1, 2, 3), 4)
    [0, 2, 3]
    >>> circle_after(Move(None, after=0, newcomer="Eva"), (0, 1, 2), 4)
    [0, 4, 1, 2]
    """
    if move.after is None:
        if move.column not in circle:
            raise NotThere
        return [other for other in circle if other != move.column]
    comes = columns if move.newcomer else move.column
    if comes is None or comes in circle or comes > columns or move.after not in circle:
        raise NotThere
    place = circle.index(move.after) + 1
    return [*circle[:place], comes, *circle[place:]]
