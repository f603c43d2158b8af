"""Lost-game money: what the lost games of a list cost those who lost them."""

from __future__ import annotations

from collections.abc import Sequence


def lost_money(lost: Sequence[int], prices: Sequence[int]) -> int:
    """What a table pays, in cents; `lost`: how many games each of it lost in this list.

    `prices`: of the first, second … lost game of one person; the last one holds for all others.
    As at Skat: 50 cents each, and one euro from the fourth on.

    >>> lost_money((2, 0, 5, 1), (50, 50, 50, 100)), lost_money((3,), ())
    (500, 0)
    """
    if not prices:
        return 0
    last = len(prices) - 1
    return sum(prices[min(nth, last)] for games in lost for nth in range(games))
