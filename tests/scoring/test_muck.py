"""Mucken: what two pairs write at their own prices, and what a table is asked for."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import RULESETS, HandProblem, Replay, replay
from scoring.options import Options
from tests.scoring.laws import LENGTHS, SEEDS, dealt, law, sheet_of
from tests.scoring.told import told_muck

MUCK = RULESETS["muck"]
PRICES = {"muck": [2, 3, 4], "wenz": [3, 4, 5]}
GAME = {"makers": 0, "contract": "muck", "makers_points": 61}


def sheet(*hands: dict[str, Any], **options: object) -> Replay:
    return replay(MUCK, {"prices": PRICES} | options, 4, list(hands))


def sentences(hand: dict[str, Any], **options: object) -> list[str]:
    return [str(reason) for reason in sheet(hand, **options).rows[0].reasons]


def asked(**options: object) -> dict[str, list[str]]:
    house: Options = MUCK.defaults() | {"prices": PRICES | {"geier": None}} | options
    return {
        field.name: [choice.value for choice in field.choices] for field in MUCK.asked_fields(house)
    }


@law(keys=["muck"], seed=SEEDS, length=LENGTHS, examples=60)
def test_told_is_worth_what_counted_is_worth(key: str, seed: int, length: int) -> None:
    record, _dealers, counted = dealt(key, seed, length)
    tricks = 8 if counted.options["pack"] == "long" else 6
    figures = [hand for hand in record["hands"] if "makers_points" in hand]
    said = [told_muck(hand, counted.options, tricks) for hand in figures]
    both = [hand | more for hand, more in zip(figures, said, strict=True)]
    by_figures, by_word, by_both = (
        [row.points for row in sheet_of(record | {"hands": hands}).rows]
        for hands in (figures, said, both)
    )
    assert by_word == by_figures == by_both


@law(keys=["muck"], seed=SEEDS, length=LENGTHS, examples=60)
def test_only_the_pair_that_won_writes(key: str, seed: int, length: int) -> None:
    for row in dealt(key, seed, length).sheet.rows:
        if row.verdict is not None:
            winner = row.roles.index("makers" if row.verdict.won else "defenders")
            assert row.points[winner] >= 0
            assert row.points[1 - winner] == 0


@law(keys=["muck"], seed=SEEDS, length=LENGTHS, examples=60)
def test_what_is_announced_and_just_made_is_worth_as_much_without_a_price_for_it(
    key: str, seed: int, length: int
) -> None:
    record, _dealers, plain = dealt(key, seed, length)
    silent = [
        {name: value for name, value in hand.items() if name != "announced"}
        for hand in record["hands"]
    ]
    options = record["options"] | {"announcement": 0}
    said = sheet_of(record | {"options": options})
    unsaid = sheet_of(record | {"options": options, "hands": silent})
    for one, other in zip(said.rows, unsaid.rows, strict=True):
        if one.verdict is not None and one.verdict.won:
            assert one.points == other.points
    assert [row.is_void for row in plain.rows] == [row.is_void for row in said.rows]


def test_a_dearer_row_changes_its_own_game_alone() -> None:
    wenz = GAME | {"contract": "wenz"}
    before = sheet(GAME, wenz).rows
    after = sheet(GAME, wenz, prices=PRICES | {"wenz": [10, 20, 30]}).rows
    assert before[0].points == after[0].points == [2, 0]
    assert (before[1].points, after[1].points) == ([3, 0], [10, 0])


def test_a_table_is_asked_for_what_it_plays() -> None:
    assert asked()["contract"] == ["muck", "wenz"]
    assert asked(prices=PRICES | {"geier": [1, 1, 1]})["contract"] == ["muck", "wenz", "geier"]
    assert "contract" not in asked(prices={"muck": [2, 3, 4], "wenz": None, "geier": None})
    assert "kontra" not in asked(kontra_most=0)
    high = {field.name: field.high for field in MUCK.asked_fields(MUCK.defaults())}
    assert high["kontra"] == 2


def test_why_a_pair_writes_is_said_in_the_order_in_which_it_is_counted() -> None:
    hand = GAME | {"makers_points": 95, "contract": "wenz", "announced": "schneider", "kontra": 2}
    assert sentences(hand, announcement=1) == [
        "The makers (#0) won, with 95 card points.",
        "Wenz (Schneider): 4.",
        "For the announcement: 1 more.",
        "Kontra and Re: 4 times.",
        "On the sheet: #0 +20.",
    ]
    missed = {"makers": 1, "contract": "muck", "announced": "schwarz", "result": "lost"}
    assert sentences(missed) == [
        "The makers (#1) lost.",
        "Muck (Schwarz): 4.",
        "Announced and missed: that is what was called.",
        "On the sheet: #0 +4.",
    ]


def test_nothing_is_counted_before_somebody_has_said_the_prices() -> None:
    with pytest.raises(HandProblem) as refused:
        replay(MUCK, {}, 4, [GAME])
    assert (refused.value.code, refused.value.field) == ("undecided", "options")
    assert "“Prices”" in str(refused.value)


def test_whoever_plays_more_kontra_than_agreed_is_told_the_house_rule() -> None:
    with pytest.raises(HandProblem) as refused:
        sheet(GAME | {"kontra": 3})
    assert "“Kontra at most”: “2”" in str(refused.value)


def test_a_schwarz_that_was_announced_and_made_is_a_called_sweep() -> None:
    made, missed = sheet(
        {"makers": 0, "contract": "muck", "result": "won_schwarz", "announced": "schwarz"},
        {"makers": 0, "contract": "muck", "result": "lost", "announced": "schwarz"},
    ).rows
    assert made.verdict
    assert missed.verdict
    assert (made.verdict.feat, missed.verdict.feat) == ("called_sweep", "")
    assert (made.verdict.tier, missed.verdict.tier) == (3, 1)
