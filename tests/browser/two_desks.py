"""Two directors of one club, each at a laptop, at the same event."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Route, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from formats.event import EventSettings
from tests.browser.event_day import LAPTOP, Desk
from tests.events.making import create_event
from tests.serving import PATIENCE, Served
from tournaments.models import Author, Club, Event, Membership

A_MOMENT = 900  # milliseconds
NOTES_WHAT_IT_SHOWS = """addEventListener("sheepfold:shown", () => {
    window.shownAt = performance.now();
}, true)"""
IS_READ = """(moment) => !(performance.now() - (window.shownAt ?? -moment) < moment)"""


class Director(Desk):
    """One of the club's directors, signed in."""

    def __init__(self, context: BrowserContext, site: Served, event: Event, name: str) -> None:
        super().__init__(context, site)
        self.event = event.pk
        user = User.objects.create_user(name)
        Membership.objects.create(club=event.club, user=user)
        client = Client()
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site.url}]
        )
        self.page.add_init_script(NOTES_WHAT_IT_SHOWS)

    def looks_at(self, path: str = "") -> None:
        self.opens(f"/desk/{self.event}/{path}")
        self.stays_open()

    def still_looks(self) -> None:
        """The page was never loaded anew, and the console has nothing to say."""
        assert self.page.evaluate("window.isTheSamePage")
        assert not self.said, self.said

    def part(self, name: str) -> Locator:
        return self.page.locator(f"#{name}")

    def was_told(self) -> None:
        """The page has heard of what directors did so far, and had the time to show it."""
        version = str(Event.objects.get(pk=self.event).version)
        expect(self.root).to_have_attribute("data-seen", re.compile(f"^{version}"))
        self.page.wait_for_timeout(A_MOMENT)

    def taps_on(self, what: Locator) -> None:
        """Nobody taps on a button that has only just come there; it would not count."""
        self.waits_until(IS_READ, A_MOMENT)
        super().taps_on(what)

    def waits_for(self, held: Sequence[Route]) -> Route:
        """What a route holds back, as soon as the page has asked for it."""
        deadline = time.monotonic() + PATIENCE
        while not held:
            assert time.monotonic() < deadline, "the page asks for nothing"
            self.page.wait_for_timeout(20)
        return held[0]


@pytest.fixture
def by(db: None) -> Author:
    return Author(None, "Dora", "")


@pytest.fixture
def event(served: Served, by: Author) -> Event:
    club = Club.objects.create(name="Round table", is_public=True)
    made = create_event(
        club=club,
        title="Autumn cup",
        ruleset="sheepshead4-cutthroat",
        settings=EventSettings(fee=500, hands=4, rounds=2, minutes=45),
        by=by,
        submission=uuid4(),
    )
    Event.objects.filter(pk=made.pk).update(published_at=made.made_at, place="The Lamb")
    made.refresh_from_db()
    return made


@pytest.fixture
def dora(new_context: CreateContextCallback, served: Served, event: Event) -> Director:
    return Director(new_context(viewport=LAPTOP), served, event, "Dora")


@pytest.fixture
def emil(new_context: CreateContextCallback, served: Served, event: Event) -> Director:
    return Director(new_context(viewport=LAPTOP), served, event, "Emil")
