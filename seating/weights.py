"""What each evil costs, in every draw: whole numbers, each kind worth many of the next."""

from __future__ import annotations

HARD = 10**10
"""Two meet who must not: more than all that is no wish that must be kept."""

TOGETHER = 2 * HARD
"""Two do not meet who must."""

FIXED = 3 * HARD
"""Somebody is not at a fixed table or seat. The fewer places a wish leaves, the more it costs."""

GROUP = 100_000
"""Two of a team or club meet."""

UNFAIR = 50_000
"""Somebody is at an odd table, or out, once more than need be."""

THIRD = 10_000
"""A third meeting, and each further one."""

REPEAT = 1_000
"""A second meeting; as much again if the first was in the round before."""

EARLIER = 100
"""Two meet who met on the evening before this one."""

LONG_AGO = 55
"""The same after many evenings: a meeting is never forgotten, but it costs less and less."""

MOST_EARLIER = 900
"""However often two met on other evenings, a second meeting tonight costs more."""

SPARED = 300
"""Somebody is at an odd table, or out, who was so in every round of the evenings before."""

RATHER_NOT = 50
"""Two meet who would rather not."""

AWAY = 1
"""One place in the standing away from the table where somebody belongs."""

UNIT = REPEAT
"""Steps uphill are measured by it."""


def earlier(evenings_ago: int) -> int:
    """What it costs that two meet who met so many evenings ago, 1 being the last one.

    >>> [earlier(evenings) for evenings in (1, 2, 3, 4, 9)]
    [100, 80, 64, 55, 55]
    """
    faded: int = EARLIER * 4 ** (evenings_ago - 1) // 5 ** (evenings_ago - 1)
    return max(faded, LONG_AGO)


def meeting(times_before: int) -> int:
    """What it costs that two meet who met so often before.

    >>> [meeting(times) for times in range(4)]
    [0, 1000, 10000, 10000]
    """
    return (0, REPEAT, THIRD)[min(times_before, 2)]


def meetings(times: int) -> int:
    """What it costs altogether that two meet so often.

    >>> [meetings(times) for times in range(5)]
    [0, 0, 1000, 11000, 21000]
    """
    return sum(map(meeting, range(times)))
