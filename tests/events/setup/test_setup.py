"""Setting an event up: a club, a format, one form, and what is wrong said where it is."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from formats.event import EventSettings
from formats.presets import PRESETS, Preset
from tests.answers import Answer, there
from tests.events.browser_form import fields_of, fills_in, form_on
from tests.events.conftest import words_of
from tournaments.models import Club, Event, EventChange

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

EVENING = {"title": "Thursday cup", "day": "2030-01-31", "time": "19:30", "place": "Upstairs"}


@pytest.fixture
def wisconsin(club: Club) -> str:
    """The address of the form of the Wisconsin sessions."""
    return f"/clubs/{club.pk}/new/wisconsin/"


def settings_of(event: Event) -> EventSettings:
    return event.format


def problems_of(response: Answer) -> str:
    assert response.status_code == 422, response.status_code
    page = response.content.decode()
    return words_of(HttpResponse(page[page.index('class="problems"') :].split("</div>")[0]))


def test_from_one_s_club_to_a_new_event(director: Client, club: Club) -> None:
    assert director.get("/clubs/")["Location"] == f"/clubs/{club.pk}/"
    page = words_of(director.get(f"/clubs/{club.pk}/"))
    assert "No event yet." in page
    page = director.get(f"/clubs/{club.pk}/new/").content.decode()
    for key in PRESETS:
        assert f'href="/clubs/{club.pk}/new/{key}/"' in page


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.key)
def test_every_format_as_it_stands_becomes_an_event(
    director: Client, club: Club, preset: Preset
) -> None:
    answer = fills_in(director, f"/clubs/{club.pk}/new/{preset.key}/", **EVENING)
    event = Event.objects.get()
    assert answer["Location"] == f"/desk/{event.pk}/publish/"
    assert settings_of(event) == preset.settings
    assert (event.title, event.place, event.preset) == ("Thursday cup", "Upstairs", preset.key)
    assert timezone.localtime(event.starts_at).strftime("%Y-%m-%d %H:%M") == "2030-01-31 19:30"
    assert event.ruleset == preset.rulesets[0]
    change = EventChange.objects.get()
    assert (change.kind, change.who, there(change.user).username) == ("made", "Dora", "Dora")


TYPED: dict[str, Any] = {
    "rounds": "4",
    "hands": "25",
    "size": "6",
    "odd": "bye",
    "fee": "12,50",
    "capacity": "96",
    "minutes": "75",
    "draw_1": "random",
    "draw_2": "",
    "draw_3": "history",
    "draw_4": "soft",
    "yields": "places",
    "place_points": "10, 6, 3; 1",
    "bye_value": "5",
    "late_value": "-2",
    "counted": "solos",
    "best_of": "3",
    "tie_1": "points",
    "tie_2": "",
    "tie_3": "solos",
    "tie_4": "lot",
    "payout": "40 / 20",
    "round_prize": "10",
    "groups": "Ladies\r\n\r\n  Under 30 ",
    "team_size": "4",
    "team_best": "3",
    "shows": "at_the_end",
    "needs_confirmation": None,
    "option-all_pass": "redeal",
}
MEANT = EventSettings(
    size=6,
    odd="bye",
    rounds=4,
    hands=25,
    fee=1250,
    capacity=96,
    minutes=75,
    draws=("random", "random", "history", "soft"),
    yields="places",
    place_points=(10, 6, 3, 1),
    bye_value=5,
    late_value=-2,
    counted="solos",
    best_of=3,
    tie_breaks=("points", "solos", "lot"),
    payout=(40, 20),
    round_prize=10,
    groups=("Ladies", "Under 30"),
    team_size=4,
    team_best=3,
    shows="at_the_end",
    needs_confirmation=False,
)


def test_every_number_can_be_changed(director: Client, wisconsin: str) -> None:
    fills_in(director, wisconsin, **EVENING, **TYPED)
    event = Event.objects.get()
    assert settings_of(event) == MEANT
    assert event.options["all_pass"] == "redeal"


def test_another_game_of_the_format(director: Client, wisconsin: str) -> None:
    page = director.get(wisconsin).content.decode()
    assert 'href="?game=sheepshead5-coins"' in page
    assert "?game=saskop" not in page
    fills_in(director, f"{wisconsin}?game=sheepshead5-coins", **EVENING)
    assert Event.objects.get().ruleset == "sheepshead5-coins"


def test_a_game_that_the_format_does_not_have_is_not_taken(
    director: Client, wisconsin: str
) -> None:
    assert form_on(director, f"{wisconsin}?game=saskop")["game"] == "sheepshead5-bump"


@pytest.mark.parametrize(
    ("game", "size", "odd"), [("saskop", 2, "bye"), ("sheepshead3-coins", 4, "up")]
)
def test_a_format_of_one_s_own_is_made_to_fit_the_game(
    director: Client, club: Club, game: str, size: int, odd: str
) -> None:
    fills_in(director, f"/clubs/{club.pk}/new/own/?game={game}", **EVENING)
    event = Event.objects.get()
    assert event.ruleset == game
    assert settings_of(event).size == size
    assert settings_of(event).odd == odd


def test_the_same_form_sent_twice_is_one_event(director: Client, wisconsin: str) -> None:
    sent = form_on(director, wisconsin) | EVENING
    first, again = director.post(wisconsin, sent), director.post(wisconsin, sent)
    assert first["Location"] == again["Location"]
    assert Event.objects.count() == 1
    assert EventChange.objects.count() == 1


def test_a_form_that_was_used_at_another_club_makes_nothing(
    other_director: Client, other_club: Club, director: Client, wisconsin: str
) -> None:
    sent = form_on(director, wisconsin) | EVENING
    director.post(wisconsin, sent)
    answer = other_director.post(f"/clubs/{other_club.pk}/new/wisconsin/", sent)
    assert answer.status_code == 409
    assert "Sent before, with something else in it" in words_of(answer)
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"title": ""}, "Title: Say what the event is called."),
        ({"title": "A\x07B"}, "Title: Only what can be written on one line."),
        ({"day": "someday"}, "Date: A day such as 2026-11-21."),
        ({"day": ""}, "Date: Say the day too."),
        ({"time": ""}, "Begins at: Say when it begins."),
        ({"time": "late"}, "Begins at: A time such as 19:30."),
        ({"rounds": ""}, "Rounds: A whole number from 1 to 60."),
        ({"rounds": "61"}, "Rounds: A whole number from 1 to 60."),
        ({"rounds": "two"}, "Rounds: A whole number from 1 to 60."),
        ({"hands": "0"}, "Hands a round: This game does not end by itself"),
        ({"hands": "501"}, "Hands a round: A whole number from 0 to 500."),
        ({"size": "8"}, "The remainder gets: This game has no table of 9"),
        ({"odd": "down"}, "The remainder gets: This game has no table of 4"),
        ({"fee": "ten"}, "Entry fee: An amount such as 10 or 12.50."),
        ({"fee": "NaN"}, "Entry fee: An amount such as 10 or 12.50."),
        ({"fee": "1e9"}, "Entry fee: An amount such as 10 or 12.50."),
        ({"fee": "-5"}, "Entry fee: An amount such as 10 or 12.50."),
        ({"fee": "0"}, "Entry fee: There is a payout, so say what an entry costs."),
        ({"capacity": "4"}, "Places in all: Not even one table would be full."),
        ({"minutes": "1000"}, "Minutes a round: A whole number from 0 to 600."),
        ({"draw_1": "magic"}, "Round 1: Select a valid choice."),
        ({"yields": "places", "place_points": "1 3"}, "Points for table places: Write the best"),
        ({"place_points": "7 a"}, "Points for table places: Whole numbers with spaces between"),
        ({"place_points": "99999"}, "Points for table places: Each number from 0 to 9999."),
        ({"best_of": "4"}, "Best rounds that count: That is more than there are rounds (3)."),
        ({"tie_1": "lot", "tie_2": "solos"}, "Tie-break 1: Put it last, for nothing is left"),
        ({"tie_1": "points", "tie_2": "points"}, "Tie-break 1: This stands there twice: Points."),
        ({"tie_1": "solos"}, "Counted beside the points: “Solos” decides ties here"),
        ({"payout": "60 50"}, "Per cent for the places: That is 125 per cent in all"),
        ({"payout": "0"}, "Per cent for the places: Each number from 1 to 9999."),
        ({"groups": "x" * 41}, "is longer than 40 letters."),
        ({"groups": "Ladies\nLADIES"}, "A group stands there twice."),
        ({"groups": "\n".join(map(str, range(13)))}, "At most 12 lines."),
        ({"team_size": "1"}, "Members of a team: A team has at least two members"),
        ({"team_best": "2"}, "Best members that count: More count than a team has."),
        ({"option-multiplier_cap": "x"}, "Enter a whole number."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    director: Client, wisconsin: str, answers: dict[str, str], sentence: str
) -> None:
    answer = fills_in(director, wisconsin, **(EVENING | answers))
    assert sentence in problems_of(answer)
    assert 'class="problem"' in answer.content.decode()
    assert not Event.objects.exists()


def test_nothing_that_was_typed_is_lost(director: Client, wisconsin: str) -> None:
    sent = form_on(director, wisconsin)
    typed = EVENING | {"rounds": "x", "groups": "Ladies", "draw-2": "soft", "payout": "50 20"}
    sent |= typed
    del sent["needs_confirmation"]
    page = director.post(wisconsin, sent).content.decode()
    kept = fields_of(page, wisconsin)
    assert {name: kept[name] for name in typed} == typed
    assert "needs_confirmation" not in kept
    assert kept["submission"] == sent["submission"]


def test_what_follows_is_asked_without_saving(director: Client, wisconsin: str) -> None:
    answer = fills_in(director, wisconsin, rounds="2", hands="21", preview="1")
    words = words_of(answer)
    assert "Hands by table size: 5 → 25 · 6 → 30. Hands for everybody in a round: 25." in words
    assert "Paid out: 85 % of the fees. Kept by the club: 15 %." in words
    assert "<form" not in answer.content.decode()
    assert not Event.objects.exists()
    sent = form_on(director, wisconsin) | {"preview": "1", "rounds": "2", "hands": "25"}
    assert "in all: 50" not in words_of(director.post(wisconsin, sent | {"size": "x"}))


def test_an_unknown_format_is_not_found(director: Client, club: Club) -> None:
    assert director.get(f"/clubs/{club.pk}/new/unheard-of/").status_code == 404
