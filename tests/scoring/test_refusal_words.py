"""A refusal is a sentence for whoever scores: labels, not keys, the rule, and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from scoring import RULESETS, HandProblem, score_record
from scoring.options import Option
from scoring.ruleset import Field, Ruleset
from tests.scoring.evenings import evening
from tests.scoring.test_fuzz import SPOILS
from tests.scoring.test_vectors import FILES

Record = dict[str, Any]

every_ruleset = pytest.mark.parametrize("key", RULESETS)


def refused(record: object) -> HandProblem | None:
    try:
        score_record(record)
    except HandProblem as problem:
        return problem
    return None


def wrong_options(ruleset: Ruleset) -> Iterator[Record]:
    """Each option, set to what it cannot be."""
    for option in ruleset.options:
        for value in ("nonsense", -1, 10**9):
            yield {"ruleset": ruleset.key, "options": {option.name: value}, "hands": []}


def spoilt(ruleset: Ruleset) -> Iterator[Record]:
    """Evenings in which something is mistyped."""
    chance = Random(f"refused {ruleset.key}")
    for number in range(120):
        record = evening(ruleset, number, 3).record
        spoil = chance.choice(SPOILS[:6])
        yield spoil(chance, record) if record["hands"] else record


@cache
def said_no(key: str) -> list[HandProblem]:
    """Every refusal that the worked cases, wrong options and mistyped evenings meet."""
    ruleset = RULESETS[key]
    records = [
        {name: case[name] for name in ("ruleset", "players", "options", "hands")}
        for case in FILES[key]
    ]
    problems = map(refused, (*records, *wrong_options(ruleset), *spoilt(ruleset)))
    return [one for one in problems if one is not None and one.code not in ABOUT_THE_RECORD]


ABOUT_THE_RECORD = ("unknown_field", "unknown_option", "unknown_ruleset")
"""They quote what was sent, for whoever writes a program."""
NOT_A_KEY = {"call", "solo", "trump", "wenz", "partner", "result", "declarer", "picker", "hand"}
"""Keys that are words of the game too."""


def keys_of(ruleset: Ruleset) -> set[str]:
    """What programs call things, and people do not."""
    shown: tuple[Option | Field, ...] = (*ruleset.options, *ruleset.fields)
    names = {one.name for one in shown} | {c.value for one in shown for c in one.choices}
    labels = {c.label.casefold() for one in shown for c in one.choices}
    return {name for name in names if re.search("[_-]", name)} - labels - NOT_A_KEY


@every_ruleset
def test_no_refusal_says_what_only_programs_say(key: str) -> None:
    keys = "|".join(map(re.escape, keys_of(RULESETS[key]))) or "(?!)"
    programmed = re.compile(rf"(?<![\w-])({keys})(?![\w-])")
    for problem in said_no(key):
        assert not programmed.search(str(problem)), str(problem)
        assert not re.search(r"\w_\w", str(problem)), str(problem)


@every_ruleset
def test_a_number_out_of_range_is_answered_with_the_range(key: str) -> None:
    fields = {field.name: field for field in RULESETS[key].fields}
    for problem in said_no(key):
        text, values = str(problem), problem.text.values
        numbers = {int(number) for number in re.findall(r"(?:(?<=\s)-)?\d+", text)}
        if problem.code == "out_of_range" and "low" in values:
            field = fields[problem.field]
            assert {values["low"], values["high"]} <= numbers, text
            assert values["low"] in (field.low, field.low - field.over)
        elif problem.code == "bad_option" and "%(low)s" in problem.text.template:
            assert {values["low"], values["high"]} <= numbers, text
        elif problem.code == "infeasible_points" and is_outside(values):
            assert {values["low"], values["high"]} <= numbers or EXACTLY.search(text), text


def is_outside(values: dict[str, Any]) -> bool:
    """Whether the points are beyond the least or the most, and not in a gap between them."""
    return "low" in values and not values["low"] <= values["points"] <= values["high"]


EXACTLY = re.compile("No card is worth 1|[Ww]ithout a trick|All tricks together hold")


@every_ruleset
def test_what_a_house_rule_forbids_names_the_rule(key: str) -> None:
    ruleset = RULESETS[key]
    labels = [option.label for option in ruleset.options]
    for problem in said_no(key):
        names_it = any(f"“{label}”" in str(problem) for label in labels)
        if problem.code in ("mark_not_played", "contract_not_played", "undecided"):
            assert names_it, str(problem)
        if problem.code == "bad_option":
            begins = tuple(label + mark for label in labels for mark in (": ", ", "))
            assert str(problem).startswith(begins), str(problem)


@every_ruleset
def test_no_refusal_says_its_label_twice(key: str) -> None:
    for problem in said_no(key):
        first, colon, rest = str(problem).partition(": ")
        assert not (colon and rest.startswith(f"{first}: ")), str(problem)


@pytest.mark.parametrize(
    ("key", "options", "hand", "sentence"),
    [
        (
            "sheepshead5-bump",
            {},
            {"picker": 1, "result": "won", "crack": True},
            "That is not called at this table (house rule “Cracking”: “Not played”).",
        ),
        (
            "sheepshead5-bump",
            {},
            {"picker": 1, "result": "won", "blitzes": 1},
            "That is not called at this table (house rule “Blitzing”: “no”).",
        ),
        (
            "schafkopf",
            {"contracts": "three"},
            {"declarer": 1, "contract": "geier", "result": "won"},
            "That is not announced here (house rule “Contracts”: “Rufspiel, Wenz and Solo”).",
        ),
        (
            "sheepshead5-bump",
            {"multiplier_cap": 10**6},
            {"picker": None},
            "Cap on marks: only 1 to 999 is possible.",
        ),
        (
            "saskop",
            {},
            {"makers": 0, "trump": "acorns", "card_points": [61, 59]},
            "Trumps: choose one of these: “♣ Clubs”, “♠ Spades”, “♥ Hearts”, “♦ Diamonds”.",
        ),
        (
            "sheepshead5-bump",
            {},
            {"picker": 1, "picker_points": 95, "result": "won"},
            "The result does not fit the card points (95). Chosen: “Won”. Counted: “Won, "
            "schneider”.",
        ),
        (
            "saskop",
            {},
            {"makers": 0, "trump": "clubs", "card_points": [60, 60], "result": "won"},
            "60 to 60 is a tie, which nobody wins or loses: take the result back.",
        ),
        (
            "sheepshead3-coins",
            {},
            {"picker": None, "card_points": [40, 60, 20], "tricks": [1, 5, 4]},
            "",
        ),
        (
            "sheepshead3-coins",
            {},
            {"picker": None, "card_points": [80, 20, 20], "tricks": [1, 5, 4]},
            "#0: 0 to 54 card points with one trick.",
        ),
        (
            "sheepshead3-coins",
            {"blind": "none"},
            {"picker": None, "card_points": [50, 30, 10], "blind_points": 30},
            "2 cards have 0 to 22 card points, and not 30.",
        ),
        (
            "skat",
            {},
            {"declarer": 0, "contract": "clubs", "tops": 1, "result": "won", "bid": 19},
            "No game is worth 19: the bids next to it are 18 and 20.",
        ),
        (
            "doppelkopf",
            {},
            {"declarer": 0, "partner": 1, "taken": "to_29", "declarer_points": 60},
            "The card points of Re do not fit: 60. Chosen: “0–29”.",
        ),
    ],
)
def test_what_some_refusals_say(key: str, options: Record, hand: Record, sentence: str) -> None:
    problem = refused({"ruleset": key, "options": options, "hands": [hand]})
    assert str(problem or "") == sentence
