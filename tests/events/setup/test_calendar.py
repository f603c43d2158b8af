"""Events in a calendar: what an independent reader finds in the files, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from tests.events.browser_form import fills_in
from tests.events.conftest import words_of
from tournaments.events.desk.services import announce
from tournaments.models import Author, Club, Event

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

TITLE = "Großer Preis, Jüngermeisterschaft; Süddeutschland \\ Nordschleswig-Öresund-Ärmelkanal"
PLACE = "Gasthof „Zum Bären“, Säulenhalle; Hörnumstraße 12, 25980 Westerland-Öömrang/Föhr"
BEGINS = datetime(2026, 11, 28, 18, 30, tzinfo=UTC)


def on(event: Event, begins: datetime | None = BEGINS, **more: Any) -> Event:
    for name, value in ({"starts_at": begins} | more).items():
        setattr(event, name, value)
    event.save()
    return event


def read(client: Client, page: str, key: int) -> Any:
    answer = client.get(reverse(page, args=[key]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    whole = answer.content
    assert whole.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in whole.replace(b"\r\n", b"")
    assert max(map(len, whole.split(b"\r\n"))) <= 75
    for line in whole.split(b"\r\n"):
        line.decode()  # no letter is cut in two
    found: Any = Calendar.from_ical(whole)
    assert [each.errors for each in found.walk()] == [[] for _each in found.walk()]
    return found


def test_a_reader_of_calendars_finds_every_published_event_of_a_club(
    club: Club, new_event: Callable[..., Event], stranger: Client
) -> None:
    club.name = "Kartenfreunde Flensburg"
    club.save()
    evening = on(new_event(fee=1250), title=TITLE, place=PLACE, language="de")
    days = on(new_event(rounds=40, minutes=90), BEGINS + timedelta(days=7), title="A week of it")
    on(new_event(), None, title="Some day")
    on(new_event(published=False), title="Not yet")

    calendar = read(stranger, "club_calendar", club.pk)
    assert calendar.calendar_name == "Kartenfreunde Flensburg"
    first, second = calendar.walk("VEVENT")
    assert (first["SUMMARY"], first["LOCATION"]) == (TITLE, PLACE)
    assert first["SUMMARY"].params["LANGUAGE"] == "de"
    assert first["DTSTART"].dt == BEGINS
    assert "DTEND" not in first
    assert first["URL"] == f"http://testserver/e/{evening.pk}/"
    club_line, game, fee = first["DESCRIPTION"].split("\n")
    assert club_line == club.name
    assert game
    assert fee == "Startgeld 12,50"
    assert second["SUMMARY"] == days.title
    assert second["DTEND"].dt - second["DTSTART"].dt == timedelta(hours=60)
    assert first["UID"] != second["UID"]

    [alone] = read(stranger, "event_calendar", evening.pk).walk("VEVENT")
    assert alone.to_ical() == first.to_ical()


def test_what_a_calendar_knows_is_followed_by_what_is_changed(
    new_event: Callable[..., Event], stranger: Client, director: Client, by: Author
) -> None:
    event = on(new_event(), place="Hall 1")

    def now() -> Any:
        [found] = read(stranger, "event_calendar", event.pk).walk("VEVENT")
        return found

    before = now()
    assert now().to_ical() == before.to_ical()
    announce(event=event, text="Coffee is ready", by=by, submission=uuid4())
    assert now().to_ical() == before.to_ical()
    assert fills_in(director, f"/desk/{event.pk}/settings/", place="Hall 2").status_code == 302
    after = now()
    assert after["LOCATION"] == "Hall 2"
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["DTSTAMP"].dt >= before["DTSTAMP"].dt


def test_an_event_without_a_day_is_in_no_calendar_and_no_page_leads_there(
    new_event: Callable[..., Event], stranger: Client
) -> None:
    event = on(new_event(), None)
    assert stranger.get(reverse("event_calendar", args=[event.pk])).status_code == 404
    page = reverse("event", args=[event.pk])
    assert "Into my calendar" not in words_of(stranger.get(page))
    on(event)
    assert "Into my calendar" in words_of(stranger.get(page))
    on(event, published_at=None)
    assert stranger.get(reverse("event_calendar", args=[event.pk])).status_code == 404


def test_the_club_s_page_leads_to_its_calendar(club: Club, stranger: Client) -> None:
    address = reverse("club_calendar", args=[club.pk])
    page = stranger.get(reverse("record_book", args=[club.pk])).content.decode()
    assert f'href="{address}"' in page
    assert list(read(stranger, "club_calendar", club.pk).walk("VEVENT")) == []
    Club.objects.update(is_public=False)
    assert stranger.get(address).status_code == 404
