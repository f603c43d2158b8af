"""Tie-breaks from whom an entry met, against published tables of chess where they are the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from scoring.ranking import Result, Rules, Standing, rank
from scoring.tallies import tally_up
from scoring.tiebreaks import TIE_BREAKS

# Won, drawn and lost as matches to 12 strokes.
STROKES = {2: (12, 6), 1: (9, 9), 0: (6, 12)}


def match(round_number: int, left: int, right: int, outcome: int) -> list[Result]:
    """A match of two; `outcome`: 2, 1 or 0 match points for the left one."""
    own, other = STROKES[outcome]
    return [Result(left, round_number, left, own), Result(right, round_number, left, other)]


def matches(played: Iterable[tuple[int, int, int, int]]) -> list[Result]:
    return [result for one in played for result in match(*one)]


def values(
    results: list[Result], key: str, start_points: Mapping[int, int] | None = None, **rules: Any
) -> dict[int, object]:
    """The key of everybody, as if they were all tied."""
    entries = sorted({result.entry for result in results})
    chosen = Rules(**{"yields": "match", **rules})
    tallies = tally_up(entries, results, chosen, start_points or {})
    return dict(TIE_BREAKS[key].values(tallies, entries))


def ranked(results: list[Result], *keys: str, **rules: Any) -> list[Standing]:
    entries = {result.entry for result in results}
    return rank(entries, results, Rules(**{"yields": "match", "tie_breaks": keys, **rules}))


# scalachess, TiebreakersTest: five players, A 2½, B 1½, C 2, D 2½, E 1½. For A it says Buchholz
# 7½, cut 6, Sonneborn-Berger 4, progressive 6½, and that D won the direct encounter. Doubled here.
A, B, C, D, E = 1, 2, 3, 4, 5
SCALACHESS = matches(
    [
        (1, A, B, 2), (1, C, D, 2),
        (2, A, C, 1), (2, B, E, 0),
        (3, A, D, 0), (3, C, E, 1),
        (4, A, E, 2), (4, B, D, 1),
        (5, B, C, 2), (5, D, E, 2),
    ]
)  # fmt: skip


def test_a_published_table_of_five() -> None:
    assert {row.entry: row.total for row in ranked(SCALACHESS)} == {A: 5, D: 5, C: 4, B: 3, E: 3}
    assert values(SCALACHESS, "buchholz")[A] == 15
    assert values(SCALACHESS, "buchholz_cut1")[A] == 12
    assert values(SCALACHESS, "berger")[A] == 8
    rows = ranked(SCALACHESS, "head_to_head")
    assert [(row.entry, row.decided_by) for row in rows[:2]] == [(D, ""), (A, "head_to_head")]
    assert [row.keys[0].value for row in rows] == [2, 0, None, 2, 0]


def test_the_progressive_score_of_the_published_table() -> None:
    first_four = [result for result in SCALACHESS if result.round <= 4]
    assert values(first_four, "progressive")[A] == 13


# The cross table with which German chess pages explain Sonneborn-Berger (skbobingen.jimdo.com,
# myschach.de): C and D have 4 points each; C ½·5 + ½·4½ + ½·4 + ½·2½ + 1 + 0 = 9,
# D ½·4½ + ½·4 + 2½ + 1 + 0 = 7¾. Everything four times as much here.
CROSS_TABLE = ["-112222", "1-11222", "11-1122", "011-222", "0010-22", "00000-2", "000000-"]


def test_a_published_cross_table_of_seven() -> None:
    played, number = [], 0
    for left in range(7):
        for right in range(left + 1, 7):
            number += 1
            played.append((number, left + 1, right + 1, int(CROSS_TABLE[left][right])))
    results = matches(played)
    rows = ranked(results, "berger")
    assert [row.total for row in rows] == [10, 9, 8, 8, 5, 2, 0]
    assert [(row.entry, row.keys[0].value) for row in rows[2:4]] == [(C, 18), (D, Fraction(31, 2))]
    assert rows[3].decided_by == "berger"


def test_published_buchholz_with_and_without_the_weakest() -> None:
    """Sktroisdorf.de: opponents with 5, 3, 2, 2, 1, 0 make 13 and 13; 4, 3, 3, 2, 2 make 14, 12."""
    for totals, full, cut in (((5, 3, 2, 2, 1, 0), 13, 13), ((4, 3, 3, 2, 2), 14, 12)):
        opponents = dict(enumerate(totals, start=2))
        results = matches((entry, 1, entry, 2) for entry in opponents)
        assert values(results, "buchholz", opponents)[1] == full
        assert values(results, "buchholz_cut1", opponents)[1] == cut


def test_cut_without_opponents_is_nothing() -> None:
    assert values([Result(1, 1, 1, 5)], "buchholz_cut1", yields="points") == {1: 0}


def test_a_bye_is_a_draw_with_an_opponent_like_oneself() -> None:
    results = [*match(1, 1, 2, 2), Result(3, 1, None, 0, kind="bye")]
    results += [*match(2, 1, 3, 0), Result(2, 2, None, 0, kind="late")]
    rules: dict[str, Any] = {"bye_value": 1, "late_value": 0}
    totals = {row.entry: row.total for row in ranked(results, **rules)}
    assert totals == {1: 2, 2: 0, 3: 3}
    assert values(results, "buchholz", **rules) == {1: 0 + 3, 2: 2 + 0, 3: 3 + 2}
    assert values(results, "berger", **rules) == {1: 0, 2: 0, 3: Fraction(3, 2) + 2}
    assert values(results, "buchholz_cut1", **rules) == {1: 3, 2: 2, 3: 3}
    assert values(results, "difference", **rules) == {1: 6 - 6, 2: -6, 3: 6}


def test_at_a_larger_table_the_mean_of_the_others_is_the_opponent() -> None:
    results = [Result(entry, 1, 1, won) for entry, won in enumerate((9, 0, 0, -9), start=1)]
    by_points: dict[str, Any] = {"yields": "points"}
    assert values(results, "buchholz", **by_points) == {1: -3, 2: 0, 3: 0, 4: 3}
    assert values(results, "berger", **by_points) == {
        1: Fraction(0 + 0 - 9, 3),
        2: Fraction(0 - 9, 3) + 0,
        3: Fraction(0 - 9, 3),
        4: 0,
    }
    assert values(results, "difference", **by_points) == {1: 12, 2: 0, 3: 0, 4: -12}


def test_differences_of_games_and_of_strokes() -> None:
    results = [
        Result(1, 1, 1, 30, games=2),
        Result(2, 1, 1, 33, games=1),
        Result(1, 2, 1, 12, games=1),
        Result(3, 2, 1, 5),
    ]
    assert values(results, "games_difference") == {1: 2, 2: -1, 3: -1}
    assert values(results, "difference") == {1: 4, 2: 3, 3: -7}


def test_head_to_head_is_silent_unless_all_have_met() -> None:
    results = matches([(1, 1, 2, 2), (2, 2, 3, 2), (3, 3, 4, 2), (3, 1, 5, 0)])
    rows = ranked(results, "head_to_head", "lot", lot_seed="club")
    tied = rows[:4]
    assert [row.total for row in rows] == [2, 2, 2, 2, 0]
    assert {row.keys[0].value for row in tied} == {None}
    assert {row.decided_by for row in tied[1:]} == {"lot"}


def test_head_to_head_in_a_ring_decides_nothing() -> None:
    rows = ranked(matches([(1, 1, 2, 2), (2, 2, 3, 2), (3, 3, 1, 2)]), "head_to_head")
    assert [(row.place, row.keys[0].value) for row in rows] == [(1, 2)] * 3


def test_who_met_twice_counts_with_the_mean() -> None:
    results = matches([(1, 1, 2, 2), (2, 1, 2, 1), (3, 2, 3, 2), (3, 1, 4, 1)])
    rows = ranked(results, "head_to_head")
    assert [(row.entry, row.total, row.keys[0].value) for row in rows[:2]] == [
        (1, 4, None),
        (2, 3, None),
    ]
    assert values(results[:4], "head_to_head") == {1: Fraction(3, 2), 2: Fraction(1, 2)}


def test_head_to_head_at_a_table_of_four() -> None:
    results = [Result(entry, 1, 1, won, hands=9) for entry, won in ((1, 5), (2, 8), (3, -13))]
    results += [Result(entry, 2, 1, won, hands=9) for entry, won in ((1, 3), (4, 6), (3, -9))]
    results += [Result(2, 2, 2, 0, hands=9), Result(4, 1, 2, 0, hands=9)]
    rows = ranked(results, "head_to_head", yields="points")
    assert [(row.entry, row.total) for row in rows[:3]] == [(2, 8), (1, 8), (4, 6)]
    assert rows[1].decided_by == "head_to_head"


def test_head_to_head_can_be_asked_again_after_another_key() -> None:
    results = matches([(1, 1, 2, 2), (2, 2, 3, 2), (3, 3, 1, 2)])
    results = [
        Result(one.entry, one.round, one.table, one.points, solos=int(one.entry == 3))
        for one in results
    ]
    rows = ranked(results, "head_to_head", "solos", "head_to_head")
    assert [(row.entry, row.decided_by) for row in rows] == [
        (3, ""),
        (1, "solos"),
        (2, "head_to_head"),
    ]


def test_the_same_seed_draws_the_same_lots() -> None:
    """The order is that of `printf 'spring:4' | sha256sum`, the highest first."""
    results = [Result(entry, 1, None, 0, kind="bye") for entry in range(1, 9)]
    by_points: dict[str, Any] = {"yields": "points"}
    rows = ranked(results, "lot", lot_seed="spring", **by_points)
    assert [row.entry for row in rows] == [2, 5, 6, 8, 1, 7, 4, 3]
    assert [row.keys[0].value for row in rows] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert [row.decided_by for row in rows] == ["", *["lot"] * 7]
    other = ranked(results, "lot", lot_seed="autumn", **by_points)
    assert [row.entry for row in other] != [row.entry for row in rows]
    fewer = ranked(results[:5], "lot", lot_seed="spring", **by_points)
    assert [row.entry for row in fewer] == [row.entry for row in rows if row.entry <= 5]


def test_without_a_seed_no_lot_is_drawn_yet() -> None:
    results = [Result(entry, 1, None, 0, kind="bye") for entry in (1, 2)]
    rows = ranked(results, "lot", yields="points")
    assert [(row.place, row.is_shared, row.keys[0].value) for row in rows] == [(1, True, None)] * 2


def test_a_shared_place_asks_nothing_more() -> None:
    results = [Result(1, 1, 1, 5, solos=1), Result(2, 1, 1, 5)]
    rows = ranked(results, "shared", "solos", yields="points")
    assert [row.place for row in rows] == [1, 1]
    assert [[key.name for key in row.keys] for row in rows] == [["shared"]] * 2
