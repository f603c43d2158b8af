"""An event has a language: its screens, paper, files and history are in it, whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.catalogues import said
from tests.events.browser_form import fills_in, form_on
from tests.site.test_language import asking, language_of
from tournaments.models import Club, Event, Series

GERMAN = {"Standings": "Rangliste"}


@pytest.fixture(autouse=True)
def catalogues(tmp_path: Path) -> Iterator[None]:
    with said(tmp_path, de=GERMAN, et={}):
        yield


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    """German, at a club whose language is Estonian."""
    made = new_event(entries=8, hands=4, rounds=2)
    Club.objects.update(language="et")
    Event.objects.update(language="de")
    return Event.objects.get(pk=made.pk)


def test_who_asks_for_no_language_reads_that_of_the_event_and_else_of_the_club(
    event: Event, director: Client
) -> None:
    series = Series.objects.create(club=event.club, title="Autumn", published_at=event.made_at)
    spoken = {
        reverse("event", args=[event.pk]): "de",
        reverse("event_rules", args=[event.pk]): "de",
        reverse("series", args=[series.pk]): "et",
        reverse("record_book", args=[event.club_id]): "et",
        reverse("desk", args=[event.pk]): "de",
        reverse("club", args=[event.club_id]): "et",
        reverse("club_rules", args=[event.club_id]): "et",
        reverse("account"): "en",
    }
    for address, language in spoken.items():
        assert language_of(director.get(address)) == language, address
        for accepts in ("fr", "*"):
            foreign = director.get(address, headers={"Accept-Language": accepts})
            assert language_of(foreign) == language, address
        assert language_of(director.get(address, headers={"Accept-Language": "en"})) == "en"


def test_whoever_asks_for_a_language_reads_it_everywhere(event: Event) -> None:
    for spoken in ("en", "et"):
        guest = asking(spoken)
        for name in ("event", "event_seats", "event_rules"):
            assert language_of(guest.get(reverse(name, args=[event.pk]))) == spoken


def test_a_new_event_begins_with_the_language_of_its_club(director: Client, club: Club) -> None:
    Club.objects.update(language="et")
    address = reverse("set_up_event", args=[club.pk, "wisconsin"])
    assert form_on(director, address)["language"] == "et"
    fills_in(director, address, title="Karikas")
    fills_in(director, address, title="Pokal", language="de")
    assert dict(Event.objects.values_list("title", "language")) == {"Karikas": "et", "Pokal": "de"}
