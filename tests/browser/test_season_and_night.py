"""The finals of a season and the people of a free night's table, on a phone and large screens."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from formats.event import EventSettings
from tests.answers import there
from tests.browser.evening import CALM, PEOPLE, Device
from tests.browser.looks import is_open_to_everybody, is_within_large_screens
from tests.events.draw.season_stories import cannot, makes, rules, season
from tests.events.making import create_event
from tests.events.night.free_night import joins, leaves, table_of, wins
from tests.events.night.rolling_day import CLUB_NIGHT, come
from tournaments.events.check_in.services import mark_no_show
from tournaments.events.draw.services.tables import write_secret
from tournaments.models import Author, Club, Event, Membership

pytestmark = [CALM, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = tuple((name * 10)[:40] for name in PEOPLE)[:5]


@pytest.fixture
def club(db: None) -> Club:
    club = Club.objects.create(name="Card room of the lower river", is_public=True)
    Membership.objects.create(club=club, user=User.objects.create_user("Dora"))
    return club


@pytest.fixture
def by(club: Club) -> Author:
    return Author(User.objects.get(), "Dora", "")


@pytest.fixture
def director(by: Author, phone: Device) -> Device:
    """The phone of whoever directs the club."""
    client = Client()
    client.force_login(there(by.user))
    [cookie] = client.cookies.values()
    phone.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": phone.site.url}])
    return phone


def makes_event(club: Club, by: Author, **settings: Any) -> Event:
    ruleset = str(settings.pop("ruleset", "sheepshead4-cutthroat"))
    event = create_event(
        club=club,
        title="Friday at the card room",
        ruleset=ruleset,
        settings=EventSettings(**settings),
        by=by,
        submission=uuid4(),
    )
    event.published_at = event.starts_at = event.made_at
    event.save()
    return event


def looks_right(device: Device, name: str, *args: object) -> None:
    device.opens(reverse(name, args=args))
    for details in device.page.locator("main summary:visible").all():
        details.click()
    is_open_to_everybody(device)
    is_within_large_screens(device)


def test_the_finals_of_a_season_before_and_after_they_are_made(
    director: Device, club: Club, by: Author
) -> None:
    series = season(lambda **more: makes_event(club, by, **more), club, by)
    series = rules(series, carried="half")
    cannot(series, by, "Emil")
    looks_right(director, "series_final", series.pk)
    event = makes(series, by)
    mark_no_show(entry=event.entries.get(name="Ben"), by=by, submission=uuid4())
    event.entries.filter(name="Anna").update(brought="11")
    looks_right(director, "series_final", series.pk)
    looks_right(director, "series_qualified", series.pk)


def test_people_join_and_leave_a_table_of_a_free_night(
    director: Device, club: Club, by: Author
) -> None:
    event = makes_event(club, by, **CLUB_NIGHT)
    come(event, by, *LONG)
    place = table_of(event, by, 1, 2, 3)
    joins(place, by, LONG[3], after=LONG[0])
    wins(place, LONG[0], LONG[3])
    leaves(place, by, LONG[1])
    looks_right(director, "desk_sitting", event.pk, place.pk)
    looks_right(director, "table_sitting", write_secret(place))
    looks_right(director, "rolling", event.pk)
    looks_right(director, "desk_table", event.pk, place.pk)
