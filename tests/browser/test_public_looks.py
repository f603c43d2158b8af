"""Everybody's pages of an event: read in one hand on a phone, and as wide as a large screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.answers import there
from tests.browser.evening import Device
from tests.browser.looks import is_within
from tests.events.big import big_event
from tests.events.states import final
from tournaments.models import Club, Event

pytestmark = [pytest.mark.browser, pytest.mark.made_up, pytest.mark.django_db(transaction=True)]

LONGEST = "Bartholomäus Xaver von Katzenellenbogeny"  # 40 letters
IN_REACH = 500  # pixels from above, on a phone


@pytest.fixture
def event(db: None) -> Event:
    names = [f"{(LONGEST, 'Anna')[nth % 2][:36]} {nth:03}" for nth in range(40)]
    club = Club.objects.create(name="Schafkopffreunde")
    return big_event(club, entries=40, closed=2, running=True, rounds=4, names=names)


def test_a_standing_is_read_in_one_hand(phone: Device, event: Event) -> None:
    phone.opens(f"/e/{event.pk}/")
    first = phone.page.locator(".standing tbody tr").first
    assert there(first.bounding_box())["y"] < IN_REACH
    first.locator("summary").click()
    expect(first.get_by_role("link", name="The whole day")).to_be_visible()
    phone.page.set_viewport_size({"width": 320, "height": 640})
    is_within(phone)


def test_a_seat_is_found_by_three_letters(phone: Device, event: Event) -> None:
    phone.opens(f"/e/{event.pk}/seats/")
    phone.page.get_by_role("textbox", name="Your name or start number").fill("bar")
    phone.page.get_by_role("button", name="Find my seat").click()
    expect(phone.page.locator(".seat-big")).to_have_count(20)
    assert there(phone.page.locator(".seat-big").first.bounding_box())["y"] < IN_REACH + 200
    is_within(phone)


def test_a_list_is_stamped_once_when_it_is_locked(phone: Device, event: Event) -> None:
    phone.opens(f"/e/{event.pk}/")
    expect(phone.page.locator(".stamp")).to_have_count(0)
    event.rounds.filter(number=3).delete()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1, **final())
    phone.opens(f"/e/{event.pk}/")
    expect(phone.page.locator(".stamp")).to_have_count(1)
