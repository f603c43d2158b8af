"""Fixed movement: each seat has its way from table to table, and nothing needs to be drawn."""

from __future__ import annotations

from itertools import combinations

from seating.chance import Chance
from seating.keeping import refuse_broken
from seating.model import Drawn, Impossible, Request, Round, Seats, Wishes
from seating.sizes import Layout
from seating.wishes import insist, units
from seating.words import _

NAME = "movement"


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """The coming rounds by the rule; the first is drawn by chance if there was none before.

    >>> draw(Request(entries=(1, 2, 3, 4), size=2, history=(Round(((1, 2), (3, 4))),)),
    ...      Layout((2, 2)), Chance(1)).rounds[0].tables
    ((1, 4), (3, 2))
    """
    if layout.out or len(set(layout.sizes)) != 1:
        raise Impossible(
            "unequal",
            _("A fixed movement needs equal tables: %(entries)s do not make tables of %(size)s."),
            entries=len(request.entries),
            size=request.size,
        )
    last = request.history[-1] if request.history else Round(())
    here = sorted(entry for table in last.tables for entry in table)
    if here == sorted(request.entries) and tuple(map(len, last.tables)) == layout.sizes:
        rounds = [move_on(last)]
    else:
        rounds = [_start(request, layout, chance)]
    while len(rounds) < request.rounds:
        rounds.append(move_on(rounds[-1]))
    for played in rounds:
        refuse_broken(played, request.wishes)
    return Drawn(tuple(rounds))


def shift(seat: int) -> int:
    """How many tables a seat moves: 0, -1, 1, 2, -2, 3, -3 …; less than 0 is down.

    >>> [shift(seat) for seat in range(6)]
    [0, -1, 1, 2, -2, 3]
    """
    if seat < 3:
        return (0, -1, 1)[seat]
    return (seat + 1) // 2 if seat % 2 else -(seat // 2)


def move_on(last: Round) -> Round:
    """Everybody moves by the rule of the seat, from the last table on to the first.

    >>> move_on(Round(((1, 2, 3), (4, 5, 6), (7, 8, 9)))).tables
    ((1, 5, 9), (4, 8, 3), (7, 2, 6))
    """
    count, size = len(last.tables), len(last.tables[0])
    return Round(
        tuple(
            tuple(last.tables[(table - shift(seat)) % count][seat] for seat in range(size))
            for table in range(count)
        )
    )


def _start(request: Request, layout: Layout, chance: Chance) -> Round:
    """A first round by chance; who must not meet shares a seat, and so never does."""
    insist(request, layout)
    count, wishes = len(layout.sizes), request.wishes
    entries = sorted(request.entries)
    fixed = [entry for entry in entries if entry in wishes.tables or entry in wishes.seats]
    columns: list[list[int]] = [[] for _ in range(request.size)]
    for entry in fixed:
        column = columns[wishes.seats.get(entry, 0)]
        (column if len(column) < count else min(columns, key=len)).append(entry)
    pairs = {*wishes.apart, *(p for g in wishes.groups for p in combinations(sorted(g), 2))}
    free = [entry for entry in entries if entry not in frozenset(fixed)]
    bands = sorted(units(pairs, free), key=len, reverse=True)
    alone = chance.shuffled([e for e in free if not any(e in band for band in bands)])
    for band in [*bands, *((entry,) for entry in alone)]:
        roomy = [column for column in columns if len(column) + len(band) <= count]
        for entry in band:
            column = roomy[0] if roomy else min(columns, key=len)
            column.append(entry)
    return Round(_tables(columns, count, wishes, chance))


def _tables(
    columns: list[list[int]], count: int, wishes: Wishes, chance: Chance
) -> tuple[Seats, ...]:
    """The columns side by side, each in an order by chance, fixed tables kept."""
    placed = []
    for column in columns:
        fixed = {wishes.tables[entry]: entry for entry in column if entry in wishes.tables}
        others = iter(chance.shuffled([e for e in column if e not in fixed.values()]))
        placed.append([fixed[t] if t in fixed else next(others) for t in range(count)])
    return tuple(zip(*placed, strict=True))
