"""Pages and the wall open on the ranking that the event is about: teams, or people with tickets."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.answers import there
from tests.events.big import big_event
from tests.tables.conftest import words_of
from tournaments.events.night.queries import proposal, read_queue
from tournaments.models import Announcement, Club, Entry, Event, Member, Player

pytestmark = [pytest.mark.django_db, pytest.mark.made_up]


def see(client: Client, event: Event, page: str = "event", **query: str) -> str:
    return words_of(client.get(reverse(page, args=[event.pk]), query))


def changed(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.refresh_from_db()


@pytest.fixture
def match(club: Club) -> Event:
    """Two teams of four, one round closed."""
    event = big_event(club, entries=8, closed=1, rounds=2, team_size=4)
    for entry in event.entries.all():
        Entry.objects.filter(pk=entry.pk).update(
            team="Regen" if there(entry.number) % 2 else "Zwiesel"
        )
    changed(event)
    return event


def test_where_everybody_is_in_a_team_the_page_opens_on_the_teams(
    match: Event, stranger: Client
) -> None:
    words = see(stranger, match)
    assert "Teams with their totals and the members that count" in words
    everybody = see(stranger, match, view="entries")
    assert "Places with the total" in everybody
    assert "Teams with their totals" not in everybody
    assert "Places with the total" in see(stranger, match, q="Anna")


def test_the_wall_has_a_standing_of_the_teams_and_opens_on_it(
    match: Event, stranger: Client
) -> None:
    due = see(stranger, match, "event_screen")
    assert "Teams after round 1" in due
    assert "Regen" in due
    assert "Zwiesel" in due
    assert see(stranger, match, "event_screen", mode="teams").count("Teams after round 1") == 1
    people = see(stranger, match, "event_screen", mode="standings")
    assert "Standings after round 1" in people
    assert "Anna 1" in people


def test_where_a_few_are_in_a_team_the_people_come_first(match: Event, stranger: Client) -> None:
    match.entries.filter(number=1).update(team="")
    changed(match)
    assert "Places with the total" in see(stranger, match)
    assert "Standings after round 1" in see(stranger, match, "event_screen")
    assert "Teams after round 1" in see(stranger, match, "event_screen", mode="teams")


def test_a_hidden_standing_hides_the_teams_on_the_wall_as_well(
    match: Event, stranger: Client
) -> None:
    Event.objects.update(settings=match.settings | {"shows": "at_the_end"})
    changed(match)
    words = see(stranger, match, "event_screen", mode="teams")
    assert "The standings are hidden until the final list" in words
    assert "Regen" not in words


@pytest.fixture
def festival(club: Club) -> Event:
    """Eight tickets of five people, of whom Anna 1 has four; the best one of each counts."""
    settings: dict[str, Any] = {
        "rolling": True,
        "persons": "best",
        "ticket_rounds": 2,
        "rounds": 0,
        "fee": 500,
    }
    event = big_event(club, entries=8, closed=1, **settings)
    players = [Player.objects.create(club=club, name=f"Anna {number}") for number in range(1, 9)]
    for entry in event.entries.all():
        owner = players[0] if entry.number in (1, 6, 7, 8) else players[there(entry.number) - 1]
        Entry.objects.filter(pk=entry.pk).update(name=owner.name, is_paid=True)
        Member.objects.create(entry=entry, player=owner)
    changed(event)
    return event


def test_a_festival_opens_on_its_people(festival: Event, stranger: Client) -> None:
    assert "Persons with their totals" in see(stranger, festival)
    assert "Places with the total" in see(stranger, festival, view="entries")
    wall = see(stranger, festival, "event_screen", mode="persons")
    assert wall.count("Anna 1") == 1
    assert "Persons" in wall
    assert "4 entries" in wall


def again(event: Event, **known: object) -> Entry:
    """Anna 2 comes back with a second ticket."""
    number = event.entries.count() + 1
    entry = Entry.objects.create(
        event=event, name="Anna 2", number=number, status=Entry.HERE, **known
    )
    Member.objects.create(entry=entry, player=Player.objects.get(name="Anna 2"))
    changed(event)
    return entry


def test_a_second_ticket_is_ticked_only_when_it_is_paid(festival: Event) -> None:
    festival.entries.update(status=Entry.LEFT)
    for number in (3, 4, 5):
        festival.entries.filter(number=number).update(status=Entry.HERE)
    entry = again(festival)

    def ticked() -> tuple[int, ...]:
        return proposal(read_queue(festival).waiting, festival.format)

    assert entry.number not in ticked()
    Entry.objects.filter(pk=entry.pk).update(is_paid=True)
    assert set(ticked()) == {3, 4, 5, entry.number}
    Entry.objects.filter(pk=entry.pk).update(is_paid=False, free_reason="guest of the house")
    assert entry.number in ticked()


def test_announcements_leave_room_for_teams(match: Event, stranger: Client) -> None:
    Announcement.objects.create(event=match, text="Soup " * 30)
    changed(match)
    assert "Regen" in see(stranger, match, "event_screen", mode="teams")
