"""docs/adding-a-ruleset.md is followed to the letter: its file, its vectors, its place."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from scoring import RULESETS, HandProblem, describe, score_record
from scoring.ruleset import Ruleset
from tests.house.test_repository import ROOT, repository_files

PAGE = ROOT / "docs" / "adding-a-ruleset.md"
PLACES = (ROOT, ROOT / "scoring")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found, f"the page has no {language} example"
    return found.group(1)


@pytest.fixture
def new_ruleset(monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    module = ModuleType("high_pile")
    monkeypatch.setitem(sys.modules, "high_pile", module)
    exec(compile(block("python"), str(PAGE), "exec"), module.__dict__)
    ruleset: Ruleset = module.RULESETS[0]
    monkeypatch.setitem(RULESETS, ruleset.key, ruleset)
    return ruleset


def test_the_vectors_of_the_page_hold(new_ruleset: Ruleset) -> None:
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


def test_another_opponent_can_sit_down(new_ruleset: Ruleset) -> None:
    won = {"counter": 0, "points": 61}
    hands = [won, {"seated": [0, 2]}, won]
    answer = score_record({"ruleset": new_ruleset.key, "hands": hands})
    assert answer["totals"] == [2, -1, -1]


def test_the_command_line_describes_it(new_ruleset: Ruleset) -> None:
    assert describe(new_ruleset)["fields"][0]["name"] == "counter"


def test_the_files_that_the_page_names_are_there() -> None:
    named = re.findall(r"`([\w/]+(?:\.py|/))`", PAGE.read_text())
    assert len(named) > 10
    assert [name for name in named if not any((at / name).exists() for at in PLACES)] == []


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The whole repository with the game added to it, in the three steps of the page."""
    for path in repository_files():
        to = tmp_path / path.relative_to(ROOT)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to)
    rulesets = tmp_path / "scoring" / "rulesets"
    (rulesets / "high_pile.py").write_text(block("python"))
    (tmp_path / "tests" / "vectors" / "high-pile.json").write_text(block("json"))
    listing = rulesets / "__init__.py"
    listing.write_text(listing.read_text().replace("GAMES = (\n", 'GAMES = (\n    "high_pile",\n'))
    return tmp_path


def test_the_laws_and_the_fuzzing_hold_for_the_new_game(copy: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/scoring"]
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    ran = subprocess.run(
        [*command, "-k", "high-pile or high_pile"],
        cwd=copy,
        env=ours | {"SHEEPFOLD_LOCAL": "1"},  # also where a server was loaded for another test
        capture_output=True,
        text=True,
        check=False,
    )
    passed = re.search(r"^(\d+) passed, \d+ deselected", ran.stdout, re.MULTILINE)
    assert passed, ran.stdout + ran.stderr
    assert int(passed[1]) > 40
    assert ran.returncode == 0
