"""PostgreSQL hears every statement that the tests send, and each as seldom as can be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from project_tools.steps import ROOT
from tests.statements import noted

WHERE = "tests/house/test_economy.py", "tests/people/test_players.py"


def run(option: str, folder: Path, *more: str) -> str:
    """What a run of a few tests says that begins with this option."""
    own = {"DATABASE_URL": f"sqlite:///{folder}/one.sqlite3", "SHEEPFOLD_LOCAL": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *more, *WHERE]
    done = subprocess.run(
        [*command, f"{option}={folder}/notes"],
        cwd=ROOT,
        env=os.environ | own,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_those_that_run_send_what_all_of_them_have_sent(tmp_path: Path) -> None:
    run("--note-statements", tmp_path)
    found = noted(tmp_path / "notes")
    assert all(shapes for _sent, shapes in found.values())
    listed = run("--each-statement", tmp_path, "--collect-only").splitlines()
    taken = {line for line in listed if "::" in line}
    assert 0 < len(taken) < len(found)
    all_of_them = set[int]().union(*(shapes for _sent, shapes in found.values()))
    assert set[int]().union(*(found[name][1] for name in taken)) == all_of_them
