"""What a round yields in each way of counting, and what becomes of it in the total."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.ranking import Result, Rules, Standing, rank
from scoring.yields import YIELDS, points_for_places

AVERAGE = Rules(yields="average", tie_breaks=())
PLACES = Rules(yields="places", tie_breaks=())
MATCH = Rules(yields="match", tie_breaks=())


def table(round_number: int, points: dict[int, int], number: int = 1) -> list[Result]:
    """A table's results from the points of its entries, 30 hands each."""
    return [Result(entry, round_number, number, won, hands=30) for entry, won in points.items()]


def match(
    round_number: int, left: tuple[int, int, int], right: tuple[int, int, int]
) -> list[Result]:
    """Two sides, each given as entry, games and strokes."""
    number = left[0]
    return [
        Result(entry, round_number, number, strokes, games=games)
        for entry, games, strokes in (left, right)
    ]


def by_entry(results: list[Result], rules: Rules, **more: Any) -> dict[int, Standing]:
    entries = {result.entry for result in results}
    return {row.entry: row for row in rank(entries, results, rules, **more)}


def totals(results: list[Result], rules: Rules, **more: Any) -> dict[int, object]:
    return {entry: row.total for entry, row in by_entry(results, rules, **more).items()}


def test_every_way_says_what_it_is() -> None:
    assert list(YIELDS) == ["points", "average", "places", "match"]
    assert all(way.label and way.meaning.endswith(".") for way in YIELDS.values())


def test_points_are_added_up() -> None:
    results = table(1, {1: 12, 2: -4, 3: -8}) + table(2, {1: -3, 2: 5, 3: -2})
    assert totals(results, Rules()) == {1: 9, 2: 1, 3: -10}
    assert by_entry(results, Rules())[2].rounds == {1: -4, 2: 5}


def test_the_average_is_over_all_hands_and_not_of_averages() -> None:
    results = [Result(1, 1, 1, 10, hands=10), Result(1, 2, 1, 10, hands=40)]
    row = by_entry(results, AVERAGE)[1]
    assert row.rounds == {1: 1, 2: Fraction(1, 4)}
    assert row.total == Fraction(2, 5)


def test_without_hands_there_is_no_average_and_the_last_place() -> None:
    results = [
        Result(1, 1, 1, -20, hands=10),
        Result(2, 1, 1, 20, hands=0),
        Result(3, 1, None, 0, kind="bye"),
    ]
    rows = rank([1, 2, 3], results, AVERAGE)
    assert [(row.entry, row.place, row.total) for row in rows] == [
        (1, 1, -2),
        (2, 2, None),
        (3, 2, None),
    ]
    assert rows[1].rounds == {}


def test_points_without_hands_are_in_no_average() -> None:
    results = [Result(1, 1, 1, 10, hands=10), Result(1, 2, 1, 50)]
    assert totals(results, AVERAGE) == {1: 1}


def test_penalties_and_start_points_enter_an_average_before_dividing() -> None:
    results = [Result(1, 1, 1, 10, hands=10, penalty=-4)]
    assert totals(results, AVERAGE, start_points={1: 9}) == {1: Fraction(3, 2)}


def test_a_bye_with_hands_counts_so_much_a_hand() -> None:
    results = [Result(1, 1, 1, 0, hands=10), Result(1, 2, None, 0, hands=30, kind="bye")]
    rules = Rules(yields="average", bye_value=2, tie_breaks=())
    assert by_entry(results, rules)[1].rounds == {1: 0, 2: 2}
    assert totals(results, rules) == {1: Fraction(60, 40)}


@pytest.mark.parametrize(
    ("seats", "worth"),
    [
        (1, (7,)),
        (2, (7, 1)),
        (3, (7, 4, 1)),
        (4, (7, 5, 3, 1)),
        (5, (7, 5, 3, 1, 0)),
        (6, (7, 5, 3, 1, 0, 0)),
    ],
)
def test_what_places_are_worth(seats: int, worth: tuple[int, ...]) -> None:
    assert points_for_places((7, 5, 3, 1), seats) == worth


def test_uneven_steps_are_shared_out_exactly() -> None:
    assert points_for_places((10, 6, 3, 1), 3) == (10, Fraction(9, 2), 1)
    assert points_for_places((10, 6, 3, 1), 2) == (10, 1)


def test_places_at_tables_of_four_and_three() -> None:
    results = table(1, {1: 5, 2: 20, 3: -10, 4: -15}) + table(1, {5: 0, 6: 9, 7: -9}, number=2)
    assert totals(results, PLACES) == {2: 7, 1: 5, 3: 3, 4: 1, 6: 7, 5: 4, 7: 1}


def test_level_places_share_what_they_are_worth() -> None:
    results = table(1, {1: 4, 2: 4, 3: 4, 4: -12}) + table(2, {1: 6, 2: 6, 3: -6, 4: -6})
    assert by_entry(results, PLACES)[1].rounds == {1: 5, 2: 6}
    assert by_entry(results, PLACES)[4].rounds == {1: 1, 2: 2}
    two_level = table(1, {1: 8, 2: 1, 3: 1, 4: 0})
    assert by_entry(two_level, Rules(yields="places", place_points=(9, 6, 1)))[2].total == Fraction(
        7, 2
    )


def test_a_penalty_changes_the_total_and_not_the_places() -> None:
    results = [Result(1, 1, 1, 5, hands=9, penalty=-20), Result(2, 1, 1, -5, hands=9)]
    row = by_entry(results, PLACES)[1]
    assert (row.rounds, row.total, row.added) == ({1: 7}, -13, -20)


def test_matches_compare_games_and_then_strokes() -> None:
    results = (
        match(1, (1, 2, 20), (2, 1, 30))
        + match(1, (3, 1, 14), (4, 1, 13))
        + match(1, (5, 1, 15), (6, 1, 15))
    )
    assert totals(results, MATCH) == {1: 2, 2: 0, 3: 2, 4: 0, 5: 1, 6: 1}
    three = Rules(yields="match", match_points=(3, 1, 0))
    assert totals(results, three) == {1: 3, 2: 0, 3: 3, 4: 0, 5: 1, 6: 1}


def test_a_match_needs_two_sides() -> None:
    with pytest.raises(ValueError, match="table 4 of round 2 has 1"):
        rank([1], [Result(1, 2, 4, 12)], MATCH)
    with pytest.raises(ValueError, match="has 3"):
        rank([1, 2, 3], table(1, {1: 12, 2: 3, 3: 0}), MATCH)


@pytest.mark.parametrize("way", YIELDS)
def test_a_table_at_which_nothing_stands_yields_nothing_yet(way: str) -> None:
    results = [Result(1, 1, 1, 0), Result(2, 1, 1, 0)]
    rows = rank([1, 2], results, Rules(yields=way, tie_breaks=("last_round",)))
    assert [row.rounds for row in rows] == [{}, {}]
    assert {row.total for row in rows} == ({None} if way == "average" else {0})


def test_nothing_won_in_hands_that_were_played_is_a_result() -> None:
    results = table(1, {1: 0, 2: 0})
    assert totals(results, MATCH) == {1: 1, 2: 1}
    assert by_entry(results, Rules())[1].rounds == {1: 0}


def test_one_who_won_nothing_sat_at_a_table_that_was_played() -> None:
    results = [Result(1, 1, 1, 0), Result(2, 1, 1, 12)]
    assert totals(results, MATCH) == {1: 0, 2: 2}


@pytest.mark.parametrize("way", ["points", "places", "match"])
def test_byes_and_missed_rounds_have_their_values(way: str) -> None:
    results = [Result(1, 1, None, 0, kind="late"), Result(1, 2, None, 0, kind="bye")]
    rules = Rules(yields=way, bye_value=2, late_value=1)
    assert by_entry(results, rules)[1].rounds == {1: 1, 2: 2}
    assert totals(results, rules) == {1: 3}


def test_a_compensation_of_its_own_goes_before_the_rules() -> None:
    results = [Result(1, 1, None, 7, kind="bye")]
    assert totals(results, Rules(bye_value=2)) == {1: 7}
    assert totals(results, Rules(yields="match", bye_value=2)) == {1: 2}


def test_only_the_best_rounds_count() -> None:
    results = [Result(1, number, 1, won, hands=5) for number, won in enumerate((3, -4, 3, 8), 1)]
    row = by_entry(results, Rules(best_of=2))[1]
    assert (row.total, row.dropped) == (11, (2, 3))
    assert row.rounds == {1: 3, 2: -4, 3: 3, 4: 8}
    assert by_entry(results, Rules(best_of=4))[1].dropped == ()


def test_a_dropped_round_keeps_its_penalty() -> None:
    results = [Result(1, 1, 1, 9, hands=5), Result(1, 2, 1, -9, hands=5, penalty=-4)]
    assert totals(results, Rules(best_of=1)) == {1: 5}


def test_the_best_rounds_of_an_average_are_those_with_the_best_average() -> None:
    results = [
        Result(1, 1, 1, 20, hands=20),
        Result(1, 2, 1, 15, hands=10),
        Result(1, 3, 1, 2, hands=10),
    ]
    row = by_entry(results, Rules(yields="average", best_of=2))[1]
    assert (row.total, row.dropped) == (Fraction(35, 30), (3,))


def test_house_players_count_at_their_table_only() -> None:
    results = table(1, {1: 4, 2: -10, 99: 6})
    rows = rank([1, 2], results, PLACES)
    assert [(row.entry, row.place, row.total) for row in rows] == [(1, 1, 4), (2, 2, 1)]
