"""Every worked case in `tests/vectors/`, one file for each ruleset, is scored as it says there."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring import RULESETS, HandProblem, score_record

VECTORS = Path(__file__).parents[1] / "vectors"
ENGINE = Path(__file__).parents[2] / "scoring"
STATUSES = {"sourced", "recorded", "restored", "interpretation", "proposal"}
DESCRIBED_AT_THE_DOOR = {
    "unknown_ruleset",
    "too_many_hands",
    "not_json",
    "too_long",
    "repeated_field",
    "bad_call",
    "no_file",
    "bad_names",
    "bad_title",
}
"""What is no record of a table yet; `test_command`, `test_fuzz`, `test_labels` are refused it."""

Case = dict[str, Any]


def cases_of(path: Path) -> list[Case]:
    cases: list[Case] = json.loads(path.read_text())
    return cases


FILES = {path.stem: cases_of(path) for path in sorted(VECTORS.glob("*.json"))}
CASES = [case for cases in FILES.values() for case in cases]


@pytest.mark.parametrize("key", FILES)
def test_cases(key: str) -> None:
    """All rows of a file; each that is scored otherwise is shown with its number and content."""
    wrong = []
    for number, case in enumerate(FILES[key], start=1):
        try:
            expect_as_it_says(case)
        except Exception as failure:
            wrong.append(f"row {number}: {json.dumps(case)}\n{type(failure).__name__}: {failure}")
    assert not wrong, "\n\n".join([f"{len(wrong)} of {key} are scored otherwise", *wrong])


def expect_as_it_says(case: Case) -> None:
    record = {name: case[name] for name in ("ruleset", "players", "options", "hands")}
    expected = dict(case["expected"])
    try:
        answer = score_record(record)
    except HandProblem as refused:
        refusal = refused.as_json()["error"]
        assert "error" in expected, refusal
        assert {name: refusal[name] for name in expected["error"]} == expected["error"]
        return
    assert "error" not in expected, "it is accepted"
    expected.pop("accepted", None)
    for name, value in expected.items():
        EXPECTATIONS[name](answer, value)


def expect_of_hands(name: str, answer: dict[str, Any], expected: list[Any]) -> None:
    assert [hand[name] for hand in answer["hands"]] == expected


def expect_totals(answer: dict[str, Any], expected: list[int]) -> None:
    assert answer["totals"] == expected


def expect_games(answer: dict[str, Any], expected: list[Case]) -> None:
    assert len(answer["games"]) == len(expected)
    for game, wanted in zip(answer["games"], expected, strict=True):
        alone = [wanted["winner"]] if "winner" in wanted else wanted["winners"]
        assert game["winners"] == alone
        for name in wanted.keys() & {"hands", "totals", "special"}:
            assert game[name] == wanted[name]


def expect_game_winner(answer: dict[str, Any], expected: int) -> None:
    assert answer["games"][-1]["winners"] == [expected]


def expect_next(answer: dict[str, Any], expected: Case) -> None:
    assert {name: answer["next"][name] for name in expected} == expected


EXPECTATIONS: dict[str, Callable[[dict[str, Any], Any], None]] = {
    "points": lambda answer, value: expect_of_hands("points", answer, value),
    "void": lambda answer, value: expect_of_hands("void", answer, value),
    "sitting_out": lambda answer, value: expect_of_hands("sitting_out", answer, value),
    "multiplier": lambda answer, value: expect_of_hands("multiplier", answer, value),
    "totals": expect_totals,
    "games": expect_games,
    "game_winner": expect_game_winner,
    "next": expect_next,
}


def test_no_two_cases_share_an_id() -> None:
    times = Counter(case["id"] for case in CASES)
    assert max(times.values()) == 1, times.most_common(3)


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_has_its_file_and_only_its_own_cases_in_it(key: str) -> None:
    cases = FILES[key]
    assert {case["ruleset"] for case in cases} == {key}
    assert any("points" in case["expected"] for case in cases)
    assert any("error" in case["expected"] for case in cases)


def test_every_file_belongs_to_a_ruleset() -> None:
    assert FILES.keys() <= RULESETS.keys()


@pytest.mark.parametrize("key", FILES)
def test_every_case_says_where_it_comes_from_and_how_sure_that_is(key: str) -> None:
    for case in FILES[key]:
        assert case["source"].strip()
        assert case["status"] in STATUSES
        assert case["expected"]


@pytest.mark.parametrize("key", RULESETS)
def test_a_game_has_a_figure_of_its_own_making_exactly_if_a_case_shows_one(key: str) -> None:
    proposed = {case["id"] for case in FILES[key] if is_proposed(case)}
    figures = [
        figure.what for figure in RULESETS[key].figures if figure.status in ("proposal", "open")
    ]
    assert bool(proposed) is bool(figures), (proposed, figures)


def is_proposed(case: Case) -> bool:
    """Whether no source says what is counted; limits and who joins are the same in every game."""
    is_counted = "error" not in case["expected"]
    has_moves = any("seated" in entry for entry in case["hands"] if isinstance(entry, dict))
    return bool(case["status"] == "proposal") and is_counted and not has_moves


def test_every_refusal_that_the_engine_can_utter_is_met() -> None:
    uttered = {
        code
        for path in ENGINE.rglob("*.py")
        for code in re.findall(r'(?:HandProblem|_refusal)\(\s*"([a-z_]+)"', path.read_text())
    }
    met = {
        case["expected"]["error"].get("code") for case in CASES if "error" in case["expected"]
    } | DESCRIBED_AT_THE_DOOR
    assert uttered <= met
