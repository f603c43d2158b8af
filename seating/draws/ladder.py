"""The ladder: winners go up a table, the others down, and partners change."""

from __future__ import annotations

from collections.abc import Sequence

from seating.chance import Chance
from seating.model import Drawn, Impossible, Request, Round, Seats
from seating.sizes import Layout
from seating.standing import by_rank, by_standing, only_next
from seating.words import _

NAME = "ladder"


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """Draw the next round from the last one and its winners; the first by standing or by chance.

    The first table is the top. Winners there stay, and so do the others at the last table; where
    a table sends up more or fewer than it gets, the nearest move over, and nobody who won ever
    sits below somebody who lost at the same table. Who sat out comes back where he was, who is
    new starts at the bottom. Of which tables are odd chooses the ladder, not who sits there: those
    whose people sat at one least often, the lowest of them.

    >>> last = Round(((1, 2), (3, 4), (5, 6)))
    >>> request = Request(
    ...     entries=(1, 2, 3, 4, 5, 6), size=2, history=(last,), winners=frozenset({2, 3, 6})
    ... )
    >>> draw(request, Layout((2, 2, 2)), Chance(1)).rounds[0].tables
    ((2, 3), (6, 1), (4, 5))
    """
    only_next(request)
    if not request.history:
        order = by_standing(request) if request.standing else chance.shuffled(request.entries)
    elif not request.winners.intersection(request.entries):
        raise Impossible("winners", _("Say first who won at each table of the last round."))
    else:
        order = climb(request)
    held = by_rank(request, layout, order, chance)
    if not request.history:
        return Drawn((held,))
    new = tuple(_new_partners(table, request) for table in held.tables)
    return Drawn((Round(new, held.out),))


def climb(request: Request) -> list[int]:
    """All entries in the order of the ladder after the last round: top table first.

    At one table the winners from below stand before those who sat out, and these before the others
    from above; of those who come from one table the better one there, so that whoever must move
    over is the best of those who go up, or the last of those who go down.

    >>> last = Round(((1, 2), (3, 4)))
    >>> climb(Request(entries=(1, 2, 3, 4, 5), size=2, history=(last,), winners=frozenset({2, 3})))
    [2, 3, 1, 4, 5]
    """
    last = request.history[-1]
    bottom = len(last.tables) - 1
    steps: dict[int, tuple[int, int, int]] = {}
    for played in request.history[:-1]:
        for table, seats in enumerate(played.tables):
            steps |= dict.fromkeys(seats, (min(table, bottom), 1, table))
    for table, seats in enumerate(last.tables):
        for entry in seats:
            won = entry in request.winners
            to = max(table - 1, 0) if won else min(table + 1, bottom)
            steps[entry] = (to, 0 if won else 2, table)
    new = (bottom + 1, 1, 0)
    rank = {entry: place for place, entry in enumerate(request.placed)}
    return sorted(
        request.entries,
        key=lambda entry: (steps.get(entry, new), rank.get(entry, len(rank)), entry),
    )


def _new_partners(table: Seats, request: Request) -> Seats:
    """Seats such that those who came from one table are not opposite each other."""
    if len(table) != 4 or any(entry in request.wishes.seats for entry in table):
        return table
    came = {e: number for number, t in enumerate(request.history[-1].tables) for e in t}
    first = table[0]
    opposite = next((e for e in table[1:] if came.get(e) != came.get(first)), table[2])
    others: Sequence[int] = [e for e in table[1:] if e != opposite]
    return (first, others[0], opposite, others[1])
