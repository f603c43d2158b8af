"""Open pages of an event follow it by themselves: the projector, a phone, the standing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.answers import there
from tests.events.big import big_event
from tests.events.states import final, running
from tests.serving import Served, served
from tournaments.common.locks import announce, announce_event
from tournaments.live import broker
from tournaments.models import Announcement, Club, Event, EventTable, Result, Round, Table

__all__ = ["served"]

pytestmark = [
    pytest.mark.alone,
    pytest.mark.browser,
    pytest.mark.made_up,
    pytest.mark.django_db(transaction=True),
]

TWO_MINUTES = 120_000  # milliseconds


@pytest.fixture
def hall(served: Served) -> Club:
    return Club.objects.create(name="Skat room")


def opens(page: Page, site: Served, event: Event, path: str = "") -> None:
    page.goto(f"{site.url}/e/{event.pk}/{path}")
    expect(page.locator("[data-live-status]")).to_have_attribute("data-state", "live")


@contextmanager
def deed(event: Event) -> Iterator[None]:
    """Count and tell what a director does, all at once: no view sees a half of it."""
    with transaction.atomic():
        yield
        Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
        announce_event(event.pk)


def saves(event: Event, points: int) -> None:
    place = EventTable.objects.filter(round__event=event, round__state=Round.DRAWN).first()
    with transaction.atomic():
        Table.objects.filter(pk=there(place).table_id).update(version=F("version") + 1)
        Result.objects.filter(event_table=place, side=0).update(points=points)
        announce(there(place).table_id)


def test_the_screen_turns_its_pages_and_space_holds_them(
    page: Page, served: Served, hall: Club
) -> None:
    event = big_event(hall, entries=60, closed=1, running=True, rounds=3)
    page.clock.install()
    opens(page, served, event, "screen/?mode=seats&every=120")
    number = page.locator(".hall > footer > p span").nth(1)
    expect(number).to_have_text("Page 1 of 3")
    page.clock.fast_forward(TWO_MINUTES)
    expect(number).to_have_text("Page 2 of 3")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text("Page 3 of 3")
    page.clock.fast_forward(TWO_MINUTES)
    expect(page.get_by_role("button", pressed=True)).to_be_visible()
    expect(number).to_have_text("Page 3 of 3")
    page.keyboard.press("1")
    expect(page.get_by_role("heading", level=1)).to_have_text("If it ended now")
    assert "mode=standings" in page.url


def test_the_screen_shows_a_saved_hand(page: Page, served: Served, hall: Club) -> None:
    event = big_event(hall, entries=8, closed=1, running=True, rounds=3)
    opens(page, served, event, "screen/?mode=standings")
    saves(event, 98765)
    expect(page.get_by_text("+98", exact=False).first).to_be_visible()


def test_the_standing_moves_under_the_readers_eyes(page: Page, served: Served, hall: Club) -> None:
    event = big_event(hall, entries=8, closed=1, running=True, rounds=3)
    opens(page, served, event)
    page.locator(".standing tbody th > a").first.focus()
    saves(event, 55555)
    expect(page.locator(".standing td", has_text="+55555")).to_be_visible()
    assert page.evaluate("document.activeElement.matches('.standing th > a')")


def test_a_phone_learns_of_announcements_and_of_its_next_seat(
    page: Page, served: Served, hall: Club
) -> None:
    event = big_event(hall, entries=8, closed=1, running=True, rounds=3)
    event.rounds.filter(number=2).update(published_at=None, started_at=None)
    opens(page, served, event, "entries/3/")
    expect(page.get_by_text("It stands here as soon as the draw is published.")).to_be_visible()
    with deed(event):
        Announcement.objects.create(event=event, text="Soup is served")
    expect(page.get_by_text("Soup is served")).to_be_visible()
    with deed(event):
        event.rounds.filter(number=2).update(published_at=timezone.now())
    line = Result.objects.get(event=event, round__number=2, entry__number=3)
    place = page.locator(".next-seat .seat-big")
    expect(place).to_contain_text(f"Table {there(line.event_table).number}")
    expect(place).to_contain_text(f"Seat {there(line.side) + 1}")


@pytest.mark.parametrize("path", ["", "entries/3/", "screen/?mode=standings"])
def test_nothing_claims_to_be_live_once_the_final_list_is_locked(
    path: str, page: Page, served: Served, hall: Club
) -> None:
    event = big_event(hall, entries=8, closed=1, running=False, rounds=1)
    opens(page, served, event, path)
    status = page.locator("[data-live-status]")
    expect(status).to_have_text("Live")
    for state, said in ((final(), "Ended"), (running(), "Live"), (final(), "Ended")):
        with deed(event):
            Event.objects.filter(pk=event.pk).update(**state)
        expect(status).to_have_text(said)
    page.reload()
    expect(status).to_have_text("Ended")


def test_what_looks_as_before_is_shown_where_a_page_saw_what_was_in_between(
    page: Page, served: Served, hall: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = big_event(hall, entries=8, closed=1, running=False, rounds=1)
    opens(page, served, event, "entries/3/")
    status = page.locator("[data-live-status]")
    states = Event.objects.filter(pk=event.pk)
    with deed(event):
        states.update(**final())
    expect(status).to_have_text("Ended")
    monkeypatch.setattr(broker, "EVENT_PACE", 2.0)
    with deed(event):
        states.update(**running())
    page.evaluate("document.dispatchEvent(new Event('sheepfold:fetch'))")
    expect(status).to_have_text("Live")
    with deed(event):
        states.update(**final())
    expect(status).to_have_text("Ended")


def test_everything_is_there_without_a_script(browser: object, served: Served, hall: Club) -> None:
    event = big_event(hall, entries=60, closed=1, running=True, rounds=3)
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto(f"{served.url}/e/{event.pk}/screen/?mode=seats")
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_text("Page 2 of 3")).to_be_visible()
    page.get_by_role("link", name="Leave the screen").click()
    page.get_by_role("textbox", name="Name or start number").fill("anna 17")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_text("1 entry for “anna 17”.")).to_be_visible()
    page.get_by_role("link", name="Anna 17", exact=True).click()
    expect(page.get_by_role("heading", name="Anna 17")).to_be_visible()
    context.close()
