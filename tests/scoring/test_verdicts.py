"""What the record book says of a hand is what the sheet says: who has plus points has won.

The law holds for every hand that somebody took on, in every game. Two exceptions, each with its
reason, are named in `is_excepted`.
"""

from __future__ import annotations

from typing import Any

import pytest

from scoring import RULESETS, Replay, replay
from scoring.figures import DECLARING, Sitting, figures_of
from scoring.table import Row
from tests.scoring.laws import LENGTHS, SEEDS, assume, dealt, law, sheet_of
from tests.scoring.test_vectors import CASES

ANNA, BERT, CARL, DORA, EMIL = 11, 12, 13, 14, 15
TOOK_IT_ON = ("picker", "partner", "makers")
SWEPT = 3


def is_excepted(key: str, row: Row) -> bool:
    """Where the points of the declarers do not tell whether they have won.

    A house may price a game at nothing: whoever wins it has no more than whoever loses it.
    In Doppelkopf the card points decide who won; the extra points of the losers are taken off
    what that is worth, and may be more (baum24.net: first who won, then the list).
    """
    has_extras = "extras" in {why.code for why in row.reasons}
    return not any(row.points) or (key == "doppelkopf" and has_extras)


def declared(row: Row) -> int:
    """What the side that took the game on has from it."""
    assert len(row.roles) == len(row.points)
    return sum(own for own, role in zip(row.points, row.roles, strict=True) if role in TOOK_IT_ON)


def expect_the_law(key: str, sheet: Replay) -> int:
    """In how many hands it held: all that somebody took on and won or lost, but the exceptions."""
    found = 0
    for row in sheet.rows:
        if row.verdict is None or row.verdict.won is None or is_excepted(key, row):
            continue
        assert row.verdict.won is (declared(row) > 0), row
        found += 1
    return found


def test_in_every_worked_case_who_took_it_on_has_won_exactly_with_plus_points() -> None:
    accepted = [case for case in CASES if "error" not in case["expected"]]
    assert sum(expect_the_law(case["ruleset"], sheet_of(case)) for case in accepted) > 1000


@law(examples=40, seed=SEEDS, length=LENGTHS)
def test_in_whatever_can_be_dealt_too(key: str, seed: int, length: int) -> None:
    assume(length)
    expect_the_law(key, dealt(key, seed, length).sheet)


MISSED = {"picker": 0, "partner": 1, "picker_points": 95, "picker_tricks": 5, "called_all": True}


@pytest.mark.parametrize(
    ("key", "hand"),
    [
        ("sheepshead5-wikipedia", MISSED),
        ("sheepshead5-bump", {"picker": 0, "result": "won", "called_all": True}),
        ("sheepshead5-bump", {"picker": 0, "result": "won_schneider", "called_all": True}),
        ("sheepshead3-rob", MISSED | {"partner": None, "picker_points": 120, "picker_tricks": 9}),
        ("sheepshead4-coins", MISSED | {"contract": "partner", "picker_tricks": 7}),
    ],
)
def test_a_called_sheepshead_that_misses_a_trick_is_lost_in_the_record_book(
    key: str, hand: dict[str, Any]
) -> None:
    ruleset = RULESETS[key]
    sheet = replay(ruleset, {}, None, [hand])
    people = [Sitting(column, 11 + column) for column in range(ruleset.seats)]
    found, feats = figures_of(ruleset, sheet, people)
    assert feats == []
    for person, figures in found.items():
        roles = [role for role in (*DECLARING, "defender") if figures.counts[f"{role}.hands"]]
        assert len(roles) == 1
        won = figures.counts[f"{roles[0]}.won"]
        assert won == int(roles[0] == "defender"), (person, roles)
        assert not any(name.startswith(("schneider", "trickless")) for name in figures.counts)


def test_a_called_sheepshead_keeps_what_the_hand_was_by_its_points() -> None:
    lost = {"picker": 0, "partner": 1, "picker_points": 20, "called_all": True}
    made = {"picker": 0, "partner": 1, "result": "won_schwarz", "called_all": True}
    rows = replay(RULESETS["sheepshead5-bump"], {}, None, [lost, made]).rows
    verdicts = [row.verdict for row in rows]
    assert [(one.won, one.tier, one.feat) for one in verdicts if one] == [
        (False, 2, ""),
        (True, SWEPT, "called_sweep"),
    ]
