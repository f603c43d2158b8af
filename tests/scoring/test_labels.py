"""Names and a title in a record: read strictly, said in the reasons, worth no point."""

from typing import Any

import pytest

from scoring import HandProblem, read_record, score_record, side_names
from scoring.rulesets import RULESETS

NAMES = ["Ann", "Ben", "Cid", "Dot", "Eve"]
HAND = {"picker": 2, "partner": 4, "result": "won"}
RECORD: dict[str, Any] = {"ruleset": "sheepshead5-wikipedia", "hands": [HAND]}
LEASTER = {"picker": None, "card_points": [60, 30, 10, 12, 8], "tricks": [2, 1, 1, 1, 1]}


def texts_of(record: dict[str, Any]) -> list[list[str]]:
    return [[why["text"] for why in row["reasons"]] for row in score_record(record)["hands"]]


def test_a_whole_record_is_read_with_everything_that_it_leaves_out() -> None:
    record = read_record(RECORD)
    assert record.ruleset is RULESETS["sheepshead5-wikipedia"]
    assert record.options == record.ruleset.defaults()
    assert (record.players, record.hands, record.names, record.title) == (5, [HAND], None, "")


def test_names_and_title_come_without_blanks_around_them() -> None:
    record = read_record(RECORD | {"names": [" Ann", *NAMES[1:]], "title": " Club evening\n"})
    assert (record.names, record.title) == (NAMES, "Club evening")


def test_names_and_title_move_no_points() -> None:
    plain = score_record(RECORD)
    named = score_record(RECORD | {"names": NAMES, "title": "Friday"})
    for answer in (plain, named):
        for hand in answer["hands"]:
            del hand["reasons"]
    assert named == plain


def test_the_reasons_say_the_names() -> None:
    record = RECORD | {"hands": [LEASTER, {"seated": [0, 1, 2, 3, 5]}]}
    names = [*NAMES, "100 % Fay"]
    assert texts_of(record)[0][0].startswith("All passed, a leaster: #4 has")
    (leaster, _pays), change = texts_of(record | {"names": names})
    assert leaster == "All passed, a leaster: Eve has the fewest card points, 8."
    assert change == ["Eve leaves the table.", "100 % Fay joins the table."]


def test_a_pair_is_called_by_both_names() -> None:
    beaten = {"makers": 1, "trump": "clubs", "card_points": [61, 59]}
    record = {"ruleset": "saskop", "hands": [beaten], "names": NAMES[:4]}
    assert texts_of(record)[0][0] == "The makers were beaten. Ann + Cid: 4."
    assert side_names(RULESETS["saskop"], NAMES[:4]) == ["Ann + Cid", "Ben + Dot"]
    assert side_names(RULESETS["sheepshead6"], NAMES) == NAMES


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (None, "wrong_type"),
        ("Ann", "wrong_type"),
        ({"0": "Ann"}, "wrong_type"),
        ([*NAMES[:4], 5], "wrong_type"),
        ([*NAMES[:4], None], "wrong_type"),
        ([], "bad_names"),
        (NAMES[:4], "bad_names"),
        ([*NAMES, "Fay"], "bad_names"),
        ([*NAMES[:4], " "], "bad_names"),
        ([*NAMES[:4], "x" * 41], "bad_names"),
        ([*NAMES[:4], "E\tve"], "bad_names"),
        ([*NAMES[:4], "E\u2028ve"], "bad_names"),
        ([*NAMES[:4], "Eve\u0000"], "bad_names"),
        ([*NAMES[:4], "\ud800"], "bad_names"),
        ([*NAMES[:4], " aNN "], "bad_names"),
        (["STRASSE", "straße", *NAMES[2:]], "bad_names"),
    ],
)
def test_names_that_cannot_be_are_refused(names: object, code: str) -> None:
    with pytest.raises(HandProblem) as refused:
        score_record(RECORD | {"names": names})
    assert (refused.value.code, refused.value.field, refused.value.hand) == (code, "names", None)
    assert "%(" not in str(refused.value)


def test_a_name_is_needed_for_everybody_who_ever_sits_down() -> None:
    record = RECORD | {"hands": [HAND, {"seated": [0, 1, 2, 5, 3, 4]}]}
    with pytest.raises(HandProblem, match="6 people"):
        read_record(record | {"names": NAMES})
    assert read_record(record | {"names": [*NAMES, "x" * 40]}).names == [*NAMES, "x" * 40]


@pytest.mark.parametrize(
    ("title", "code"),
    [(None, "wrong_type"), (7, "wrong_type"), (["Friday"], "wrong_type"), ("x" * 81, "bad_title")]
    + [(f"Fri{mark}day", "bad_title") for mark in "\n\r\t\u0000\u0085\u2029\ud800"],
)
def test_a_title_that_cannot_be_is_refused(title: object, code: str) -> None:
    with pytest.raises(HandProblem) as refused:
        read_record(RECORD | {"title": title})
    assert (refused.value.code, refused.value.field, refused.value.hand) == (code, "title", None)


def test_a_title_may_be_long_or_empty() -> None:
    assert read_record(RECORD | {"title": "x" * 80}).title == "x" * 80
    assert read_record(RECORD | {"title": ""}).title == ""
