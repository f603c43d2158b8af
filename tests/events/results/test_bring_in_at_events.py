"""Hands that waited on a phone at a table of an event: hands due, who left, closed rounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from tests.events.results import sheets
from tests.events.results.test_leaving import leaves
from tests.tables.conftest import Visitor
from tests.tables.waiting_phones import Panel, Phone
from tournaments.events.results.services.sheets import close_round
from tournaments.models import Author, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(
        entries=4, ruleset="sheepshead4-cutthroat", hands=4, rounds=1, needs_confirmation=False
    )


@pytest.fixture
def seated(event: Event) -> Phone:
    played = sheets.opens(event, [1, 2, 3, 4])
    return Phone(sheets.at(sheets.table(played, 1)).secret)


def test_more_hands_than_are_due_are_left_over(seated: Phone) -> None:
    assert seated.kept["hands_due"] == 4
    for _ in range(6):
        seated.enters(picker=1, result="won")
    answer = seated.sends()
    assert answer.status_code == 200
    said = seated.hears(answer)
    assert [each["status"] for each in said["results"]] == [*["saved"] * 4, "refused"]
    panel = Panel(said["panel"])
    assert "All 4 hands of this table are played." in panel.words
    assert "2 hands are left over on this phone." in panel.words
    assert panel.buttons == ["remove", "remove", "show-large"]
    assert panel.says("data-seq") == ["5", "6"]


def test_a_closed_round_is_the_desks(event: Event, seated: Phone, by: Author) -> None:
    for _ in range(4):
        seated.enters(picker=1, result="won")
    seated.brings_in()
    assert seated.waiting == []
    seated.enters(picker=1, result="won")
    close_round(event=event, number=1, by=by, submission=uuid4())
    answer = seated.sends()
    assert answer.status_code == 423
    panel = Panel(answer.json()["panel"])
    assert re.search(r"The desk closed the round at \d\d:\d\d\.", panel.words)
    assert "1 hand is still on this phone. Show it at the desk." in panel.words
    assert panel.buttons == ["show-large"]


def test_a_line_that_follows_from_its_own_hands_is_no_change_by_others(
    new_event: Callable[..., Event], director: Client
) -> None:
    """Somebody left a table on paper after two hands, and the sheet says so below these two."""
    event = new_event(entries=10, hands=4, rounds=1, needs_confirmation=False)
    played = sheets.opens(event, [1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    assert leaves(director, event, 7, "short_handed", hands=2).status_code == 302
    phone = Phone(sheets.at(sheets.table(played, 2)).secret)
    for _ in range(2):
        phone.enters(picker=3, picker_points=75)
    phone.sends()
    assert [entry["record"].get("seated") for entry in phone.fetches()["entries"]] == [
        None,
        None,
        [0, 2, 3, 4],
    ]
    phone.enters(picker=3, picker_points=75)
    answer = phone.sends(base=0)
    assert answer.status_code == 200
    said = answer.json()
    assert [each["status"] for each in said["results"]] == ["already", "already", "saved"]
    assert [each["place"] for each in said["results"]] == [1, 2, 3]


def test_the_phone_learns_of_corrections_that_stand_below_the_sheet(seated: Phone) -> None:
    seated.enters(picker=1, result="won")
    seated.brings_in()
    assert seated.fetches()["corrections"] == ""
    Visitor(seated.secret).corrects(1, result="lost")
    assert seated.fetches()["corrections"].startswith("1 correction, last ")
