"""The house rules on a form: inputs by kind; what is typed comes out, what is missing is said."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from scoring import RULESETS, resolve_options
from scoring.answer import describe
from scoring.options import PLAYED, Choice, Option, Row, amount, amounts, price_table, where
from scoring.ruleset import Ruleset
from tests.scoring.evenings import Chance, options_of
from tournaments.common.house_rules import typed
from tournaments.rules.forms import HouseRulesForm

PRICES = price_table(
    "prices",
    "Prices",
    "What each game costs.",
    ("plain", "Schneider"),
    (Row("rufspiel", "Rufspiel", (20, 30)), Row("bettel", "Bettel", None, "not played")),
)
BOCK = Option(
    "bock",
    "set",
    "Bock",
    "",
    [],
    (Choice("solo", "A lost solo"), Choice("re", "A lost Re")),
    group="bock",
)
PASSED = amounts("passed", "Passed", "", ("plain", "trickless"), [1, 2], group="passed")
STOCK = amount(
    "stock",
    "Stock",
    "",
    None,
    empty="no limit",
    needs=where("prices.bettel", PLAYED),
    group="passed",
)
NOTE = Option("note", "text", "Note", "", "", group="labels")
HOUSE: Ruleset = replace(RULESETS["schafkopf"], options=(PRICES, BOCK, PASSED, STOCK, NOTE))
USUAL = {
    "option-prices-rufspiel-0": "20",
    "option-prices-rufspiel-1": "30",
    "option-passed-0": "1",
    "option-passed-1": "2",
}


def form_of(data: dict[str, str] | None, ruleset: Ruleset = HOUSE) -> HouseRulesForm:
    form = HouseRulesForm(data)
    form.add_house_rules(ruleset)
    return form


def test_what_is_typed_comes_out_and_only_what_differs() -> None:
    usual = form_of(USUAL)
    assert usual.is_valid()
    assert usual.options == {}
    form = form_of(
        USUAL
        | {
            "option-prices-bettel-played": "on",
            "option-prices-bettel-0": "15",
            "option-prices-bettel-1": "15",
            "option-bock-re": "on",
            "option-stock": "0",
            "option-note": "The crow has it.",
        }
    )
    assert form.is_valid()
    assert form.options == {
        "prices": {"rufspiel": [20, 30], "bettel": [15, 15]},
        "bock": ["re"],
        "stock": 0,
        "note": "The crow has it.",
    }


def test_a_game_that_is_played_must_have_its_prices() -> None:
    sent = USUAL | {"option-prices-bettel-played": "on", "option-prices-bettel-0": "15"}
    form = form_of(sent)
    assert form.errors == {
        "option-prices-bettel-1": ["Say what it costs, or that it is not played."]
    }
    assert form.has_rule_problems
    prices = form.first_rules[0]
    assert [row.problems for row in prices.rows] == [
        [],
        ["Say what it costs, or that it is not played."],
    ]
    assert prices.rows[1].boxes[0].value() == "15"


@pytest.mark.parametrize("typed_price", ["", "ten", "-1", "10001", "2.5"])
def test_a_price_that_is_none_is_refused_in_its_box(typed_price: str) -> None:
    form = form_of(USUAL | {"option-prices-rufspiel-1": typed_price})
    assert [*form.errors] == ["option-prices-rufspiel-1"]


def test_a_closed_group_says_how_it_stands_as_far_as_it_matters() -> None:
    form = form_of(None)
    stands = {group.label: group.stands for group in form.rule_groups}
    assert stands["When everybody passes"] == "Passed: 1 – 2"
    assert stands["Bock"] == "Bock: none"
    stock = next(rule for rule in form.house_rules if rule.option is STOCK)
    assert stock.only_with == ["It matters only where this is played: Bettel."]


def test_of_an_option_with_choices_it_is_said_beside_which_it_matters() -> None:
    form = form_of(None, RULESETS["schafkopf"])
    ramsch = next(rule for rule in form.house_rules if rule.option.name == "ramsch")
    assert ramsch.only_with == [
        "It matters only with this choice: Alle weiter (all passed) – Ramsch: the most card points "
        "lose."
    ]


@pytest.mark.parametrize("key", RULESETS)
def test_what_a_form_begins_with_is_what_it_sends(key: str) -> None:
    ruleset = RULESETS[key]
    for seed in range(3):
        house = resolve_options(ruleset, options_of(ruleset, Chance(f"{key} {seed}")))
        sent = [pair for one in ruleset.options for pair in typed(one, house[one.name])]
        form = form_of(dict(sent), ruleset)
        assert form.is_valid(), form.errors
        assert ruleset.defaults() | form.options == house


OPEN_PRICES = price_table(
    "prices",
    "Prices",
    "What each game costs.",
    ("plain", "Schneider"),
    (Row("muck", "Muck", None), Row("geier", "Geier", None, "not played")),
    to_decide=True,
)
OPEN_HOUSE: Ruleset = replace(RULESETS["schafkopf"], options=(OPEN_PRICES,))


def test_a_price_table_that_is_to_be_decided_may_be_left_open_for_now() -> None:
    form = form_of({}, OPEN_HOUSE)
    assert form.is_valid(), form.errors
    assert form.options == {}
    assert (form.to_decide, form.begins_open) == (1, True)
    assert form_of(None, OPEN_HOUSE).to_decide == 1


def test_whoever_begins_to_decide_it_says_all_of_its_prices() -> None:
    form = form_of({"option-prices-muck-0": "0"}, OPEN_HOUSE)
    assert form.errors == {"option-prices-muck-1": ["Say what it costs, or that it is not played."]}
    assert form.to_decide == 0
    ticked = form_of({"option-prices-geier-played": "on"}, OPEN_HOUSE)
    assert {"option-prices-muck-0", "option-prices-geier-1"} <= ticked.errors.keys()


def test_where_it_must_be_decided_only_what_is_always_played_is_demanded() -> None:
    sent = {"option-prices-muck-0": "2", "option-prices-muck-1": "3"}
    form, nothing = DecidedForm(sent), DecidedForm({})
    for each in (form, nothing):
        each.add_house_rules(OPEN_HOUSE)
    assert nothing.errors == {
        name: ["Nobody has written this down: decide it."]
        for name in ("option-prices-muck-0", "option-prices-muck-1")
    }
    assert form.is_valid(), form.errors
    assert form.options == {"prices": {"muck": [2, 3], "geier": None}}


class DecidedForm(HouseRulesForm):
    must_decide = True


def tariff_sent(**more: str) -> dict[str, str]:
    """The form of a tariff as it begins, with something typed over."""
    tariff = RULESETS["schafkopf-tariff"]
    house = tariff.defaults()
    sent = [pair for one in tariff.options for pair in typed(one, house[one.name])]
    return dict(sent) | {f"option-prices-{name}": value for name, value in more.items()}


def test_a_solo_may_be_typed_as_the_soloist_writes_it() -> None:
    solo = {"solo-0": "15", "solo-1": "18", "solo-2": "21", "written": "on"}
    wenz = {"wenz-0": "15", "wenz-1": "18", "wenz-2": "21"}
    form = form_of(tariff_sent(**solo, **wenz), RULESETS["schafkopf-tariff"])
    assert form.is_valid(), form.errors
    prices = form.options["prices"]
    assert (prices["rufspiel"], prices["solo"], prices["wenz"]) == (
        [20, 30, 40],
        [5, 6, 7],
        [5, 6, 7],
    )
    odd = form_of(tariff_sent(**solo | {"solo-1": "20"}, **wenz), RULESETS["schafkopf-tariff"])
    assert odd.errors == {
        "option-prices-solo-1": ["Each opponent pays a third of it, and this has none."]
    }


def test_what_does_not_go_together_is_refused_at_its_field() -> None:
    tariff = RULESETS["schafkopf-tariff"]
    house = tariff.defaults() | {"all_pass": "ramsch", "ramsch_losers": "two", "jungfrau": "hers"}
    form = form_of(
        dict(pair for one in tariff.options for pair in typed(one, house[one.name])), tariff
    )
    assert form.errors == {
        "option-jungfrau": [
            "Jungfrau in a Ramsch: “Only that player gets twice as much” does not go with "
            "a rule as it stands (“Who loses a Ramsch”)."
        ]
    }


def inputs_told(option: dict[str, Any]) -> list[str]:
    """The inputs of a house rule, from nothing but what `rulesets --json` says of it."""
    name = f"option-{option['name']}"
    places = range(len(option["columns"]))
    if option["kind"] == "table":
        is_alone = any(row["times"] > 1 for row in option["rows"])
        inputs = [f"{name}-written"] if is_alone else []
        for row in option["rows"]:
            inputs += [f"{name}-{row['key']}-played"] if row["null"] else []
            inputs += [f"{name}-{row['key']}-{place}" for place in places]
        return inputs
    if option["kind"] == "amounts":
        return [f"{name}-{place}" for place in places]
    if option["kind"] == "set":
        return [f"{name}-{value}" for value in option["choices"]]
    return [name]


@pytest.mark.parametrize("ruleset", [*RULESETS.values(), HOUSE], ids=lambda one: one.key)
def test_another_program_can_build_both_forms(ruleset: Ruleset) -> None:
    """That of the house rules, and which questions the form of a hand has at this table."""
    told = json.loads(json.dumps(describe(ruleset)))
    inputs = [name for option in told["options"] for name in inputs_told(option)]
    assert sorted(inputs) == sorted(form_of(None, ruleset).fields)
    if ruleset is HOUSE:
        return
    for seed in range(3):
        house = resolve_options(ruleset, options_of(ruleset, Chance(f"{ruleset.key} {seed}")))
        asked = {
            field.name: [one.value for one in field.choices]
            for field in ruleset.asked_fields(house)
        }
        from_json = {
            field["name"]: [
                value
                for value in field["choices"]
                if all_hold(field["choices_need"].get(value, []), house)
            ]
            for field in told["fields"]
            if field["asked"]
            and all_hold(([field["needs"]] if field["needs"] else []) + field["also_needs"], house)
        }
        assert {name: kept for name, kept in from_json.items() if len(kept) != 1} == asked


def all_hold(conditions: list[dict[str, Any]], house: dict[str, Any]) -> bool:
    return all(map(partial(holds, house), conditions))


def holds(house: dict[str, Any], condition: dict[str, Any]) -> bool:
    name, _dot, row = condition["option"].partition(".")
    value, wanted = house[name], condition["is"]
    if row:
        is_so = ("not_played" if value[row] is None else "played") in wanted
    elif isinstance(value, list):
        is_so = bool(value) if "*" in wanted else not set(value).isdisjoint(wanted)
    else:
        is_so = bool(value) if "*" in wanted else value in wanted
    return is_so or ("or" in condition and holds(house, condition["or"]))
