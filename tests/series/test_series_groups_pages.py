"""The page of a season's finals: who is in which, who cannot come, what is to be done."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.events.browser_form import form_on
from tests.events.draw.season_stories import SEASON, cannot, entered, makes, person, rules, season
from tests.series.series_stories import series_of
from tests.series.test_series import corrects
from tests.tables.conftest import words_of
from tournaments.common.actions import Refused
from tournaments.events.check_in.services import mark_no_show
from tournaments.models import Author, Club, Event, Series


@pytest.fixture
def series(new_event: Callable[..., Event], club: Club, by: Author) -> Series:
    return season(new_event, club, by)


def test_a_stage_that_is_corrected_changes_what_is_brought(
    series: Series, by: Author, director: Client
) -> None:
    event = makes(rules(series, carried="full"), by)
    anna = event.entries.get(name="Anna")
    assert anna.brought == "12"
    corrects(Event.objects.get(title="Night 1"), by, 14, 4, -8, -10)
    page, update = (reverse(name, args=[series.pk]) for name in ("series_final", "update_finals"))
    assert "Anna: the season counts 14 instead of 12." in words_of(director.get(page))
    assert director.post(update, form_on(director, page, update)).status_code == 302
    anna.refresh_from_db()
    assert anna.brought == "14"
    assert "the season counts" not in words_of(director.get(page))


def test_who_does_not_come_by_the_doors_list_is_told(
    series: Series, by: Author, director: Client
) -> None:
    event = makes(series, by)
    mark_no_show(entry=event.entries.get(name="Emil"), by=by, submission=uuid4())
    page = words_of(director.get(reverse("series_final", args=[series.pk])))
    assert "By the door’s list Emil will not play." in page
    cannot(series, by, "Emil")
    assert entered(event)["Ben"] == 0


def test_the_page_makes_them_and_says_who_moves_up(
    series: Series, director: Client, stranger: Client
) -> None:
    page, declines = (reverse(n, args=[series.pk]) for n in ("series_final", "decline_final"))
    sent = form_on(director, page, declines)
    refused = director.post(declines, sent | {"person": "", "reason": ""})
    assert refused.status_code == 422
    emil = person(series, "Emil")[0]
    for _twice in range(2):
        answer = director.post(declines, sent | {"person": str(emil), "reason": "On holiday"})
        assert answer.status_code == 302
    said = words_of(director.get(page))
    assert "Ben moved up (from: B final)" in said
    assert "Gerd moved up, was next in line" in said
    assert "Cannot come Emil" in said
    public = words_of(stranger.get(reverse("series_qualified", args=[series.pk])))
    assert "Ben moved up (from: B final)" in public
    fields = form_on(director, page, page)
    for _twice in range(2):
        answer = director.post(page, fields)
        assert answer.status_code == 302
    event = Event.objects.get(title="Final: Autumn cup")
    assert answer["Location"] == reverse("event_settings", args=[event.pk])
    assert entered(event) == {"Anna": 0, "Ben": 0, "Fritz": 1, "Gerd": 1}
    comes = reverse("comes_to_final", args=[series.pk])
    director.post(comes, form_on(director, page, comes))
    assert entered(event) == {"Anna": 0, "Emil": 0, "Ben": 1, "Fritz": 1}
    history = words_of(director.get(reverse("series_desk", args=[series.pk])))
    assert "Emil cannot come to the final" in history
    assert "Emil comes to the final after all" in history


def test_nobody_has_a_place_yet(club: Club, by: Author, director: Client) -> None:
    empty = series_of(club, by, **SEASON)
    with pytest.raises(Refused, match="Nobody has a place"):
        makes(empty, by)
    page = words_of(director.get(reverse("series_final", args=[empty.pk])))
    assert "Nobody has a place in the season yet." in page


def test_the_rules_ask_for_sizes(series: Series, director: Client) -> None:
    address = reverse("series_rules", args=[series.pk])
    fields = form_on(director, address)
    assert fields["final_sizes"] == "2 2"
    refused = director.post(address, fields | {"final_sizes": "8 1"})
    assert refused.status_code == 422
    assert "A final has at least two." in words_of(refused)
    assert director.post(address, fields | {"final_sizes": "8"}).status_code == 302
    said = words_of(director.get(address))
    assert "After the season the places decide who plays where: Final: 8 places." in said


def test_the_page_costs_no_more_with_more_people(
    series: Series, by: Author, director: Client
) -> None:
    makes(rules(series, final_sizes=(2, 2)), by)
    page = reverse("series_final", args=[series.pk])
    director.get(page)
    with CaptureQueriesContext(connection) as few:
        director.get(page)
    rules(series, final_sizes=(4, 4))
    director.get(page)
    with CaptureQueriesContext(connection) as many:
        director.get(page)
    assert len(many) == len(few)
