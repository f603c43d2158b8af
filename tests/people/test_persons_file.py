"""Somebody asks what is kept about him, and gets all of it and nobody else's name."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.people.test_people_erased import NAME, day, named_everywhere
from tournaments.models import Author, CashLine, Contact, Entry, Event, Player, Protest, Table
from tournaments.people.services.people import merge, show_as

OTHERS = ("Ben", "Cora", "Guest", "Bärlauch-Huber", "Dora")


@pytest.fixture
def asked(new_event: Callable[..., Event], by: Author) -> Player:
    """Everything that can be kept about somebody, and what is kept about others beside it."""
    event = day(new_event, by)
    person = Player.objects.get(name="Zenzi B.")
    named_everywhere(event.club, person, by)
    entry, other = Entry.objects.filter(event=event).order_by("number")[:2]
    Contact.objects.create(entry=entry, phone="+49 170 1", mail="zenzi@cards.example")
    Contact.objects.create(entry=other, phone="+49 170 2", mail="ben@cards.example")
    Protest.objects.create(
        event=event, number=1, entry=entry, protester=NAME, matter="Ben talked", wanted="−2"
    )
    CashLine.objects.create(
        event=event, kind=CashLine.REFUND, amount=500, entry=entry, note="as Cora said"
    )
    double = Player.objects.create(club=event.club, name="Kreszentia")
    merge(player=double, into=person, by=by, submission=uuid4())
    show_as(player=person, shown="initials", reason="Ben knows", by=by, submission=uuid4())
    person.refresh_from_db()
    return person


def file_of(client: Client, person: Player) -> dict[str, str]:
    response = client.get(reverse("take_person", args=[person.club_id, person.pk]))
    assert response.status_code == 200
    with zipfile.ZipFile(BytesIO(response.getvalue())) as book:
        return {name: book.read(name).decode() for name in book.namelist()}


@pytest.mark.made_up
def test_all_that_was_put_in_is_there_and_nobody_else_s_name(
    asked: Player, director: Client
) -> None:
    found = file_of(director, asked)
    assert set(found) == {"person.json", "person.html"}
    told: dict[str, Any] = json.loads(found["person.json"])
    assert (told["name"], told["home"]) == ("Zenzi B.", "Zwiesel")
    assert (told["club"], told["shown_to_everybody"]) == ("Skat room", "initials")
    assert set(told["other_names"]) >= {"Zenz"}
    assert told["other_records"] == ["Kreszentia"]
    [entered] = told["events"]
    assert (entered["event"], entered["number"]) == ("Thursday cup", 1)
    assert (entered["phone"], entered["mail"]) == ("+49 170 1", "zenzi@cards.example")
    assert [(row["round"], row["table"], row["points"]) for row in entered["results"]] == [
        (1, 1, 9)
    ]
    assert [row["matter"] for row in entered["protests"]] == ["player 2 talked"]
    assert [(row["cents"], row["note"]) for row in entered["money"]] == [(500, "as player 3 said")]
    assert "Renamed" in " ".join(row["what"] for row in told["history"])
    assert "player 2 knows" in [row["why"] for row in told["history"]]
    sheets = Table.objects.order_by("opened_at", "pk")
    assert len(told["sheets"]) == sheets.count() == 2
    own = told["sheets"][1]
    assert (own["own_seat"], own["seats"][0]) == (1, "ZENZI B.")
    assert own["points"] == sum(hand["points"] for hand in own["hands"])
    assert "ZENZI B. revoked" in found["person.json"] or "Zenzi B. revoked" in found["person.json"]
    for text in found.values():
        assert [name for name in OTHERS if name.casefold() in text.casefold()] == []
        for kept in ("Zenzi B.", "Zwiesel", "Thursday cup", "zenzi@cards.example", "player 2"):
            assert kept in text
        assert "ben@cards.example" not in text
        assert "+49 170 2" not in text


@pytest.mark.made_up
def test_it_is_for_directors_of_the_club_alone(
    asked: Player, director: Client, other_director: Client, stranger: Client
) -> None:
    address = reverse("take_person", args=[asked.club_id, asked.pk])
    page = reverse("record_person", args=[asked.club_id, asked.pk])
    assert f'href="{address}"' in director.get(page).content.decode()
    assert stranger.get(address).status_code == 302
    assert other_director.get(address).status_code == 404
    double = Player.objects.get(name="Kreszentia")
    assert director.get(reverse("take_person", args=[asked.club_id, double.pk])).status_code == 404
    assert director.post(address).status_code == 405
