"""Two desks at one event: each follows what the other does, and nobody loses what is in hand."""

from __future__ import annotations

import re
import time
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from tests.browser.two_desks import Director, by, dora, emil, event
from tests.events.conftest import arrive
from tests.events.played import draws, keys, starts
from tests.serving import Served
from tournaments.events.desk.services import announce, turn_clock
from tournaments.events.draw.services.rounds import accept_draw, publish_round
from tournaments.events.results.services.sheets import close_round
from tournaments.events.results.views.tables import PACE
from tournaments.models import Author, Event, EventTable
from tournaments.tables.services.hands import record_hand

__all__ = ["by", "dora", "emil", "event"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HAND = {"picker": 1, "picker_points": 75}


def test_what_one_desk_announces_and_publishes_the_other_shows(
    dora: Director, emil: Director, event: Event, by: Author
) -> None:
    arrive(event, 8)
    draws(event, by)
    accept_draw(event=event, number=1, anyway=True, by=by, submission=uuid4())
    emil.looks_at()
    emil.page.get_by_label("Announce to everybody").fill("Soup is")
    dora.looks_at()
    dora.page.get_by_label("Announce to everybody").fill("Please sit down")
    dora.presses("Announce")
    expect(emil.part("desk-announcements")).to_contain_text("Please sit down")
    expect(emil.part("desk-deeds")).to_contain_text("Dora")
    dora.goes_to("Desk")
    dora.presses("Publish the seats of round 1")
    expect(emil.part("desk-step")).to_contain_text("Start round 1")
    box = emil.page.get_by_label("Announce to everybody")
    expect(box).to_have_value("Soup is")
    expect(box).to_be_focused()
    emil.page.keyboard.type(" served")
    emil.still_looks()
    dora.looks_at()
    emil.presses("Announce")
    expect(dora.page.get_by_text("Soup is served").first).to_be_visible()


def test_minutes_that_are_typed_stay_while_everything_else_goes_on(
    emil: Director, event: Event, by: Author
) -> None:
    arrive(event, 8)
    starts(event, by)
    # The signal to begin starts the clock: without it the form asks for the minutes.
    event.rounds.update(ends_at=None, seconds_left=None)
    emil.looks_at()
    emil.page.get_by_label("Minutes").fill("33")
    emil.page.locator("h1").click()
    turn_clock(event=event, number=1, turn="start", minutes=40, by=by, submission=uuid4())
    announce(event=event, text="Soup is served", by=by, submission=uuid4())
    expect(emil.part("desk-announcements")).to_contain_text("Soup is served")
    expect(emil.page.get_by_label("Minutes")).to_have_value("33")
    emil.page.get_by_label("Minutes").fill("45")  # as it stood there
    emil.page.locator("h1").click()
    expect(emil.part("desk-clock").get_by_role("timer")).to_be_visible()
    emil.still_looks()


def test_a_sheet_is_keyed_while_another_one_is_being_typed(
    dora: Director, emil: Director, event: Event, by: Author
) -> None:
    arrive(event, 12)
    starts(event, by)
    emil.looks_at("keying/?table=1")
    boxes = emil.page.locator('input[name^="points-"]')
    boxes.nth(0).fill("14")
    boxes.nth(1).fill("-1")
    missing = emil.page.get_by_role("complementary", name=re.compile("Still missing"))
    expect(missing.get_by_role("link")).to_have_count(3)
    dora.keys(3, 6, -6, 2, -2)
    dora.is_keyed(3)
    expect(missing.get_by_role("link")).to_have_count(2)
    expect(boxes.nth(0)).to_have_value("14")
    expect(boxes.nth(1)).to_be_focused()
    emil.page.keyboard.type("4")
    expect(boxes.nth(1)).to_have_value("-14")
    emil.still_looks()


def test_the_tables_and_the_round_follow_the_phones(
    dora: Director, emil: Director, event: Event, by: Author
) -> None:
    arrive(event, 8)
    starts(event, by)
    dora.looks_at("tables/")
    emil.looks_at("rounds/1/")
    place = EventTable.objects.get(round__event=event, number=2)
    record_hand(table=place.table, record=HAND, by=Author(), submission=uuid4())
    expect(dora.part("table-2").locator("td.figure")).to_contain_text("1/4")
    expect(dora.part("table-2")).to_contain_text("playing")
    expect(emil.part("running-next")).to_contain_text("entered at 1 table")
    expect(emil.part("table-2")).to_contain_text("has begun")
    dora.page.locator("#table-2 th a").focus()
    record_hand(table=place.table, record=HAND, by=Author(), submission=uuid4())
    expect(dora.part("table-2").locator("td.figure")).to_contain_text("2/4")
    expect(dora.page.locator("#table-2 th a")).to_be_focused()
    for desk in (dora, emil):
        desk.still_looks()


def test_a_round_that_goes_on_to_its_next_stage_takes_its_pages_along(
    dora: Director, emil: Director, event: Event, by: Author
) -> None:
    arrive(event, 8)
    draws(event, by)
    accept_draw(event=event, number=1, anyway=True, by=by, submission=uuid4())
    dora.looks_at("rounds/1/")
    publish_round(event=event, number=1, by=by, submission=uuid4())
    expect(dora.page.get_by_role("button", name="Start round 1")).to_be_visible()
    dora.presses("Start round 1")
    expect(dora.part("running-next")).to_be_visible()
    # Somebody is about to take the round back: the page stays until that is done or given up.
    emil.looks_at("rounds/1/")
    for place in EventTable.objects.filter(round__event=event):
        keys(place, by, 6, -6, 2, -2)
    expect(emil.part("running-next")).to_contain_text("2 tables")
    emil.page.reload()
    emil.stays_open()
    emil.page.get_by_text("Take the round back and draw it again").click()
    emil.page.get_by_label("Why").fill("Table 1 was")
    close_round(event=event, number=1, by=by, submission=uuid4())
    expect(dora.part("closed-next")).to_be_visible()
    emil.page.wait_for_timeout(1500)
    expect(emil.page.get_by_label("Why")).to_have_value("Table 1 was")
    emil.still_looks()
    emil.page.get_by_label("Why").fill("")
    emil.page.locator("h1").click()
    expect(emil.part("closed-next")).to_be_visible()


def test_keying_goes_on_to_the_next_round_unless_a_sheet_is_being_typed(
    dora: Director, emil: Director, event: Event, by: Author
) -> None:
    arrive(event, 8)
    played = starts(event, by)
    dora.looks_at("keying/")
    emil.looks_at("keying/?table=1")
    emil.page.locator('input[name^="points-"]').first.fill("14")
    for place in played.tables.all():
        keys(place, by, 6, -6, 2, -2)
    close_round(event=event, number=1, by=by, submission=uuid4())
    expect(dora.page.locator("main")).to_contain_text("This round is closed.")
    starts(event, by, 2)
    expect(dora.page.get_by_role("heading", name="Totals of round 2")).to_be_visible()
    expect(emil.page.locator('input[name^="points-"]').first).to_have_value("14")
    emil.still_looks()


def test_whoever_signs_out_elsewhere_is_asked_to_sign_in(
    emil: Director, event: Event, by: Author
) -> None:
    emil.looks_at()
    emil.context.clear_cookies()
    announce(event=event, text="Soup is served", by=by, submission=uuid4())
    expect(emil.page).to_have_url(re.compile("sign-in"))


def test_a_desk_that_was_signed_out_meanwhile_asks_to_sign_in_when_it_comes_back(
    emil: Director, event: Event, served: Served
) -> None:
    emil.looks_at()
    served.stop()
    Session.objects.all().delete()
    served.start()
    expect(emil.page).to_have_url(re.compile("sign-in"))


def test_a_page_that_nobody_sees_asks_for_nothing(emil: Director, event: Event, by: Author) -> None:
    arrive(event, 8)
    starts(event, by)
    emil.looks_at("tables/")
    asked: list[str] = []
    emil.page.on("request", lambda request: asked.append(request.url))
    emil.page.evaluate(HIDDEN, True)
    place = EventTable.objects.get(round__event=event, number=1)
    record_hand(table=place.table, record=HAND, by=Author(), submission=uuid4())
    emil.page.wait_for_timeout(1500)
    assert asked == []
    emil.page.evaluate(HIDDEN, False)
    expect(emil.part("table-1")).to_contain_text("1/4")


HIDDEN = """(isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_many_hands_are_fetched_at_the_pace_of_the_page(
    emil: Director, event: Event, by: Author
) -> None:
    arrive(event, 8)
    starts(event, by)
    emil.looks_at("tables/")
    asked: list[str] = []
    emil.page.on("request", lambda request: asked.append(request.url))
    place = EventTable.objects.get(round__event=event, number=1)
    began = time.monotonic()
    for _ in range(4):
        record_hand(table=place.table, record=HAND, by=Author(), submission=uuid4())
        emil.page.wait_for_timeout(700)
    expect(emil.part("table-1")).to_contain_text("4/4")
    fetched = [url for url in asked if "/tables/" in url]
    assert 1 <= len(fetched) <= 1 + (time.monotonic() - began) / PACE
