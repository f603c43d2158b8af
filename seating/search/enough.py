"""When a search can stop: no rounds are better."""

from __future__ import annotations

from seating.bounds import least_repeats
from seating.bounds_when_fair import in_common
from seating.model import Request
from seating.sizes import Layout
from seating.weights import REPEAT, THIRD, UNFAIR, meetings

NOT_TOO_OFTEN = THIRD // REPEAT + 1
"""In so many rounds a meeting costs no less than the two have met before, in repeats."""


def enough(request: Request, layout: Layout) -> int:
    """A cost that cannot be undercut.

    >>> enough(Request(entries=(1, 2, 3, 4), size=2, rounds=7), Layout((2, 2)))
    26000
    >>> enough(Request(entries=tuple(range(17)), size=4, rounds=2), Layout((4, 4, 4, 5)))
    4000
    """
    if request.wishes.together:
        return 0
    sizes = [layout.sizes] * request.rounds
    least = REPEAT * least_repeats(sizes, request.entries, request.history).repeats
    if request.only_repeats:
        return least
    if request.rounds + len(request.history) <= NOT_TOO_OFTEN:
        least = max(least, min(REPEAT * in_common(request, layout), UNFAIR + least))
    if request.history:
        return least
    count = len(request.entries)
    pairs = count * (count - 1) // 2
    total = request.rounds * sum(size * (size - 1) // 2 for size in layout.sizes)
    each, more = divmod(total, pairs)
    return max(least, (pairs - more) * meetings(each) + more * meetings(each + 1))
