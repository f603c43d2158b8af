"""Seats are even over the rounds, wherever that is possible."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.chance import Chance
from seating.fairness import Burdens, deal
from seating.model import Request, Round, Wishes
from seating.seats import balance_seats
from seating.sizes import layout

law = settings(max_examples=30, deadline=None)
seeds = st.integers(0, 2**32)


def by_chance(entries: int, size: int, rounds: int, seed: int, odd: str = "up") -> list[Round]:
    request = Request(entries=tuple(range(1, entries + 1)), size=size, odd=odd)
    shape, burdens, chance = layout(entries, size, odd), Burdens(size), Chance(seed)
    drawn = []
    for _ in range(rounds):
        drawn.append(deal(request, shape, burdens, chance))
        burdens.add(drawn[-1])
    return drawn


def spreads(rounds: Sequence[Round], seats: int) -> list[int]:
    """For each entry how much its most and its least frequent seat differ."""
    counts = Counter(
        (entry, seat)
        for played in rounds
        for table in played.tables
        for seat, entry in enumerate(table)
    )
    entries = sorted({entry for entry, _ in counts})
    of_each = [[counts[entry, seat] for seat in range(seats)] for entry in entries]
    return [max(each) - min(each) for each in of_each]


def members(rounds: Sequence[Round]) -> list[list[list[int]]]:
    return [[sorted(table) for table in played.tables] for played in rounds]


@pytest.mark.parametrize(
    ("entries", "size", "rounds"),
    [(40, 4, 8), (60, 5, 6), (96, 4, 8), (96, 3, 8), (40, 4, 7), (60, 6, 10), (1000, 4, 8)],
)
def test_equal_tables_come_out_even(entries: int, size: int, rounds: int) -> None:
    drawn = by_chance(entries, size, rounds, 1)
    even = balance_seats(drawn, [], Wishes(), Chance(1))
    assert max(spreads(even, size)) <= 1
    assert members(even) == members(drawn)


@law
@given(tables=st.integers(1, 8), size=st.integers(2, 6), rounds=st.integers(1, 9), seed=seeds)
def test_any_equal_tables_come_out_even(tables: int, size: int, rounds: int, seed: int) -> None:
    drawn = by_chance(tables * size, size, rounds, seed)
    even = balance_seats(drawn, [], Wishes(), Chance(seed))
    assert max(spreads(even, size)) <= 1
    assert even == balance_seats(drawn, [], Wishes(), Chance(seed))


@law
@given(entries=st.integers(13, 40), odd=st.sampled_from(["up", "down", "bye"]), seed=seeds)
def test_first_dealers_are_shared_out_with_odd_tables_too(
    entries: int, odd: str, seed: int
) -> None:
    drawn = by_chance(entries, 4, 8, seed, odd)
    even = balance_seats(drawn, [], Wishes(), Chance(seed))
    assert members(even) == members(drawn)
    assert [played.out for played in even] == [played.out for played in drawn]
    firsts = Counter(table[0] for played in even for table in played.tables)
    counts = [firsts[entry] for entry in range(1, entries + 1)]
    assert max(counts) - min(counts) <= 2


@law
@given(seed=seeds)
def test_fixed_seats_are_kept_and_the_others_are_even(seed: int) -> None:
    wishes = Wishes(seats={1: 0, 2: 3, 3: 1})
    drawn = by_chance(24, 4, 8, seed)
    parted = [
        played
        for played in drawn
        if all(len({1, 2, 3}.intersection(table)) < 2 for table in played.tables)
    ]
    even = balance_seats(parted, [], wishes, Chance(seed))
    for played in even:
        for table in played.tables:
            assert all(
                table[seat] == entry for entry, seat in wishes.seats.items() if entry in table
            )


def test_the_rounds_before_count() -> None:
    drawn = by_chance(40, 4, 8, 1)
    before: tuple[Round, ...] = ()
    for played in drawn:
        before += balance_seats([played], before, Wishes(), Chance(1))
    assert max(spreads(before, 4)) <= 2
    assert max(spreads(drawn, 4)) > 2


def test_nothing_to_seat_is_no_trouble() -> None:
    assert balance_seats([], [], Wishes(), Chance(1)) == ()
