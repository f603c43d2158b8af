"""House rules are data: kinds of values, when they matter, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring import RULESETS, HandProblem, resolve_options, score_record
from scoring.answer import describe
from scoring.options import (
    ANY,
    GROUPS,
    NOT_PLAYED,
    PLAYED,
    Choice,
    Condition,
    Option,
    Row,
    amount,
    amounts,
    price_table,
    where,
)
from scoring.reading_options import read_option
from tests.scoring.evenings import Chance, evening, options_of

COLUMNS = ("plain", "Schneider", "Schwarz")
MOST_FIRST = 3
"""So many house rules of a game are asked first; the others stand in groups."""

PRICES = price_table(
    "prices",
    "Prices",
    "What each game costs.",
    COLUMNS,
    (Row("rufspiel", "Rufspiel", (20, 30, 40)), Row("bettel", "Bettel", None, "not played")),
)
BOCK = Option(
    "bock", "set", "Bock", "", [], (Choice("solo", "A lost solo"), Choice("re", "A lost Re"))
)
STOCK = amount("stock", "Stock", "", None, empty="no limit")
LEASTER = amounts("leaster_price", "Leaster", "", ("plain", "trickless"), [1, 2])
NOTE = Option("note", "text", "Note", "", "")
RUNNERS = Option("runners", "number", "Laufende", "", 3, high=14, empty="not counted")


def refusal(option: Option, value: object) -> tuple[str, str]:
    """The row and the sentence with which a value is refused."""
    with pytest.raises(HandProblem) as refused:
        read_option(option, value)
    problem = refused.value
    assert (problem.field, problem.option, problem.hand) == ("options", option.name, None)
    return problem.row, str(problem)


def test_a_row_that_is_given_replaces_the_whole_row_and_the_others_stay() -> None:
    assert read_option(PRICES, {"bettel": [30, 30, 30]}) == {
        "rufspiel": [20, 30, 40],
        "bettel": [30, 30, 30],
    }
    assert read_option(PRICES, {}) == PRICES.default


@pytest.mark.parametrize(
    ("value", "row", "sentence"),
    [
        (
            {"rufspiel": [20, 30]},
            "rufspiel",
            "Prices, Rufspiel: a whole number from 0 to 10000 for each: “plain”, "
            "“Schneider”, “Schwarz”.",
        ),
        (
            {"rufspiel": None},
            "rufspiel",
            "Prices, Rufspiel: a whole number from 0 to 10000 for each: “plain”, "
            "“Schneider”, “Schwarz”.",
        ),
        (
            {"bettel": [30, 30, 10_001]},
            "bettel",
            "Prices, Bettel: a whole number from 0 to 10000 for each: “plain”, "
            "“Schneider”, “Schwarz”.",
        ),
        (
            {"wenz": [1, 2, 3]},
            "wenz",
            "Prices: there is no “wenz”, only these: “Rufspiel”, “Bettel”.",
        ),
        ([20, 30, 40], "", "Prices: give the rows with their prices, as an object."),
    ],
)
def test_a_wrong_price_is_refused_at_its_row(value: object, row: str, sentence: str) -> None:
    assert refusal(PRICES, value) == (row, sentence)


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        (BOCK, ["solo", "solo"], "Bock: each at most once: “A lost solo”, “A lost Re”."),
        (BOCK, "solo", "Bock: each at most once: “A lost solo”, “A lost Re”."),
        (BOCK, [["solo"]], "Bock: each at most once: “A lost solo”, “A lost Re”."),
        (STOCK, -1, "Stock: only 0 to 10000 is possible."),
        (STOCK, 2.5, "Stock: only 0 to 10000 is possible."),
        (
            LEASTER,
            [1],
            "Leaster: enter a whole number from 0 to 10000 for each: “plain”, “trickless”.",
        ),
        (
            LEASTER,
            [1, True],
            "Leaster: enter a whole number from 0 to 10000 for each: “plain”, “trickless”.",
        ),
        (NOTE, "two\nlines", "Note: at most 200 characters, on one line."),
        (NOTE, "x" * 201, "Note: at most 200 characters, on one line."),
        (NOTE, None, "Note: at most 200 characters, on one line."),
        (RUNNERS, 15, "Laufende: only 1 to 14 is possible."),
    ],
)
def test_what_is_none_of_its_kind_is_refused(option: Option, value: object, sentence: str) -> None:
    assert refusal(option, value) == ("", sentence)


def test_what_is_one_of_its_kind_is_read() -> None:
    assert read_option(BOCK, ["re", "solo"]) == ["solo", "re"]
    assert read_option(STOCK, None) is None
    assert read_option(STOCK, 0) == 0
    assert read_option(LEASTER, [2, 4]) == [2, 4]
    assert read_option(NOTE, " The crow has it. ") == "The crow has it."
    assert read_option(RUNNERS, None) is None


def test_of_a_table_that_is_to_be_decided_nothing_is_taken_for_granted() -> None:
    rows = (Row("muck", "Muck", None), Row("geier", "Geier", None, "not played"))
    prices = price_table("prices", "Prices", "", COLUMNS, rows, to_decide=True)
    assert (prices.default, prices.said(None)) == (None, "to be decided")
    assert read_option(prices, None) is None
    assert read_option(prices, {"muck": [2, 3, 4]}) == {"muck": [2, 3, 4], "geier": None}
    row, sentence = refusal(prices, {"geier": [2, 3, 4]})
    assert (row, sentence.partition(":")[0]) == ("muck", "Prices, Muck")
    assert not Condition("prices.geier", (PLAYED,)).holds({"prices": None})


def test_a_refused_house_rule_is_named_for_programs() -> None:
    with pytest.raises(HandProblem) as refused:
        read_option(PRICES, {"rufspiel": []})
    error = refused.value.as_json()["error"]
    assert (error["field"], error["option"], error["row"]) == ("options", "prices", "rufspiel")


def test_a_house_rule_is_said_in_words() -> None:
    assert PRICES.said(PRICES.default) == "Rufspiel 20 – 30 – 40"  # and nobody misses a Bettel
    assert BOCK.said(["solo", "re"]) == "A lost solo, A lost Re"
    assert BOCK.said([]) == "none"
    assert STOCK.said(None) == "no limit"
    assert LEASTER.said([2, 4]) == "2 – 4"


def test_conditions_must_all_hold_and_exceptions_must_not() -> None:
    option = Option(
        "jungfrau",
        "flag",
        "Jungfrau",
        "",
        False,
        needs=where("all_pass", "ramsch") + where("prices.bettel", PLAYED),
        unless=where("bock", ANY),
    )
    played = {"rufspiel": [1, 2, 3], "bettel": [1, 1, 1]}
    house = {"all_pass": "ramsch", "prices": played, "bock": []}
    assert option.matters(house)
    assert not option.matters(house | {"all_pass": "redeal"})
    assert not option.matters(house | {"prices": played | {"bettel": None}})
    assert not option.matters(house | {"bock": ["solo"]})
    assert Condition("prices.bettel", (NOT_PLAYED,)).holds(house | {"prices": {"bettel": None}})
    assert Condition("bock", ("re", "solo")).holds({"bock": ["solo"]})
    assert not Condition("runners", (ANY,)).holds({"runners": 0})


@pytest.mark.parametrize("key", RULESETS)
def test_house_rules_come_back_from_json_as_they_were(key: str) -> None:
    ruleset = RULESETS[key]
    for seed in range(8):
        for name, value in options_of(ruleset, Chance(f"{key} {seed}")).items():
            option = ruleset.options_by_name[name]
            read = read_option(option, value)
            assert read_option(option, json.loads(json.dumps(read))) == read


@pytest.mark.parametrize("key", RULESETS)
def test_what_a_program_is_told_of_a_game_is_json_and_complete(key: str) -> None:
    ruleset = RULESETS[key]
    told = json.loads(json.dumps(describe(ruleset)))
    for option, said in zip(ruleset.options, told["options"], strict=True):
        assert said["label"]
        assert set(said["labels"]) == set(said["choices"])
        for condition in said["needs"] + said["unless"]:
            assert condition["option"].partition(".")[0] in ruleset.options_by_name
        assert read_option(option, said["default"]) == option.default
    for field, said in zip(ruleset.fields, told["fields"], strict=True):
        needs = ([said["needs"]] if said["needs"] else []) + said["also_needs"]
        assert [(one["option"], tuple(one["is"])) for one in needs] == [
            (condition.option, condition.values) for condition in field.needs + field.matters
        ]


DEFAULTS = json.loads((Path(__file__).parent / "defaults.json").read_text())
"""By game what each of its house rules has always been where nobody says it.

A new one is added with what the game did before it was there; none that stands here changes, for
sheets of ten years mean by it what they meant.
"""


@pytest.mark.parametrize("key", DEFAULTS)
def test_no_house_rule_ever_means_something_else_where_nobody_says_it(key: str) -> None:
    now = RULESETS[key].defaults()
    assert {name: now[name] for name in DEFAULTS[key]} == DEFAULTS[key]


@pytest.mark.parametrize("key", RULESETS)
def test_what_does_not_matter_changes_no_point(key: str) -> None:
    ruleset = RULESETS[key]
    for seed in range(5):
        record = evening(ruleset, seed, 6).record
        house = resolve_options(ruleset, record["options"])
        idle = [option.name for option in ruleset.options if not option.matters(house)]
        others = options_of(ruleset, Chance(f"{key} other {seed}"))
        changed = house | {name: others[name] for name in idle if name in others}
        asked = score_record(record)
        answer = score_record(record | {"options": changed})
        assert [hand["points"] for hand in answer["hands"]] == [
            hand["points"] for hand in asked["hands"]
        ]


@pytest.mark.parametrize("key", RULESETS)
def test_a_newcomer_is_asked_three_things_at_most(key: str) -> None:
    options = RULESETS[key].options
    assert len([one for one in options if not one.group and not one.to_decide]) <= MOST_FIRST
    assert {one.group for one in options if one.group} <= GROUPS.keys()


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_takes_a_note_that_changes_nothing(key: str) -> None:
    record = evening(RULESETS[key], 1, 6).record
    house = record["options"]
    plain = score_record(record | {"options": house | {"note": ""}})
    noted = score_record(record | {"options": house | {"note": "The crow has it."}})
    assert noted.pop("options")["note"] == "The crow has it."
    assert plain.pop("options")["note"] == ""
    assert noted == plain
