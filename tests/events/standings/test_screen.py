"""The screen: pages by links, what is due, how far the tables are."""

from __future__ import annotations

import re

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.answers import there
from tests.events.big import big_event
from tests.events.states import closed, final
from tests.tables.conftest import words_of
from tournaments.models import Announcement, Club, Event, Result

pytestmark = [pytest.mark.django_db, pytest.mark.made_up]


def look(client: Client, event: Event, query: str = "") -> str:
    response = client.get(reverse("event_screen", args=[event.pk]) + query)
    assert response.status_code == 200
    return response.content.decode()


def test_a_thousand_names_by_links_alone(club: Club, stranger: Client) -> None:
    event = big_event(club, entries=1000, closed=1)
    seen: list[str] = []
    query, visited = "", set()
    while query not in visited:
        visited.add(query)
        page = look(stranger, event, query)
        seen += re.findall(r'class="name"\s*>\s*(Anna \d+)\s*<', page)
        query = there(re.search(r'rel="next" href="([^"]+)"', page))[1].replace("&amp;", "&")
    assert len(visited) == 42 + 1  # the first page has two addresses
    assert len(set(seen)) == 1000
    assert "Page 42 of 42" in words_of(stranger.get(f"/e/{event.pk}/screen/?page=42"))


def test_it_shows_what_is_due(club: Club, stranger: Client) -> None:
    event = big_event(club, entries=8, closed=1, running=True, rounds=3)
    assert "If it ended now" in look(stranger, event)
    event.rounds.filter(number=2).update(started_at=None)
    Event.objects.update(version=F("version") + 1)
    assert "Seats of round 2" in look(stranger, event)
    event.rounds.filter(number=2).update(**closed())
    Event.objects.update(version=F("version") + 1)
    assert "Standings after round 2" in look(stranger, event)
    assert "Seats of round 2" not in look(stranger, event, "?mode=seats")


def test_announcements_are_always_there(club: Club, stranger: Client) -> None:
    event = big_event(club, entries=8, closed=1, running=True)
    Announcement.objects.create(event=event, text="Soup is served")
    for mode in ("standings", "seats", "tables", "clock"):
        assert "Soup is served" in look(stranger, event, f"?mode={mode}")


def test_how_far_the_tables_are(club: Club, stranger: Client) -> None:
    event = big_event(club, entries=8, closed=0, running=True)
    Result.objects.filter(event=event, event_table__number=2).update(is_in=True, hands=32)
    words = words_of(stranger.get(f"/e/{event.pk}/screen/?mode=tables"))
    assert "1 12 / 32 2 entered" in words
    assert "Round 1, sheets entered: 1 of 2, confirmed: 0" in words


@pytest.mark.parametrize(
    "query",
    ["?page=0", "?page=x", "?page=99999999", "?rows=1", "?rows=²", "?mode=what", "?every=-"],
)
def test_an_address_that_makes_no_sense_shows_something(
    club: Club, stranger: Client, query: str
) -> None:
    assert "Anna 1" in look(stranger, big_event(club, entries=8, closed=1), query)


@pytest.mark.parametrize(
    ("entries", "columns", "pages"), [(9, 1, 1), (24, 2, 1), (45, 3, 1), (80, 4, 1), (130, 2, 6)]
)
def test_a_ranking_stands_in_as_few_columns_as_it_needs(
    club: Club, stranger: Client, entries: int, columns: int, pages: int
) -> None:
    event = big_event(club, entries=entries, closed=1)
    page = look(stranger, event, "?mode=standings&page=2")
    assert page.count('class="hall-column paper"') == columns
    assert ("Page 2 of 6" in page) == (pages == 6)
    assert ("25–48 of 130" in page) == (pages == 6)
    assert 'data-every="20"' in page


def test_the_wall_says_who_rose_and_is_stamped_once_the_list_is_locked(
    club: Club, stranger: Client
) -> None:
    event = big_event(club, entries=20, closed=2)
    page = look(stranger, event, "?mode=standings")
    assert '<small class="plus">' in page
    assert '<small class="minus">' in page
    assert 'class="stamp"' not in page
    Event.objects.update(version=F("version") + 1, **final())
    assert look(stranger, event, "?mode=standings").count('class="stamp"') == 1
