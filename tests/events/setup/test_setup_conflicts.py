"""Two directors change an event at the same time: both are shown, nothing is lost."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.answers import Answer
from tests.events.browser_form import fields_of, fills_in, form_on
from tests.events.conftest import signs_in, words_of
from tests.events.setup.setting_up import changes, freeze, now, sessions
from tournaments.events.desk.queries.history import values_said
from tournaments.events.setup.services import SettingsMoved
from tournaments.models import Author, Club, Event, EventChange

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club, by: Author) -> Event:
    return sessions(club, by)


@pytest.fixture
def address(event: Event) -> str:
    return f"/desk/{event.pk}/settings/"


def conflict_of(response: Answer) -> str:
    assert response.status_code == 422
    page = response.content.decode()
    return words_of(HttpResponse(page[page.index('class="problems"') :].split("</div>")[0]))


def test_two_directors_at_once_lose_nothing(
    director: Client, club: Club, event: Event, address: str
) -> None:
    second = signs_in("Emma", club)
    mine, theirs = form_on(director, address), form_on(second, address)
    second.post(address, theirs | {"place": "Sheboygan", "rounds": "4", "groups": "Ladies"})
    answer = director.post(address, mine | {"title": "Mine", "rounds": "5", "groups": "Ladies"})
    said = conflict_of(answer)
    assert "Emma" in said
    assert "Place: Sheboygan; Rounds: 4" in said
    assert "Taken over below: Place." in said
    assert "You both changed this: Rounds. Now: 4 ; below stands yours." in said
    assert "Groups" not in said.split("Taken over")[1]
    assert (now(event).rounds, event.title) == (4, "Oktoberfest")
    merged = fields_of(answer.content.decode(), address)
    assert (merged["title"], merged["place"], merged["rounds"]) == ("Mine", "Sheboygan", "5")
    assert director.post(address, merged).status_code == 302
    assert (event.title, now(event).rounds, event.place) == ("Oktoberfest", 5, "Sheboygan")
    event.refresh_from_db()
    assert event.title == "Mine"
    assert now(event).groups == ("Ladies",)


def test_another_game_meanwhile_is_taken_over(
    director: Client, club: Club, event: Event, address: str
) -> None:
    second = signs_in("Emma", club)
    mine = form_on(director, address)
    fills_in(second, f"{address}?game=sheepshead5-coins")
    answer = director.post(address, mine | {"title": "Mine"})
    assert "Taken over below: Game" in conflict_of(answer)
    merged = fields_of(answer.content.decode(), address)
    assert director.post(address, merged).status_code == 302
    event.refresh_from_db()
    assert (event.title, event.ruleset) == ("Mine", "sheepshead5-coins")


def test_the_first_draw_while_somebody_types(director: Client, event: Event, address: str) -> None:
    mine = form_on(director, address)
    freeze(event)
    answer = director.post(address, mine | {"hands": "25", "title": "Mine"})
    assert answer.status_code == 302
    assert (now(event).hands, event.title) == (20, "Mine")


def test_other_deeds_in_between_are_no_conflict(
    director: Client, event: Event, address: str
) -> None:
    mine = form_on(director, address)
    fills_in(director, f"/desk/{event.pk}/publish/")
    assert director.post(address, mine | {"rounds": "4"}).status_code == 302
    assert now(event).rounds == 4


def test_a_nonsense_memory_of_the_form_is_no_error(
    director: Client, club: Club, event: Event, by: Author, address: str
) -> None:
    mine = form_on(director, address)
    changes(event, by, rounds=4)
    for seen in ("", "[", "[1]", '{"rounds": [1]}', "null"):
        assert director.post(address, mine | {"seen": seen}).status_code == 422
    assert now(event).rounds == 4


def test_the_service_tells_of_a_conflict(event: Event, by: Author) -> None:
    changes(event, by, rounds=4)
    with pytest.raises(SettingsMoved) as moved:
        changes(event, by, seen=0, rounds=5)
    assert [values_said(change)[1] for change in moved.value.changes] == ["Rounds: 4"]
    assert EventChange.objects.filter(kind="settings").count() == 1
