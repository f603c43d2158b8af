"""Requests that no form of ours makes are answered, and change nothing."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.answers import Answer
from tests.tables.conftest import Director
from tournaments.models import Hand, HandVersion, Seat, Table, TableChange

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

REFUSALS = {400, 404, 405, 409, 413, 422}

ADDRESSES = [
    ("record_hand", ()),
    ("preview", ()),
    ("adjust", ()),
    ("people", ()),
    ("end_evening", ()),
    ("reopen", ()),
    ("new_links", ()),
    ("links_off", ()),
    ("correct_hand", (1,)),
    ("preview_correction", (1,)),
    ("withdraw_hand", (1,)),
    ("correct_hand", (2,)),
    ("withdraw_hand", (3,)),
    ("preview_correction", (99,)),
    ("withdraw_hand", (10**18,)),
]

# Each lacks the number that every form of ours carries, or has one that is none.
JUNK: list[dict[str, object]] = [
    {},
    {"submission": "", "seen_version": ""},
    {"submission": "x" * 2000, "seen_version": "0"},
    {"submission": str(uuid4()), "seen_version": "-1"},
    {"submission": str(uuid4()), "seen_version": "9" * 40},
    {"submission": str(uuid4()), "seen_version": "0\0"},
    {"submission": ["1", "2"], "seen_version": ["1", "2"]},
    {"dealer": "\0", "picker": "\ud7ff", "deed": "rename", "name": "Nobody"},
    {"count": "yes", "count_aces": "9"},
    {f"card_points-{place}": "1" for place in range(150)},
]


@pytest.fixture
def table(director: Director) -> Table:
    """A hand, an adjustment and a newcomer."""
    table = director.opens("sheepshead5-bump", "Anna", "Ben", "Cora", "Dirk", "Eva")
    director.enters(picker=2, partner=4, picker_points=75)
    director.adjusts("Revoked", points=[-2, 2])
    director.seats("join", name="Finn", after=4)
    return table


def state() -> tuple[object, ...]:
    """Everything that a request could have changed."""
    kinds = (Hand, HandVersion, Seat, Table, TableChange)
    names = tuple(Seat.objects.values_list("name", flat=True))
    return (*(kind.objects.count() for kind in kinds), Table.objects.get().version, names)


def answered(response: Answer) -> bool:
    return response.status_code in REFUSALS


@pytest.mark.parametrize(("name", "args"), ADDRESSES)
def test_junk_is_refused(
    director: Director, table: Table, name: str, args: tuple[int, ...]
) -> None:
    director.client.raise_request_exception = False
    before, address = state(), director.address(name, *args)
    for junk in JUNK:
        response = director.client.post(address, junk)
        assert answered(response), (junk, response.status_code)
    assert state() == before


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded"),
        (b"%", "application/x-www-form-urlencoded; charset=utf-16"),
        (b"&".join(b"a=1" for _ in range(3_100)), "application/x-www-form-urlencoded"),
        (b"a=" + b"1" * 300_000, "application/x-www-form-urlencoded"),
        (b"no boundary", "multipart/form-data"),
        (b"--x\r\nhalf", "multipart/form-data; boundary=x"),
        (b'{"submission": 1}', "application/json"),
        (b"", ""),
    ],
)
def test_no_form_at_all(director: Director, table: Table, body: bytes, content_type: str) -> None:
    director.client.raise_request_exception = False
    before = state()
    for name, args in ADDRESSES:
        address = director.address(name, *args)
        response = director.client.post(address, body, content_type=content_type)
        assert answered(response), (name, response.status_code)
    assert state() == before


@pytest.mark.parametrize("name", ["preview", "reopen", "new_links", "links_off", "me"])
def test_what_is_only_sent_is_not_fetched(director: Director, table: Table, name: str) -> None:
    assert director.client.get(director.address(name)).status_code == 405


@pytest.mark.parametrize(
    "name", ["table", "pays", "print_sheet", "sheet_csv", "sheet_json", "screen"]
)
def test_what_is_only_fetched_is_not_sent(director: Director, table: Table, name: str) -> None:
    assert director.client.post(director.address(name), {}).status_code == 405


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods(director: Director, table: Table, method: str) -> None:
    before = state()
    for name, args in ADDRESSES:
        response = getattr(director.client, method)(director.address(name, *args))
        assert response.status_code == 405, name
    assert state() == before


@pytest.mark.parametrize(
    "answers",
    [
        {"picker": "\0"},
        {"picker": "1", "picker_points": "٧٥"},
        {"picker": "1", "picker_points": "1e2"},
        {"picker": "1", "picker_points": "9" * 5000},
        {"picker": "-1", "picker_points": "61"},
        {"picker": "1", "partner": "99", "picker_points": "61"},
        {"picker": "none", "card_points-0": "-5"},
        {"dealer_given": "yes", "dealer": "0"},
    ],
)
def test_strange_answers(director: Director, table: Table, answers: dict[str, str]) -> None:
    director.client.raise_request_exception = False
    for page, address in (("table", "record_hand"), ("table", "preview")):
        sent = director.form(page) | answers
        status = director.client.post(director.address(address), sent).status_code
        assert status in (200, 302, 409, 422)
    sent = director.form("correct_hand", 1) | answers
    for address in ("correct_hand", "preview_correction"):
        status = director.client.post(director.address(address, 1), sent).status_code
        assert status in (200, 302, 409, 422)
    assert director.client.get(director.address("table")).status_code == 200


@pytest.mark.parametrize("address", ["/import/", "/open/sheepshead3-coins/"])
@pytest.mark.parametrize("junk", JUNK)
def test_opening_and_taking_in(address: str, junk: dict[str, str | list[str]]) -> None:
    client = Client(raise_request_exception=False)
    assert client.post(address, junk).status_code in REFUSALS
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    "record",
    [
        {"ruleset": ["saskop"], "hands": []},
        {"ruleset": "saskop", "hands": {}, "names": 7},
        {"ruleset": "saskop", "hands": [[]]},
        {"ruleset": "saskop", "hands": [{"makers": 10**400}]},
        {"ruleset": "saskop", "hands": [{"adjustment": [1e300, True], "reason": []}]},
        {"ruleset": "saskop", "hands": [{"adjustment": [1, 0], "reason": 5}]},
        {"ruleset": "sheepshead3-coins", "hands": [{"seated": [0, 1, 2, "3"]}]},
        {"ruleset": "sheepshead3-coins", "hands": [{"seated": [0, 1, 2, -3]}]},
        {"ruleset": "sheepshead3-coins", "hands": [{"seated": [0, 1, 2, 3], "reason": {}}]},
        {"ruleset": "sheepshead3-coins", "hands": [{"picker": None, "dealer": None}]},
        {"ruleset": "sheepshead3-coins", "hands": [], "options": {"leaster_unit": 10**30}},
        {"ruleset": "saskop", "hands": [], "title": {"a": 1}},
        {"ruleset": "saskop", "hands": [], "names": [None] * 4},
    ],
)
def test_records_that_are_none(record: dict[str, Any]) -> None:
    client = Client(raise_request_exception=False)
    sent = {"submission": str(uuid4()), "seen_version": 0, "text": json.dumps(record)}
    assert client.post("/import/", sent).status_code == 422
    assert not Table.objects.exists()
