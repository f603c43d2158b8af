"""When the next try at a password may be made, by when the wrong ones were."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil

from accounts.limits import SignInLimits


def seconds_to_wait(
    tries: Sequence[datetime], now: datetime, free: int, limits: SignInLimits
) -> int:
    """How long the next try has to wait after these, the oldest first; 0 where it may be made.

    So many are `free`, at least one. Then each wrong one doubles the wait, up to the longest; a
    try that is old enough is counted no more.

    >>> noon = datetime(2031, 5, 17, 12)
    >>> def waits(count, seconds=0):
    ...     now = noon + timedelta(seconds=seconds)
    ...     return seconds_to_wait([noon] * count, now, 10, SignInLimits())
    >>> [waits(count) for count in (9, 10, 11, 12, 14, 15, 40)]
    [0, 30, 60, 120, 480, 900, 900]
    >>> [waits(11, seconds) for seconds in (1, 59, 60)]
    [59, 1, 0]
    """
    counted = timedelta(seconds=limits.counted_seconds)
    recent = [at for at in tries if at > now - counted]
    free = max(1, free)
    if len(recent) < free:
        return 0
    moments = []
    for gone in range(len(recent) - free + 1):
        from_then = recent[gone - 1] + counted if gone else now
        doubled = limits.first_wait_seconds * 2 ** min(len(recent) - gone - free, 20)
        wait = timedelta(seconds=min(doubled, limits.longest_wait_seconds))
        moments.append(max(from_then, recent[-1] + wait))
    moments.append(recent[len(recent) - free] + counted)
    return max(0, ceil((min(moments) - now).total_seconds()))
