"""From what was chosen and typed to a hand, and back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scoring import RULESETS
from scoring.options import Choice
from scoring.ruleset import NOTHING_CARRIED, Deal, Field
from sheets.answers import (
    answers_from_record,
    deciding_field,
    gaps,
    record_from_answers,
    takes_count,
)
from simulation.hands import plausible_hand
from tests.deciding import decided

PICKER = Field("picker", "seat", "Picker", "", empty="Everybody passed")
PARTNER = Field("partner", "seat", "Partner", "", when="played", empty="Alone")
TOOK = Field("took", "points", "Card points", "", when="played")
CRACK = Field("crack", "flag", "Crack", "", when="played")
SUIT = Field("suit", "choice", "Suit", "", when="played", choices=(Choice("hearts", "Hearts"),))
EACH = Field("each", "seat_points", "Card points", "", when="passed")
PILES = Field("piles", "pair_points", "Card points", "")
FIELDS = (PICKER, PARTNER, TOOK, CRACK, SUIT, EACH)


@pytest.mark.parametrize(
    ("answers", "record"),
    [
        ({}, {}),
        ({"picker": "", "took": None, "crack": False, "suit": ""}, {}),
        ({"picker": "0", "took": 0}, {"picker": 0, "took": 0}),
        ({"picker": "4", "partner": "none"}, {"picker": 4, "partner": None}),
        (
            {"picker": "4", "crack": True, "suit": "hearts"},
            {"picker": 4, "crack": True, "suit": "hearts"},
        ),
        ({"picker": "none", "partner": "1", "took": 61, "crack": True}, {"picker": None}),
        ({"picker": "none", "each-1": 60, "each-4": 60}, {"picker": None, "each": [60, 60]}),
        ({"picker": "4", "each-1": 60, "each-4": 60}, {"picker": 4}),
        ({"took": 61, "each-1": 0, "each-4": 120}, {"took": 61, "each": [0, 120]}),
    ],
)
def test_record_from_answers(answers: dict[str, Any], record: dict[str, Any]) -> None:
    assert record_from_answers(FIELDS, answers, (1, 4)) == record


def test_numbers_that_belong_together_leave_no_gap() -> None:
    assert gaps((PILES,), {"piles-0": 75}, (0, 1, 2, 3)) == ["piles-1"]
    assert gaps((PILES,), {}, (0, 1, 2, 3)) == []
    assert gaps((PICKER, EACH), {"picker": "2", "each-0": 3}, (0, 1)) == []


def test_the_deciding_field() -> None:
    assert deciding_field(FIELDS) is PICKER
    assert deciding_field((PICKER, PILES)) is None


@pytest.mark.parametrize("key", RULESETS)
def test_there_and_back(key: str) -> None:
    ruleset, chance = RULESETS[key], Random(key)
    active = tuple(range(ruleset.seats))
    options = ruleset.defaults() | decided(ruleset)
    deal = Deal(0, active, ruleset.seats, options, NOTHING_CARRIED)
    fields = ruleset.asked_fields(deal.options)
    for _ in range(20):
        record = plausible_hand(chance, ruleset, deal)
        answers = answers_from_record(fields, record, active)
        assert record_from_answers(fields, answers, active) == record


def test_only_the_cards_of_one_pack_can_be_counted() -> None:
    can_be = {key: any(takes_count(each) for each in RULESETS[key].fields) for key in RULESETS}
    assert can_be["skat"]
    assert can_be["sheepshead5-wikipedia"]
    assert not can_be["doppelkopf"], "two packs have eight of each"
