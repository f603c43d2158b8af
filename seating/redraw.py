"""Draws anew what has not begun of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from seating.chance import Chance
from seating.constraints import Constraints, Repaired, changed_tables
from seating.fairness import Burdens, deal
from seating.keeping import keep, refuse_broken
from seating.model import Impossible, Request, Round, Seats
from seating.prices import Prices, meetings
from seating.sizes import Layout, layout
from seating.sparing import sparing
from seating.wishes import listed, units
from seating.words import Words, _


def redraw(
    before: Round, entries: Sequence[int], constraints: Constraints, chance: Chance
) -> Repaired:
    """The round with all tables drawn anew that have not begun, for these entries.

    Tables that have begun keep their entries, and their numbers as long as there are so many
    tables. If the rest is too few for the sizes wished, the remainder sits out.

    >>> before = Round(((1, 2), (3, 4), (5, 6)))
    >>> constraints = Constraints(size=2, started=frozenset({0}))
    >>> after = redraw(before, (1, 2, 3, 4, 5), constraints, Chance(1))
    >>> [sorted(table) for table in after.round.tables]
    [[1, 2], [3, 4, 5]]
    """
    begun = {n: t for n, t in enumerate(before.tables) if n in constraints.started}
    playing = frozenset(entry for table in begun.values() for entry in table)
    rest = tuple(entry for entry in entries if entry not in playing)
    shape = _shape(rest, constraints, max(constraints.tables - len(begun), 0))
    count = len(begun) + len(shape.sizes)
    if not count:
        raise Impossible("too_few", _("Nobody is left to make a table."))
    numbers = _numbers(begun, count)
    free = [number for number in range(count) if number not in numbers.values()]
    drawn = _draw(rest, shape, free, constraints, chance)
    tables: dict[int, Seats] = {numbers[old]: table for old, table in begun.items()}
    tables.update(zip(free, drawn.tables, strict=True))
    after = Round(tuple(tables[number] for number in range(count)), drawn.out)
    return Repaired(after, changed_tables(before, after), _words(after, free, numbers))


def _shape(rest: Sequence[int], constraints: Constraints, tables: int) -> Layout:
    """The tables for those who are left: as wished, else with some out, else none."""
    for odd in (constraints.odd, "bye"):
        try:
            return layout(len(rest), constraints.size, odd, tables)
        except Impossible:
            continue
    if len(rest) in constraints.legal:
        return Layout((len(rest),))
    return Layout((), len(rest))


def _numbers(begun: Mapping[int, Seats], count: int) -> dict[int, int]:
    """The old and new index of each table that has begun; new only where there is a gap else."""
    numbers = {old: old for old in begun if old < count}
    free = [number for number in range(count) if number not in numbers]
    high = [old for old in begun if old >= count]
    return numbers | dict(zip(high, reversed(free), strict=False))


def _draw(
    rest: tuple[int, ...],
    shape: Layout,
    free: Sequence[int],
    constraints: Constraints,
    chance: Chance,
) -> Round:
    wished = {e: free.index(t) for e, t in constraints.wishes.tables.items() if t in free}
    wishes = replace(constraints.wishes, tables=wished)
    request = Request(entries=rest, size=constraints.size, wishes=wishes, season=constraints.season)
    shape = sparing(request, shape)
    burdens = Burdens(constraints.size, constraints.history)
    bound = units(wishes.together, rest)
    start = deal(request, shape, burdens, chance, bound)
    prices = Prices(request, shape, burdens, met=meetings(constraints.history))
    drawn = keep(start, prices, chance)
    refuse_broken(drawn, wishes)
    return drawn


def _words(after: Round, free: Sequence[int], numbers: Mapping[int, int]) -> tuple[Words, ...]:
    words = []
    if free:
        text = _("Drawn anew: tables %(tables)s.")
        words.append(Words(text, {"tables": listed(number + 1 for number in free)}))
    if after.out:
        words.append(Words(_("Sitting out: %(who)s."), {"who": listed(after.out)}))
    for old, new in sorted(numbers.items()):
        if old != new:
            text = _("Table %(old)s, which has begun, is now table %(new)s.")
            words.append(Words(text, {"old": old + 1, "new": new + 1}))
    return tuple(words)
