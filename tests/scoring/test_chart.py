"""The chart of a table is worked out by counting: it says what hands come to, nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import RULESETS, HandProblem, resolve_options, score_record
from scoring.chart import ENDS, Cell, chart
from scoring.ruleset import Ruleset
from tests.deciding import decided
from tests.scoring.evenings import Chance, options_of

HOUSES = 4
"""So many houses of each game are gone through."""


def houses(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Some houses of a game, the usual one first."""
    chosen = [options_of(ruleset, Chance(f"{ruleset.key} {seed}")) for seed in range(HOUSES)]
    return [resolve_options(ruleset, options) for options in [{}, *chosen]]


def cells_of(key: str, **options: Any) -> dict[tuple[str, ...], list[Cell | None]]:
    ruleset = RULESETS[key]
    found = chart(ruleset, resolve_options(ruleset, options))
    return {
        (*line.labels, line.announced) if line.announced else line.labels: list(line.cells)
        for line in found.lines
    }


@pytest.mark.parametrize("key", RULESETS)
def test_each_cell_is_what_such_a_hand_comes_to(key: str) -> None:
    ruleset = RULESETS[key]
    for house in houses(ruleset):
        for line in chart(ruleset, house).lines:
            for cell, hand in zip(line.cells, line.hands, strict=True):
                if cell is None:
                    continue
                record = {"ruleset": key, "options": house, "hands": [hand]}
                points = score_record(record)["hands"][0]["points"]
                partner = set() if cell.partner is None else {cell.partner}
                assert set(points) == {cell.taker, cell.other} | partner


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_says_what_is_played_for_what(key: str) -> None:
    ruleset = RULESETS[key]
    if not {field.name for field in ruleset.fields} & {*ENDS}:
        return  # it has no words for how a hand ended
    found = chart(ruleset, resolve_options(ruleset, decided(ruleset)))
    assert found.lines
    assert found.examples


def test_the_strokes_of_saskop() -> None:
    """The founding document: 2-4, 4-6 in diamonds; lost 4-6, 6-8; all nine tricks the game."""
    assert cells_of("saskop") == {
        ("♣ Clubs", "♠ Spades", "♥ Hearts"): [
            Cell(2, None, 0),
            Cell(4, None, 0),
            Cell(16, None, 0),
            Cell(0, None, 4),
            Cell(0, None, 6),
            Cell(0, None, 16),
        ],
        ("♦ Diamonds",): [
            Cell(4, None, 0),
            Cell(6, None, 0),
            Cell(16, None, 0),
            Cell(0, None, 6),
            Cell(0, None, 8),
            Cell(0, None, 16),
        ],
    }


def test_the_bump_shows_what_a_lost_hand_costs_and_without_it_that_is_said_in_a_word() -> None:
    bump = RULESETS["sheepshead5-bump"]
    plain = resolve_options(bump, {"double_on_bump": False})
    assert [len(line.cells) for line in chart(bump, bump.defaults()).lines] == [6, 6]
    assert [len(line.cells) for line in chart(bump, plain).lines] == [3, 3]
    assert chart(bump, plain).lost_is_minus


def ends_of(key: str, **options: Any) -> list[tuple[str, tuple[int, int] | None]]:
    ruleset = RULESETS[key]
    found = chart(ruleset, resolve_options(ruleset, options))
    return [(column[0].label, column[0].span) for column in found.ends]


def test_where_the_difference_is_paid_each_price_has_its_card_points() -> None:
    wide = {"pay": "spread", "spread_step": 30, "double_on_bump": False}
    bands = [("Won", (61, 75)), ("Won", (76, 90)), ("Won", (91, 105)), ("Won", (106, 120))]
    assert ends_of("sheepshead5-bump", **wide) == bands
    prices = cells_of("sheepshead5-bump", **wide)[("with a partner",)]
    assert prices == [Cell(2 * unit, unit, -unit) for unit in (1, 2, 3, 4)]
    lost = [("Lost", (45, 60)), ("Lost", (30, 44)), ("Lost", (15, 29)), ("Lost", (0, 14))]
    assert ends_of("sheepshead5-bump", **wide | {"double_on_bump": True}) == bands + lost
    apart = ends_of("sheepshead5-bump", **wide, no_trick_loss="picker_pays_all")
    assert apart == [*bands, *lost, ("Lost, no trick", None)]
    finest = ends_of("sheepshead5-bump", pay="spread", spread_step=1, double_on_bump=False)
    assert finest == [("Won", (points, points)) for points in range(65, 121, 5)]


def test_a_tariff_says_its_own_prices() -> None:
    found = cells_of("schafkopf", base=5, solo=20, extra=5, contracts="three")
    assert found[("Rufspiel (called ace)",)] == [
        Cell(5, None, -5),
        Cell(10, None, -10),
        Cell(15, None, -15),
    ]
    solo = [Cell(60, None, -20), Cell(75, None, -25), Cell(90, None, -30)]
    assert found[("Solo", "Wenz")] == solo
    tout = [Cell(120, None, -40), Cell(120, None, -40)]
    assert [cell for cell in found[("Solo", "Wenz", "Tout (every trick)")] if cell] == tout
    assert [*found] == [
        ("Rufspiel (called ace)",),
        ("Solo", "Wenz"),
        ("Solo", "Wenz", "Tout (every trick)"),
        ("Solo", "Sie"),
    ]


def test_a_passed_hand_is_in_it() -> None:
    coins = RULESETS["sheepshead3-coins"]
    told = {row.labels: (row.named, row.other) for row in chart(coins, coins.defaults()).passed}
    assert told == {("Who won",): (2, -1), ("Who won", "Without a trick"): (4, -2)}
    redealt = chart(coins, resolve_options(coins, {"all_pass": "redeal"}))
    assert not redealt.passed
    assert [reason.code for reason in redealt.thrown_in] == ["redeal"]


def test_what_is_not_decided_has_no_line() -> None:
    assert [*cells_of("schafkopf-westernach")] == [("Rufspiel (called ace)",)]
    with pytest.raises(HandProblem):
        score_record(
            {
                "ruleset": "schafkopf-westernach",
                "hands": [{"contract": "solo", "declarer": 0, "result": "won"}],
            }
        )
