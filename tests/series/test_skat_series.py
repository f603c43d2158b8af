"""Series of 48 and 36 hands with three-handed Sheepshead; what lost games cost; hands per table."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from formats.checks import unfit
from formats.presets import PRESETS
from scoring import RULESETS
from tests.answers import there
from tests.events.browser_form import fills_in
from tests.events.conftest import words_of
from tests.events.draw.cut_stories import plays_round
from tests.events.draw.drawn_rounds import close, drawn
from tests.events.results import sheets
from tests.tables.conftest import FormReader
from tournaments.events.money.queries.cash import note_in_words
from tournaments.events.results.services.totals import key_totals
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, CashLine, Club, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def series(new_event: Callable[..., Event]) -> Event:
    """Fifteen in four teams, at three tables of four and one of three."""
    settings = PRESETS["skat_series"].settings.to_json()
    event = new_event(entries=15, ruleset="sheepshead3-coins", **settings)
    for entry in event.entries.all():
        entry.team = f"Team {there(entry.number) % 4}"
        entry.save()
    return event


def test_a_series_is_48_and_36_hands_and_later_ones_go_by_standing(
    series: Event, by: Author
) -> None:
    teams = {entry.number: entry.team for entry in series.entries.all()}
    first = plays_round(series, by, 1, "random_wishes")
    assert sorted(place.hands_due for place in first.tables.all()) == [36, 48, 48, 48]
    assert set(first.results.values_list("hands", flat=True)) == {36}
    order = [row.entry for row in event_standing(series).ranked]
    second = plays_round(series, by, 2, series.settings["draws"][1])
    assert second.draw == "blocks"
    assert [number for number, _total in second.standing] == order
    for played in (first, second):
        for table in played.plan["tables"]:
            assert len({teams[entry] for entry in table}) == len(table)
    # Each table has one of each team, and the teams stand one after the other: more cannot be told.
    assert order[0] in second.plan["tables"][0]


def test_lost_games_cost_what_the_settings_say(series: Event, director: Client) -> None:
    played = sheets.opens(series, [1, 5, 9, 13], [2, 6, 10, 14])
    place = sheets.table(played, 1)
    for number in range(3):  # the dealer sits out, the next one picks
        sheets.plays(place, 1, record={"picker": number + 1, "picker_points": 75})
    address, page = reverse("cash_lost", args=[series.pk]), reverse("cash", args=[series.pk])

    def pays(**typed: str) -> str:
        form = FormReader(director.get(page).content.decode()).sent_to(address)
        sent = form | {"lost-round": "1"} | {f"lost-{key}": text for key, text in typed.items()}
        return words_of(director.post(address, sent, follow=True))

    assert "Nobody lost a game there" in pays(table="1")
    for number in range(3, 8):
        sheets.plays(place, 1, record={"picker": (number + 1) % 4, "picker_points": 50})
    pays(table="1")
    line = CashLine.objects.latest("pk")
    assert (line.amount, note_in_words(line)) == (250, "Lost games: 2, 1, 1, 1")
    pays(table="2", games="2 0 5 1")
    line = CashLine.objects.latest("pk")
    assert (line.amount, note_in_words(line)) == (500, "Lost games: 2, 0, 5, 1")
    assert "No hands were entered at this table" in pays(table="2")
    assert "Either the amount, or the lost games." in pays(table="2", amount="3", games="1 0 0 0")
    pays(table="2", amount="1.50")
    assert CashLine.objects.latest("pk").amount == 150


def test_the_director_chooses_whether_tables_or_people_play_equally_many_hands(
    director: Client, club: Club, new_event: Callable[..., Event], by: Author
) -> None:
    page = reverse("set_up_event", args=[club.pk, "three_handed_sessions"])
    answer = fills_in(director, page, title="Sessions", equal_hands=None)
    assert answer.status_code == 422
    assert "Where not all play equally many hands" in words_of(answer)
    fills_in(director, page, title="Sessions", equal_hands=None, yields="average")
    settings = Event.objects.latest("pk").format
    assert (settings.hands_at(3, playing=3), settings.hands_at(4, playing=3)) == (48, 48)
    assert not unfit(settings, RULESETS["sheepshead3-coins"], {})
    event = new_event(entries=7, ruleset="sheepshead3-coins", **settings.to_json())
    played = plays_round(event, by, 1, "random_wishes")
    assert sorted(played.results.values_list("hands", flat=True)) == [36] * 4 + [48] * 3
    card = words_of(director.get(reverse("event_rules", args=[event.pk])))
    assert "Hands by table size: 3 → 48 · 4 → 48. So not everybody" in card


def test_a_team_of_three_may_count_the_average_for_the_missing_one(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, rounds=1, hands=4, team_size=4, team_missing="average")
    for entry in event.entries.all():
        entry.team = (
            "Aces" if there(entry.number) <= 4 else "Tens" if there(entry.number) < 8 else ""
        )
        entry.save()
    plays_round(event, by, 1)
    teams = {row.team: row.total for row in event_standing(event).teams}
    # Seats 1 to 4 win 9, 3, −3 and −9; of the Tens, the one with −9 is missing.
    assert teams == {"Aces": 0, "Tens": 12}


def test_in_a_match_that_the_clock_ended_the_score_stands(
    new_event: Callable[..., Event], by: Author
) -> None:
    settings = PRESETS["sasku_all"].settings.to_json() | {"rounds": 1, "draws": ("manual",)}
    event = new_event(entries=4, ruleset="saskop", **settings)
    played = drawn(event, by)
    for place, points in zip(played.tables.all(), ([7, 5], [3, 3]), strict=True):
        key_totals(
            event=event,
            place=place,
            record={"points": points, "games": [0, 0]},
            seen_number=0,
            by=by,
            submission=uuid4(),
            is_sure=True,
        )
    close(played)
    totals = {row.entry: row.total for row in event_standing(Event.objects.get()).ranked}
    first, second = played.plan["tables"]
    assert [totals[entry] for entry in (*first, *second)] == [2, 0, 1, 1]
