"""The house rules of Skat: Kontra, a Ramsch when everybody passes, and rounds of Bock."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import RULESETS, HandProblem, Replay, replay, resolve_options
from tests.scoring.evenings import Chance
from tests.scoring.hands import Table
from tests.scoring.laws import SEEDS, assume, dealt, law, sheet_of
from tests.scoring.neighbour_hands import ramsch, skat_hand, told_at_skat

GAME = RULESETS["skat"]
NAMES = ["Anna", "Ben", "Cora"]
WON: dict[str, Any] = {"declarer": 0, "contract": "clubs", "tops": 1, "result": "won"}
RAMSCH: dict[str, Any] = {"declarer": None, "card_points": [60, 40, 20], "tricks": [5, 3, 2]}
RAMSCH_TOLD: dict[str, Any] = {"declarer": None}


def sheet(*hands: dict[str, Any], **options: object) -> Replay:
    return replay(GAME, options, 3, list(hands))


def said(*hands: dict[str, Any], **options: object) -> list[str]:
    """The reasons of the last hand."""
    return [why.render(names=NAMES) for why in sheet(*hands, **options).rows[-1].reasons]


def asked(**options: object) -> dict[str, Any]:
    return {field.name: field for field in GAME.asked_fields(GAME.defaults() | options)}


def test_a_table_is_asked_for_what_it_plays() -> None:
    beside = {"kontra", "card_points", "tricks", "blind_points", "loser", "pushes", "bock_called"}
    beside |= {"no_trick", "sweeper", "winners"}
    assert beside.isdisjoint(asked())
    ramsch = asked(all_pass="ramsch").keys() & beside
    assert ramsch == {"card_points", "tricks", "no_trick", "sweeper", "pushes"}
    plain = asked(all_pass="ramsch", jungfrau=False, durchmarsch=0).keys() & beside
    assert plain == {"card_points", "tricks", "pushes"}
    assert "pushes" not in asked(all_pass="ramsch", push_doubles=False)
    assert "blind_points" in asked(all_pass="ramsch", ramsch_skat="nobody")
    assert "loser" in asked(all_pass="ramsch", ramsch_tie="named")
    fixed = asked(all_pass="ramsch", ramsch_scoring="fixed").keys()
    assert {"loser", "no_trick", "sweeper"} <= fixed
    assert "sweeper" not in asked(all_pass="ramsch", ramsch_scoring="fixed", durchmarsch=0)
    lowest = asked(all_pass="ramsch", ramsch_tie="named", ramsch_scoring="lowest").keys()
    assert lowest & {"winners", "loser", "no_trick", "sweeper"} == {"winners"}


@pytest.mark.parametrize(("rule", "most"), [("kontra", 1), ("re", 2), ("hirsch", 3)])
def test_nobody_is_offered_more_than_may_be_called(rule: str, most: int) -> None:
    kontra = asked(kontra=rule)["kontra"]
    assert kontra.high == most
    assert [choice.value for choice in kontra.choices] == [str(call) for call in range(most + 1)]


def test_kontra_doubles_before_the_game_is_won_or_lost() -> None:
    assert said(WON | {"kontra": 2, "result": "lost"}, kontra="re", counting="seeger") == [
        "♣ Clubs: with or without 1, game 2.",
        "2 times 12: the game is worth 24.",
        "Kontra and Re: 4 times.",
        "Anna lost, which counts twice: −192.",
        "For the lost game: −50.",
    ]


def test_a_ramsch_is_counted_aloud() -> None:
    virgin = RAMSCH | {"card_points": [70, 50, 0], "tricks": [6, 4, 0], "pushes": 1}
    assert said(virgin, all_pass="ramsch") == [
        "Ramsch: Anna with the most card points, 70.",
        "Cora took no trick (Jungfrau): twice.",
        "Passed on unseen, players: 1. So it counts 2 times.",
        "Anna: −280.",
    ]
    skat = RAMSCH | {"card_points": [45, 45, 20], "tricks": [4, 4, 2], "blind_points": 10}
    assert said(skat, all_pass="ramsch", ramsch_skat="loser", ramsch_tie="split") == [
        "Ramsch: Anna, Ben with the most card points, 45.",
        "The card points in the skat come on top: 10.",
        "They share the loss: each writes 27.",
        "Anna, Ben: −27.",
    ]
    assert said(virgin | {"pushes": 0}, all_pass="ramsch", ramsch_scoring="fixed")[1:] == [
        "A Ramsch costs 15. Without a trick: 1.",
        "Anna: −15.",
    ]


def test_who_took_no_trick_in_a_ramsch_may_be_said_in_place_of_all_tricks() -> None:
    shares = RAMSCH_TOLD | {"card_points": [70, 50, 0]}
    counted = shares | {"tricks": [6, 4, 0]}
    assert said(shares | {"no_trick": [2]}, all_pass="ramsch") == said(counted, all_pass="ramsch")
    both = shares | {"card_points": [120, 0, 0], "no_trick": [1]}
    assert said(both, all_pass="ramsch")[1] == "Ben took no trick (Jungfrau): twice."


def test_a_ramsch_may_pay_the_fewest_or_whoever_marches_through() -> None:
    tied = RAMSCH | {"card_points": [50, 35, 35]}
    assert said(tied, all_pass="ramsch", ramsch_scoring="lowest") == [
        "Ramsch: Ben, Cora with the fewest card points, 35. That brings 20.",
        "They share it: each writes 10.",
        "Ben, Cora: +10.",
    ]
    swept = RAMSCH | {"card_points": [0, 120, 0], "tricks": [0, 10, 0]}
    assert said(swept, all_pass="ramsch") == [
        "Ramsch: Ben took every trick (Durchmarsch) and writes 120.",
        "Ben: +120.",
    ]
    assert said(RAMSCH_TOLD | {"sweeper": 1}, all_pass="ramsch") == [
        "Ramsch: Ben took every trick (Durchmarsch) and writes 120.",
        "Ben: +120.",
    ]
    free = {"ramsch_scoring": "fixed", "ramsch_prices": [0, 0, 0]}
    assert said(RAMSCH, all_pass="ramsch", **free)[-1] == "Nobody writes anything."


@pytest.mark.parametrize(
    ("hand", "options", "sentence"),
    [
        (
            WON | {"kontra": 2},
            {"kontra": "kontra"},
            "That is not played here (house rule “Kontra”: “Kontra alone”).",
        ),
        (
            RAMSCH,
            {},
            "That is not played here (house rule “Everybody passes”: “Nothing: nobody "
            "scores, and the next one deals”).",
        ),
        (
            RAMSCH | {"blind_points": 0},
            {"all_pass": "ramsch"},
            "That is not played here (house rule “The skat in a Ramsch”: “Whoever takes "
            "the last trick”).",
        ),
        (
            RAMSCH | {"card_points": [50, 50, 20], "tricks": [4, 4, 2]},
            {"all_pass": "ramsch", "ramsch_tie": "named"},
            "#0, #1 have 50 card points each: say who took the last trick and lost.",
        ),
        (
            RAMSCH,
            {"all_pass": "ramsch", "ramsch_skat": "nobody"},
            "Enter the card points in the skat.",
        ),
        (
            RAMSCH_TOLD | {"card_points": [70, 50, 0]},
            {"all_pass": "ramsch"},
            "Enter the tricks too: a player with 0 card points decides this hand.",
        ),
        (
            RAMSCH_TOLD | {"card_points": [0, 120, 0], "no_trick": [0, 2]},
            {"all_pass": "ramsch"},
            "Then #1 took every trick: that is a Durchmarsch.",
        ),
        (
            RAMSCH_TOLD | {"card_points": [70, 50, 0], "no_trick": [1]},
            {"all_pass": "ramsch"},
            "What is tapped here and the card points do not agree: leave one of them out.",
        ),
    ],
)
def test_what_some_refusals_say(
    hand: dict[str, Any], options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(HandProblem) as refused:
        sheet(hand, **options)
    assert str(refused.value) == sentence


def test_a_full_hundred_starts_no_bock_that_begins_with_its_own_hand() -> None:
    with pytest.raises(HandProblem) as refused:
        resolve_options(GAME, {"bock": ["lost_grand", "hundreds"], "bock_from": "this"})
    assert (refused.value.code, refused.value.option) == ("bad_option", "bock")
    assert str(refused.value) == (
        "What starts a Bock: “Somebody’s total is a full hundred” does not go with a rule as it "
        "stands (“A Bock begins”)."
    )
    assert resolve_options(GAME, {"bock": ["lost_grand"], "bock_from": "this"})


def test_a_bock_may_begin_with_the_hand_that_starts_it() -> None:
    house: dict[str, Any] = {"bock": ["lost_grand"], "bock_hands": 2, "bock_from": "this"}
    grand = WON | {"contract": "grand", "result": "lost"}
    assert said(grand, **house)[-3:] == [
        "Bock: 2 times. Hands of it still to come: 1.",
        "Anna lost, which counts twice: −192.",
        "A Bock begins (“A lost grand”). Hands to come: 1.",
    ]
    rows = sheet(grand, WON, WON, **house).rows
    assert [row.multiplier for row in rows] == [2, 2, 1]


@pytest.mark.parametrize("begins", ["next", "this"])
@pytest.mark.parametrize("stack", ["extend", "restart", "ignore"])
def test_bocks_that_do_not_meet_are_the_same_however_they_stack(stack: str, begins: str) -> None:
    grand = WON | {"contract": "grand", "result": "lost"}
    hands = [grand, WON, WON, grand, WON]
    house: dict[str, Any] = {"bock": ["lost_grand"], "bock_hands": 2, "bock_from": begins}
    asked, other = sheet(*hands, **house), sheet(*hands, **house, bock_stack=stack)
    assert [row.points for row in asked.rows] == [row.points for row in other.rows]


@law(keys=["skat"], seed=SEEDS, examples=100)
def test_a_ramsch_is_worth_the_same_told_and_counted(key: str, seed: int) -> None:
    chance = Chance(f"told {seed}")
    scoring = chance.choice(("points", "fixed", "lowest"))
    options = {"all_pass": "ramsch", "ramsch_scoring": scoring, "durchmarsch": seed % 2 * 100}
    table = Table(GAME, chance, options, 3, skat_hand)
    counted = {"declarer": None} | ramsch(table)
    assume("card_points" in counted)
    told = {"declarer": None} | told_at_skat(counted, table.options, table.active)
    one, other, both = (sheet(hand, **options) for hand in (counted, told, counted | told))
    assert one.totals == other.totals == both.totals


@law(keys=["skat"], seed=SEEDS, examples=100)
def test_a_bock_multiplies_every_hand_by_what_runs_and_nothing_else(key: str, seed: int) -> None:
    record, _dealers, bocks = dealt(key, seed, 12)
    options = record["options"]
    assume(options.get("bock") and options.get("counting", "plain") == "plain")
    hands = [
        {name: value for name, value in hand.items() if name != "bock_called"}
        for hand in record["hands"]
    ]
    plain = sheet_of(record | {"options": options | {"bock": []}, "hands": hands})
    for own, other in zip(bocks.rows, plain.rows, strict=True):
        factor = own.multiplier // other.multiplier
        assert own.points == [factor * points for points in other.points]
