"""What was wished: what cannot be kept, and what a round did not keep."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from seating.cliques import larger_clique
from seating.model import Impossible, Pair, Request, Round, Seats, Wishes, among, pair
from seating.sizes import Layout
from seating.words import Template, Words, _, _n


class Problem(NamedTuple):
    """Something wished that cannot be; `hard`: there is no draw at all."""

    code: str
    hard: bool
    words: Words


class Broken(NamedTuple):
    """A wish that a round does not keep.

    `kind`: apart, together, table, seat (hard), group, rather_not; `table`: its index, or None
    where it is no single table.
    """

    kind: str
    who: tuple[int, ...]
    table: int | None

    @property
    def hard(self) -> bool:
        """Whether it had to be kept at any price."""
        return self.kind in HARD_KINDS


HARD_KINDS = ("apart", "together", "table", "seat")


def listed(numbers: Iterable[int]) -> str:
    """Start numbers for a sentence.

    >>> listed({12, 3})
    '3, 12'
    """
    return ", ".join(map(str, sorted(numbers)))


def units(together: Iterable[Pair], present: Iterable[int]) -> list[tuple[int, ...]]:
    """Who must sit together, with all whom that draws in.

    >>> units([(1, 2), (5, 2), (7, 8)], range(1, 8))
    [(1, 2, 5)]
    """
    here = frozenset(present)
    unit: dict[int, set[int]] = {}
    for one, other in sorted(among(together, here)):
        joined = unit.get(one, {one}) | unit.get(other, {other})
        unit.update((member, joined) for member in joined)
    return sorted({tuple(sorted(members)) for members in unit.values()})


def must_part(wishes: Wishes, present: Iterable[int]) -> list[Pair]:
    """Pairs that must not share a table: those set apart, and those with the same fixed seat."""
    here = frozenset(present)
    pairs = set(among(wishes.apart, here))
    by_seat: defaultdict[int, list[int]] = defaultdict(list)
    for entry in sorted(here & wishes.seats.keys()):
        by_seat[wishes.seats[entry]].append(entry)
    for members in by_seat.values():
        pairs.update(combinations(members, 2))
    return sorted(pairs)


def number_tables(tables: Sequence[Seats], wishes: Wishes) -> tuple[Seats, ...]:
    """The tables in their order, but those with a fixed table at its place.

    >>> number_tables([(1, 2), (3, 4), (5, 6)], Wishes(tables={6: 0}))
    ((5, 6), (1, 2), (3, 4))
    """
    placed: dict[int, Seats] = {}
    rest = []
    for table in tables:
        wanted = {wishes.tables[entry] for entry in table if entry in wishes.tables}
        free = sorted(number for number in wanted if number not in placed)
        if free and free[0] < len(tables):
            placed[free[0]] = table
        else:
            rest.append(table)
    others = iter(rest)
    return tuple(
        placed[number] if number in placed else next(others) for number in range(len(tables))
    )


def seat_order(table: Sequence[int], wishes: Wishes) -> Seats:
    """The same table with everybody who has a fixed seat on it.

    >>> seat_order((4, 2, 9), Wishes(seats={9: 0}))
    (9, 4, 2)
    """
    seats: dict[int, int] = {}
    for entry in table:
        seat = wishes.seats.get(entry)
        if seat is not None and seat < len(table):
            seats.setdefault(seat, entry)
    fixed = frozenset(seats.values())
    others = iter([entry for entry in table if entry not in fixed])
    return tuple(seats[seat] if seat in seats else next(others) for seat in range(len(table)))


def broken_wishes(played: Round, wishes: Wishes) -> list[Broken]:
    """The wishes that this round does not keep, table by table.

    >>> wishes = Wishes(apart=frozenset({(1, 3)}), seats={5: 0})
    >>> broken_wishes(Round(((1, 2, 3), (4, 5, 6))), wishes)
    [Broken(kind='apart', who=(1, 3), table=0), Broken(kind='seat', who=(5,), table=1)]
    """
    found: list[Broken] = []
    place = dict.fromkeys(played.out, -1)
    for number, table in enumerate(played.tables):
        place.update(dict.fromkeys(table, number))
        found.extend(_broken_at(number, table, wishes))
    for one, other in among(sorted(wishes.together), place):
        if place[one] != place[other]:
            found.append(Broken("together", (one, other), None))
    return found


def kept_wishes(played: Round, wishes: Wishes) -> list[Broken]:
    """The wishes that this round keeps, about those who sit at its tables; parties as a whole.

    >>> wishes = Wishes(apart=frozenset({(1, 3), (1, 4), (2, 6)}), tables={5: 0, 6: 1})
    >>> [(wish.kind, wish.who) for wish in kept_wishes(Round(((1, 2, 3), (4, 5, 6))), wishes)]
    [('apart', (1, 4)), ('apart', (2, 6)), ('table', (6,))]
    """
    at = {entry: number for number, table in enumerate(played.tables) for entry in table}
    torn = frozenset((wish.kind, wish.who) for wish in broken_wishes(played, wishes))
    asked = [("apart", who) for who in _sitting_apart(at, units(wishes.apart, at), wishes.apart)]
    asked += [("together", couple) for couple in sorted(wishes.together)]
    asked += [("table", (entry,)) for entry in sorted(wishes.tables)]
    asked += [("seat", (entry,)) for entry in sorted(wishes.seats)]
    teams = [tuple(sorted(group & at.keys())) for group in wishes.groups]
    asked += [("group", who) for who in _sitting_apart(at, teams, ()) if len(who) > 1]
    return [
        Broken(kind, who, at[who[0]] if kind in ("together", "table", "seat") else None)
        for kind, who in asked
        if at.keys() >= frozenset(who) and (kind, who) not in torn
    ]


def _sitting_apart(
    at: Mapping[int, int], wholes: Iterable[tuple[int, ...]], pairs: Iterable[Pair]
) -> Iterator[tuple[int, ...]]:
    """Those of whom no two share a table; of the others the pairs that do not."""
    known = sorted(pairs)
    for whole in wholes:
        if len({at[entry] for entry in whole}) == len(whole):
            yield whole
        else:
            parted = among(known, frozenset(whole))
            yield from ((one, other) for one, other in parted if at[one] != at[other])


def _broken_at(number: int, table: Seats, wishes: Wishes) -> Iterator[Broken]:
    couples = sorted(pair(one, other) for one, other in combinations(table, 2))
    for kind, pairs in (("apart", wishes.apart), ("rather_not", wishes.rather_not)):
        yield from (Broken(kind, couple, number) for couple in couples if couple in pairs)
    for group in wishes.groups:
        members = tuple(sorted(group.intersection(table)))
        if len(members) > 1:
            yield Broken("group", members, number)
    for seat, entry in enumerate(table):
        if wishes.tables.get(entry, number) != number:
            yield Broken("table", (entry,), number)
        if wishes.seats.get(entry, seat) != seat:
            yield Broken("seat", (entry,), number)


def insist(request: Request, layout: Layout) -> None:
    """Raise Impossible where a wish that must be kept cannot be."""
    for problem in problems(request, layout):
        if problem.hard:
            words = problem.words
            raise Impossible(problem.code, words.template, **words.values)


def problems(request: Request, layout: Layout) -> list[Problem]:
    """What cannot be kept, and whether there is no draw because of it.

    >>> request = Request(entries=(1, 2, 3, 4), size=2, wishes=Wishes(tables={1: 5}))
    >>> [(each.code, each.hard, str(each.words)) for each in problems(request, Layout((2, 2)))]
    [('no_table', True, 'There is no table 6, the last one is 2. Wished there: 1.')]
    """
    found = [
        *_fixed_tables(request, layout),
        *_fixed_seats(request, layout),
        *_contradictions(request, layout),
    ]
    if not found:
        found.extend(_too_many_apart(request, layout))
    here = frozenset(request.entries)
    for members in (group & here for group in request.wishes.groups):
        if len(members) > len(layout.sizes) + layout.out:
            text = _(
                "%(who)s belong together and are more than there are tables (%(tables)s): some of "
                "them will meet."
            )
            values = {"who": listed(members), "tables": len(layout.sizes)}
            found.append(Problem("large_group", False, Words(text, values)))
    return found


def _hard(code: str, template: Template, **values: object) -> Problem:
    return Problem(code, True, Words(template, values))


def _fixed_tables(request: Request, layout: Layout) -> Iterator[Problem]:
    at: defaultdict[int, list[int]] = defaultdict(list)
    for entry in request.entries:
        if entry in request.wishes.tables:
            at[request.wishes.tables[entry]].append(entry)
    for table, members in sorted(at.items()):
        who, number = listed(members), table + 1
        if not 0 <= table < len(layout.sizes):
            text = _(
                "There is no table %(table)s, the last one is %(tables)s. Wished there: %(who)s."
            )
            yield _hard("no_table", text, who=who, table=number, tables=len(layout.sizes))
        elif len(members) > layout.sizes[table] + layout.out:
            text = _("%(who)s should all sit at table %(table)s, which has only %(seats)s seats.")
            yield _hard("full_table", text, who=who, table=number, seats=layout.sizes[table])


def _fixed_seats(request: Request, layout: Layout) -> Iterator[Problem]:
    wished = request.wishes.seats
    counts = Counter(wished[entry] for entry in request.entries if entry in wished)
    for seat in sorted(counts):
        who = listed(entry for entry in request.entries if wished.get(entry) == seat)
        tables = sum(0 <= seat < size for size in layout.sizes)
        if not tables:
            text = _("No table has a seat %(seat)s. Wished there: %(who)s.")
            yield _hard("no_seat", text, who=who, seat=seat + 1)
        elif counts[seat] > tables + layout.out:
            few = _n(
                "%(who)s should all have seat %(seat)s, but only %(tables)s table has one.",
                "%(who)s should all have seat %(seat)s, but only %(tables)s tables have one.",
                "tables",
            )
            yield _hard("full_seat", few, who=who, seat=seat + 1, tables=tables)


def _contradictions(request: Request, layout: Layout) -> Iterator[Problem]:
    wishes = request.wishes
    parted = must_part(wishes, request.entries)
    for unit in units(wishes.together, request.entries):
        who = listed(unit)
        if len(unit) > max(layout.sizes):
            yield _hard("large_unit", _("%(who)s are too many for one table."), who=who)
        tables = {wishes.tables[entry] for entry in unit if entry in wishes.tables}
        if len(tables) > 1:
            text = _("%(who)s should sit together, but at different tables: %(tables)s.")
            yield _hard("torn_unit", text, who=who, tables=listed(t + 1 for t in tables))
        for one, other in among(parted, unit):
            text = _("%(one)s and %(other)s must sit together, and must not share a table.")
            yield _hard("contradiction", text, one=one, other=other)
    fixed = wishes.tables
    for one, other in parted:
        if one in fixed and fixed.get(one) == fixed.get(other):
            text = _(
                "%(one)s and %(other)s must not share a table; both should sit at table %(table)s."
            )
            yield _hard("clash", text, one=one, other=other, table=fixed[one] + 1)


def _too_many_apart(request: Request, layout: Layout) -> Iterator[Problem]:
    """All apart, more than tables; who sits together counts as one."""
    leader = {
        entry: unit[0] for unit in units(request.wishes.together, request.entries) for entry in unit
    }
    parted = must_part(request.wishes, request.entries)
    pairs = [pair(leader.get(one, one), leader.get(other, other)) for one, other in parted]
    clique = larger_clique(pairs, len(layout.sizes) + layout.out)
    if clique:
        few = _n(
            "%(who)s must all sit apart, but there is only %(tables)s table.",
            "%(who)s must all sit apart, but there are only %(tables)s tables.",
            "tables",
        )
        yield _hard("apart", few, who=listed(clique), tables=len(layout.sizes))
