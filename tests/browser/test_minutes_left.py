"""The time for sheets runs on a page that stays open, as the clock of a round does."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from formats.event import EventSettings
from tests.browser.evening import Device
from tests.events.conftest import arrive
from tests.events.draw.drawn_rounds import drawn
from tests.events.making import create_event
from tournaments.models import Author, Club, Event, Membership

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OVER = "what comes in now is late"


@pytest.fixture
def dora(db: None) -> User:
    """Whoever directs the club."""
    club = Club.objects.create(name="Card room of the lower river")
    dora = User.objects.create_user("Dora")
    Membership.objects.create(club=club, user=dora)
    return dora


@pytest.fixture
def event(dora: User) -> Event:
    """A round of one table is on, and its sheet has to be in after an hour and two minutes."""
    by = Author(dora, "Dora", "")
    made = create_event(
        club=Club.objects.get(),
        title="Friday at the card room",
        ruleset="sheepshead4-cutthroat",
        settings=EventSettings(rounds=1, hands=4),
        by=by,
        submission=uuid4(),
    )
    arrive(made, 4)
    drawn(made, by, 1)
    due = timezone.now() + timedelta(minutes=62.5)
    Event.objects.filter(pk=made.pk).update(sheets_due_at=due)
    return made


def opens(phone: Device, dora: User, address: str) -> Page:
    """Dora's page, whose clock the test alone moves: it is not compared with the server's."""
    client = Client()
    client.force_login(dora)
    [cookie] = client.cookies.values()
    phone.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": phone.site.url}])
    page = phone.page
    page.route(
        "**/clock*.js",
        lambda route: route.abort() if route.request.method == "HEAD" else route.fallback(),
    )
    page.clock.install()
    phone.opens(address)
    return page


def test_minutes_are_counted_down_until_it_is_over(event: Event, dora: User, phone: Device) -> None:
    page = opens(phone, dora, reverse("event_tables", args=[event.pk]))
    line = page.locator(".due-line")
    expect(line).to_contain_text("1 h 3 min left")
    for minutes, words in ((3, "1 h 0 min left"), (50, "10 minutes left"), (9, "1 minute left")):
        page.clock.fast_forward(minutes * 60_000)
        expect(line).to_contain_text(f"· {words}")
        expect(line).to_have_class("notice due-line is-soon" if minutes > 3 else "notice due-line")
        expect(line.get_by_text(OVER)).to_be_hidden()
    page.clock.fast_forward(60_000)
    expect(line.get_by_text(OVER)).to_be_visible()
    expect(line.get_by_text("Sheets in by")).to_be_hidden()
    expect(line).to_have_class("notice due-line is-over")


def test_the_desk_counts_them_too(event: Event, dora: User, phone: Device) -> None:
    page = opens(phone, dora, reverse("desk", args=[event.pk]))
    line = page.get_by_text("Sheets have to be in by")
    expect(line).to_contain_text(": 1 h 3 min left")
    page.clock.fast_forward(58 * 60_000)
    expect(line).to_contain_text(": 5 minutes left")
