"""Team matches: points for the places of the teams in each series."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ranking import Result, Rules, TeamStanding, Value, rank
from scoring.teams import places_worth, rank_by_series, team_sum

TEAMS = {"Aces": [1, 2], "Kings": [3, 4], "Nines": [5, 6], "Tens": [7, 8]}


def ranked(series: list[dict[int, int]], **more: Any) -> list[TeamStanding]:
    """The teams after series of points by start number; who is not in one was not there."""
    results = [
        Result(entry, number, 1, value, hands=9)
        for number, points in enumerate(series, 1)
        for entry, value in points.items()
    ]
    there = {number: set(points) for number, points in enumerate(series, 1)}
    return rank_by_series(
        rank(range(1, 9), results, Rules()), TEAMS, there=there, **({"size": 2} | more)
    )


def worth(rows: list[TeamStanding]) -> dict[str, list[Value]]:
    return {row.team: list(row.rounds.values()) for row in rows}


FULL = {1: 5, 2: 5, 3: 4, 4: 0, 5: -2, 6: 1, 7: -9, 8: -4}


def test_the_teams_of_a_series_get_three_two_one_and_nothing() -> None:
    rows = ranked([FULL])
    assert [(row.team, row.place, row.total) for row in rows] == [
        ("Aces", 1, 3),
        ("Kings", 2, 2),
        ("Nines", 3, 1),
        ("Tens", 4, 0),
    ]
    assert rows[0].sums == {1: 10}


def test_level_teams_share_what_their_places_are_worth() -> None:
    rows = ranked([FULL | {3: 10, 4: 0}])
    assert worth(rows)["Aces"] == worth(rows)["Kings"] == [Fraction(5, 2)]


def test_a_team_that_does_not_turn_up_gets_nothing() -> None:
    rows = ranked([dict.fromkeys((1, 2, 3, 4, 5, 6), -9)])
    assert worth(rows) == {"Aces": [2], "Kings": [2], "Nines": [2], "Tens": [0]}
    assert rows[-1].team == "Tens"


@pytest.mark.parametrize(("missing", "first"), [("nothing", "Kings"), ("average", "Aces")])
def test_a_missing_member_adds_nothing_or_the_average_of_the_others(
    missing: str, first: str
) -> None:
    rows = ranked([{1: 5, 3: 4, 4: 4, 5: 0, 6: 0, 7: -6, 8: -7}], missing=missing)
    assert rows[0].team == first


def test_only_the_best_members_of_a_series_count() -> None:
    rows = ranked([FULL], best_of=1)
    assert worth(rows) == {"Aces": [3], "Kings": [2], "Nines": [1], "Tens": [0]}
    assert rows[0].sums == {1: 5}


def test_among_equal_points_the_sum_of_all_series_decides() -> None:
    other = {entry: -value for entry, value in FULL.items()}
    rows = ranked([FULL, other | {7: 20}])
    assert (rows[0].team, rows[0].total, rows[0].decided_by) == ("Tens", 3, "")
    assert (rows[1].team, rows[1].total, rows[1].decided_by) == ("Aces", 3, "series_sum")


def test_before_anything_is_played_nobody_has_anything() -> None:
    assert {row.total for row in ranked([])} == {0}


@given(st.dictionaries(st.sampled_from(sorted(TEAMS)), st.none() | st.integers(-5, 5), min_size=1))
def test_what_a_series_gives_is_what_the_places_of_those_who_came_are_worth(
    sums: dict[str, int | None],
) -> None:
    points = (3, 2, 1, 0)
    found = places_worth(sums, points)
    there = {team: value for team, value in sums.items() if value is not None}
    assert sum(found.values()) == sum(points[: len(there)])
    assert all(found[team] == 0 for team in sums if team not in there)
    for one in there:
        for other in there:
            if there[one] > there[other]:
                assert found[one] >= found[other]


def test_the_average_is_exact() -> None:
    assert team_sum([1, 1, 0], 4, "average") == Fraction(8, 3)
