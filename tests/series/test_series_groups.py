"""A and B finals of a season: cut by the place over all, reserves move up, points are carried."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from formats.series import SeriesSettings
from tests.events.draw.drawn_rounds import drawn, propose
from tests.events.draw.season_stories import (
    SEASON,
    after_all,
    cannot,
    comes_all,
    entered,
    fresh,
    groups,
    makes,
    person,
    rules,
    season,
)
from tests.events.played import keys
from tests.series.series_stories import evening, series_of
from tests.tables.conftest import words_of
from tournaments.common.actions import Refused
from tournaments.events.results.services.sheets import close_round
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Club, Event, Series
from tournaments.series import services


@pytest.fixture
def series(new_event: Callable[..., Event], club: Club, by: Author) -> Series:
    return season(new_event, club, by)


def test_the_season_is_cut_by_the_place_and_the_next_ones_are_reserves(series: Series) -> None:
    assert groups(series)[:2] == [["Anna", "Emil"], ["Ben", "Fritz"]]
    assert groups(series)[2] == ["Gerd", "Cora", "Hans", "Dora"]
    assert groups(rules(series, rest_plays=True))[2] == ["Gerd", "Cora", "Hans", "Dora"]
    assert groups(rules(series, rest_plays=True))[3] == []


def test_who_cannot_come_makes_everybody_below_move_up_and_back(series: Series, by: Author) -> None:
    cannot(series, by, "Emil")
    assert groups(series)[:3] == [["Anna", "Ben"], ["Fritz", "Gerd"], ["Cora", "Hans", "Dora"]]
    cannot(series, by, "Anna")
    assert groups(series)[0] == ["Ben", "Fritz"]
    after_all(series, by, "Emil")
    after_all(series, by, "Anna")
    assert groups(series)[:2] == [["Anna", "Emil"], ["Ben", "Fritz"]]


def test_absence_needs_a_reason(series: Series, by: Author) -> None:
    with pytest.raises(Refused, match="Say why"):
        services.decline(
            series=series, person=person(series, "Emil"), reason="", by=by, submission=uuid4()
        )
    assert fresh(series).declined == []


def test_one_event_with_groups_that_carry_half(series: Series, by: Author) -> None:
    event = makes(rules(series, carried="half"), by)
    assert (event.finals, event.title) == (2, "Finals")
    rows = event.entries.order_by("pk").values_list("name", "final", "season_place", "brought")
    assert list(rows) == [
        ("Anna", 0, 1, "6"),
        ("Emil", 0, 2, "9/2"),
        ("Ben", 1, 3, "2"),
        ("Fritz", 1, 4, "3/2"),
    ]
    assert fresh(series).final == event


def test_until_a_round_is_drawn_the_entries_follow_who_cannot_come(
    series: Series, by: Author
) -> None:
    event = makes(series, by)
    cannot(series, by, "Emil")
    assert entered(event) == {"Anna": 0, "Ben": 0, "Fritz": 1, "Gerd": 1}
    assert event.changes.filter(kind="season_final").count() == 2
    after_all(series, by, "Emil")
    assert entered(event) == {"Anna": 0, "Emil": 0, "Ben": 1, "Fritz": 1}
    cannot(series, by, "Ben")
    assert entered(event)["Gerd"] == 1, "the reserve of before comes in again with its entry"
    assert event.entries.count() == 5


def test_an_event_for_each_group(series: Series, by: Author, stranger: Client) -> None:
    event = makes(rules(series, final_events="each", carried="full"), by)
    lower = fresh(series).lower_finals.get().event
    assert (event.title, lower.title) == ("Finals – A final", "Finals – B final")
    assert (event.finals, lower.finals) == (0, 0)
    assert (list(entered(event)), list(entered(lower))) == (["Anna", "Emil"], ["Ben", "Fritz"])
    cannot(series, by, "Anna")
    assert (list(entered(event)), list(entered(lower))) == (["Emil", "Ben"], ["Fritz", "Gerd"])
    after_all(series, by, "Anna")
    assert (set(entered(event)), set(entered(lower))) == ({"Anna", "Emil"}, {"Ben", "Fritz"})
    with pytest.raises(Refused, match="no stage"):
        services.add_stage(series=series, event=lower, by=by, submission=uuid4())


@pytest.fixture
def arrived(series: Series, by: Author) -> Event:
    """Two finals of four: Anna, Emil, Ben and Fritz; Gerd, Cora, Hans and Dora."""
    event = makes(rules(series, final_sizes=(4, 4), carried="half"), by)
    comes_all(event, by)
    event.refresh_from_db()
    return event


def test_the_groups_are_drawn_apart_from_the_first_round_on(
    arrived: Event, by: Author, director: Client
) -> None:
    page = words_of(director.get(reverse("round", args=[arrived.pk, 1])))
    assert "A final tables of 4: 1" in page
    propose(arrived, by, 1)
    played = drawn(arrived, by, 1)
    tables = [
        {row.entry.name for row in place.results.select_related("entry")}
        for place in played.tables.order_by("number")
    ]
    assert tables == [{"Anna", "Emil", "Ben", "Fritz"}, {"Gerd", "Cora", "Hans", "Dora"}]


def test_season_points_count_by_half_and_the_a_final_stands_above(
    arrived: Event, by: Author, stranger: Client
) -> None:
    propose(arrived, by, 1)
    played = drawn(arrived, by, 1)
    for place in played.tables.order_by("number"):
        keys(place, by, -6, 2, 2, 2) if place.number == 1 else keys(place, by, 30, -10, -10, -10)
    first = {row.entry.name: row.points for row in played.results.select_related("entry")}
    close_round(event=arrived, number=1, by=by, submission=uuid4())
    arrived.refresh_from_db()
    ranked = event_standing(arrived).ranked
    names = {entry.number: entry.name for entry in arrived.entries.all()}
    totals = {names[row.entry]: row.total for row in ranked}
    assert totals["Emil"] == Fraction(9, 2) + first["Emil"]
    assert totals["Anna"] == 6 + first["Anna"]
    assert {names[row.entry] for row in ranked[:4]} == {"Anna", "Emil", "Ben", "Fritz"}
    arrived.published_at = arrived.made_at
    arrived.save()
    page = words_of(stranger.get(reverse("event", args=[arrived.pk])))
    assert "Season" in page
    assert "Emil No. 2 Season 4.50" in page
    assert "A final, places 1–4" in page


def test_once_a_round_is_drawn_who_is_in_stands(
    arrived: Event, series: Series, by: Author, director: Client
) -> None:
    propose(arrived, by, 1)
    drawn(arrived, by, 1)
    cannot(series, by, "Anna")
    assert entered(arrived)["Anna"] == 0
    with pytest.raises(Refused, match="who is in them stands"):
        services.bring_up_to_date(series=fresh(series), by=by, submission=uuid4())
    page = words_of(director.get(reverse("series_final", args=[series.pk])))
    assert "A round is drawn: who is in the finals stands." in page
    assert "Bring the finals up to date" not in page


def test_a_place_by_hand_is_in_the_lowest_final_beside_the_others(
    series: Series, by: Author
) -> None:
    dora = person(series, "Dora")[0]
    services.give_place(series=series, player=dora, reason="Sponsor", by=by, submission=uuid4())
    assert groups(series)[1] == ["Ben", "Fritz", "Dora"]
    assert entered(makes(fresh(series), by))["Dora"] == 1


def test_what_is_made_keeps_its_number_of_finals(series: Series, by: Author) -> None:
    makes(series, by)
    other = fresh(series)
    with pytest.raises(Refused, match="made already"):
        services.change_series(
            series=other,
            title=other.title,
            settings=SeriesSettings(**SEASON | {"final_sizes": (4,)}),
            seen_version=other.version,
            by=by,
            submission=uuid4(),
        )
    with pytest.raises(Refused, match="a final already"):
        makes(fresh(series), by)


def test_points_of_a_season_are_not_carried_into_an_average(
    new_event: Callable[..., Event], club: Club, by: Author
) -> None:
    one = evening(new_event, by, "Night 1", ("Anna", "Ben", "Cora", "Dora"), 12, 4, -6, -10)
    series = series_of(club, by, one, **SEASON | {"carried": "full"})
    one.settings |= {"yields": "average"}
    one.save()
    with pytest.raises(Refused, match="points per hand"):
        makes(fresh(series), by)
