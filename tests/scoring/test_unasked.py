"""What a form does not ask beside other answers is refused there, or changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from scoring import RULESETS, HandProblem, score_record
from scoring.ruleset import Field
from tests.scoring.test_vectors import CASES

Case = dict[str, Any]

LIMITED = [
    (key, field, other, answer)
    for key, ruleset in RULESETS.items()
    for field in ruleset.fields
    for other, answers in [field.unless or ("", ())]
    for answer in answers
    if other != "contract" or answer in {c.value for f in ruleset.fields for c in f.choices}
]
"""(ruleset, question, the other question, the answer to it that takes the question away)."""


def unasked(key: str, contract: str) -> set[str]:
    """What is not asked of such a game, and the words that cannot be chosen (`field=word`)."""
    found = set()
    for field in RULESETS[key].fields:
        if field.unless and field.unless[0] == "contract" and contract in field.unless[1]:
            found.add(field.name)
            continue
        for choice in field.choices if field.kind == "choice" else ():
            if choice.unless and contract in choice.unless[1]:
                found.add(f"{field.name}={choice.value}")
    return found


BETTEL = {
    "partner",
    "announced",
    "runners",
    "declarer_points",
    "result=won_schneider",
    "result=won_schwarz",
    "result=lost_schneider",
    "result=lost_schwarz",
}


@pytest.mark.parametrize(
    ("key", "contract", "expected"),
    [
        ("schafkopf", "rufspiel", {"announced"}),
        ("schafkopf", "muss", {"announced"}),
        ("schafkopf", "kreuz", {"announced", "partner"}),
        ("schafkopf", "solo", {"partner"}),
        ("schafkopf", "farbwenz", {"partner"}),
        ("schafkopf", "wenz", {"partner", "announced=sie"}),
        ("schafkopf", "geier", {"partner", "announced=sie"}),
        ("schafkopf", "bettel", BETTEL),
        ("schafkopf-self", "heart_solo", {"partner"}),
        ("schafkopf-oberwallenstadt", "bettel", BETTEL - {"declarer_points"}),
        ("schafkopf-westernach", "rufspiel", {"announced"}),
        ("schafkopf-westernach", "solo", {"partner", "without"}),
        ("sheepshead4-coins", "partner", set()),
        ("sheepshead4-coins", "queens", {"partner"}),
        (
            "sheepshead4-indiana",
            "best",
            {"partner", "result=lost", "result=lost_schneider", "result=lost_schwarz"},
        ),
        ("skat", "grand", set()),
    ],
)
def test_what_is_not_asked_of_a_game(key: str, contract: str, expected: set[str]) -> None:
    assert unasked(key, contract) == expected


@pytest.mark.parametrize(("mark", "answers"), [("recrack", "crack"), ("castrate", "recrack")])
def test_a_mark_is_asked_only_after_the_one_that_it_answers(mark: str, answers: str) -> None:
    asked = [field for game in RULESETS.values() for field in game.fields if field.name == mark]
    assert asked
    assert all(field.unless == (answers, (False,)) for field in asked)


def test_a_null_has_neither_tops_nor_card_points_nor_a_schneider() -> None:
    found = unasked("skat", "null")
    assert {"tops", "declarer_points", "declarer_tricks"} <= found
    assert {"announced=schneider", "announced=schwarz", "result=won_schneider"} <= found
    assert "announced=ouvert" not in found


@pytest.mark.parametrize(
    ("key", "contract", "field", "most"),
    [
        ("schafkopf", "solo", "runners", 14),
        ("schafkopf", "farbwenz", "runners", 11),
        ("schafkopf", "wenz", "runners", 4),
        ("schafkopf-oberwallenstadt", "geier", "runners", 4),
        ("schafkopf-oberwallenstadt", "rufspiel", "runners", 12),
    ],
)
def test_no_more_can_be_tapped_than_there_are_trumps(
    key: str, contract: str, field: str, most: int
) -> None:
    assert tappable(key, contract, field) == list(range(most + 1))


@pytest.mark.parametrize(("contract", "most"), [("clubs", 11), ("grand", 4)])
def test_a_game_of_skat_has_one_top_at_least(contract: str, most: int) -> None:
    assert tappable("skat", contract, "tops") == list(range(1, most + 1))


def tappable(key: str, contract: str, field: str) -> list[int]:
    asked = next(one for one in RULESETS[key].fields if one.name == field)
    return [
        int(choice.value)
        for choice in asked.choices
        if choice.unless is None or contract not in choice.unless[1]
    ]


def scored(case: Case, **more: object) -> list[list[int]] | None:
    """The points of every hand of a case with more said of the last one; None where refused."""
    record = {name: deepcopy(case[name]) for name in ("ruleset", "players", "options", "hands")}
    record["hands"][-1] |= more
    try:
        return [hand["points"] for hand in score_record(record)["hands"]]
    except HandProblem:
        return None


def played(key: str, other: str, answer: object) -> list[Case]:
    return [
        case
        for case in CASES
        if case["ruleset"] == key
        and "error" not in case["expected"]
        and is_taken_on(case["hands"][-1])
        and case["hands"][-1].get(other, False if answer is False else "unsaid") == answer
    ]


def is_taken_on(hand: dict[str, Any]) -> bool:
    """Whether somebody has, or nobody ever does in this game."""
    taker = next((name for name in ("declarer", "picker", "bidders") if name in hand), "winner")
    return hand.get(taker) is not None or (taker == "winner" and taker in hand)


def sayings(field: Field) -> Iterator[object]:
    """Everything that can be said to a question, but what leaving it out means."""
    if field.kind == "flag":
        yield True
    elif field.kind == "seat":
        yield from range(4)
    elif field.choices and field.kind == "choice":
        yield from (choice.value for choice in field.choices if choice.value != field.preset)
    else:
        yield from range(field.low, field.high + 1)


@pytest.mark.parametrize(
    ("key", "field", "other", "answer"),
    LIMITED,
    ids=[f"{key}-{field.name}-{answer}" for key, field, _other, answer in LIMITED],
)
def test_an_answer_to_what_is_not_asked_is_refused_or_changes_nothing(
    key: str, field: Field, other: str, answer: object
) -> None:
    cases = played(key, other, answer)
    assert cases, "no vector shows such a hand"
    for case in cases[:5]:
        expected = scored(case)
        assert expected is not None
        for said in sayings(field):
            assert scored(case, **{field.name: said}) in (None, expected), said


@pytest.mark.parametrize("key", RULESETS)
def test_a_word_that_cannot_be_chosen_is_refused(key: str) -> None:
    for field in RULESETS[key].fields:
        for choice in field.choices:
            said = int(choice.value) if field.kind == "count" else choice.value
            name, answers = choice.unless or ("", ())
            for answer in answers:
                for case in played(key, name, answer)[:5]:
                    assert scored(case, **{field.name: said}) is None
