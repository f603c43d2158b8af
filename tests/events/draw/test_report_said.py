"""What is said of a draw as it is kept with its round, however old it is."""

from __future__ import annotations

from typing import Any

import pytest

from tournaments.events.draw.queries.report import listed, report_lines, told_kept, wish_words

NAMES = {3: "Anna", 7: "Ben"}
REPORT: dict[str, Any] = {
    "repeats": 2,
    "fair_bound": 2,
    "why": {"template": "The fewest repeats: %(repeats)s.", "values": {"repeats": 2}},
    "again": [[3, 7, [1]], [3, 9, [1, 2]]],
    "rank_spread": None,
    "odd": [],
    "out": [[7, 1]],
    "broken": [],
    "cannot": [],
    "notes": [],
}


def test_a_sentence_that_is_worded_otherwise_now_is_shown_as_it_was_kept() -> None:
    kept = {
        "template": "%(who)s had no luck at table %(table)s, as one said in old days.",
        "values": {"who": "3, 7", "table": 7},
    }
    said = told_kept(kept, NAMES)
    assert said == "Anna (3), Ben (7) had no luck at table 7, as one said in old days."


def test_each_thing_is_a_line_of_its_own() -> None:
    repeats, bound, out = report_lines(REPORT, 4, NAMES)
    assert repeats.text == "2 pairs meet again."
    assert repeats.more == (
        "Anna (3) and Ben (7) met in round 1.",
        "Anna (3) and 9 met in rounds 1, 2.",
    )
    assert (bound.text, bound.more) == ("Nobody could do with fewer.", ("The fewest repeats: 2.",))
    assert (out.text, out.more) == (
        "Sitting out: Ben (7).",
        ("For each of them it is the first time.",),
    )
    more = report_lines({**REPORT, "fair_bound": 1}, 4, NAMES)[1]
    assert more.text == "Nobody could do with fewer than 1."


@pytest.mark.parametrize(
    ("kind", "is_kept", "said"),
    [
        ("apart", True, "Came together, at different tables: Anna (3), Ben (7)."),
        ("apart", False, "Came together, at one table: Anna (3), Ben (7)."),
        ("together", False, "Should sit at one table and do not: Anna (3), Ben (7)."),
        ("group", False, "Of one team, at one table: Anna (3), Ben (7)."),
    ],
)
def test_wishes_name_people_behind_a_colon(kind: str, is_kept: bool, said: str) -> None:
    assert wish_words({"kind": kind, "who": [3, 7]}, NAMES, is_kept=is_kept) == said


def test_of_many_only_the_first_are_named() -> None:
    assert listed([3, 7, 8], NAMES, 2) == "Anna (3), Ben (7) and 1 more"
