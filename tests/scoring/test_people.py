"""People join, leave and change seats between two hands; the sheet goes on."""

from copy import deepcopy
from typing import Any

import pytest

from scoring import (
    MOST_COLUMNS,
    RULESETS,
    HandProblem,
    Replay,
    dealer_after_change,
    replay,
    score_record,
)
from scoring.circle import count_columns
from tests.scoring.evenings import evening

Hand = dict[str, Any]

BY_SEAT = [key for key, ruleset in RULESETS.items() if ruleset.scores == "seats"]
FIVE = "sheepshead5-wikipedia"


def sheet(key: str, players: int, *hands: Hand, **options: object) -> Replay:
    return replay(RULESETS[key], options, players, list(hands))


def won(picker: int, partner: int | None = None, **more: object) -> Hand:
    return {"picker": picker, "partner": partner, "result": "won", **more}


def said(played: Replay, index: int, names: str = "ABCDEFGHIJKL") -> list[str]:
    return [why.render(names=list(names)) for why in played.rows[index].reasons]


def test_who_leaves_and_who_joins_is_named() -> None:
    played = sheet(FIVE, 6, {"seated": [0, 6, 2, 4, 3, 7], "reason": " the last bus "})
    assert said(played, 0) == [
        "B leaves the table.",
        "F leaves the table.",
        "G joins the table.",
        "H joins the table.",
        "Seats were changed.",
        "Why: the last bus",
    ]
    assert [why.code for why in played.rows[0].reasons][-2:] == ["seats_changed", "why"]


def test_who_only_moves_up_has_not_changed_seats() -> None:
    assert said(sheet(FIVE, 6, {"seated": [3, 4, 5, 0, 2]}), 0) == ["B leaves the table."]
    assert said(sheet(FIVE, 5, {"seated": [4, 5, 0, 1, 2, 3]}), 0) == ["F joins the table."]
    assert said(sheet(FIVE, 5, {"seated": [0, 1, 2, 4, 3]}), 0) == ["Seats were changed."]


def test_the_row_of_a_change_is_no_hand() -> None:
    row = sheet(FIVE, 5, {"seated": [0, 1, 2, 5, 3, 4]}).rows[0]
    assert (row.points, row.dealer, row.sitting_out) == ([0] * 6, None, ())
    assert (row.seated, row.roles, row.is_void) == ((0, 1, 2, 5, 3, 4), [], False)


def test_roles_tell_who_is_away_from_who_sits_out() -> None:
    played = sheet(FIVE, 6, {"seated": [0, 1, 2, 3, 4, 6]}, won(1, 6))
    assert played.rows[1].roles == [
        "out",
        "picker",
        "defender",
        "defender",
        "defender",
        "away",
        "partner",
    ]
    passed = sheet("sheepshead4-indiana", 4, {"seated": [4, 1, 2, 3]}, {"declarer": None})
    assert passed.rows[1].roles == ["away", "player", "player", "player", "player"]


def test_who_joins_later_has_a_column_from_the_start_but_sits_nowhere_yet() -> None:
    played = sheet(FIVE, 5, won(1, 2), {"seated": [0, 1, 2, 3, 5]})
    assert played.rows[0].points == [-1, 2, 1, -1, -1, 0]
    assert played.rows[0].roles[5] == "away"
    assert played.rows[0].seated == (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("old", "new", "due", "deals"),
    [
        ((0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4), 2, 2),
        ((0, 1, 2, 3, 4, 5), (0, 1, 3, 4, 5), 2, 3),
        ((0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4), 5, 0),
        ((0, 1, 2, 5, 3, 4), (0, 1, 3, 4, 6), 2, 3),
        ((0, 1, 2, 3, 4), (5, 4, 3, 1, 0), 2, 3),
        ((0, 1, 2), (3, 4, 5), 1, 3),
    ],
)
def test_the_deal_stays_or_goes_to_the_next_who_stays(
    old: tuple[int, ...], new: tuple[int, ...], due: int, deals: int
) -> None:
    assert dealer_after_change(old, new, due) == deals


def test_the_deal_does_not_come_back_to_who_comes_back() -> None:
    leaves, returns = {"seated": [1, 2, 3, 4, 5]}, {"seated": [0, 1, 2, 3, 4, 5]}
    assert sheet(FIVE, 6, leaves, returns).next.dealer == 1


def test_a_hand_thrown_in_is_dealt_again_by_who_stays() -> None:
    played = sheet(FIVE, 6, {"picker": None}, {"seated": [1, 2, 3, 4, 5]}, all_pass="redeal")
    assert (played.next.dealer, played.next.sitting_out) == (1, ())


def test_a_game_goes_on_over_a_change_of_seats_and_who_left_keeps_his_points() -> None:
    key = "sheepshead3-rob"
    taken = {"picker": 0, "result": "won_schneider"}
    played = sheet(key, 3, taken, {"seated": [3, 1, 2]}, won(3), {"seated": [0, 1, 2]}, taken)
    assert played.totals == [8, 0, 0, 2]
    played = sheet(
        key, 3, taken, {"seated": [3, 1, 2]}, won(3), {"seated": [0, 1, 2]}, taken, taken
    )
    (game,) = played.games
    assert (game.first, game.last, game.totals, game.winners) == (0, 5, [12, 0, 0, 2], [0])


@pytest.mark.parametrize("key", [key for key in RULESETS if key not in BY_SEAT])
def test_pairs_are_told_what_they_can_do_instead(key: str) -> None:
    with pytest.raises(HandProblem, match="a new name can take a seat") as refused:
        sheet(key, 4, {"seated": [0, 1, 2, 4]})
    assert (refused.value.code, refused.value.field) == ("fixed_pairs", "seated")
    assert count_columns(RULESETS[key], 4, [{"seated": [0, 1, 2, 4]}]) == 4


def test_twelve_people_fit_on_a_sheet() -> None:
    played = sheet(FIVE, 5, {"seated": [5, 6, 7, 8, 9]}, {"seated": [10, 11, 0, 1, 2]})
    assert len(played.totals) == MOST_COLUMNS


def test_a_number_out_of_turn_makes_no_column() -> None:
    entries = [{"seated": [0, 1, 10**30]}, {"seated": 7}, {"seated": [[3]]}, 7, {"seated": [4]}]
    assert count_columns(RULESETS["sheepshead3-coins"], 3, entries) == 3


def test_what_is_played_through_stays_as_it_was() -> None:
    record = evening(RULESETS[FIVE], 3, 30, moves=True).record
    before = deepcopy(record)
    assert score_record(record) == score_record(record)
    assert record == before
