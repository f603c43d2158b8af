"""What cannot be kept is said beforehand; what was not kept is found afterwards."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.cliques import larger_clique
from seating.model import Impossible, Request, Round, Wishes
from seating.sizes import Layout
from seating.wishes import broken_wishes, insist, number_tables, problems, seat_order, units

TWO_FOURS = Layout((4, 4))


def codes(wishes: Wishes, shape: Layout = TWO_FOURS, entries: int = 8) -> list[str]:
    request = Request(entries=tuple(range(1, entries + 1)), size=4, wishes=wishes)
    return [problem.code for problem in problems(request, shape)]


def pairs(*couples: tuple[int, int]) -> frozenset[tuple[int, int]]:
    return frozenset(couples)


@pytest.mark.parametrize(
    ("code", "wishes"),
    [
        ("apart", Wishes(apart=pairs((1, 2), (1, 3), (2, 3)))),
        ("apart", Wishes(apart=pairs((1, 2), (1, 3), (2, 4)), together=pairs((3, 4)))),
        ("apart", Wishes(apart=pairs((1, 2), (1, 3)), seats={2: 0, 3: 0})),
        ("no_table", Wishes(tables={1: 2})),
        ("full_table", Wishes(tables={1: 0, 2: 0, 3: 0, 4: 0, 5: 0})),
        ("no_seat", Wishes(seats={1: 4})),
        ("full_seat", Wishes(seats={1: 0, 2: 0, 3: 0})),
        ("large_unit", Wishes(together=pairs((1, 2), (2, 3), (3, 4), (4, 5)))),
        ("torn_unit", Wishes(together=pairs((1, 2)), tables={1: 0, 2: 1})),
        ("contradiction", Wishes(together=pairs((1, 2), (2, 3)), apart=pairs((1, 3)))),
        ("contradiction", Wishes(together=pairs((1, 2)), seats={1: 0, 2: 0})),
        ("clash", Wishes(apart=pairs((1, 2)), tables={1: 1, 2: 1})),
        ("clash", Wishes(seats={1: 0, 2: 0}, tables={1: 1, 2: 1})),
        ("large_group", Wishes(groups=(frozenset({1, 2, 3}),))),
    ],
)
def test_what_cannot_be_kept_is_named(code: str, wishes: Wishes) -> None:
    assert code in codes(wishes)
    request = Request(entries=tuple(range(1, 9)), size=4, wishes=wishes)
    words = [problem.words for problem in problems(request, TWO_FOURS)]
    assert all("%" not in str(one) for one in words)
    if code == "large_group":
        insist(request, TWO_FOURS)
    else:
        with pytest.raises(Impossible):
            insist(request, TWO_FOURS)


@pytest.mark.parametrize(
    "wishes",
    [
        Wishes(),
        Wishes(apart=pairs((1, 2), (2, 3), (3, 4)), groups=(frozenset({5, 6}),)),
        Wishes(tables={1: 0, 2: 0, 3: 1}, seats={1: 0, 3: 0}),
        Wishes(apart=pairs((1, 20), (1, 21), (20, 21)), tables={22: 7}, together=pairs((1, 23))),
    ],
)
def test_what_can_be_kept_is_no_problem_and_who_is_absent_does_not_count(wishes: Wishes) -> None:
    assert codes(wishes) == []


def test_a_seat_that_only_odd_tables_have_can_be_wished() -> None:
    assert codes(Wishes(seats={1: 4}), Layout((4, 5)), 9) == []
    assert codes(Wishes(seats={1: 4, 2: 4}), Layout((4, 5)), 9) == ["full_seat"]


def test_sitting_out_makes_room_for_one_more_who_must_sit_apart() -> None:
    wishes = Wishes(apart=pairs((1, 2), (1, 3), (2, 3)))
    assert codes(wishes, Layout((4, 4), 1), 9) == []


def test_every_kind_of_broken_wish_is_found() -> None:
    wishes = Wishes(
        apart=pairs((1, 2)),
        groups=(frozenset({1, 2, 3}),),
        rather_not=pairs((3, 4)),
        together=pairs((1, 5), (5, 9), (10, 11)),
        tables={6: 0, 7: 1},
        seats={8: 0, 5: 0},
    )
    found = broken_wishes(Round(((1, 2, 3, 4), (5, 6, 7, 8)), (9,)), wishes)
    assert [(wish.kind, wish.who, wish.table) for wish in found] == [
        ("apart", (1, 2), 0),
        ("rather_not", (3, 4), 0),
        ("group", (1, 2, 3), 0),
        ("table", (6,), 1),
        ("seat", (8,), 1),
        ("together", (1, 5), None),
        ("together", (5, 9), None),
    ]
    assert [wish.hard for wish in found] == [True, False, False, True, True, True, True]


def test_fixed_seats_and_tables_are_given() -> None:
    wishes = Wishes(seats={3: 0, 1: 2, 9: 7}, tables={5: 0, 7: 0, 8: 9})
    assert seat_order((1, 2, 3, 9), wishes) == (3, 2, 1, 9)
    assert number_tables([(1, 2), (3, 5), (7, 8)], wishes) == ((3, 5), (1, 2), (7, 8))


def test_units_join_whoever_is_drawn_in() -> None:
    assert units([(1, 2), (3, 4), (2, 3), (8, 9)], range(1, 9)) == [(1, 2, 3, 4)]


@settings(max_examples=60, deadline=None)
@given(edges=st.sets(st.sampled_from(list(combinations(range(7), 2)))), than=st.integers(1, 6))
def test_cliques_are_found_exactly_in_small_fields(edges: set[tuple[int, int]], than: int) -> None:
    there_is_one = any(
        edges.issuperset(combinations(some, 2)) for some in combinations(range(7), than + 1)
    )
    found = larger_clique(sorted(edges), than)
    assert bool(found) == there_is_one
    assert edges.issuperset(combinations(found, 2))


def test_a_large_field_of_clubs_is_answered_without_a_long_search() -> None:
    clubs = [range(start, start + 50) for start in range(0, 1000, 50)]
    edges = [couple for club in clubs for couple in combinations(club, 2)]
    assert larger_clique(edges, 50) == ()
    assert len(larger_clique(edges, 49)) == 50
