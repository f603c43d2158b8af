"""How many repeats a fair draw has at least: what any two rounds must have in common.

Fair: nobody is at an odd table twice before everybody was once, and the same two do not meet again
and again. Both cost repeats in small fields, which is why this is more than `bounds` says, who
look for the fewest at any price.

Two rounds first. Those of one table in the earlier are spread over the tables of the later; where
they are more than these tables, some of them meet again. Say that so many entries are at odd tables
in both rounds. Then so many of the earlier's odd tables go to the later's odd ones, and the rest of
them have only the usual tables to spread over; the other seats at the later's odd tables are taken
from the earlier's usual tables. Each further one of a table who goes to the odd tables costs no
less than the one before him (pairs grow faster and faster), so taking the cheapest again and again
gives the fewest meetings that the two rounds have in common.

Then all rounds. How often each is at an odd table is settled by fairness, and with it for how many
entries, over all couples of rounds, it is the same entry at odd tables in both. The fewest meetings
in common grow faster and faster, too, so they are fewest if all couples of rounds are alike in it.
Of a round that has been played it is known who was where; who must, and who may, be at the odd
tables next is known from how often they were.

In the end the repeats. Somebody who meets another for the n-th time makes one repeat, and n - 1 of
the meetings in common. So there are no fewer repeats than meetings in common, divided by one less
than the most times that two meet; if nobody meets a third time, they are as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from seating.bounds import NONE, Bound, meet_again, together
from seating.fairness import Burdens, levels
from seating.model import Request, Round
from seating.prices import meetings
from seating.sizes import Layout
from seating.words import Words, _


class _Table(NamedTuple):
    """Of a table of the earlier round: how many, and how many of them go to odd tables."""

    size: int
    must: int
    may: int


def fair_repeats(request: Request, layout: Layout, rounds: Sequence[Round]) -> Bound:
    """At least so many repeats has any draw that is as fair as these rounds; none, if they are not.

    As fair: the odd tables are shared out as well, and nobody meets more often than in these.

    >>> from seating.sizes import layout
    >>> request = Request(entries=tuple(range(17)), size=4, rounds=2)
    >>> drawn = [Round(((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15, 16))),
    ...          Round(((0, 5, 10, 12), (1, 6, 13, 14), (2, 8, 15, 16), (3, 4, 7, 9, 11)))]
    >>> fair_repeats(request, layout(17, 4, "up"), drawn).repeats
    4
    """
    if request.only_repeats or not _is_fair(request, layout, rounds):
        return NONE
    met = meetings([*request.history, *rounds])
    coming = {couple for played in rounds for couple in played.pairs()}
    most = max((met[couple] for couple in coming), default=0)
    common = in_common(request, layout)
    repeats = -(-common // max(most - 1, 1))
    text = _(
        "Where odd tables are shared out and nobody meets more than %(times)s times, so many "
        "meetings come again: %(common)s. The fewest repeats: %(repeats)s."
    )
    values = {"times": max(most, 2), "common": common, "repeats": repeats}
    return Bound(repeats, Words(text, values)) if repeats else NONE


def in_common(request: Request, layout: Layout) -> int:
    """The meetings that two rounds have in common, for each two of which one is still to come.

    At least so many, if the odd tables are shared out fairly.

    >>> from seating.sizes import layout
    >>> request = Request(entries=tuple(range(17)), size=4, rounds=3)
    >>> in_common(request, layout(17, 4, "up"))
    12
    >>> in_common(Request(entries=tuple(range(12)), size=4, rounds=4), layout(12, 4, "up"))
    18
    """
    sizes, rounds = layout.sizes, request.rounds
    couples = rounds * (rounds - 1) // 2
    odd = sum(size != request.size for size in sizes)
    if layout.out or odd in (0, len(sizes)):
        here = frozenset(request.entries)
        before = [[len(here.intersection(t)) for t in played.tables] for played in request.history]
        each = sum(meet_again(tables, len(sizes), layout.out) for tables in before)
        return rounds * each + couples * meet_again(sizes, len(sizes), layout.out)
    return rounds * _with_those_before(request, layout, odd) + _among_the_coming(
        request, layout, couples, odd
    )


def _among_the_coming(request: Request, layout: Layout, couples: int, odd: int) -> int:
    """What the coming rounds have in common: least if all are alike in who is odd again."""
    usual = [_Table(size, 0, size) for size in layout.sizes if size == request.size]
    others = [_Table(size, 0, size) for size in layout.sizes if size != request.size]
    places, count = sum(table.size for table in others), len(request.entries)

    def common(again: int) -> int:
        return _least(others, again, odd, len(usual)) + _least(
            usual, places - again, odd, len(usual)
        )

    if not couples:
        return 0
    if request.history:
        return couples * min(map(common, range(max(0, 2 * places - count), places + 1)))
    times, more = divmod(request.rounds * places, count)
    twice = (count - more) * times * (times - 1) // 2 + more * times * (times + 1) // 2
    again, rest = divmod(twice, couples)
    return (couples - rest) * common(again) + (rest * common(again + 1) if rest else 0)


def _with_those_before(request: Request, layout: Layout, odd: int) -> int:
    """What a coming round has in common with all those before."""
    places = sum(size for size in layout.sizes if size != request.size)
    had = Burdens(request.size, request.history).odd
    most, least = levels([had[entry] for entry in request.entries], request.rounds, places)
    must = {entry for entry in request.entries if least - had[entry] >= request.rounds}
    may = {entry for entry in request.entries if had[entry] < most}
    total = 0
    for played in request.history:
        seated = {entry for table in played.tables for entry in table}
        alone = [(entry,) for entry in request.entries if entry not in seated]
        here = [set(table).intersection(request.entries) for table in played.tables]
        tables = [
            _Table(len(table), len(must.intersection(table)), len(may.intersection(table)))
            for table in (*here, *alone)
        ]
        total += _least(tables, places, odd, len(layout.sizes) - odd)
    return total


def _least(tables: Sequence[_Table], places: int, odd: int, usual: int) -> int:
    """The fewest pairs of these tables that meet again, if so many of all go to odd tables.

    >>> _least([_Table(5, 0, 5)], 0, 1, 3), _least([_Table(4, 0, 4)] * 3, 5, 1, 3)
    (2, 2)
    """
    # What each further one costs that goes to an odd table: never less than the one before.
    extra = sorted(
        _again(table, gone + 1, odd, usual) - _again(table, gone, odd, usual)
        for table in tables
        for gone in range(table.must, table.may)
    )
    left = places - sum(table.must for table in tables)
    if not 0 <= left <= len(extra):
        return 0
    return sum(_again(table, table.must, odd, usual) for table in tables) + sum(extra[:left])


def _again(table: _Table, gone: int, odd: int, usual: int) -> int:
    return together(gone, odd) + together(table.size - gone, usual)


def _is_fair(request: Request, layout: Layout, rounds: Sequence[Round]) -> bool:
    """Whether the odd tables of the rounds are those announced, and are shared out."""
    sizes = sorted(layout.sizes)
    alike = all(sorted(map(len, played.tables)) == sizes for played in rounds)
    if not alike or len(rounds) != request.rounds:
        return False
    if layout.out or all(size != request.size for size in sizes):
        return True
    had = Burdens(request.size, request.history).odd
    now = Burdens(request.size, [*request.history, *rounds]).odd
    places = sum(size for size in sizes if size != request.size)
    most, least = levels([had[entry] for entry in request.entries], len(rounds), places)
    return all(
        min(least, had[e] + len(rounds)) <= now[e] <= max(most, had[e]) for e in request.entries
    )
