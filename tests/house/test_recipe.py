"""docs/adding-a-ruleset.md is followed to the letter: its file, its vectors, its place."""

import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from scoring import RULESETS, HandProblem, describe, score_record
from scoring.ruleset import Ruleset

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-ruleset.md"


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found, f"the page has no {language} example"
    return found.group(1)


@pytest.fixture
def new_ruleset(monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    module = ModuleType("high_pile")
    monkeypatch.setitem(sys.modules, "high_pile", module)
    exec(compile(block("python"), str(PAGE), "exec"), module.__dict__)
    ruleset = module.RULESETS[0]
    monkeypatch.setitem(RULESETS, ruleset.key, ruleset)
    return ruleset


def test_the_vectors_of_the_page_hold(new_ruleset: Ruleset):
    cases = json.loads(block("json"))
    assert len(cases) == 3
    for case in cases:
        record = {name: case[name] for name in ("ruleset", "players", "options", "hands")}
        if "error" in case["expected"]:
            with pytest.raises(HandProblem) as refused:
                score_record(record)
            expected = case["expected"]["error"]
            assert (refused.value.hand, refused.value.field) == (
                expected["hand"],
                expected["field"],
            )
        else:
            points = [hand["points"] for hand in score_record(record)["hands"]]
            assert points == case["expected"]["points"]


def test_another_opponent_can_sit_down(new_ruleset: Ruleset):
    hands = [{"first_points": 61}, {"seated": [0, 2]}, {"first_points": 61}]
    answer = score_record({"ruleset": new_ruleset.key, "hands": hands})
    assert answer["totals"] == [2, -1, -1]


def test_the_command_line_describes_it(new_ruleset: Ruleset):
    assert describe(new_ruleset)["fields"][0]["name"] == "first_points"
