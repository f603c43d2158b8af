"""What the pages of a table say of its game is said in the language of whoever reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse

from scoring import RULESETS
from scoring.options import Option
from scoring.ruleset import Field
from tests.language import CONTEXT, PLURAL, speaking
from tests.marked import marked
from tests.tables.conftest import Director, saved, words_of

SKAT = RULESETS["skat"]


def in_brackets() -> dict[str, str]:
    """A language of the games alone, in which each text stands in brackets."""
    found = {text: f"⟨{text}⟩" for (text,) in marked("scoring", "_")}
    found |= {context + CONTEXT + text: f"⟨{text}⟩" for context, text in marked("scoring", "_p")}
    for one, many, *_by in marked("scoring", "_n"):
        found[one + PLURAL + many] = PLURAL.join((f"⟨{one}⟩", f"⟨{many}⟩", f"⟨{many}⟩"))
    return found


@pytest.fixture(autouse=True)
def _games_in_brackets(tmp_path: Path) -> Iterator[None]:
    with speaking(in_brackets(), tmp_path):
        yield


def outside(page: str) -> str:
    """What stands on a page beside the brackets."""
    return re.sub(r"⟨[^⟨⟩]*⟩", "", page)


@pytest.mark.parametrize(
    "name", ["table", "print_sheet", "table_rules", "pays", "people", "hand", "correct_hand"]
)
def test_the_pages_of_a_table_say_what_is_played(director: Director, name: str) -> None:
    director.opens("skat", "Anna", "Ben", "Cora", kontra="re")
    hand = {"contract": "clubs", "tops": 1, "declarer": 0, "result": "won", "kontra": 1}
    assert saved(director.enters(**hand))
    page = director.sees(name, *([1] if "hand" in name else []))
    assert "Skat" not in outside(page)
    if "hand" in name:
        assert "⟨Game⟩" in page
        assert "⟨Kontra⟩" in page


def test_the_form_of_a_hand_is_asked_in_that_language(director: Director) -> None:
    director.opens("skat", "Anna", "Ben", "Cora", kontra="re")
    page = director.sees("table")
    for asked in SKAT.asked_fields(SKAT.defaults()):
        assert f"⟨{asked.label}⟩" in page, asked.name
    for words in ("⟨Won⟩", "⟨Lost⟩", "⟨None⟩", "⟨Re⟩", "⟨Grand⟩"):
        assert words in page


@pytest.mark.parametrize("key", ["skat", "schafkopf-tariff", "saskop", "sheepshead5-bump"])
def test_a_game_and_its_rules_are_named_in_that_language(director: Director, key: str) -> None:
    ruleset = RULESETS[key]
    page = words_of(director.client.get(reverse("ruleset", args=[key])))
    assert f"⟨{ruleset.name}⟩" in page
    asked = [field for field in ruleset.fields if field.asked]
    everything: list[Option | Field] = [*ruleset.options, *asked]
    for shown in everything:
        assert f"⟨{shown.label}⟩" in page, shown.name
    opening = words_of(director.client.get(reverse("open_table", args=[key])))
    for option in ruleset.options:
        if option.matters(ruleset.defaults()):
            assert f"⟨{option.label}⟩" in opening, option.name


def test_every_game_is_offered_under_its_name_in_that_language(director: Director) -> None:
    for address in ("rulesets", "choose_game"):
        page = words_of(director.client.get(reverse(address)))
        assert all(f"⟨{ruleset.name}⟩" in page for ruleset in RULESETS.values())
        assert "five-handed" not in outside(page)
