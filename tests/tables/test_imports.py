"""A record that is taken in becomes one table, or is refused at its field with a sentence."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring import score_record
from tests.answers import Answer
from tests.tables.conftest import Visitor, words_of
from tournaments.models import Hand, HandVersion, Seat, Table
from tournaments.tables.forms import MOST_BYTES, MOST_HANDS
from tournaments.tables.services.hands import MOST_POINTS, differences

PLAYED = {"picker": 2, "picker_points": 61}
RECORD: dict[str, Any] = {
    "ruleset": "sheepshead3-coins",
    "names": ["Anna", "Ben", "Cora"],
    "hands": [PLAYED],
}

pytestmark = pytest.mark.django_db


def sends(*, submission: str = "", **fields: object) -> Answer:
    """Send the form with a text or a file."""
    hidden = {"submission": submission or str(uuid4()), "seen_version": "0"}
    return Client().post("/import/", hidden | fields)


def takes_in(record: object, submission: str = "") -> Answer:
    return sends(text=json.dumps(record), submission=submission)


def problem_at(response: Answer, field: str) -> str:
    """The sentence at a field of the form that came back."""
    assert response.status_code == 422
    part = response.content.decode().split(f'id="question-{field}"')[1].split("</div>")[0]
    sentence = part.split('<p class="problem" role="alert">')[1].split("</p>")[0]
    return sentence.replace("&#x27;", "'")


def a_file(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("evening.json", content)


def test_as_text_or_as_a_file() -> None:
    text = json.dumps(RECORD)
    for fields in ({"text": text}, {"file": a_file(b"\xef\xbb\xbf" + text.encode())}):
        response = sends(**fields)
        assert response.status_code == 302
        assert response.headers["Cache-Control"] == "no-store"
        visitor = Visitor(response["Location"].split("/")[2])
        assert visitor.totals() == [-1, -1, 2]
        assert "Ben deals." in visitor.sees("table")
    assert Table.objects.count() == 2


def test_people_without_a_name_are_numbered() -> None:
    newcomer = {"seated": [0, 1, 2, 3]}
    takes_in({"ruleset": "sheepshead3-coins", "hands": [PLAYED, newcomer]})
    names = list(Seat.objects.values_list("name", flat=True))
    assert names == ["Player 1", "Player 2", "Player 3", "Player 4"]


def test_the_same_form_is_one_table() -> None:
    submission = str(uuid4())
    first, again = (takes_in(RECORD, submission) for _ in range(2))
    assert first["Location"] == again["Location"]
    assert (Table.objects.count(), HandVersion.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Upstairs"},
        {"hands": [PLAYED | {"picker": 0}]},
        {"hands": [PLAYED, PLAYED]},
        {"names": ["Anna", "Ben", "Carl"]},
        {"options": {"tiers": "2-4-6"}},
    ],
)
def test_another_record_under_the_same_number_is_another_table(change: dict[str, Any]) -> None:
    submission = str(uuid4())
    first = takes_in(RECORD, submission)
    other = takes_in(RECORD | change, submission)
    assert (first.status_code, other.status_code) == (302, 302)
    assert first["Location"] != other["Location"]
    assert Table.objects.count() == 2
    assert Hand.objects.filter(table=Table.objects.latest("pk")).exists()


def text_problem(text: str) -> str:
    problem = problem_at(sends(text=text), "text")
    assert not Table.objects.exists()
    return problem


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Choose a file, or put its text into the box."),
        (" \n", "Choose a file, or put its text into the box."),
        ("{", "This is not one JSON object."),
        ("[" * 100_000, "This is not one JSON object."),
        ("[]", "A record must be one JSON object."),
        ('{"hands": NaN}', "This is not one JSON object."),
        ('{"hands": [], "hands": []}', "“hands” is given twice."),
        ('{"hands": []}', "The record has no “ruleset”."),
        ('{"ruleset": "chess", "hands": []}', "There is no ruleset of that name."),
        ("x" * (MOST_BYTES + 1), f"at most {MOST_BYTES} characters"),
    ],
)
def test_what_is_no_record(text: str, sentence: str) -> None:
    assert sentence in text_problem(text)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"hands": [PLAYED, {"picker": 1}]}, "Hand 2: Enter the card points, or choose the result"),
        ({"hands": [PLAYED, PLAYED, {"picker": 3}]}, "Hand 3: Picker: choose a seat from 0 to 2."),
        ({"hands": [PLAYED | {"dealer": 7}]}, "Hand 1: The dealer must be a seat from 0 to 2."),
        ({"hands": [{"seated": [0, 1]}]}, "Hand 1: Sheepshead, three-handed (coins) is played at"),
        ({"hands": [7]}, "Hand 1: A hand must be an object with fields."),
        ({"names": ["Anna", "Ben"]}, "There must be one name for each of the 3 people"),
        ({"names": ["Anna", "anna", "Ben"]}, "Two people are called “anna”."),
        ({"options": {"moon": 1}}, "has no option “moon”"),
        ({"players": 9}, "is played at tables of"),
        ({"hands": [PLAYED] * (MOST_HANDS + 1)}, f"at most {MOST_HANDS} hands"),
    ],
)
def test_a_record_that_cannot_be(change: dict[str, Any], sentence: str) -> None:
    assert sentence in text_problem(json.dumps(RECORD | change))


@pytest.mark.parametrize(
    "change",
    [
        {"hands": [{"adjustment": [1, 0, -1], "reason": "a\0b"}]},
        {"hands": [{"adjustment": [1, 0, -1], "reason": "a\ud800b"}]},
        {"hands": [{"seated": [0, 2, 1], "reason": "\ud800"}]},
        {"hands": [{"\ud800": 1}]},
        {"names": ["\ud800", "Ben", "Cora"]},
        {"options": {"\ud800": 1}},
        {"title": "\0"},
        {"\ud800": 1},
    ],
)
def test_what_is_no_character_is_refused_in_a_sentence(change: dict[str, Any]) -> None:
    assert len(text_problem(json.dumps(RECORD | change))) > 20


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The submitted file is empty."),
        (b"{", "This is not one JSON object."),
        (b"\xff\xfe{\x00}\x00", "This is not one JSON object."),
        ('{"title": "Ä"}'.encode("latin-1"), "This is not one JSON object."),
        (b" " * (MOST_BYTES + 1), "This file is larger than a sheet can be."),
        (b" " * 4_000_000, "This file is larger than a sheet can be."),
        (b"\x00" * 1000, "This is not one JSON object."),
    ],
)
def test_a_file_that_is_no_record(content: bytes, sentence: str) -> None:
    assert sentence in problem_at(sends(file=a_file(content)), "file")
    assert not Table.objects.exists()


def test_what_was_typed_stays() -> None:
    refused = sends(text='{"ruleset": "chess", "hands": []}')
    assert "&quot;chess&quot;" in refused.content.decode()


def test_points_that_no_sheet_holds() -> None:
    dear: dict[str, Any] = {
        "partner": None,
        "result": "lost_schwarz",
        "blitzes": 4,
        "last_hand": True,
    }
    dear |= {"picker": 0, "crack": True, "recrack": True, "castrate": True}
    options: dict[str, Any] = {
        "all_pass": "doubler",
        "doublers": "compound",
        "cracking": "castrate",
    }
    options |= {"blitzing": True, "tiers": "2-4-6"}
    thrown_in: list[dict[str, Any]] = [{"picker": None}] * 10
    record: dict[str, Any] = {
        "ruleset": "sheepshead5-bump",
        "options": options,
        "hands": [*thrown_in, dear] * 80,
    }
    assert min(score_record(record)["totals"]) < -MOST_POINTS
    sentence = text_problem(json.dumps(record))
    assert sentence == (
        "Hand 880: These would be more than 1000000000 points: more than a sheet holds."
    )
    assert not Seat.objects.exists()
    assert takes_in(record | {"hands": record["hands"][:-1]}).status_code == 302
    assert not differences(Table.objects.get())


def test_the_sheet_itself_refuses_them_too() -> None:
    record = RECORD | {"hands": [{"adjustment": [99_999, 0, -99_999], "reason": "Late"}] * 900}
    visitor = Visitor(takes_in(record)["Location"].split("/")[2])
    assert visitor.totals()[0] == 89_999_100
    refused = visitor.adjusts("Later", points={0: 100_000})
    assert refused.status_code == 422
    assert "less than or equal to 99999" in words_of(refused)
