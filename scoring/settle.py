"""Unit price → points: one side against the other, or everybody and one player."""

from collections.abc import Iterable


def against_each(
    seats: int, active: tuple[int, ...], picker: int, partner: int | None, unit: int
) -> list[int]:
    """Every opponent pays `unit`; the partner gets one, the picker the rest; they sum to zero.

    A negative `unit` is what the picking side pays.

    >>> against_each(5, (0, 1, 2, 3, 4), 0, 1, 2)
    [4, 2, -2, -2, -2]
    >>> against_each(4, (1, 2, 3), 1, None, -1)
    [0, -2, 1, 1]
    """
    points = [0] * seats
    opponents = len(active) - (1 if partner is None else 2)
    for seat in active:
        points[seat] = -unit
    if partner is None:
        points[picker] = opponents * unit
    else:
        points[partner] = unit
        points[picker] = (opponents - 1) * unit
    return points


def one_side(seats: int, winners: Iterable[int], amount: int) -> list[int]:
    """`amount` for each of `winners`, nothing for the others.

    >>> one_side(4, (0, 2), 6)
    [6, 0, 6, 0]
    """
    points = [0] * seats
    for side in winners:
        points[side] = amount
    return points
