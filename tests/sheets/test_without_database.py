"""A sheet is made of plain values: it is read and asked where there is no database at all."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from house.steps import ROOT

MODULES = sorted((ROOT / "sheets").glob("*.py"))
MAY_NAME = ("django.forms", "django.template", "django.utils", "scoring", "sheets")


def test_a_hand_is_asked_for_and_its_sheet_read_in_a_process_without_a_database() -> None:
    command = [sys.executable, "-m", "tests.sheets.without_database"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)

    assert seen["too much"] == []
    assert (seen["called"], seen["points"], seen["dealer"]) == ("Hand 1", [-1, 2, -1], "Bert")
    assert seen["questions"][:2] == ["Picker", "Result"]
    assert seen["chips"] == ["Anna", "Bert", "Carl", "Everybody passed"]
    assert seen["shares"] == [["Anna", 4], ["the rest", -2]]
    assert "pending" in seen["shown"]
    assert seen["written"] == "−1"


def named(source: str) -> set[str]:
    """What a module imports of others than Python's own."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "django":
            found |= {f"django.{each.name}" for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return {name for name in found if name.split(".")[0] not in sys.stdlib_module_names}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_it_names_the_games_and_of_django_forms_templates_and_words_alone(path: Path) -> None:
    others = [
        name
        for name in named(path.read_text())
        if not f"{name}.".startswith(tuple(f"{each}." for each in MAY_NAME))
    ]
    assert others == []
