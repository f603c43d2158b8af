"""Team matches: four teams of four, one of each at every table, and points for each series."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from formats.presets import PRESETS
from tests.events.conftest import arrive, words_of
from tests.events.draw.cut_stories import plays_round
from tests.events.draw.drawn_rounds import propose
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Entry, Event, Round

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


def test_each_table_has_one_of_each_team_in_all_three_series(league: Event, by: Author) -> None:
    team_of = {entry.number: entry.team for entry in league.entries.all()}
    for number, way in ((1, "random_wishes"), (2, "soft"), (3, "soft")):
        played = plays_round(league, by, number, way)
        for table in played.plan["tables"]:
            assert {team_of[entry] for entry in table} == set(TEAMS)


def test_in_each_series_the_teams_get_three_two_one_and_nothing(league: Event, by: Author) -> None:
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


def test_a_team_that_does_not_turn_up_gets_nothing(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(
        entries=16, rounds=2, hands=12, draws=("manual",), team_size=4, team_yields="places"
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
    league: Event, by: Author, stranger: Client
) -> None:
    plays_round(league, by, 1, "random_wishes")
    words = words_of(stranger.get(reverse("event", args=[league.pk]), {"view": "teams"}))
    assert "In each round the teams get 3 – 2 – 1 – 0 for their places" in words
    assert "Aces" in words
    card = words_of(stranger.get(reverse("event_rules", args=[league.pk])))
    assert "members: 4 · points for their places in each round: 3 – 2 – 1 – 0" in card


def brings(event: Event, *members: int) -> dict[int, str]:
    """So many of each team arrive, one after the other."""
    names = [name for name, count in zip(TEAMS, members, strict=True) for _one in range(count)]
    teams = dict(enumerate(names, 1))
    in_teams(event, teams)
    return teams


def mates_at(played: Round, teams: dict[int, str]) -> int:
    """At how many tables of a round team-mates meet."""
    tables = [
        [teams[entry] for entry in table if entry in teams] for table in played.plan["tables"]
    ]
    return sum(len(set(table)) < len(table) for table in tables)


def test_a_team_that_does_not_come_makes_tables_of_three_by_itself(
    new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    settings = PRESETS["team_league"].settings.to_json()
    event = new_event(entries=12, ruleset="sheepshead3-coins", **settings | {"hands": 6})
    teams = brings(event, 4, 4, 4, 0)
    assert "12 people · tables of 3: 4" in words_of(director.get(reverse("door", args=[event.pk])))
    words = words_of(director.get(reverse("round", args=[event.pk, 1])))
    assert "tables of 3: 4 · no team-mates meet" in words
    assert "would meet" not in words
    for number in (1, 2, 3):
        played = plays_round(event, by, number, "random_wishes" if number < 3 else "soft")
        assert [len(table) for table in played.plan["tables"]] == [3, 3, 3, 3]
        assert mates_at(played, teams) == 0
        assert {place.hands_due for place in played.tables.all()} == {6}
        assert played.report["odd"] == []
    standing = event_standing(event).teams
    assert [row.team for row in standing] == ["Aces", "Kings", "Nines"]
    assert [row.total for row in standing] == [9, 6, 3]


def test_where_a_game_has_no_table_of_three_the_remedy_is_named(
    new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    event = new_event(entries=12, rounds=1, hands=4, team_size=4, team_yields="places")
    teams = brings(event, 4, 4, 4, 0)
    said = (
        "4 of one team are here, so that team-mates would meet (tables: 3). "
        "4 house players, entered at the door, keep them apart: then there are 4 tables."
    )
    page = reverse("round", args=[event.pk, 1])
    assert said in words_of(director.get(page))
    propose(event, by)
    assert said in words_of(director.get(page))
    for house in arrive(event, 4):
        Entry.objects.filter(pk=house.pk).update(is_house=True)
    played = propose(event, by)
    assert [len(table) for table in played.plan["tables"]] == [4, 4, 4, 4]
    assert mates_at(played, teams) == 0
    assert "would meet" not in words_of(director.get(page))
