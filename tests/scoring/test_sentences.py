"""What a player at the table would call wrong is not said: who, why, and by which rule."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import RULESETS, HandProblem, replay, score_record
from scoring.all_passed import TWO_TRICKLESS
from scoring.words import Side, Sides
from tests.scoring.test_vectors import CASES

NAMES = ["Anna", "Ben", "Cora", "Dan", "Eva", "Finn", "Gil"]


def reasons(key: str, hand: dict[str, Any], **options: object) -> list[str]:
    ruleset = RULESETS[key]
    record = {"ruleset": key, "hands": [hand], "options": options, "names": NAMES[: ruleset.seats]}
    return [why["text"] for why in score_record(record)["hands"][0]["reasons"]]


SWEPT_BY_EVA = {"picker": None, "card_points": [0, 0, 0, 0, 120], "tricks": [0, 0, 0, 0, 6]}


def test_whoever_wins_a_leaster_with_120_is_said_to_be_the_only_one_with_a_trick() -> None:
    first, _pays = reasons("sheepshead5-wikipedia", SWEPT_BY_EVA)
    assert first == (
        "All passed, a leaster: it takes a trick to win, and of those who have one Eva has the "
        "fewest card points, 120."
    )


def test_a_tie_of_those_with_a_trick_says_that_it_takes_one() -> None:
    tied = {"picker": None, "card_points": [0, 20, 20, 40, 40], "tricks": [0, 1, 1, 2, 2]}
    first, second = reasons("sheepshead5-wikipedia", tied)
    assert first == (
        "All passed, a leaster: it takes a trick to win, and of those who have one Ben, Cora tie "
        "on 20 card points."
    )
    assert second == "Nothing changes hands."


def test_two_without_a_trick_tie_by_name() -> None:
    swept = {"picker": None, "card_points": [0, 120, 0], "tricks": [0, 10, 0]}
    assert reasons("sheepshead3-coins", swept) == [
        "All passed, a leaster: Anna, Cora took no trick, and so they tie.",
        "Nothing changes hands.",
    ]


@pytest.mark.parametrize("key", RULESETS)
def test_what_two_without_a_trick_get_is_marked_as_a_reading_wherever_one_is_paid(key: str) -> None:
    ruleset = RULESETS[key]
    usual = ruleset.defaults()
    plain, trickless = usual.get("leaster", "1-1").split("-")
    is_paid = trickless != plain and not usual["must_take_trick"]
    assert (TWO_TRICKLESS in ruleset.figures) is is_paid


def test_what_is_left_over_of_a_split_is_said_to_go_to_whom_and_why() -> None:
    tied = {"picker": None, "card_points": [10, 10, 10, 40, 50], "tricks": [1, 1, 1, 1, 2]}
    first, second = reasons("sheepshead5-playsheepshead", tied)
    assert first == "All passed, a leaster: Anna, Ben, Cora tie on 10 card points."
    assert second == (
        "The others pay 2 each; it is split. Left over: 1, for whoever stands first on the sheet "
        "(Anna)."
    )
    even = {"picker": None, "card_points": [10, 10, 20, 40, 40], "tricks": [1, 1, 1, 1, 2]}
    assert reasons("sheepshead5-playsheepshead", even)[1] == "The others pay 2 each; it is split."


WON = {"picker": 0, "partner": 1, "picker_points": 75}
LOST = {"picker": 0, "partner": 1, "picker_points": 45}


@pytest.mark.parametrize(
    ("key", "hand", "first"),
    [
        (
            "sheepshead5-bump",
            WON,
            "Anna picked (partner: Ben); together they took 75 card points and won.",
        ),
        (
            "sheepshead5-bump",
            LOST,
            "Anna picked (partner: Ben); together they took 45 card points and lost: it "
            "takes 61 to win.",
        ),
        (
            "sheepshead5-bump",
            {"picker": 4, "partner": 1, "result": "lost"},
            "Eva picked (partner: Ben) and lost.",
        ),
        ("sheepshead3-coins", {"picker": 2, "result": "won"}, "Cora picked and won."),
        (
            "sheepshead3-coins",
            {"picker": 2, "picker_points": 61},
            "Cora picked, took 61 card points and won.",
        ),
        (
            "sheepshead5-bump",
            WON | {"called_all": True},
            "Anna called “Sheepshead” and missed a trick: it costs twice no trick.",
        ),
        (
            "schafkopf",
            {"contract": "rufspiel", "declarer": 3, "partner": 1, "declarer_points": 70},
            "Dan played (partner: Ben) and won, with 70 card points together.",
        ),
        (
            "schafkopf",
            {"contract": "solo", "declarer": 3, "declarer_points": 50},
            "Dan played and lost, with 50 card points.",
        ),
        (
            "schafkopf-donauries",
            {"contract": "rufspiel", "declarer": 3, "partner": 1, "result": "lost"},
            "Dan played (partner: Ben) and lost.",
        ),
        (
            "sheepshead4-indiana",
            {"contract": "call", "declarer": 3, "partner": 1, "result": "won"},
            "Dan called (partner: Ben) and won: 2 each.",
        ),
        (
            "doppelkopf",
            {"declarer": 0, "partner": 2, "declarer_points": 130},
            "Re (Anna, Cora) took 130 card points and won: 1.",
        ),
        (
            "doppelkopf",
            {"declarer": 0, "partner": None, "taken": "to_119"},
            "Kontra (Ben, Cora, Dan) won: 1.",
        ),
    ],
)
def test_who_took_it_on_with_whom_is_named(key: str, hand: dict[str, Any], first: str) -> None:
    assert reasons(key, hand)[0] == first


@pytest.mark.parametrize("key", RULESETS)
def test_the_reasons_of_every_decided_hand_name_somebody(key: str) -> None:
    for case in CASES:
        if case["ruleset"] != key or "error" in case["expected"]:
            continue
        sheet = replay(RULESETS[key], case["options"], case["players"], case["hands"])
        for row in sheet.rows:
            if row.verdict is not None and row.verdict.won is not None and any(row.points):
                named = [
                    value
                    for why in row.reasons
                    for value in why.values.values()
                    if isinstance(value, Side | Sides)
                ]
                assert named or row.reasons[0].code in NOBODY_IN_IT, row.reasons


NOBODY_IN_IT = ("tie", "nobody")
"""A tie is the pairs' both; where both parties of Doppelkopf missed what they said, nobody won."""


def test_somebody_without_a_name_is_said_by_number() -> None:
    """A record that is brought in may name nobody, and its refusal speaks of a player."""
    refused = {"picker": None, "card_points": [120, 0, 0], "tricks": [1, 4, 5]}
    with pytest.raises(HandProblem) as caught:
        replay(RULESETS["sheepshead3-coins"], {}, None, [refused])
    assert "#0" in caught.value.text.render(str, [])


def test_a_bid_is_said_over_half_and_paid_as_the_house_wants() -> None:
    hand = {"bidders": 0, "bid": 70, "trump": "clubs", "bidder_points": 75}
    paid = {"tiers": "+2", "said": "+10", "bid": "+70"}
    for value, price in paid.items():
        assert reasons("sheepshead4-auction", hand, value=value) == [
            "The bidders (Anna + Cora) bid 10 over, that is 70, and made it.",
            f"Worth {price}.",
        ]
    failed = reasons("sheepshead4-auction", hand | {"bid": 90}, value="said")
    assert failed == [
        "The bidders (Anna + Cora) bid 30 over, that is 90, and failed.",
        "Worth −30.",
    ]


@pytest.mark.parametrize(
    ("bid", "points", "result", "told"),
    [
        (
            90,
            75,
            "won",
            "75 card points do not make a bid of 90. Chosen: “Made”. Counted: “Failed”.",
        ),
        (
            90,
            91,
            "lost",
            "91 card points make a bid of 90. Chosen: “Failed”. Counted: “Made, 91 or more”.",
        ),
        (
            61,
            95,
            "won",
            "The result does not fit the card points (95). Chosen: “Made”. Counted: "
            "“Made, 91 or more”.",
        ),
    ],
)
def test_where_a_result_is_not_that_of_the_card_points_the_bid_decides(
    bid: int, points: int, result: str, told: str
) -> None:
    hand = {"bidders": 0, "bid": bid, "trump": "clubs", "bidder_points": points, "result": result}
    with pytest.raises(HandProblem) as refused:
        replay(RULESETS["sheepshead4-auction"], {}, None, [hand])
    assert refused.value.field == "result"
    assert refused.value.text.render(str, []) == told


@pytest.mark.parametrize(
    ("runners", "announcements", "told"),
    [
        (1, 1, ["1 Laufender: they count from 3, so nothing.", "Announced once: 5 more."]),
        (2, 2, ["2 Laufende: they count from 3, so nothing.", "Announced 2 times: 10 more."]),
        (3, 3, ["3 Laufende: 30 more.", "Announced 3 times: 15 more."]),
    ],
)
def test_one_laufender_is_no_laufende(runners: int, announcements: int, told: list[str]) -> None:
    hand = {"contract": "solo", "declarer": 0, "result": "won"}
    said = reasons(
        "schafkopf-tariff",
        hand | {"runners": runners, "announcements": announcements},
        announcement=5,
    )
    assert sorted(set(said) & set(told)) == sorted(told), said
