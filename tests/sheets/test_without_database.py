"""A sheet is made of plain values: it is read and asked where there is no database at all."""

from __future__ import annotations

import json
import subprocess
import sys

from project_tools.steps import ROOT


def test_a_hand_is_asked_for_and_its_sheet_read_in_a_process_without_a_database() -> None:
    command = [sys.executable, "-m", "tests.sheets.without_database"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)

    assert seen["too much"] == []
    assert (seen["called"], seen["points"], seen["dealer"]) == ("Hand 1", [-1, 2, -1], "Bert")
    assert seen["questions"][:2] == ["Picker", "Result"]
    assert seen["chips"] == ["Anna", "Bert", "Carl", "Everybody passed"]
    told = "Anna picked alone · Won with schneider (95 to 25): +4, the others −2 each."
    assert seen["told"] == told
    assert "pending" in seen["shown"]
    assert seen["written"] == "−1"
