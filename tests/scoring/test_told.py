"""A hand that everybody passed, told by who won it, is worth what the counted cards say."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scoring import RULESETS, HandProblem, replay
from scoring.circle import around
from scoring.picker import COUNTED_FIELDS, TOLD_FIELDS, PickerGame
from tests.scoring.laws import LENGTHS, SEEDS, assume, dealt, law, sheet_of
from tests.scoring.told import told, told_auction, told_of_fixed_pairs, told_of_pairs, told_ramsch

PICKER_GAMES = [key for key, ruleset in RULESETS.items() if isinstance(ruleset, PickerGame)]
PAIRS = ["saskop", "sasku-karvane12", "sasku-karvane6"]
LEASTER = {"picker": None, "card_points": [10, 20, 25, 30, 35]}


NOTHING_TOLD = ("doubler", "redeal", "pot", "forced_pick")
"""What is played when everybody passed, and leaves nothing to say."""


def is_counted(entry: dict[str, Any]) -> bool:
    return entry.get("picker", 0) is None and "card_points" in entry


@law(keys=PICKER_GAMES, seed=SEEDS, length=LENGTHS)
def test_told_is_worth_what_counted_is_worth(key: str, seed: int, length: int) -> None:
    ruleset = RULESETS[key]
    assert isinstance(ruleset, PickerGame)
    record, dealers, counted = dealt(key, seed, length)
    options = dict(counted.options)
    hands, both = [], []
    for entry, dealer in zip(record["hands"], dealers, strict=True):
        if not is_counted(entry):
            hands.append(entry)
            both.append(entry)
            continue
        assert dealer is not None
        deal = around(ruleset, range(record["players"]), dealer)
        spoken = [(dealer + step) % record["players"] for step in range(record["players"], 0, -1)]
        last = next(seat for seat in spoken if seat in deal.active)
        said = told(entry, ruleset, options, deal.active, last)
        hands.append(said)
        both.append(entry | said)
    for other in (hands, both):
        sheet = sheet_of(record | {"hands": other})
        assert [row.points for row in sheet.rows] == [row.points for row in counted.rows]
        assert [row.multiplier for row in sheet.rows] == [row.multiplier for row in counted.rows]


@law(keys=["schafkopf"], seed=SEEDS, examples=100)
def test_a_ramsch_is_worth_the_same_told_and_counted(key: str, seed: int) -> None:
    chance = Random(seed)
    options = {
        "all_pass": "ramsch",
        "jungfrau": chance.choice(["off", "hers", "all"]),
        "durchmarsch": chance.choice(["off", "all_tricks", "from_91"]),
    }
    tricks = [chance.choice(range(4)) for _trick in range(8)]
    if chance.random() < 0.2:
        tricks = [chance.choice((1, 3))] * 7 + [3]
    pack = [0] * 12 + [points for points in (11, 10, 4, 3, 2) for _suit in range(4)]
    chance.shuffle(pack)
    points = [
        sum(sum(pack[4 * number : 4 * number + 4]) for number in range(8) if tricks[number] == seat)
        for seat in range(4)
    ]
    counted: dict[str, Any] = {
        "card_points": points,
        "tricks": [tricks.count(seat) for seat in range(4)],
    }
    marches = [seat for seat in range(4) if tricks.count(seat) == 8 or points[seat] >= 91]
    if points.count(max(points)) > 1 and not marches:
        counted["loser"] = points.index(max(points))
    said = told_ramsch({"declarer": None} | counted, options, range(4), 8)
    by_figures, by_word, by_both = (
        replay(RULESETS[key], options, 4, [{"declarer": None, **hand}]).rows[0].points
        for hand in (counted, said, counted | said)
    )
    assert by_word == by_figures == by_both


@law(keys=PAIRS, seed=SEEDS, length=LENGTHS)
def test_a_passed_hand_of_pairs_is_worth_the_same_told_and_counted(
    key: str, seed: int, length: int
) -> None:
    record, _dealers, counted = dealt(key, seed, length)
    told_hands, both, kept = [], [], None
    for entry, row in zip(record["hands"], counted.rows, strict=True):
        is_dealt = "card_points" in entry
        makers = (kept or entry).get("makers") if is_dealt else 0
        said = told_of_pairs(entry, makers, counted.options) if is_dealt else entry
        told_hands.append(said)
        both.append(entry | said)
        if row.dealer is not None:
            kept = row.carries.replay
    for hands in (told_hands, both):
        sheet = sheet_of(record | {"hands": hands})
        assert [row.points for row in sheet.rows] == [row.points for row in counted.rows]
        assert sheet.games == counted.games
        assert sheet.next == counted.next


TOLD = {
    "sheepshead4-partners": ("card_points", told_of_fixed_pairs),
    "sheepshead4-auction": ("bidder_points", told_auction),
}
"""By game: the field of the card points, and the same hand told in place of counted."""


@law(keys=[*TOLD], seed=SEEDS, length=LENGTHS)
def test_a_hand_of_two_pairs_is_worth_the_same_told_and_counted(
    key: str, seed: int, length: int
) -> None:
    points, as_told = TOLD[key]
    record, _dealers, counted = dealt(key, seed, length)
    assume(record["options"].get("all_pass") != "doubler")  # what is thrown in would be missed
    figures = [hand for hand in record["hands"] if points in hand]
    said = [as_told(hand) for hand in figures]
    both = [hand | more for hand, more in zip(figures, said, strict=True)]
    by_figures, by_word, by_both = (
        [row.points for row in sheet_of(record | {"hands": hands}).rows]
        for hands in (figures, said, both)
    )
    assert by_word == by_figures == by_both
    assert [row.points for row in counted.rows if row.roles and not row.is_void] == by_figures


@pytest.mark.parametrize("key", PICKER_GAMES)
def test_a_table_is_asked_only_for_what_its_passed_hands_take(key: str) -> None:
    ruleset = RULESETS[key]
    modes = [choice.value for choice in ruleset.options_by_name["all_pass"].choices]
    for mode in modes:
        options = ruleset.defaults() | {"all_pass": mode}
        asked = {field.name for field in ruleset.asked_fields(options)} & {*TOLD_FIELDS}
        if mode in NOTHING_TOLD or (mode == "mittler" and ruleset.seats % 2 == 0):
            assert not asked
            continue
        first = next(name for name in TOLD_FIELDS if name in asked)
        with pytest.raises(HandProblem) as refused:
            replay(ruleset, {"all_pass": mode}, ruleset.tables[0], [{"picker": None}])
        assert (refused.value.code, refused.value.field) == ("missing", first)


@pytest.mark.parametrize(
    ("options", "is_asked"),
    [
        ({}, False),
        ({"must_take_trick": False}, False),
        ({"must_take_trick": False, "leaster": "1-2"}, True),
        ({"must_take_trick": False, "no_trick_breaks_tie": True}, True),
        ({"leaster": "1-2"}, False),
    ],
)
def test_no_trick_is_asked_where_it_changes_the_price(
    options: dict[str, Any], is_asked: bool
) -> None:
    ruleset = RULESETS["sheepshead5-wikipedia"]
    asked = {field.name for field in ruleset.asked_fields(ruleset.defaults() | options)}
    assert ("no_trick" in asked) is is_asked


def reasons(hand: dict[str, Any], **options: object) -> str:
    record = {"ruleset": "sheepshead5-wikipedia", "players": 5, "options": options}
    row = sheet_of(record | {"hands": [{"picker": None, **hand}]}).rows[0]
    names = ["Anna", "Ben", "Cora", "Dirk", "Eva"]
    return " ".join(reason.render(names=names) for reason in row.reasons)


def test_what_is_told_is_said_again() -> None:
    assert reasons({"winners": [1]}) == (
        "All passed, a leaster: Ben won it. Each of the others pays 1."
    )
    assert reasons({"winners": [1, 4]}) == (
        "All passed, a leaster: Ben, Eva tie for the fewest card points. Nothing changes hands."
    )
    assert reasons({"loser": 1}, all_pass="moster") == (
        "All passed, a moster: Ben has the most card points and pays. 1 for each of the others."
    )
    assert reasons({"winner": 2}, all_pass="mittler") == (
        "All passed, a mittler: Cora is in the middle. 1 for each of the others."
    )


def test_where_the_cards_are_counted_the_sentence_says_how_many() -> None:
    said = reasons({"winners": [0]} | LEASTER)
    assert said == reasons(LEASTER)
    assert "the fewest card points, 10" in said


def test_every_field_of_a_passed_hand_is_refused_where_somebody_picked() -> None:
    ruleset = RULESETS["sheepshead3-catsatcards"]
    for name in (*COUNTED_FIELDS, *TOLD_FIELDS):
        field = next((each for each in ruleset.fields if each.name == name), None)
        if field is None:
            continue
        said = {"seats": [1], "seat": 1, "points": 0}.get(field.kind, [0, 0, 10])
        with pytest.raises(HandProblem) as refused:
            replay(ruleset, {}, 3, [{"picker": 0, "result": "won", name: said}])
        assert refused.value.field == name
