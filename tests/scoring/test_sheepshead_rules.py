"""House rules of the games with a picker: what a table is asked for, and what is said of a hand."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import RULESETS, HandProblem, Replay, replay
from scoring.picker import PickerGame
from tests.scoring.laws import LENGTHS, SEEDS, assume, dealt, law

PICKER_GAMES = [key for key, ruleset in RULESETS.items() if isinstance(ruleset, PickerGame)]
GAME = RULESETS["sheepshead5-bump"]
NAMES = ["Anna", "Ben", "Cora", "Dirk", "Eva"]
WON = {"picker": 0, "partner": 2, "picker_points": 70}
TIED = {"picker": 0, "partner": 2, "picker_points": 60}


def sheet(*hands: dict[str, Any], **options: object) -> Replay:
    return replay(GAME, options, 5, list(hands))


def said(*hands: dict[str, Any], **options: object) -> str:
    """Why the last of these hands is worth what it is."""
    row = sheet(*hands, **options).rows[-1]
    return " ".join(reason.render(names=NAMES) for reason in row.reasons)


def asked(key: str = "sheepshead5-bump", **options: object) -> set[str]:
    ruleset = RULESETS[key]
    return {field.name for field in ruleset.asked_fields(ruleset.defaults() | options)}


def matters(key: str = "sheepshead5-bump", **options: object) -> set[str]:
    ruleset = RULESETS[key]
    house = ruleset.defaults() | options
    return {option.name for option in ruleset.options if option.matters(house)}


@law(keys=PICKER_GAMES, examples=15, seed=SEEDS, length=LENGTHS)
def test_prices_typed_in_as_they_are_on_the_list_change_nothing(
    key: str, seed: int, length: int
) -> None:
    listed = {"tiers": "1-2-4", "double_on_bump": True, "pay": "tiers"}
    typed = {"tiers": "own", "prices": {"won": [1, 2, 4], "lost": [2, 4, 8]}, "pay": "tiers"}
    record = dealt(key, seed, length).record
    assume(record["options"].get("pay") != "spread")
    before, after = (
        replay(RULESETS[key], record["options"] | house, record["players"], record["hands"])
        for house in (listed, typed)
    )
    assert [row.points for row in before.rows] == [row.points for row in after.rows]


@law(keys=PICKER_GAMES, examples=15, seed=SEEDS, length=LENGTHS)
def test_labels_and_notes_change_no_point(key: str, seed: int, length: int) -> None:
    record, _dealers, plain = dealt(key, seed, length)
    labels: dict[str, Any] = {"note": "Clubs are trumps.", "trump_rule": "clubs"}
    if "partner_rule" in plain.options:
        labels["partner_rule"] = "jack_of_clubs"
    options = record["options"] | labels
    named = replay(RULESETS[key], options, record["players"], record["hands"])
    assert named.rows == plain.rows


def test_what_depends_on_another_rule_is_shown_only_with_it() -> None:
    usual = matters()
    assert {"prices", "spread_step", "leaster_price", "pot_unit", "doublers"}.isdisjoint(usual)
    assert {"blind", "leaster_tie", "leaster_wins", "must_take_trick"} <= usual
    own = matters(tiers="own")
    assert "prices" in own
    assert "double_on_bump" not in own
    spread = matters(pay="spread", tiers="own")
    assert {"spread_step", "double_on_bump"} <= spread
    assert {"tiers", "prices", "schneider"}.isdisjoint(spread)
    assert "leaster_price" in matters(leaster="own")
    doubler = matters(all_pass="doubler")
    assert "doublers" in doubler
    assert {"blind", "leaster", "leaster_unit", "leaster_wins", "leaster_tie"}.isdisjoint(doubler)
    jack = matters(leaster_wins="jack_of_diamonds")
    assert {"leaster", "leaster_unit"} <= jack
    assert {"blind", "leaster_tie", "must_take_trick", "no_trick_breaks_tie"}.isdisjoint(jack)
    assert "leaster_unit" in matters(all_pass="mauer")
    assert "pot_unit" in matters(all_pass="pot")
    assert "who_may_crack" in matters(cracking="crack")


def test_a_game_offers_only_what_it_can_play() -> None:
    rob = RULESETS["sheepshead3-rob"].options_by_name
    assert {choice.value for choice in rob["all_pass"].choices} == {
        "leaster",
        "doubler",
        "forced_pick",
        "redeal",
    }
    assert {"leaster_tie", "leaster_wins", "leaster_price", "pot_unit"}.isdisjoint(rob)
    four = RULESETS["sheepshead4-coins"].options_by_name
    assert {"blind", "blind_doubler", "blind_pick"}.isdisjoint(four)
    assert "partner_rule" not in RULESETS["sheepshead4-cutthroat"].options_by_name


def test_a_table_is_asked_for_what_its_rules_need() -> None:
    usual = asked()
    assert {"result", "winners", "card_points"} <= usual
    unasked = {"blind_doubler", "blind_pick", "tied", "strength", "losers", "leaster_winner"}
    assert unasked.isdisjoint(usual)
    assert "result" not in asked(pay="spread")
    assert {"blind_doubler", "tied"} <= asked(blind_doubler=True, next_doubled=["sixty"])
    jack = asked(leaster_wins="jack_of_diamonds")
    assert "leaster_winner" in jack
    assert {"winners", "no_trick", "card_points", "tricks"}.isdisjoint(jack)
    assert "last_trick_won" in asked(leaster_tie="earliest")
    assert {"winners", "leaster_winner"} <= asked(leaster_tie="named")
    assert {"strength", "loser"} <= asked(all_pass="schwanzer")
    assert {"strength", "losers"} <= asked(all_pass="mauer")
    mauer_check = asked(all_pass="mauer_check")
    assert "loser" in mauer_check
    assert "strength" not in mauer_check


@pytest.mark.parametrize(
    ("house", "name"),
    [
        ({"all_pass": "forced_pick"}, "picker"),
        ({"all_pass": "schwanzer"}, "loser"),
        ({"all_pass": "mauer_check"}, "loser"),
        ({"leaster_wins": "jack_of_diamonds"}, "leaster_winner"),
    ],
)
def test_nobody_cannot_be_said_where_there_always_is_somebody(
    house: dict[str, Any], name: str
) -> None:
    fields = GAME.asked_fields(GAME.defaults() | house)
    assert next(field.empty for field in fields if field.name == name) == ""
    assert GAME.fields_by_name[name].empty


def test_where_the_dealer_must_pick_nobody_can_say_that_all_passed() -> None:
    with pytest.raises(HandProblem) as refused:
        sheet({"picker": None}, all_pass="forced_pick")
    assert str(refused.value).startswith("Here the dealer must pick")


def test_the_steps_of_a_doubled_hand_come_in_their_order() -> None:
    house = {
        "cracking": "crack",
        "multiplier_cap": 1,
        "blind_doubler": True,
        "blind_pick": True,
        "next_doubled": ["sixty"],
    }
    marks = dict.fromkeys(("crack", "blind_doubler", "blind_pick", "last_hand"), True)
    rows = sheet(TIED, TIED | marks, **house).rows
    assert [reason.code for reason in rows[1].reasons] == [
        "picker_lost",
        "bump",
        "crack",
        "cap",
        "blind_doubler",
        "blind_pick",
        "doubled_hand",
        "last_hand",
        "each_pays",
        "next_doubled",
    ]
    assert rows[1].points == [16 * own for own in rows[0].points]


def test_a_doubled_hand_says_so_without_a_reason_that_was_not_so() -> None:
    told = said(TIED, WON, next_doubled=["sixty"])
    assert "A doubled hand: 2 times." in told
    assert "everybody passed" not in told


def test_what_is_paid_is_said() -> None:
    assert "2 card points apart, 1 for every 10 begun. Price 1." in said(
        WON | {"picker_points": 61}, pay="spread"
    )
    tied = {"picker": None, "winners": [1, 4]}
    assert said(tied, leaster_tie="each").endswith(
        "Each of the others pays every one of them: 2 in all."
    )
    assert said(tied | {"leaster_winner": 4}, leaster_tie="named") == (
        "All passed, a leaster: Ben, Eva tie for the fewest card points. Named by the lot: Eva. "
        "Each of the others pays 1."
    )
    counted = {
        "picker": None,
        "card_points": [10, 10, 40, 40, 20],
        "tricks": [1, 1, 2, 1, 1],
        "last_trick_won": [4, 2, 6, 5, 3],
    }
    assert "Last trick longest ago among those: Ben." in said(counted, leaster_tie="earliest")
    assert "Latest trick among those: Anna." in said(counted, leaster_tie="latest")
    assert said({"picker": None, "losers": [0, 2]}, all_pass="mauer") == (
        "All passed, the mauer rule: whoever has the strongest hand pays 1 into the pot "
        "(Anna, Cora), which holds 2 now."
    )


def test_the_pot_is_said_at_every_step() -> None:
    passed = {"picker": None}
    assert said(passed, all_pass="pot") == (
        "Everybody passed: each pays 1 into the pot, which holds 5 now."
    )
    assert said(passed, WON, all_pass="pot").endswith("The pot of 5 is won too.")
    assert said(passed, TIED, all_pass="pot").endswith(
        "The losers pay the pot once more, 5: it holds 10 now."
    )


def test_the_pot_and_the_doubled_hand_do_not_lose_each_other() -> None:
    house = {"all_pass": "pot", "next_doubled": ["sixty"]}
    carried = sheet({"picker": None}, TIED, **house).next.carried
    assert (carried.pot, carried.doubled_hands, carried.factor) == (10, 1, 2)
    carried = sheet({"picker": None}, TIED, {"picker": None}, WON, **house).next.carried
    assert (carried.pot, carried.doubled_hands, carried.factor) == (0, 0, 1)


@pytest.mark.parametrize(
    ("hand", "house", "rule"),
    [
        ({"strength": [7, 7, 5, 2, 3]}, {}, "Everybody passes"),
        ({"losers": [1]}, {"all_pass": "moster"}, "Everybody passes"),
        ({"loser": 1}, {"all_pass": "mauer"}, "Everybody passes"),
        ({"card_points": [20, 20, 20, 30, 30]}, {"all_pass": "mauer_check"}, "Everybody passes"),
        ({"winners": [1]}, {"leaster_wins": "jack_of_diamonds"}, "A leaster is won by"),
        ({"leaster_winner": 1}, {}, "A tied leaster"),
        (WON | {"tied": True}, {}, "The next hand is doubled after"),
        (WON | {"blind_doubler": True}, {}, "Doublers in the blind"),
        (WON | {"blind_pick": True}, {}, "Picking unseen"),
    ],
)
def test_what_a_table_does_not_play_is_refused_by_the_name_of_the_rule(
    hand: dict[str, Any], house: dict[str, Any], rule: str
) -> None:
    with pytest.raises(HandProblem) as refused:
        sheet({"picker": None} | hand, **house)
    assert refused.value.field in hand
    assert f"house rule “{rule}”:" in str(refused.value)
