"""What holds for every ranking, of whatever results under whatever rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import groupby
from random import Random

from scoring.ranking import Result, Rules, Standing, Value, rank
from scoring.tiebreaks import TIE_BREAKS
from scoring.yields import YIELDS
from tests.scoring.laws import drawn

Made = tuple[list[int], list[Result], Rules]
"""Start numbers, results and rules of an event."""

law = partial(drawn, examples=150)

# Drawing a lot is the one key that looks at the start number.
BLIND = sorted(set(TIE_BREAKS) - {"lot"})


def events(
    keys: list[str] = BLIND, ways: tuple[str, ...] = tuple(YIELDS)
) -> Callable[[Random], Made]:
    """Draws start numbers, results and rules of a small event; entry 9 may be a house player."""
    return lambda chance: event_of(chance, keys, ways)


def event_of(chance: Random, keys: list[str], ways: tuple[str, ...]) -> Made:
    way = chance.choice(ways)
    entries = list(range(1, chance.randint(2, 8) + 1))
    house = [9] if chance.random() < 0.5 else []
    rules = Rules(
        yields=way,
        bye_value=chance.randint(0, 2),
        late_value=chance.randint(-1, 1),
        tie_breaks=tuple(chance.choices(keys, k=chance.randint(0, 4))),
        lot_seed=chance.choice(["", "club"]),
        best_of=chance.choice([None, 1, 2]),
    )
    size = 2 if way == "match" else chance.randint(2, 4)
    return entries, results_of(chance, entries + house, size), rules


def results_of(chance: Random, entries: list[int], size: int) -> list[Result]:
    found: list[Result] = []
    for number in range(1, chance.randint(0, 3) + 1):
        order = chance.sample(entries, len(entries))
        full = len(order) - len(order) % size
        for table, start in enumerate(range(0, full, size), start=1):
            found += sheets(chance, number, table, order[start : start + size])
        for entry in order[full:]:
            kind = chance.choice(["bye", "late", "absent"])
            if kind != "absent":
                points = chance.choice([0, 0, 3])
                found.append(Result(entry, number, None, points, hands=8, kind=kind))
    return found


def sheets(chance: Random, number: int, table: int, seated: list[int]) -> list[Result]:
    """A table of small points that sum to zero, so that there are many ties."""
    points = [chance.randint(-2, 2) for _seat in seated[:-1]]
    points.append(-sum(points))
    hands = chance.choice([0, 8, 12])
    return [
        Result(
            entry,
            number,
            table,
            won,
            hands=hands,
            solos=chance.randint(0, 1),
            games=chance.randint(0, 1),
            penalty=chance.choice((0, 0, 0, -2, 1)),
        )
        for entry, won in zip(seated, points, strict=True)
    ]


def in_two_orders(chance: Random) -> tuple[Made, Made]:
    """An event, and the same with its entries and results in another order."""
    entries, results, rules = event_of(chance, sorted(TIE_BREAKS), tuple(YIELDS))
    mixed = chance.sample(entries, len(entries)), chance.sample(results, len(results)), rules
    return (entries, results, rules), mixed


@law(in_two_orders)
def test_the_order_of_the_input_changes_nothing(both: tuple[Made, Made]) -> None:
    event, mixed = both
    assert rank(*event) == rank(*mixed)


@law(events(sorted(TIE_BREAKS)))
def test_places_are_one_more_than_those_who_are_better(event: Made) -> None:
    entries, results, rules = event
    rows = rank(entries, results, rules)
    all_places = [row.place for row in rows]
    assert sorted(row.entry for row in rows) == entries
    assert all_places == sorted(all_places)
    for row in rows:
        assert row.place == 1 + sum(place < row.place for place in all_places)
        assert row.is_shared == (all_places.count(row.place) > 1)


def worth(value: Value | None) -> tuple[bool, Value]:
    """No value is worse than any."""
    return (False, 0) if value is None else (True, value)


def ladder(row: Standing) -> list[tuple[str, Value | None]]:
    return [("", row.total), *row.keys]


@law(events(sorted(TIE_BREAKS)))
def test_what_decided_is_the_first_key_that_differs(event: Made) -> None:
    entries, results, rules = event
    above: Standing | None = None
    for _place, group in groupby(rank(entries, results, rules), key=lambda row: row.place):
        rows = list(group)
        assert len({tuple(ladder(row)) for row in rows}) == 1
        assert len({row.decided_by for row in rows}) == 1
        if above is None:
            assert rows[0].decided_by == ""
        else:
            steps = zip(ladder(above), ladder(rows[0]), strict=True)
            name, upper, lower = next((n, a, b) for (n, a), (_n, b) in steps if a != b)
            assert rows[0].decided_by == name
            assert worth(upper) > worth(lower)
        above = rows[-1]


@law(events(), lambda chance: chance.sample(range(1, 10), 9))
def test_other_start_numbers_have_the_same_standing(event: Made, numbers: list[int]) -> None:
    entries, results, rules = event
    renamed = {old: numbers[old - 1] for old in range(1, 10)}
    before = {renamed[row.entry]: row for row in rank(entries, results, rules)}
    moved = [replace(result, entry=renamed[result.entry]) for result in results]
    after = rank([renamed[entry] for entry in entries], moved, rules)
    assert all(row == before[row.entry]._replace(entry=row.entry) for row in after)


@law(events(), lambda chance: chance.randint(0, 3))
def test_later_rounds_leave_the_earlier_ones_as_they_were(event: Made, last: int) -> None:
    entries, results, rules = event
    early = rank(entries, [result for result in results if result.round <= last], rules)
    late = {row.entry: row for row in rank(entries, results, rules)}
    for row in early:
        rounds = {
            number: value for number, value in late[row.entry].rounds.items() if number <= last
        }
        assert rounds == row.rounds


def start_points_of(chance: Random) -> dict[int, int]:
    some = chance.sample(range(1, 9), chance.randint(0, 8))
    return {entry: chance.randint(-3, 3) for entry in some}


@law(events(ways=("points",)), start_points_of)
def test_a_zero_sum_event_sums_to_penalties_compensation_and_start_points(
    event: Made, start_points: dict[int, int]
) -> None:
    entries, results, rules = event
    everybody = [*entries, 9]
    rows = rank(everybody, results, replace(rules, best_of=None), start_points=start_points)
    given_away = sum(
        result.points or (rules.bye_value if result.kind == "bye" else rules.late_value)
        for result in results
        if result.table is None
    )
    penalties = sum(result.penalty for result in results)
    started = sum(start_points.get(entry, 0) for entry in entries)
    assert sum(row.total or 0 for row in rows) == penalties + given_away + started


@law(events(ways=("points", "places", "match")))
def test_the_total_is_what_counts_of_the_rounds_and_what_was_added(event: Made) -> None:
    entries, results, rules = event
    for row in rank(entries, results, rules):
        counted = {
            number: value for number, value in row.rounds.items() if number not in row.dropped
        }
        assert row.total == sum(counted.values()) + row.added
        if row.dropped:
            assert len(counted) == rules.best_of
            assert min(counted.values()) >= max(row.rounds[number] for number in row.dropped)


@law(events(ways=("places",)))
def test_a_table_gives_away_what_its_places_are_worth(event: Made) -> None:
    entries, results, rules = event
    played = {
        (result.round, result.table)
        for result in results
        if result.table is not None and (result.hands or result.points or result.games)
    }
    rows = {row.entry: row for row in rank([*entries, 9], results, rules)}
    for where in played:
        seated = [result for result in results if (result.round, result.table) == where]
        worth_of = {2: 8, 3: 12, 4: 16}[len(seated)]
        assert sum(rows[one.entry].rounds[one.round] for one in seated) == worth_of


@law(events([name for name, key in TIE_BREAKS.items() if key.is_for_all]))
def test_cheap_keys_rank_like_one_sort_by_all_of_them(event: Made) -> None:
    entries, results, rules = event
    rows = rank(entries, results, rules)
    one_sort = sorted(
        rows,
        key=lambda row: ([worth(value) for _name, value in ladder(row)], -row.entry),
        reverse=True,
    )
    assert rows == one_sort
