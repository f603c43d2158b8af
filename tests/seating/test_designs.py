"""Nobody sits with anybody twice: every design against a checker that only counts."""

from itertools import combinations
from math import comb
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.designs import Schedule, design, groups_that_never_meet, most_rounds
from seating.designs.algebra import differences, spread
from seating.designs.catalogue import constructions
from seating.designs.fields import field
from seating.designs.kirkman import bose_fours, kirkman_three_copies, kirkman_two_copies
from seating.designs.starters import STARTERS, from_starter, starter_rounds

# Players, size, rounds.
AT_LEAST = [
    *[(players, 2, players - 1) for players in (2, 4, 6, 10, 50)],
    *[(9, 3, 4), (12, 3, 4), (15, 3, 7), (18, 3, 8), (21, 3, 10), (24, 3, 11), (27, 3, 13)],
    *[(30, 3, 14), (33, 3, 16), (36, 3, 17), (39, 3, 19), (42, 3, 20), (45, 3, 22)],
    *[(48, 3, 23), (51, 3, 25), (54, 3, 26), (57, 3, 28), (60, 3, 29), (63, 3, 31)],
    *[(16, 4, 5), (20, 4, 5), (24, 4, 7), (28, 4, 9), (32, 4, 10), (36, 4, 11), (40, 4, 13)],
    *[(44, 4, 14), (48, 4, 15), (52, 4, 17), (56, 4, 18), (60, 4, 19), (64, 4, 21)],
    *[(72, 4, 23), (76, 4, 25), (84, 4, 27), (88, 4, 29), (100, 4, 25)],
    *[(25, 5, 6), (30, 5, 6), (35, 5, 7), (40, 5, 8), (45, 5, 9), (55, 5, 11), (60, 5, 12)],
    *[(50, 5, 8), (65, 5, 13), (70, 5, 10), (75, 5, 16), (80, 5, 16), (100, 5, 19), (125, 5, 31)],
    *[
        (36, 6, 3),
        (42, 6, 7),
        (48, 6, 8),
        (60, 6, 7),
        (72, 6, 13),
        (90, 6, 9),
        (49, 7, 8),
        (64, 8, 9),
        (81, 9, 10),
    ],
]


def check(schedule: Schedule | None, players: int, size: int, rounds: int) -> None:
    """Count: so many rounds, everybody once in each, all tables full, no pair twice."""
    assert schedule is not None
    assert len(schedule) == rounds
    for tables in schedule:
        assert sorted(player for table in tables for player in table) == list(range(players))
        assert {len(table) for table in tables} == {size}
    pairs = {
        frozenset(pair)
        for tables in schedule
        for table in tables
        for pair in combinations(table, 2)
    }
    assert len(pairs) == rounds * (players // size) * comb(size, 2)


@pytest.mark.parametrize(("players", "size", "rounds"), AT_LEAST)
def test_known_designs_are_reached(players: int, size: int, rounds: int) -> None:
    assert most_rounds(players, size) >= rounds
    check(design(players, size, rounds), players, size, rounds)


@pytest.mark.parametrize(("players", "size"), STARTERS)
def test_every_starter_holds(players: int, size: int) -> None:
    rounds = tuple(from_starter(players, size))
    check(rounds, players, size, starter_rounds(players, size))


@pytest.mark.parametrize(("players", "size"), STARTERS)
def test_a_starter_is_kept_only_where_it_gives_most(players: int, size: int) -> None:
    *others, last = (one.rounds for one in constructions(players, size))
    assert last == starter_rounds(players, size)
    assert last > max(others)


@pytest.mark.parametrize(("prime", "exponent"), [(5, 1), (3, 2), (13, 1), (17, 1), (5, 2), (7, 2)])
def test_bose_seats_all_with_all(prime: int, exponent: int) -> None:
    order = prime**exponent
    check(tuple(bose_fours(field(prime, exponent))), 3 * order + 1, 4, order)


@pytest.mark.parametrize(("prime", "exponent"), [(7, 1), (13, 1), (19, 1), (5, 2), (7, 2)])
def test_kirkman_systems_seat_all_with_all(prime: int, exponent: int) -> None:
    order = prime**exponent
    base = field(prime, exponent)
    check(tuple(kirkman_three_copies(base)), 3 * order, 3, (3 * order - 1) // 2)
    check(tuple(kirkman_two_copies(base)), 2 * order + 1, 3, order)


@pytest.mark.parametrize("size", range(2, 8))
@pytest.mark.parametrize("width", range(1, 37))
def test_difference_matrices(width: int, size: int) -> None:
    matrix = differences(width, size)
    columns = list(matrix.columns)
    groups = (tuple(range(size)),)
    check(
        tuple(spread(groups, matrix, column) for column in columns),
        width * size,
        size,
        matrix.rounds,
    )


@pytest.mark.parametrize("order", [(2, 1), (2, 4), (3, 3), (7, 2), (101, 1)])
def test_fields_are_fields(order: tuple[int, int]) -> None:
    base = field(*order)
    assert len(set(base.powers)) == base.order - 1
    one, other, third = base.power(1), base.power(base.order // 2), base.power(base.order - 2)
    left = base.times(one, base.plus(other, third))
    assert left == base.plus(base.times(one, other), base.times(one, third))
    assert base.times(one, third) == base.power(0)


@settings(deadline=None, max_examples=150)
@given(size=st.integers(2, 9), tables=st.integers(1, 40), share=st.floats(0, 1))
def test_any_design_is_sound(size: int, tables: int, share: float) -> None:
    players = size * tables
    most = most_rounds(players, size)
    assert 1 <= most <= (players - 1) // (size - 1)
    rounds = round(share * most)
    check(design(players, size, rounds), players, size, rounds)
    assert design(players, size, most + 1) is None


@settings(deadline=None, max_examples=60)
@given(size=st.integers(2, 6), tables=st.integers(1, 30), rounds=st.integers(1, 12))
def test_groups_never_meet(size: int, tables: int, rounds: int) -> None:
    players = size * tables
    groups = groups_that_never_meet(players, size, rounds)
    schedule = design(players, size, rounds)
    if groups is None or schedule is None:
        return
    assert sorted(player for group in groups for player in group) == list(range(players))
    group_of = {player: group for group in groups for player in group}
    for tables_of_round in schedule:
        for table in tables_of_round:
            assert len({group_of[player] for player in table}) == size


@pytest.mark.parametrize(("players", "size"), [(10, 4), (3, 4), (0, 4), (4, 1), (4, 0), (-4, 4)])
def test_players_who_fill_no_tables(players: int, size: int) -> None:
    assert most_rounds(players, size) == 0
    assert design(players, size, 1) is None
    assert groups_that_never_meet(players, size, 1) is None


def test_groups_of_an_affine_plane_meet_in_its_last_round() -> None:
    assert groups_that_never_meet(16, 4, 4) == tuple(
        tuple(range(first, first + 4)) for first in (0, 4, 8, 12)
    )
    assert groups_that_never_meet(16, 4, 5) is None


def test_narrower_groups_are_taken_where_wide_ones_would_meet() -> None:
    groups = groups_that_never_meet(64, 4, 18)
    assert groups is not None
    assert {len(group) for group in groups} == {4}


def test_large_designs_are_quick() -> None:
    before = perf_counter()
    check(design(1000, 4, 8), 1000, 4, 8)
    assert perf_counter() - before < 1
