"""Team matches: four teams of four, one of each at every table, and points for each series."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.conftest import words_of
from tests.events.cut_stories import plays_round
from tournaments.models import By, Entry, Event
from tournaments.queries.events.standings import event_standing

TEAMS = ("Aces", "Kings", "Nines", "Tens")


def in_teams(event: Event, teams: dict[int, str]) -> None:
    """Put everybody into a team, by start number."""
    for entry in Entry.objects.filter(event=event):
        entry.team = teams.get(entry.number or 0, "")
        entry.save()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    event.refresh_from_db()


@pytest.fixture
def league(new_event: Callable[..., Event]) -> Event:
    """A match of four teams: the Aces have the numbers 1 to 4, the Kings 5 to 8, and so on."""
    event = new_event(
        entries=16,
        rounds=3,
        hands=4,
        draws=("random_wishes", "soft"),
        team_size=4,
        team_yields="places",
    )
    in_teams(event, {number: TEAMS[(number - 1) // 4] for number in range(1, 17)})
    return event


def test_each_table_has_one_of_each_team_in_all_three_series(league: Event, by: By):
    team_of = {entry.number: entry.team for entry in league.entries.all()}
    for number, way in ((1, "random_wishes"), (2, "soft"), (3, "soft")):
        played = plays_round(league, by, number, way)
        for table in played.plan["tables"]:
            assert {team_of[entry] for entry in table} == set(TEAMS)


def test_in_each_series_the_teams_get_three_two_one_and_nothing(league: Event, by: By):
    for number in (1, 2):
        plays_round(league, by, number, "random_wishes")
    teams = event_standing(league).teams
    assert [(row.team, row.total) for row in teams] == [
        ("Aces", 6),
        ("Kings", 4),
        ("Nines", 2),
        ("Tens", 0),
    ]
    assert teams[0].rounds == {1: 3, 2: 3}
    assert teams[0].sums == {1: 36, 2: 36}


def test_a_team_that_does_not_turn_up_gets_nothing(new_event: Callable[..., Event], by: By):
    event = new_event(
        entries=16,
        rounds=2,
        hands=12,
        draws=("manual",),
        team_size=4,
        team_yields="places",
    )
    in_teams(event, {number: TEAMS[(number - 1) % 4] for number in range(1, 17)})
    plays_round(event, by, 1)
    Entry.objects.filter(event=event, team="Aces").update(last_round=1)
    event.refresh_from_db()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    event.refresh_from_db()
    plays_round(event, by, 2)
    teams = {row.team: row for row in event_standing(event).teams}
    assert teams["Aces"].rounds[2] == 0
    assert sum(row.rounds[2] for row in teams.values()) == 6


def test_the_points_of_each_series_stand_on_the_public_page(
    league: Event, by: By, stranger: Client
):
    plays_round(league, by, 1, "random_wishes")
    words = words_of(stranger.get(reverse("event", args=[league.pk]), {"view": "teams"}))
    assert "In each round the teams get 3 – 2 – 1 – 0 for their places" in words
    assert "Aces" in words
    card = words_of(stranger.get(reverse("event_rules", args=[league.pk])))
    assert "of 4; 3 – 2 – 1 – 0 for their places in each round" in card
