"""Places, what decided them, what is refused, and teams."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scoring.ranking import Key, Result, Rules, Standing, rank, rank_teams

ROUNDS = {1: (10, -2), 2: (4, 4), 3: (3, 5), 4: (-9, 1), 5: (-8, 0)}


def sheets(rounds: Mapping[int, tuple[int, ...]]) -> list[Result]:
    return [
        Result(entry, number, entry % 2 + 1, won, hands=30)
        for entry, points in rounds.items()
        for number, won in enumerate(points, start=1)
    ]


def places(rows: list[Standing]) -> list[tuple[int, int, bool]]:
    return [(row.place, row.entry, row.is_shared) for row in rows]


def test_who_is_level_shares_and_the_next_places_are_left_out() -> None:
    rows = rank(ROUNDS, sheets(ROUNDS), Rules(tie_breaks=("shared",)))
    assert places(rows) == [(1, 1, True), (1, 2, True), (1, 3, True), (4, 4, True), (4, 5, True)]
    assert {row.decided_by for row in rows} == {""}


def test_each_row_names_the_key_that_put_it_there() -> None:
    rows = rank(ROUNDS, sheets(ROUNDS), Rules(tie_breaks=("last_round", "lot")))
    assert [(row.place, row.entry, row.decided_by) for row in rows] == [
        (1, 3, ""),
        (2, 2, "last_round"),
        (3, 1, "last_round"),
        (4, 4, ""),
        (5, 5, "last_round"),
    ]
    assert rows[0].keys == (Key("last_round", 5), Key("lot", None))


def test_those_who_share_have_what_decided_in_common() -> None:
    results = [Result(1, 1, 1, 3, solos=2), Result(2, 1, 1, 3), Result(3, 1, 2, 3)]
    rows = rank([1, 2, 3], results, Rules(tie_breaks=("solos",)))
    assert places(rows) == [(1, 1, False), (2, 2, True), (2, 3, True)]
    assert [row.decided_by for row in rows] == ["", "solos", "solos"]


def test_a_later_key_decides_within_what_an_earlier_one_left() -> None:
    results = [
        Result(1, 1, 1, 3, solos=1, games=1),
        Result(2, 1, 1, 3, solos=1, games=2),
        Result(3, 1, 1, 3, solos=2),
    ]
    rows = rank([1, 2, 3], results, Rules(tie_breaks=("solos", "games")))
    assert [(row.entry, row.decided_by) for row in rows] == [(3, ""), (2, "solos"), (1, "games")]


def test_nobody_has_no_standing_and_before_the_first_round_all_share() -> None:
    assert rank([], [], Rules()) == []
    rows = rank([3, 1, 2], [], Rules())
    assert places(rows) == [(1, 1, True), (1, 2, True), (1, 3, True)]
    assert rows[0].total == 0


def test_start_points_and_penalties_are_in_the_total_and_not_in_the_rounds() -> None:
    results = [Result(1, 1, 1, 5, hands=9, penalty=-4), Result(1, 2, 1, 1, hands=9, penalty=-1)]
    (row,) = rank([1], results, Rules(), start_points={1: 10, 2: 99})
    assert (row.total, row.added, row.rounds) == (11, 5, {1: 5, 2: 1})


def test_rounds_stand_in_their_order() -> None:
    results = [Result(1, 3, 1, 5), Result(1, 2, None, 0, kind="bye"), Result(1, 1, 1, 1)]
    (row,) = rank([1], results, Rules())
    assert list(row.rounds) == [1, 2, 3]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (Rules(yields="strokes"), "strokes"),
        (Rules(tie_breaks=("points", "age")), "age"),
        (Rules(best_of=0), "not 0"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules: Rules, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        rank([1], [], rules)


def test_an_entry_is_named_once() -> None:
    with pytest.raises(ValueError, match="named twice"):
        rank([1, 2, 1], [], Rules())


@pytest.mark.parametrize("yields", ["points", "average"])
def test_an_entry_has_one_result_from_a_round(yields: str) -> None:
    twice = [Result(1, 2, 1, 5), Result(1, 2, None, 0, kind="bye")]
    with pytest.raises(ValueError, match="Entry 1 has two results"):
        rank([1], twice, Rules(yields=yields))


@pytest.mark.parametrize(
    "result",
    [Result(1, 2, None, 5), Result(1, 2, 3, 5, kind="bye"), Result(1, 2, 3, 5, kind="late")],
)
def test_a_sheet_has_a_table_and_a_bye_has_none(result: Result) -> None:
    with pytest.raises(ValueError, match="Entry 1 in round 2"):
        rank([1], [result], Rules())


def team_rows(teams: dict[str, list[int]], best_of: int | None = None) -> list[tuple[object, ...]]:
    standings = rank(ROUNDS, sheets(ROUNDS), Rules())
    return [
        (row.team, row.place, row.total, row.members, row.decided_by)
        for row in rank_teams(standings, teams, best_of=best_of)
    ]


def test_teams_are_the_sum_of_their_members() -> None:
    assert team_rows({"Aces": [1, 4], "Tens": [2, 3], "Kings": [5]}) == [
        ("Tens", 1, 16, (2, 3), ""),
        ("Aces", 2, 0, (1, 4), ""),
        ("Kings", 3, -8, (5,), ""),
    ]


def test_only_the_best_members_of_a_team_count() -> None:
    assert team_rows({"Aces": [4, 1], "Tens": [2, 3, 5]}, best_of=1) == [
        ("Aces", 1, 8, (1,), ""),
        ("Tens", 2, 8, (2,), "best_round"),
    ]


def test_the_best_member_decides_before_the_best_round() -> None:
    standings = rank(
        [1, 2, 3, 4],
        [Result(entry, 1, 1, won, hands=9) for entry, won in ((1, 5), (2, 5), (3, 7), (4, 3))],
        Rules(),
    )
    rows = rank_teams(standings, {"Even": [1, 2], "Uneven": [3, 4]})
    assert [(row.team, row.decided_by) for row in rows] == [("Uneven", ""), ("Even", "best_member")]
    assert rows[0].keys == (Key("best_member", 7), Key("best_round", 7))


def test_teams_that_are_level_share() -> None:
    standings = rank([1, 2], [Result(1, 1, 1, 0, hands=9), Result(2, 1, 1, 0, hands=9)], Rules())
    rows = rank_teams(standings, {"Tens": [1], "Aces": [2]})
    assert [(row.team, row.place, row.is_shared) for row in rows] == [
        ("Aces", 1, True),
        ("Tens", 1, True),
    ]


def test_a_member_without_a_total_adds_nothing() -> None:
    results = [Result(1, 1, 1, -5, hands=10)]
    standings = rank([1, 2, 3], results, Rules(yields="average", tie_breaks=()))
    rows = rank_teams(standings, {"Aces": [1, 2], "Tens": [3]})
    assert [(row.team, row.total, row.members) for row in rows] == [
        ("Tens", 0, ()),
        ("Aces", standings[0].total, (1,)),
    ]
    assert rows[0].keys == (Key("best_member", None), Key("best_round", None))


def test_a_team_has_members_with_a_standing() -> None:
    with pytest.raises(ValueError, match="Team “Aces” has members without a standing: \\[7\\]"):
        team_rows({"Aces": [1, 7]})
