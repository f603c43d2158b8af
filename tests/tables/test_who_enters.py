"""Who entered a hand: what the device's user says, noted beside every version."""

from __future__ import annotations

import pytest

from tests.tables.conftest import Director, Visitor, saved, words_of
from tournaments.common.requests import WHO_COOKIE
from tournaments.models import HandVersion, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(director: Director) -> Table:
    return director.opens("sheepshead3-coins", "Anna", "Ben", "Cora")


@pytest.fixture
def second(director: Director, table: Table) -> Visitor:
    """Another phone with the same link."""
    return Visitor(director.secret)


def says(visitor: Visitor, name: str) -> None:
    response = visitor.client.post(visitor.address("me"), {"name": name})
    assert (response.status_code, response["Location"]) == (302, visitor.address("table"))


def test_it_is_shown_beside_the_version(
    director: Director, player: Visitor, second: Visitor
) -> None:
    player.secret = director.watch_secret()
    assert "Who is entering?" in director.sees("table")
    says(director, "Änne Ö’Brien")
    assert "Entered by: Änne Ö’Brien" in director.sees("table")
    assert "Who is entering?" in second.sees("table")
    assert saved(director.enters(picker=0, picker_points=61))
    says(second, "Ben")
    assert saved(second.corrects(1, picker_points=75))
    page = player.sees("hand", 1)
    assert "says: Änne Ö’Brien" in page
    assert "says: Ben" in page
    assert list(HandVersion.objects.values_list("who", flat=True)) == ["Änne Ö’Brien", "Ben"]


def test_the_cookie_is_for_the_server_alone(director: Director, table: Table) -> None:
    says(director, "Ben")
    cookie = director.client.cookies[WHO_COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_the_device_is_named_where_nobody_says_who(director: Director, second: Visitor) -> None:
    director.enters(picker=0, picker_points=61)
    device = HandVersion.objects.get().device
    assert "on this device" in director.sees("hand", 1)
    assert f"on device {device[:4].upper()}" in second.sees("hand", 1)


def test_two_corrections_name_the_other(director: Director, second: Visitor) -> None:
    director.enters(picker=0, picker_points=61)
    mine = director.form("correct_hand", 1) | {"picker_points": "75"}
    says(second, "Ben")
    second.corrects(1, picker_points=91)
    conflict = director.client.post(director.address("correct_hand", 1), mine)
    assert conflict.status_code == 409
    assert "says: Ben" in words_of(conflict)


def test_two_hands_at_once_name_the_other(director: Director, second: Visitor) -> None:
    mine = director.form("table") | {"picker": "1", "picker_points": "61"}
    says(second, "Cora")
    second.enters(picker=0, picker_points=75)
    conflict = director.client.post(director.address("record_hand"), mine)
    assert conflict.status_code == 409
    assert "Hand 1 saved" in words_of(conflict)
    assert "says: Cora" in words_of(conflict)


@pytest.mark.parametrize("name", ["A" * 41, "A\0nna", "An\nna", "\u202e\u3164", " ", ""])
def test_what_is_no_name_is_nobody_s(director: Director, table: Table, name: str) -> None:
    says(director, name)
    assert "Who is entering?" in director.sees("table")
    assert saved(director.enters(picker=0, picker_points=61))
    assert HandVersion.objects.get().who == ""


@pytest.mark.parametrize("cookie", ["A" * 4000, "%00", "%0A", "%ff%fe", "%ed%a0%80", "A%E2%80%AEB"])
def test_a_hostile_cookie(director: Director, table: Table, cookie: str) -> None:
    director.client.cookies[WHO_COOKIE] = cookie
    assert director.client.get(director.address("table")).status_code == 200
    assert saved(director.enters(picker=0, picker_points=61))
    assert len(HandVersion.objects.get().who) <= 40
    assert director.client.get(director.address("hand", 1)).status_code == 200


def test_nobody_in_particular(director: Director, table: Table) -> None:
    says(director, "Anna")
    assert "nobody in particular" in director.sees("table")
    says(director, "")
    assert "Who is entering?" in director.sees("table")
