"""Changes to a drawn round: somebody does not come, comes late or leaves.

The smallest are looked for: at most one table besides the one concerned changes, and none that has
begun. Where nothing small helps, Impossible says so in words; `redraw` then draws anew what has not
begun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice

from seating.chance import Chance
from seating.constraints import Constraints, Offer, Repaired, best, changed_tables
from seating.fairness import Burdens, deal
from seating.keeping import keep_all
from seating.model import Impossible, Request, Round, Seats, pair
from seating.prices import Prices, meetings
from seating.sizes import Layout, layout
from seating.sparing import sparing
from seating.wishes import listed, seat_order, units
from seating.words import Words, _, _n

MUCH = 1_000
"""More than those of a table can have been at odd tables together."""

CHOICES = 300
"""How many ways to make a new table out of those who wait are looked at."""


def no_show(before: Round, who: int, constraints: Constraints) -> Repaired:
    """The round without somebody who did not come.

    In this order: somebody who came late takes the seat; a house player who waits; somebody else
    who sits out; the table goes on with one less; another table gives one; the table is given up
    and its rest sits out. Where all play all only the first and the last of these are right: else
    the missing one is a bye for the other.

    >>> repaired = no_show(Round(((1, 2), (3, 4)), (5,)), 3, Constraints(size=2, odd="bye"))
    >>> repaired.round, [str(words) for words in repaired.words]
    (Round(tables=((1, 2), (5, 4)), out=()), ['5 takes a seat at table 2 (until now: 3).'])
    """
    if who in before.out:
        out = tuple(entry for entry in before.out if entry != who)
        text = _("%(who)s sat out; no table changes.")
        return Repaired(Round(before.tables, out), (), (Words(text, {"who": who}),))
    at = next((n for n, table in enumerate(before.tables) if who in table), None)
    if at is None:
        raise Impossible("unknown", _("%(who)s is not in this round."), who=who)
    if at in constraints.started:
        text = _(
            "Table %(table)s has begun: find a substitute, or let it play on. Missing: %(who)s."
        )
        raise Impossible("started", text, table=at + 1, who=who)
    found = best(before, _without(before, who, at, constraints), constraints)
    if found is None:
        text = _("%(who)s is missing, and nothing small helps at table %(table)s: draw anew.")
        raise Impossible("redraw", text, who=who, table=at + 1)
    return found


def _without(before: Round, who: int, at: int, constraints: Constraints) -> Iterator[Offer]:
    table = before.tables[at]
    rest = tuple(entry for entry in table if entry != who)
    for one in before.out:
        if constraints.has_table and one not in constraints.late:
            continue
        filled = tuple(one if entry == who else entry for entry in table)
        out = tuple(entry for entry in before.out if entry != one)
        text = _("%(one)s takes a seat at table %(table)s (until now: %(who)s).")
        words = Words(text, {"one": one, "who": who, "table": at + 1})
        rank = 0 if one in constraints.late else 1 if one in constraints.wishes.house else 2
        yield Offer(rank, 0, _with_tables(before, {at: filled}, out, constraints), words)
    if not constraints.has_table:
        yield from _with_one_less(before, who, at, constraints)
    yield from _given_up(before, rest, at, constraints)


def _with_one_less(before: Round, who: int, at: int, constraints: Constraints) -> Iterator[Offer]:
    """The table has one less, or another one gives it somebody."""
    table = before.tables[at]
    rest = tuple(entry for entry in table if entry != who)
    text = _("Table %(table)s plays with one less.")
    shorter = _with_tables(before, {at: rest}, before.out, constraints)
    yield Offer(3, 0, shorter, Words(text, {"table": at + 1}))
    for number, other in enumerate(before.tables):
        for one in other if number != at else ():
            filled = tuple(one if entry == who else entry for entry in table)
            left = tuple(entry for entry in other if entry != one)
            text = _("%(one)s moves from table %(old)s to table %(table)s.")
            words = Words(text, {"one": one, "old": number + 1, "table": at + 1})
            moved = _with_tables(before, {at: filled, number: left}, before.out, constraints)
            yield Offer(4, -len(other), moved, words)


def _given_up(before: Round, rest: Seats, at: int, constraints: Constraints) -> Iterator[Offer]:
    """The table is no more, and the last table takes its number; the rest sits out or moves."""
    tables = list(before.tables)
    last = len(tables) - 1
    tables[at] = tables[last]
    tables.pop()
    playing = tuple(entry for entry in rest if entry not in constraints.wishes.house)
    waiting = tuple(entry for entry in rest if entry in constraints.wishes.house)
    text = _("Table %(table)s is given up; sitting out: %(who)s.")
    if at != last:
        text = _("Table %(table)s is given up, table %(last)s moves there; sitting out: %(who)s.")
    out = (*before.out, *rest)
    words = Words(text, {"table": at + 1, "last": last + 1, "who": listed(rest)})
    if not playing or constraints.odd == "bye":
        yield Offer(5, 0, Round(tuple(tables), tuple(sorted(out))), words)
    for number, table in enumerate(tables if at == last else ()):
        text = _("Table %(table)s is given up; moving to table %(to)s: %(who)s.")
        words = Words(text, {"table": at + 1, "who": listed(playing), "to": number + 1})
        joined = Round(tuple(tables), (*before.out, *waiting))
        changes = {number: (*table, *playing)}
        yield Offer(6, 0, _with_tables(joined, changes, joined.out, constraints), words)


def seat_latecomers(
    before: Round, newcomers: Sequence[int], constraints: Constraints, chance: Chance
) -> Repaired:
    """The round with those who came late.

    In this order: with those who sit out they make a new table; they take the seats of house
    players, join tables that are short, make a smaller table, join others, or sit out. Which table
    gets one more is said by who sat at one before, and then by lot; never one at which somebody
    has a fixed place.

    >>> from seating.model import Wishes
    >>> constraints = Constraints(size=3, odd="up", wishes=Wishes(tables={2: 0}))
    >>> repaired = seat_latecomers(Round(((1, 2, 3), (4, 5, 6))), [7], constraints, Chance(1))
    >>> repaired.round.tables, [str(words) for words in repaired.words]
    (((1, 2, 3), (4, 5, 6, 7)), ['7 joins table 2.'])
    """
    known = {entry for table in (*before.tables, before.out) for entry in table}
    left = list(dict.fromkeys(newcomers))
    for who in left:
        if who in known:
            raise Impossible("twice", _("%(who)s is in this round already."), who=who)
    after, words = before, list[Words]()
    while left:
        found = best(after, _with_new(after, left, constraints, chance), constraints)
        if found is None:
            raise _no_place(after, left, constraints, chance)
        after = found.round
        words.extend(found.words)
        here = {entry for table in (*after.tables, after.out) for entry in table}
        left = [entry for entry in left if entry not in here]
    return Repaired(after, changed_tables(before, after), tuple(words))


def _no_place(
    before: Round, left: Sequence[int], constraints: Constraints, chance: Chance
) -> Impossible:
    """Why those left find no place."""
    text = _("There is no place without greater changes: draw anew. Without a place: %(who)s.")
    if best(before, _with_new(before, left, constraints, chance, fills_all=True), constraints):
        text = _(
            "Only tables at which somebody has a fixed place have room. Find a seat for fewer "
            "people, or draw anew. Without a place: %(who)s."
        )
    return Impossible("redraw", text, who=listed(left))


def _with_new(
    before: Round,
    left: Sequence[int],
    constraints: Constraints,
    chance: Chance,
    *,
    fills_all: bool = False,
) -> Iterator[Offer]:
    """Ways to place the first of those left, or several of them at a new table.

    `fills_all`: also at tables at which somebody has a fixed place.
    """
    yield from _new_tables(before, left, constraints)
    who = left[0]
    odd = Burdens(constraints.size, constraints.history).odd
    kept = constraints.wishes.tables.keys() | constraints.wishes.seats.keys()
    for number in chance.shuffled(range(len(before.tables))):
        table = before.tables[number]
        for one in table:
            if one in constraints.wishes.house:
                filled = tuple(who if entry == one else entry for entry in table)
                text = _("%(who)s takes a seat at table %(table)s (house player: %(one)s).")
                words = Words(text, {"one": one, "who": who, "table": number + 1})
                out = (*before.out, one)
                yield Offer(1, 0, _with_tables(before, {number: filled}, out, constraints), words)
        is_short = len(table) < constraints.size
        is_own = constraints.wishes.tables.get(who) == number or any(
            pair(who, one) in constraints.wishes.together for one in table
        )
        is_kept = not is_own and not kept.isdisjoint(table)
        if is_kept and not is_short and not fills_all:
            continue
        joined = _with_tables(before, {number: (*table, who)}, before.out, constraints)
        words = Words(_("%(who)s joins table %(table)s."), {"who": who, "table": number + 1})
        price = (2 * len(table) + is_kept) * MUCH + (0 if is_short else sum(odd[e] for e in table))
        yield Offer(2 if is_short else 4, price, joined, words)
    if constraints.odd == "bye":
        words = Words(_("%(who)s sits out."), {"who": who})
        yield Offer(5, 0, Round(before.tables, (*before.out, who)), words)


def _new_tables(before: Round, left: Sequence[int], constraints: Constraints) -> Iterator[Offer]:
    """New tables of newcomers first, then of those who sit out, house players last."""
    out = sorted(before.out, key=lambda entry: entry in constraints.wishes.house)
    for size in sorted(constraints.legal):
        if size > constraints.size:
            continue
        for chosen in islice(combinations([*left, *out], size), CHOICES):
            new = frozenset(chosen)
            if new.isdisjoint(left) or new <= constraints.wishes.house:
                continue
            table = seat_order(chosen, constraints.wishes)
            waiting = tuple(entry for entry in before.out if entry not in new)
            text = _("New table %(table)s: %(who)s.")
            words = Words(text, {"table": len(before.tables) + 1, "who": listed(chosen)})
            made = Round((*before.tables, table), waiting)
            yield Offer(
                0 if size == constraints.size else 3, -len(new.intersection(left)), made, words
            )


def _with_tables(
    before: Round, changes: dict[int, Seats], out: tuple[int, ...], constraints: Constraints
) -> Round:
    tables = list(before.tables)
    for number, table in changes.items():
        tables[number] = seat_order(table, constraints.wishes)
    return Round(tuple(tables), tuple(sorted(out)))


def leave(
    rounds: Sequence[Round], who: int, constraints: Constraints, chance: Chance
) -> list[Repaired]:
    """All coming rounds without somebody who leaves, each by the smallest change or drawn anew.

    `constraints.started` and `constraints.history` belong to the first of the rounds. A table
    that has begun plays on as it is.

    >>> rounds = [Round(((1, 2, 3), (4, 5, 6)), (7,)), Round(((1, 4, 7), (2, 5, 3)), (6,))]
    >>> [each.round.tables for each in leave(rounds, 4, Constraints(size=3, odd="bye"), Chance(1))]
    [((1, 2, 3), (7, 5, 6)), ((1, 6, 7), (2, 5, 3))]
    """

    def change(before: Round, here: Constraints) -> Repaired:
        seated = [entry for table in before.tables for entry in table]
        if any(who in before.tables[number] for number in here.started):
            text = _("%(who)s is at a table that has begun; it stays as it is.")
            return Repaired(before, (), (Words(text, {"who": who}),))
        if who not in seated and who not in before.out:
            return Repaired(before, (), ())
        try:
            return no_show(before, who, here)
        except Impossible:
            left = [entry for entry in (*seated, *before.out) if entry != who]
            return redraw(before, sorted(left), here, chance)

    return _through(rounds, constraints, change)


def join(
    rounds: Sequence[Round], newcomers: Sequence[int], constraints: Constraints, chance: Chance
) -> list[Repaired]:
    """All coming rounds with those who come late, each by the smallest change or drawn anew.

    >>> (joined,) = join([Round(((1, 2, 3),))], [4], Constraints(size=3), Chance(1))
    >>> joined.round.tables, joined.changed
    (((1, 2, 3, 4),), (0,))
    """

    def change(before: Round, here: Constraints) -> Repaired:
        try:
            return seat_latecomers(before, newcomers, here, chance)
        except Impossible as refusal:
            if refusal.code != "redraw":
                raise
            seated = [entry for table in before.tables for entry in table]
            return redraw(before, sorted([*seated, *before.out, *newcomers]), here, chance)

    return _through(rounds, constraints, change)


def _through(
    rounds: Sequence[Round],
    constraints: Constraints,
    change: Callable[[Round, Constraints], Repaired],
) -> list[Repaired]:
    repaired: list[Repaired] = []
    for before in rounds:
        repaired.append(change(before, constraints))
        constraints = replace(
            constraints, started=frozenset(), history=(*constraints.history, repaired[-1].round)
        )
    return repaired


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
    prices = Prices(request, shape, burdens, met=meetings(constraints.history))
    return keep_all(lambda: deal(request, shape, burdens, chance, bound), prices, chance)


def _words(after: Round, free: Sequence[int], numbers: Mapping[int, int]) -> tuple[Words, ...]:
    words = []
    if free:
        anew = _n("Table drawn anew: %(tables)s.", "Tables drawn anew: %(tables)s.")
        drawn = {"tables": listed(number + 1 for number in free), "count": len(free)}
        words.append(Words(anew, drawn))
    if after.out:
        words.append(Words(_("Sitting out: %(who)s."), {"who": listed(after.out)}))
    for old, new in sorted(numbers.items()):
        if old != new:
            text = _("Table %(old)s, which has begun, is now table %(new)s.")
            words.append(Words(text, {"old": old + 1, "new": new + 1}))
    return tuple(words)
