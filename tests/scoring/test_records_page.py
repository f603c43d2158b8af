"""docs/records.md: its example is scored as it says there, and it tells every key there is."""

import json
import re
from pathlib import Path

import pytest

from scoring import MOST_COLUMNS, HandProblem, score_record
from scoring.answer import RECORD_FIELDS
from scoring.labels import LONGEST_NAME, LONGEST_TITLE
from scoring.reading import MOST_HANDS

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text()
RECORD, POINTS, REFUSAL = (
    json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
)


def test_the_example_is_worth_what_the_page_says() -> None:
    assert [row["points"] for row in score_record(RECORD)["hands"]] == POINTS


def test_the_refusal_of_the_page_is_how_it_is_refused() -> None:
    pick_of_who_left = RECORD["hands"][-1] | {"picker": 1}
    hands = [*RECORD["hands"][:2], {"seated": [0, 2, 5, 3, 4]}, pick_of_who_left]
    with pytest.raises(HandProblem) as refused:
        score_record(RECORD | {"hands": hands})
    assert refused.value.as_json() == REFUSAL


def test_every_key_is_told() -> None:
    answer = score_record(RECORD)
    told = set(re.findall(r"`([a-z_]+)`", PAGE))
    assert {*RECORD_FIELDS, *answer, *answer["hands"][0], *answer["next"]} <= told
    assert RECORD.keys() == set(RECORD_FIELDS)


def test_every_limit_is_told() -> None:
    for limit in (MOST_COLUMNS, LONGEST_NAME, LONGEST_TITLE, f"{MOST_HANDS:,}".replace(",", " ")):
        assert f" {limit} " in PAGE
