"""One tariff for every Bavarian table: the known keys are presets of it, and its prices hold."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import RULESETS, HandProblem, Replay, replay
from scoring.bavarian.game import SchafkopfGame
from scoring.bavarian.tariff import OPTIONS
from scoring.options import Options
from tests.scoring.evenings import Chance, evening, options_of
from tests.scoring.laws import LENGTHS, SEEDS, assume, dealt, law

TARIFF = RULESETS["schafkopf-tariff"]
PRESETS = [
    key
    for key, ruleset in RULESETS.items()
    if isinstance(ruleset, SchafkopfGame) and ruleset is not TARIFF
]
CALLED = {"contract": "rufspiel", "declarer": 0, "partner": 2, "result": "won"}
SOLO_LOST = {"contract": "solo", "declarer": 1, "result": "lost"}


def sheet(*hands: dict[str, Any], **options: object) -> Replay:
    return replay(TARIFF, options, 4, list(hands))


def as_options(key: str, options: Options) -> dict[str, Any]:
    """The house rules of the tariff to which those of a known key come."""
    ruleset = RULESETS[key]
    assert isinstance(ruleset, SchafkopfGame)
    tariff = ruleset.tariff(options)._asdict()
    return {option.name: tariff[option.name] for option in OPTIONS}


def has_bare_sie(hand: dict[str, Any]) -> bool:
    """Whether the Laufende of a Sie were left out: in Westernach that means none."""
    return hand.get("announced") == "sie" and "runners" not in hand


@law(keys=PRESETS, examples=60, seed=SEEDS, length=LENGTHS)
def test_a_known_key_is_a_preset_of_the_tariff(key: str, seed: int, length: int) -> None:
    record, _dealers, theirs = dealt(key, seed, length)
    assume(key != "schafkopf-westernach" or not any(map(has_bare_sie, record["hands"])))
    ours = replay(TARIFF, as_options(key, theirs.options), record["players"], record["hands"])
    assert [(row.points, row.is_void, row.multiplier) for row in ours.rows] == [
        (row.points, row.is_void, row.multiplier) for row in theirs.rows
    ]
    assert ours.next.carried == theirs.next.carried


def test_in_westernach_a_sie_has_the_laufende_that_were_said() -> None:
    westernach = RULESETS["schafkopf-westernach"]
    options = {"solo": 3, "sie": "fourfold", "all_pass": "kreuz", "called_step": 1, "solo_step": 1}
    sie = {"contract": "solo", "declarer": 0, "announced": "sie", "result": "won"}
    bare, said = replay(westernach, options, 4, [sie, sie | {"runners": 8}]).rows
    assert (bare.points[0], said.points[0]) == (36, 132)


@pytest.mark.parametrize("seed", range(40))
def test_a_dearer_row_never_brings_a_winner_less(seed: int) -> None:
    chance = Chance(f"dearer {seed}")
    options = options_of(TARIFF, chance) | {"bock": [], "all_pass": "redeal"}
    record = evening(TARIFF, seed, 12, options).record
    house = TARIFF.defaults() | options
    row = chance.choice([key for key, prices in house["prices"].items() if prices])
    dearer = {**house["prices"], row: [price + 7 for price in house["prices"][row]]}
    before = replay(TARIFF, options, record["players"], record["hands"]).rows
    after = replay(TARIFF, options | {"prices": dearer}, record["players"], record["hands"]).rows
    for entry, old, new in zip(record["hands"], before, after, strict=True):
        for own, more in zip(old.points, new.points, strict=True):
            if own > 0:
                assert more >= own, (row, entry)
            if entry.get("contract") not in (row, "muss", "kreuz", None) and row != "rufspiel":
                assert more == own


# Bock.


def test_a_bock_doubles_the_hands_after_it_and_nothing_else() -> None:
    plain = sheet(SOLO_LOST, CALLED, CALLED, CALLED)
    bock = sheet(SOLO_LOST, CALLED, CALLED, CALLED, bock=["lost_solo"], bock_hands=2)
    assert [row.multiplier for row in bock.rows] == [1, 2, 2, 1]
    for old, new in zip(plain.rows, bock.rows, strict=True):
        assert new.points == [own * new.multiplier for own in old.points]
    assert bock.next.carried.bock == ()


@pytest.mark.parametrize("stack", ["extend", "restart", "ignore"])
def test_bocks_that_do_not_meet_are_the_same_however_they_stack(stack: str) -> None:
    hands = [SOLO_LOST, CALLED, CALLED, SOLO_LOST, CALLED]
    house: dict[str, Any] = {"bock": ["lost_solo"], "bock_hands": 2}
    asked, other = sheet(*hands, **house), sheet(*hands, **house, bock_stack=stack)
    assert [row.points for row in asked.rows] == [row.points for row in other.rows]


def test_a_bock_says_how_often_it_counts_and_how_many_hands_are_left() -> None:
    rows = sheet(SOLO_LOST, CALLED, bock=["lost_solo"], bock_hands=3).rows
    assert str(rows[0].reasons[-1]) == "A Bock begins (“A lost solo”). Hands to come: 3."
    assert "Bock: 2 times. Hands of it still to come: 2." in map(str, rows[1].reasons)


def test_a_hand_that_is_thrown_in_uses_up_no_bock() -> None:
    thrown_in = {"declarer": None}
    rows = sheet(SOLO_LOST, thrown_in, CALLED, bock=["lost_solo"], bock_hands=1)
    assert [row.multiplier for row in rows.rows] == [1, 1, 2]


# Kitty, and what stands beside the points.


def test_reuegeld_lies_beside_the_points() -> None:
    lost = sheet({"declarer": None}, SOLO_LOST, all_pass="reuegeld", stock=5, reuegeld_lost=20)
    assert lost.next.carried.kitty == 40
    assert lost.totals == [50, -150, 50, 50]


def test_what_the_table_does_not_play_is_refused_at_its_field() -> None:
    for said, rule in (
        ({"knocks": 1}, "Knocks at most"),
        ({"kontra": 1}, "Kontra at most"),
        ({"announcements": 1}, "An announcement"),
        ({"runners": 3, "without": True}, "Without them, the declarer alone"),
        ({"bock_called": True}, "What starts a Bock"),
    ):
        with pytest.raises(HandProblem) as refused:
            sheet(CALLED | said, knocks_most=0, kontra_most=0)
        assert refused.value.field in said
        assert f"“{rule}”" in str(refused.value)


def asked(**options: object) -> dict[str, list[str]]:
    """What a table is asked, with the words to choose from."""
    fields = TARIFF.asked_fields(TARIFF.defaults() | options)
    return {field.name: [choice.value for choice in field.choices] for field in fields}


def test_a_table_is_asked_for_what_it_plays() -> None:
    usual = asked()
    assert usual["contract"] == ["rufspiel", "solo", "wenz"]
    assert {"without", "announcements", "bock_called"}.isdisjoint(usual)
    prices = TARIFF.defaults()["prices"] | {"hochzeit": [30, 40, 50], "wenz": None}
    assert asked(prices=prices)["contract"] == ["rufspiel", "solo", "hochzeit"]
    quiet = asked(knocks_most=0, kontra_most=0, tout="off", sie="off", runners_each=0)
    assert {"knocks", "kontra", "announced", "runners"}.isdisjoint(quiet)
    assert "without" in asked(without_alone=True)


def test_where_only_the_rufspiel_is_played_it_need_not_be_said() -> None:
    prices = {"solo": None, "wenz": None}
    assert "contract" not in asked(prices=TARIFF.defaults()["prices"] | prices)
    hand = {"declarer": 0, "partner": 2, "result": "won"}
    assert sheet(hand, prices=prices).totals == [20, -20, 20, -20]
    with pytest.raises(HandProblem) as refused:
        sheet(hand)
    assert refused.value.field == "contract"


def test_nobody_is_offered_more_knocks_than_count() -> None:
    fields = TARIFF.asked_fields(TARIFF.defaults() | {"knocks_most": 2, "kontra_most": 1})
    assert {field.name: field.high for field in fields if field.most} == {"knocks": 2, "kontra": 1}


def test_who_won_a_heart_solo_is_circled_where_it_is_a_game_of_its_own() -> None:
    solo, hearts = (
        replay(TARIFF, {"prices": {"heart_solo": [50, 60, 70]}}, 4, [SOLO_LOST | each]).rows[0]
        for each in ({}, {"contract": "heart_solo"})
    )
    assert solo.verdict
    assert hearts.verdict
    plain = TARIFF.defaults()
    played = plain | {"prices": plain["prices"] | {"heart_solo": [50, 60, 70]}}
    assert TARIFF.counts_as_solo(solo.verdict, plain)
    assert not TARIFF.counts_as_solo(solo.verdict, played)
    assert TARIFF.counts_as_solo(hearts.verdict, played)
