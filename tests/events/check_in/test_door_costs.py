"""What the door costs: as many SQL queries for a thousand entries as for five."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.answers import there
from tests.events.conftest import FormReader
from tournaments.models import Entry, Event, Member, Player

pytestmark = pytest.mark.django_db

MOST_FOR_THE_PAGE = 16
MOST_FOR_A_TAP = 22


def fill(event: Event, count: int) -> Event:
    """So many entries: a third here, most of the others registered, some waiting."""
    players = [
        Player(club=event.club, name=f"Anna Huber {at}", home="Regen") for at in range(count)
    ]
    Player.objects.bulk_create(players)
    entries = [
        Entry(
            event=event,
            name=player.name,
            status=(Entry.HERE, Entry.REGISTERED, Entry.REGISTERED, Entry.WAITING)[at % 4],
            number=at // 4 + 1 if at % 4 == 0 else None,
        )
        for at, player in enumerate(players)
    ]
    Entry.objects.bulk_create(entries)
    Member.objects.bulk_create(
        Member(entry=entry, player=player) for entry, player in zip(entries, players, strict=True)
    )
    event.next_number = count // 4 + 2
    event.save()
    return event


def queries(client: Client, address: str, **asked: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert client.get(address, asked).status_code == 200
    return len(caught)


@pytest.fixture
def sizes(new_event: Callable[..., Event]) -> list[Event]:
    return [fill(new_event(fee=1000, capacity=2_000), count) for count in (8, 1_000)]


@pytest.mark.parametrize("typed", ["", "huber", "hubre 1", "1", "zenzi"])
def test_the_door_asks_the_database_as_often_for_a_thousand(
    director: Client, sizes: list[Event], typed: str
) -> None:
    counts = [queries(director, reverse("door", args=[one.pk]), q=typed) for one in sizes]
    assert max(counts) <= MOST_FOR_THE_PAGE
    assert counts[1] <= counts[0] + 1  # whose turn it is, where somebody waits on this page


def test_a_tap_costs_as_much_for_a_thousand(director: Client, sizes: list[Event]) -> None:
    counts = []
    for event in sizes:
        address = reverse("check_in", args=[event.pk])
        page = director.get(reverse("door", args=[event.pk])).content.decode()
        form = FormReader(page).sent_to(address)
        with CaptureQueriesContext(connection) as caught:
            response = director.post(address, form | {"deed": "paid_here"})
        assert response.status_code == 302
        counts.append(len(caught))
    assert counts[0] == counts[1]
    assert counts[0] <= MOST_FOR_A_TAP


def test_an_entrys_page_costs_as_much_for_a_thousand(director: Client, sizes: list[Event]) -> None:
    counts = []
    for event in sizes:
        entry = event.entries.first()
        counts.append(queries(director, reverse("entry_form", args=[event.pk, there(entry).pk])))
    assert counts[0] == counts[1] <= 20


def test_a_thousand_entries_are_shown_page_by_page(director: Client, sizes: list[Event]) -> None:
    address = reverse("door", args=[sizes[1].pk])
    first = director.get(address).content.decode()
    assert first.count('id="entry-') == 50
    assert "Page 1 of 20" in first
    last = director.get(address, {"page": "20"}).content.decode()
    assert "Waiting list" in last
    assert director.get(address, {"page": "999"}).content.decode().count("Page 20 of 20") == 1
    assert "Page 1 of 20" in director.get(address, {"page": "x"}).content.decode()
