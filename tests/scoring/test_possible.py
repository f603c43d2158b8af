"""What a hand can come to: whatever the engine gives is possible, and little else is."""

from __future__ import annotations

from random import Random

import pytest

from scoring import RULESETS, replay
from scoring.possible import Possible, plus_only, possible
from tests.scoring.evenings import evening, options_of
from tests.scoring.laws import SEEDS, law

GOOD = {"losers": "good_full", "solo_step": "5"}


def of(key: str, **options: object) -> Possible:
    found = possible(RULESETS[key], options)
    assert found is not None
    return found


def said(found: Possible, *points: int) -> str:
    problem = found.problem(points)
    return "" if problem is None else str(problem.text)


@law(examples=30, seed=SEEDS)
def test_every_hand_that_can_be_played_is_possible(key: str, seed: int) -> None:
    ruleset = RULESETS[key]
    chosen = options_of(ruleset, Random(seed))
    record = evening(ruleset, seed, 8, chosen).record
    found = possible(ruleset, record["options"])
    if found is None:
        return
    sheet = replay(ruleset, record["options"], record["players"], record["hands"])
    for row in sheet.rows:
        if row.dealer is None or row.is_void:
            continue
        out = set(row.sitting_out)
        points = [own for seat, own in enumerate(row.points) if seat not in out]
        assert found.problem(points) is None
        good = plus_only(found, ruleset.step)
        assert good.problem([max(0, own) * ruleset.step for own in points]) is None


@pytest.mark.parametrize("key", [key for key in RULESETS if key.startswith("schafkopf-")])
def test_a_tariff_of_a_tournament_always_has_an_end(key: str) -> None:
    ruleset = RULESETS[key]
    assert possible(ruleset, options_of(ruleset, Random(key))) is not None


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("sheepshead5-bump", {}),
        ("sheepshead5-bump", {"all_pass": "doubler"}),
        ("saskop", {}),
        ("sheepshead4-indiana", {}),
    ],
)
def test_leasters_doubled_hands_and_games_with_an_end_have_none(
    key: str, options: dict[str, str]
) -> None:
    assert possible(RULESETS[key], options) is None


def test_a_picker_game_without_them_has_one() -> None:
    rows = of("sheepshead5-bump", all_pass="redeal").rows
    assert (2, 1, -1, -1, -1) in rows
    assert (2, 2, 2, -2, -4) in rows
    assert (2, 2, -1, -1, -2) not in rows


def test_the_tariff_of_oberwallenstadt_has_these_rows() -> None:
    found = of("schafkopf-oberwallenstadt", **GOOD)
    for row in ((5, 5, 0, 0), (0, 15, 0, 15), (0, 25, 0, 0), (20, 20, 20, 0), (40, 0, 0, 0)):
        assert found.problem(row) is None, row


@pytest.mark.parametrize(
    ("row", "place", "sentence"),
    [
        ((0, 7, 7, 0), 1, "No hand is worth 7 here: 5 / 10 perhaps?"),
        ((0, 0, 0, 0), None, "Nobody has won anything in this hand: somebody always does."),
        ((5, 10, 0, 0), None, "Who wins together writes the same, and here stand 5 / 10."),
        ((5, 0, 0, 0), None, "5: the number of winners must be 2, and here it is 1."),
        ((5, 5, 5, 0), None, "5: the number of winners must be 2, and here it is 3."),
        ((20, 20, 20, 20), None, "20: the number of winners must be 1 / 2 / 3, and here it is 4."),
    ],
)
def test_what_cannot_be_is_said(row: tuple[int, ...], place: int | None, sentence: str) -> None:
    found = of("schafkopf-oberwallenstadt", **GOOD)
    problem = found.problem(row)
    assert problem is not None
    assert (problem.place, str(problem.text)) == (place, sentence)


def test_a_solo_that_nobody_writes_is_a_hand_of_nothing() -> None:
    assert said(of("schafkopf-prohof", losers="good_none"), 0, 0, 0, 0) == ""
    assert said(of("schafkopf-prohof", losers="good_full"), 0, 0, 0, 0)


def test_what_is_still_to_be_decided_gives_nothing() -> None:
    assert possible(RULESETS["schafkopf-krs"], {}) is None
    solo = (9, -3, -3, -3)
    assert of("schafkopf-westernach").problem(solo) is not None
    assert of("schafkopf-westernach", solo=3).problem(solo) is None
