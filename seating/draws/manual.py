"""By hand: everybody in the order given, to be moved about."""

from __future__ import annotations

from seating.chance import Chance
from seating.fairness import cut
from seating.model import Drawn, Impossible, Request, Round, Seats
from seating.sizes import Layout
from seating.words import _

NAME = "manual"


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """The entries in their order, the last ones out: a start for changes by hand.

    >>> draw(Request(entries=(1, 2, 3, 4, 5), size=2, odd="bye"), Layout((2, 2), 1), Chance(1))
    Drawn(rounds=(Round(tables=((1, 2), (3, 4)), out=(5,)),), steps=0, notes=())
    """
    tables = cut(request.entries, layout.sizes)
    given = Round(tables, request.entries[layout.seats :])
    return Drawn((given,) * request.rounds)


def swap(played: Round, one: int, other: int) -> Round:
    """The round with two entries in each other's place, at tables or out.

    >>> swap(Round(((1, 2), (3, 4)), (5,)), 2, 5)
    Round(tables=((1, 5), (3, 4)), out=(2,))
    """
    _refuse_unknown(played, one)
    _refuse_unknown(played, other)
    change = {one: other, other: one}

    def changed(seats: Seats) -> Seats:
        return tuple(change.get(entry, entry) for entry in seats)

    return Round(tuple(changed(table) for table in played.tables), changed(played.out))


def move(played: Round, who: int, table: int | None) -> Round:
    """The round with an entry at the end of another table (its index), or out (None).

    >>> move(Round(((1, 2), (3, 4)), (5,)), 5, 0)
    Round(tables=((1, 2, 5), (3, 4)), out=())
    """
    _refuse_unknown(played, who)
    if table is not None and not 0 <= table < len(played.tables):
        raise Impossible(
            "no_table",
            _("There is no table %(table)s. The last one: %(tables)s."),
            table=table + 1,
            tables=len(played.tables),
        )
    tables = [tuple(e for e in seats if e != who) for seats in played.tables]
    out = tuple(entry for entry in played.out if entry != who)
    if table is None:
        out = (*out, who)
    else:
        tables[table] = (*tables[table], who)
    if not all(tables):
        raise Impossible("last_one", _("%(who)s is the last one at that table."), who=who)
    return Round(tuple(tables), out)


def _refuse_unknown(played: Round, who: int) -> None:
    if not any(who in seats for seats in (*played.tables, played.out)):
        raise Impossible("unknown", _("%(who)s is not in this round."), who=who)
