"""When a search can stop: no rounds are better."""

from __future__ import annotations

from seating.bounds import least_repeats
from seating.model import Request
from seating.search.weights import REPEAT, meetings
from seating.sizes import Layout


def enough(request: Request, layout: Layout) -> int:
    """A cost that cannot be undercut.

    >>> enough(Request(entries=(1, 2, 3, 4), size=2, rounds=7), Layout((2, 2)))
    26000
    """
    least = (
        REPEAT
        * least_repeats([layout.sizes] * request.rounds, request.entries, request.history).repeats
    )
    if request.history or request.wishes.together or request.only_repeats:
        return least if not request.wishes.together else 0
    count = len(request.entries)
    pairs = count * (count - 1) // 2
    total = request.rounds * sum(size * (size - 1) // 2 for size in layout.sizes)
    each, more = divmod(total, pairs)
    return max(least, (pairs - more) * meetings(each) + more * meetings(each + 1))
