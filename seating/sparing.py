"""Tables with a fixed place stay as large as usual: a wheelchair's table is no table of five."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from seating.model import Request, Round
from seating.sizes import Layout
from seating.wishes import problems
from seating.words import Words, _


def fixed_tables(request: Request) -> Counter[int]:
    """How many of the entries have their fixed place at each table.

    >>> from seating.model import Wishes
    >>> fixed_tables(Request(entries=(1, 2), size=2, wishes=Wishes(tables={1: 3, 9: 0})))
    Counter({3: 1})
    """
    tables = request.wishes.tables
    return Counter(tables[entry] for entry in request.entries if entry in tables)


def sparing(request: Request, layout: Layout) -> Layout:
    """The layout with its odd tables where nobody has a fixed place, the last of those.

    A table is odd all the same where there are too few others, or where more have their place at
    it than usually sit at one.

    >>> from seating.model import Wishes
    >>> request = Request(entries=(1, 2, 3, 4, 5), size=2, wishes=Wishes(tables={4: 1}))
    >>> sparing(request, Layout((2, 3))).sizes
    (3, 2)
    """
    fixed, usual = fixed_tables(request), request.size
    odd = [size for size in layout.sizes if size != usual]
    if not fixed or not odd or len(odd) == len(layout.sizes):
        return layout

    def unfit(table: int) -> tuple[bool, bool, int]:
        return odd[0] < usual or fixed[table] <= usual, table in fixed, -table

    chosen = frozenset(sorted(range(len(layout.sizes)), key=unfit)[: len(odd)])
    sizes = tuple(odd[0] if table in chosen else usual for table in range(len(layout.sizes)))
    spared = layout._replace(sizes=sizes)
    return layout if has_no_draw(request, spared) else spared


def has_no_draw(request: Request, layout: Layout) -> bool:
    """Whether a wish that must be kept cannot be kept with these tables."""
    return any(problem.hard for problem in problems(request, layout))


def not_spared(
    request: Request, rounds: Sequence[Round], left_alone: Collection[int] = ()
) -> list[Words]:
    """A sentence for each who has the wished table, which is an odd one all the same.

    Nothing is said of tables that were not drawn but `left_alone`.

    >>> from seating.model import Wishes
    >>> request = Request(entries=(1, 2, 3, 4, 5), size=2, wishes=Wishes(tables={4: 0, 1: 1}))
    >>> [str(words) for words in not_spared(request, [Round(((4, 3), (1, 2, 5)))])]
    ['1 has a fixed place at table 2, which has 3 seats this time: no other could be the odd one.']
    """
    text = _(
        "%(who)s has a fixed place at table %(table)s, which has %(seats)s seats this time: no "
        "other could be the odd one."
    )
    found = []
    for played in rounds:
        sizes = {len(table) for table in played.tables}
        for number, table in enumerate(played.tables):
            is_usual = len(table) == request.size or request.size not in sizes
            if is_usual or number in left_alone:
                continue
            there = sorted(e for e in table if request.wishes.tables.get(e) == number)
            values = {"table": number + 1, "seats": len(table)}
            found += [Words(text, {"who": entry, **values}) for entry in there]
    return list({str(words): words for words in found}.values())
