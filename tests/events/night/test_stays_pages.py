"""People of a table of a free night: the scorer's phone and the desk let them join and leave."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.events.browser_form import form_on
from tests.events.conftest import words_of
from tests.events.night.free_night import (
    column_of,
    entry_called,
    have,
    joins,
    leaves,
    table_of,
    wins,
)
from tests.events.night.rolling_day import CLUB_NIGHT, FESTIVAL, NewEvent, come, waiting
from tests.events.results.sheets import keying_form
from tournaments.events.draw.services.tables import write_secret
from tournaments.models import Author, Event, EventTable, HandVersion


@pytest.fixture
def night(new_event: NewEvent) -> Event:
    return new_event(**CLUB_NIGHT)


@pytest.fixture
def place(night: Event, by: Author) -> EventTable:
    """Ada, Ben and Cleo play, Dan and Eva wait."""
    come(night, by, "Ada", "Ben", "Cleo", "Dan", "Eva")
    return table_of(night, by, 1, 2, 3)


def at_table(place: EventTable) -> str:
    return reverse("table_sitting", args=[write_secret(place)])


def sent(
    client: Client, address: str, deed: str, place: EventTable, name: str, after: str = ""
) -> dict[str, object]:
    """What a tap on one of the page's buttons sends."""
    fields = form_on(client, address, address)
    answers = {"deed": deed, "entry": entry_called(place, name).pk}
    if after:
        answers["after"] = column_of(place, after)
    return fields | answers


def test_the_phone_lets_somebody_join_and_leave(place: EventTable, night: Event) -> None:
    phone, address = Client(), at_table(place)
    sheet = reverse("table", args=[write_secret(place)])
    assert "Somebody joins or leaves" in words_of(phone.get(sheet))
    page = words_of(phone.get(address))
    assert "People at table 1" in page
    assert "Who sits down? Dan 4 Eva 5" in page
    answers = sent(phone, address, "join", place, "Dan", after="Ada")
    for _twice in range(2):
        done = phone.post(address, answers)
        assert (done.status_code, done["Location"]) == (302, sheet)
    assert "Dan joins the table." in words_of(phone.get(sheet))
    night.refresh_from_db()
    assert waiting(night) == [5]
    wins(place, "Dan", "Ben", "Ada")
    before = have(place)["Dan"]
    assert phone.post(address, sent(phone, address, "leave", place, "Dan")).status_code == 302
    assert have(place)["Dan"] == before
    assert "Who comes back? Dan" in words_of(phone.get(address))
    back = sent(phone, address, "return", place, "Dan", after="Ben")
    assert phone.post(address, back).status_code == 302
    line = HandVersion.objects.latest("pk")
    assert line.link is not None, "the sheet knows from which code it came"
    assert len(line.record["seated"]) == 4


def test_what_cannot_be_is_said_on_the_page(place: EventTable) -> None:
    phone, address = Client(), at_table(place)
    refused = phone.post(address, sent(phone, address, "leave", place, "Ada"))
    assert refused.status_code == 422
    assert "Nothing was changed" in words_of(refused)
    assert "is played at tables of" in words_of(refused)
    answers = sent(phone, address, "join", place, "Dan", after="Ada")
    wins(place, "Ada")
    moved = phone.post(address, answers)
    assert moved.status_code == 409
    assert "changed meanwhile" in words_of(moved)
    nobody = phone.post(address, answers | {"entry": ""})
    assert nobody.status_code == 422
    assert "Say who it is." in words_of(nobody)
    assert phone.post(address, answers | {"entry": 99_999}).status_code == 404
    assert phone.post(address, answers | {"deed": "dances"}).status_code == 422


def test_the_desk_does_the_same_and_the_history_says_who(
    place: EventTable, night: Event, director: Client
) -> None:
    waits = words_of(director.get(reverse("rolling", args=[night.pk])))
    assert "People 1" in waits
    address = reverse("desk_sitting", args=[night.pk, place.pk])
    answers = sent(director, address, "join", place, "Eva", after="Cleo")
    assert director.post(address, answers)["Location"] == address
    wins(place, "Eva")
    assert director.post(address, sent(director, address, "leave", place, "Ben")).status_code == 302
    history = words_of(director.get(reverse("history", args=[night.pk])))
    assert "Table 1: Eva sat down (after 0 hands)" in history
    assert "Table 1: Ben got up (after 1 hand)" in history
    waits = words_of(director.get(reverse("rolling", args=[night.pk])))
    assert "2 wait" in waits
    table = words_of(director.get(reverse("desk_table", args=[night.pk, place.pk])))
    assert "Somebody joins or leaves" in table
    leaving = reverse("leaving", args=[night.pk])
    ways = words_of(director.get(leaving, {"entry": entry_called(place, "Ada").pk}))
    assert "People come and go here" in ways


def test_totals_from_paper_ask_for_the_hands_of_each(
    place: EventTable, night: Event, by: Author, director: Client
) -> None:
    _action, before = keying_form(director, place)
    assert "hands_each-0" not in before
    joins(place, by, "Dan", after="Ada")
    action, fields = keying_form(director, place)
    points = {f"points-{side}": total for side, total in enumerate((2, 2, 2, -6))}
    refused = director.post(action, fields | points | {"hands": 10})
    assert refused.status_code == 422
    assert "of each say in how many hands he got cards" in words_of(refused)
    each = {f"hands_each-{side}": hands for side, hands in enumerate((9, 9, 9, 3))}
    assert director.post(action, fields | points | each | {"hands": 10}).status_code == 302
    assert have(place)["Dan"] == (-6, 3)
    _action, again = keying_form(director, place)
    assert [again[f"hands_each-{side}"] for side in range(4)] == ["9", "9", "9", "3"]
    page = words_of(director.get(reverse("desk_sitting", args=[night.pk, place.pk])))
    assert "The totals of this table are in" in page


def test_where_hands_are_due_the_phone_has_no_such_page(
    new_event: NewEvent, by: Author, director: Client
) -> None:
    festival = new_event(**FESTIVAL)
    come(festival, by, "Ada", "Ben", "Cleo", "Dan", "Eva")
    place = table_of(festival, by, 1, 2, 3, 4, 5)
    address = reverse("table", args=[write_secret(place)])
    assert Client().get(at_table(place))["Location"] == address
    sheet = words_of(Client().get(address))
    assert "Somebody joins or leaves" not in sheet
    desk = director.get(reverse("desk_sitting", args=[festival.pk, place.pk]))
    assert desk["Location"] == reverse("desk_table", args=[festival.pk, place.pk])


def test_players_see_where_they_sit_now(
    place: EventTable, night: Event, by: Author, stranger: Client
) -> None:
    joins(place, by, "Dan", after="Ada")
    wins(place, "Ada", "Ben")
    leaves(place, by, "Ben")
    seats = words_of(stranger.get(reverse("event_seats", args=[night.pk])))
    assert "Ben" not in seats.split("Table 1")[-1].split("wait")[0]
    other = words_of(stranger.get(reverse("event_entry", args=[night.pk, 2])))
    assert "Ben" in other


def test_the_page_costs_no_more_with_more_hands(place: EventTable, by: Author) -> None:
    phone, address = Client(), at_table(place)
    joins(place, by, "Dan", after="Ada")
    wins(place, "Ada")
    phone.get(address)
    with CaptureQueriesContext(connection) as few:
        phone.get(address)
    wins(place, *["Ben"] * 12)
    with CaptureQueriesContext(connection) as many:
        phone.get(address)
    assert len(many) == len(few) <= 16
