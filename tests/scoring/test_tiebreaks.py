"""Tie-breaks from an entry's own rounds, each decided by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.ranking import Result, Rules, Standing, rank
from scoring.tiebreaks import TIE_BREAKS


def ranked(results: list[Result], *keys: str, **rules: Any) -> list[Standing]:
    entries = {result.entry for result in results}
    return rank(entries, results, Rules(tie_breaks=keys, **rules))


def values(results: list[Result], key: str, **rules: Any) -> dict[int, object]:
    return {row.entry: row.keys[0].value for row in ranked(results, key, **rules)}


def sheets(points: dict[int, tuple[int, ...]]) -> list[Result]:
    """Everybody's points round by round, all at one table."""
    return [
        Result(entry, number, 1, won, hands=30)
        for entry, rounds in points.items()
        for number, won in enumerate(rounds, start=1)
    ]


def test_every_key_says_what_it_is_and_whose_rule() -> None:
    assert set(TIE_BREAKS) == {
        "points", "solos", "games", "fewer_lost", "best_round", "last_round", "plus_points",
        "fewer_minus", "rounds_won", "table_wins", "head_to_head", "games_difference",
        "difference", "buchholz", "buchholz_cut1", "berger", "progressive", "lot", "shared",
    }  # fmt: skip
    for name, key in TIE_BREAKS.items():
        assert key.name == name
        assert key.label
        assert key.source
        assert key.meaning.endswith(".")
    assert len({key.label for key in TIE_BREAKS.values()}) == len(TIE_BREAKS)


def test_points_decide_between_equal_places() -> None:
    results = sheets({1: (9, 1), 2: (8, 3), 3: (0, 0)})
    rows = ranked(results, "points", yields="places", place_points=(3, 2, 1))
    assert [(row.entry, row.total, row.decided_by) for row in rows] == [
        (2, 5, ""),
        (1, 5, "points"),
        (3, 2, ""),
    ]
    assert values(results, "points", yields="places") == {1: 10, 2: 11, 3: 0}


def test_a_penalty_wins_no_tie_in_an_event_by_points() -> None:
    results = [Result(1, 1, 1, 20, hands=9, penalty=-4), Result(2, 1, 1, 16, hands=9)]
    assert [row.place for row in ranked(results, "points")] == [1, 1]


def test_penalties_on_match_points_are_no_strokes() -> None:
    results = [Result(1, 1, 1, 12, penalty=-1), Result(2, 1, 1, 7)]
    assert values(results, "points", yields="match") == {1: 12, 2: 7}


def test_points_count_dropped_rounds_and_compensation() -> None:
    results = [*sheets({1: (5, 1)}), Result(1, 3, None, 0, kind="bye")]
    assert values(results, "points", best_of=1, bye_value=2) == {1: 8}


def test_solos_and_games_are_added_up() -> None:
    results = [
        Result(1, 1, 1, 5, solos=2, games=1),
        Result(1, 2, 1, 5, solos=1, games=1),
        Result(2, 1, 1, 10, solos=4),
    ]
    assert values(results, "solos") == {1: 3, 2: 4}
    assert values(results, "games") == {1: 2, 2: 0}


def test_fewer_lost_games_come_after_more_won_ones() -> None:
    results = [
        Result(1, 1, 1, 9, games=3, lost=2),
        Result(2, 1, 1, 9, games=3, lost=1),
        Result(3, 1, 1, 9, games=4, lost=5),
    ]
    rows = ranked(results, "games", "fewer_lost")
    assert [(row.entry, row.decided_by) for row in rows] == [
        (3, ""),
        (2, "games"),
        (1, "fewer_lost"),
    ]
    assert values(results, "fewer_lost") == {1: -2, 2: -1, 3: -5}


def test_the_best_round() -> None:
    rows = ranked(sheets({1: (4, 4), 2: (-1, 9), 3: (8, 0)}), "best_round")
    assert [(row.entry, row.place, row.decided_by) for row in rows] == [
        (2, 1, ""),
        (3, 2, "best_round"),
        (1, 3, "best_round"),
    ]


def test_a_bye_is_nobodys_best_round() -> None:
    results = [*sheets({1: (-5,), 2: (-3, -2)}), Result(1, 2, None, 0, kind="bye")]
    assert values(results, "best_round") == {1: -5, 2: -2}
    assert values([Result(1, 1, None, 0, kind="bye")], "best_round") == {1: None}


def test_the_last_round_is_that_of_the_event() -> None:
    results = [*sheets({1: (2, 6), 2: (6, 2)}), Result(3, 1, 1, 8)]
    rows = ranked(results, "last_round")
    assert [(row.entry, row.keys[0].value) for row in rows] == [(1, 6), (2, 2), (3, None)]
    assert [row.place for row in rows] == [1, 2, 3]


def test_plus_points_and_minus_points() -> None:
    results = sheets({1: (10, -4, -6), 2: (3, -2, -1)})
    assert values(results, "plus_points") == {1: 10, 2: 3}
    assert values(results, "fewer_minus") == {1: -10, 2: -3}
    assert [row.entry for row in ranked(results, "plus_points")] == [1, 2]
    assert [row.entry for row in ranked(results, "fewer_minus")] == [2, 1]


def test_rounds_won_are_those_with_a_plus() -> None:
    assert values(sheets({1: (10, -4, 0), 2: (1, 1, 4)}), "rounds_won") == {1: 1, 2: 3}


def test_rounds_won_of_matches_are_wins_and_byes_are_none() -> None:
    results = [
        Result(1, 1, 1, 12, games=1),
        Result(2, 1, 1, 7),
        Result(1, 2, 1, 9),
        Result(2, 2, 1, 9),
        Result(3, 1, None, 0, kind="bye"),
    ]
    assert values(results, "rounds_won", yields="match", bye_value=2) == {1: 1, 2: 0, 3: 0}


def test_best_at_the_table_shared_or_not() -> None:
    results = sheets({1: (5, 5, -1), 2: (5, -5, 0), 3: (-10, 0, 1)})
    rows = ranked(results, "table_wins", yields="places", place_points=(0, 0, 0))
    assert {row.entry: row.keys[0].value for row in rows} == {1: 2, 2: 1, 3: 1}


def test_games_make_nobody_the_best_of_a_table_where_points_count() -> None:
    results = [Result(1, 1, 1, 5), Result(2, 1, 1, -5, games=3)]
    rows = ranked(results, "table_wins", yields="places", place_points=(0, 0))
    assert [(row.entry, row.keys[0].value) for row in rows] == [(1, 1), (2, 0)]


def test_the_progressive_score_of_a_published_example() -> None:
    """Win, loss, win, draw: 1 + 1 + 2 + 2.5 = 6.5 (Sydney Academy of Chess); here doubled."""
    results = []
    for number, (own, other) in enumerate([(12, 3), (3, 12), (12, 3), (9, 9)], start=1):
        results += [Result(1, number, 1, own), Result(2, number, 1, other)]
    assert values(results, "progressive", yields="match")[1] == 13


def test_the_progressive_score_keeps_what_was_there_through_a_missed_round() -> None:
    results = [*sheets({1: (2, 0, 0)}), Result(2, 1, 1, 2), Result(3, 2, 1, 2)]
    assert values(results, "progressive") == {1: 6, 2: 6, 3: 4}


def test_the_progressive_score_of_shared_places_is_exact() -> None:
    results = sheets({1: (4, 1), 2: (4, 0)})
    rules = {"yields": "places", "place_points": (2, 1)}
    assert values(results, "progressive", **rules) == {1: 5, 2: 4}
    assert values(results[:1] + results[2:3], "progressive", **rules) == {
        1: Fraction(3, 2),
        2: Fraction(3, 2),
    }


@pytest.mark.parametrize("key", [name for name, key in TIE_BREAKS.items() if key.is_for_all])
def test_cheap_keys_are_shown_for_everybody(key: str) -> None:
    rows = ranked(sheets({1: (9, 1), 2: (3, 2)}), key)
    assert all(row.keys[0].value is not None for row in rows)


@pytest.mark.parametrize(
    "key", [name for name, key in TIE_BREAKS.items() if not key.is_for_all and name != "shared"]
)
def test_dear_keys_are_reckoned_among_the_tied_only(key: str) -> None:
    rows = ranked(sheets({1: (9, 1), 2: (3, 2), 3: (1, 4)}), key, lot_seed="club")
    assert rows[0].keys[0].value is None
    assert all(row.keys[0].value is not None for row in rows[1:])
