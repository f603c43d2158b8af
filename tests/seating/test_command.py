"""`manage.py seat`: a plan to read, or as one JSON object; without any database."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def seat(*arguments: str) -> str:
    printed = StringIO()
    call_command("seat", *arguments, stdout=printed)
    return printed.getvalue()


def test_a_plan_as_json() -> None:
    answer = json.loads(seat("--entries=16", "--rounds=5", "--json"))
    assert answer["repeats"] == answer["bound"] == 0
    assert answer["draw"] == "schedule"
    assert len(answer["rounds"]) == 5
    assert sorted(entry for table in answer["rounds"][0] for entry in table) == [*range(1, 17)]


def test_a_plan_to_read() -> None:
    text = seat("--entries=9", "--rounds=2", "--odd=up")
    assert "Round 2" in text
    assert "Repeats:" in text
    assert "Seed 1, schedule" in text


def test_what_fairness_costs_is_said() -> None:
    text = seat("--entries=17", "--rounds=2")
    assert "Repeats: 4; nobody can have fewer than 1." in text
    assert "Where odd tables are shared out" in text
    assert json.loads(seat("--entries=17", "--rounds=2", "--json"))["fair_bound"] == 4
    assert "Repeats: 1; nobody can have fewer than 1." in seat(
        "--entries=17", "--rounds=2", "--only-repeats"
    )


def test_what_cannot_be_is_said_in_words() -> None:
    with pytest.raises(CommandError, match="cannot be spread over tables"):
        seat("--entries=6")
