"""The pages of a series on a phone and on large screens, and rules that follow what is typed."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from formats.event import EventSettings
from tests.browser.evening import PEOPLE, Device
from tests.events.making import create_event
from tests.series.series_stories import evening, series_of
from tournaments.events.standings.services import lock_final, reopen_final
from tournaments.models import Author, Club, Event, Membership, Series

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = tuple((name * 10)[:40] for name in PEOPLE)[:4]
TITLE = "Evening of all card rooms between the two rivers"


@pytest.fixture
def series(db: None) -> Series:
    """Fourteen stages with the longest names and totals of five digits, one of them amended."""
    user = User.objects.create_user("Dora")
    club = Club.objects.create(name="Card room of the lower river", is_public=True)
    Membership.objects.create(club=club, user=user)
    by = Author(user, "Dora", "")

    def new_event(**settings: Any) -> Event:
        event = create_event(
            club=club,
            title=TITLE,
            ruleset="sheepshead4-cutthroat",
            settings=EventSettings(**settings),
            by=by,
            submission=uuid4(),
        )
        event.published_at = event.starts_at = event.made_at
        event.save()
        return event

    most = (9_999, -3_333, -3_333, -3_333)
    events = [evening(new_event, by, f"{TITLE} {nth}", LONG, *most) for nth in range(1, 15)]
    reopen_final(event=events[0], reason="Read wrong", by=by, submission=uuid4())
    lock_final(event=events[0], by=by, submission=uuid4())
    return series_of(club, by, *events, best_of=12, has_final=True, top=1)


@pytest.fixture
def director(series: Series, phone: Device) -> Device:
    """The phone of whoever directs the club."""
    client = Client()
    client.force_login(User.objects.get(username="Dora"))
    [cookie] = client.cookies.values()
    phone.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": phone.site.url}])
    return phone


def test_what_the_rules_lead_to_follows_what_is_typed(director: Device, series: Series) -> None:
    director.opens(reverse("series_rules", args=[series.pk]))
    follows = director.page.locator("#what-follows")
    expect(follows).to_contain_text("The best 12 stages of everybody count.")
    expect(follows).to_contain_text("+119988")
    director.page.locator("[name=best_of]").fill("1")
    director.page.locator("[name=drop]").focus()
    expect(follows).to_contain_text("The best stage of everybody counts.")
    expect(follows).to_contain_text("+9999")
    assert Series.objects.get().settings["best_of"] == 12
