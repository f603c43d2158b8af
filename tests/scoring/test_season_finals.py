"""Who is in the A final, the B final and so on of a season, and what of it is carried."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.season_finals import Finalist, FinalsRules, carried_points, season_finals
from scoring.series import Person, SeriesRules, SeriesStanding, Stage, StageResult, rank_series

ANNA, BEN, CORA, DIRK, EVA = ((key,) for key in range(1, 6))


def ranking(*totals: int, fewest: int = 0) -> list[SeriesStanding]:
    """People 1, 2 … with these totals from one stage; equal totals share the place."""
    places = [sum(other > total for other in totals) + 1 for total in totals]
    results: dict[Person, StageResult] = {
        (key,): StageResult(place, total)
        for key, (place, total) in enumerate(zip(places, totals, strict=True), 1)
    }
    return rank_series([Stage(1, results, len(totals))], SeriesRules(ties=(), fewest=fewest))


def groups(found: list[Finalist], count: int) -> list[list[int]]:
    return [
        [one.person[0] for one in found if one.group == group] for group in (*range(count), None)
    ]


def test_the_best_are_in_the_a_final_and_the_next_in_the_b_final() -> None:
    found = season_finals(ranking(50, 40, 30, 20, 10), FinalsRules(sizes=(2, 2)))
    assert groups(found, 2) == [[1, 2], [3, 4], [5]]
    found = season_finals(ranking(50, 40, 30, 20, 10), FinalsRules(sizes=(2,), rest_plays=True))
    assert groups(found, 2) == [[1, 2], [3, 4, 5], []]


def test_who_cannot_come_makes_everybody_below_move_up() -> None:
    rules = FinalsRules(sizes=(2, 2))
    found = season_finals(ranking(50, 40, 30, 20, 10), rules, declined=[ANNA])
    assert groups(found, 2) == [[2, 3], [4, 5], []]
    moved = {one.person: (one.moved_from, one.group) for one in found if one.has_moved}
    assert moved == {CORA: (1, 0), EVA: (None, 1)}


def test_who_shares_a_place_over_a_line_is_parted_by_the_lot() -> None:
    rules = FinalsRules(sizes=(2,), lot_seed="autumn")
    found = season_finals(ranking(50, 40, 40, 40, 10), rules)
    inside = [one for one in found if one.group == 0]
    assert inside[0].person == ANNA
    assert [one.by_lot for one in inside] == [False, True]
    again = season_finals(ranking(50, 40, 40, 40, 10), rules)
    assert again == found
    whole = season_finals(ranking(50, 40, 40, 40, 10), FinalsRules(sizes=(4,)))
    assert not any(one.by_lot for one in whole), "no line goes through them"


def test_who_has_no_place_is_in_no_final_but_by_hand() -> None:
    rows = ranking(50, 40, fewest=2)
    assert season_finals(rows, FinalsRules(sizes=(2,))) == []
    found = season_finals(rows, FinalsRules(sizes=(2, 2)), given=[BEN, (99,)])
    assert [(one.person, one.group, one.place) for one in found] == [
        (BEN, 1, None),
        ((99,), 1, None),
    ]


def test_a_place_by_hand_takes_nobodys_place() -> None:
    rules = FinalsRules(sizes=(2, 1))
    found = season_finals(ranking(50, 40, 30, 20, 10), rules, given=[EVA, ANNA])
    assert groups(found, 2) == [[1, 2], [3, 5], [4]]
    assert season_finals(ranking(50, 40), rules, declined=[EVA], given=[EVA])[-1].person == BEN


def test_who_is_moved_by_hand_changes_the_group_and_nobody_elses() -> None:
    rules = FinalsRules(sizes=(2, 2))
    rows = ranking(50, 40, 30, 20, 10)
    found = season_finals(rows, rules, moved={BEN: 1, CORA: 0})
    assert groups(found, 2) == [[1, 3], [2, 4], [5]]
    assert [one.person for one in found if one.by_hand] == [BEN, CORA]
    assert groups(season_finals(rows, rules, moved={EVA: 0}), 2) == [[1, 2, 5], [3, 4], []]
    assert groups(season_finals(rows, rules, [ANNA], moved={BEN: 1}), 2)[:2] == [[3], [2, 4, 5]]
    fewer = season_finals(rows, FinalsRules(sizes=(2,)), moved={EVA: 3})
    assert groups(fewer, 1) == [[1, 2, 5], [3, 4]], "there is no lower one any more"


@pytest.mark.parametrize(
    ("total", "carried", "brought"),
    [
        (33, "full", 33),
        (33, "half", Fraction(33, 2)),
        (-7, "half", Fraction(-7, 2)),
        (Fraction(33, 2), "half", Fraction(33, 4)),
        (33, "none", 0),
        (None, "full", 0),
    ],
)
def test_what_is_carried_is_exact(
    total: Fraction | int | None, carried: str, brought: Fraction | int
) -> None:
    assert carried_points(total, carried) == brought


def test_a_final_has_somebody_in_it() -> None:
    with pytest.raises(ValueError, match="somebody"):
        season_finals([], FinalsRules(sizes=(0,)))


@given(
    totals=st.lists(st.integers(-9, 9), min_size=1, max_size=12),
    sizes=st.lists(st.integers(1, 4), max_size=3),
    rest=st.booleans(),
    away=st.sets(st.integers(1, 12)),
)
def test_the_finals_are_full_in_the_order_of_the_season(
    totals: list[int], sizes: list[int], rest: bool, away: set[int]
) -> None:
    rules = FinalsRules(sizes=tuple(sizes), rest_plays=rest, lot_seed="a seed")
    declined = [(key,) for key in away]
    found = season_finals(ranking(*totals), rules, declined)
    there = [key for key in range(1, len(totals) + 1) if key not in away]
    assert sorted(one.person[0] for one in found) == there
    places = [one.place or 0 for one in found]
    assert places == sorted(places)
    left = len(there)
    for group, size in enumerate(sizes):
        inside = [one for one in found if one.group == group]
        assert len(inside) == min(size, left)
        left -= len(inside)
    assert sum(one.group is None for one in found) == (0 if rest else left)
