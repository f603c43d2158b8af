"""The door in a real browser: taps and keys are counted, nothing sticks out, all can use it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import ViewportSize, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.evening import PHONE, Device
from tests.browser.looks import LARGE_SCREENS, excludes_nobody, small_targets
from tests.events.check_in.door_stories import arrives, registers
from tests.serving import Served, served
from tournaments.events.check_in.services import leave
from tournaments.models import Author, Entry, Event

__all__ = ["served"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAPTOP: ViewportSize = {"width": 1280, "height": 800}
LONG = "Maximiliana Oberniedermayer-Breitenbrunn"


class Desk(Device):
    """A director's device at the door; it counts keys as well."""

    keys = 0

    def signs_in(self, director: Client) -> None:
        name = settings.SESSION_COOKIE_NAME
        self.context.add_cookies(
            [{"name": name, "value": director.cookies[name].value, "url": self.site.url}]
        )

    def types_keys(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def presses(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def taps_button(self, words: str, who: str = "") -> None:
        name = re.compile(f"^{words}( ?: {who})?$")
        self.taps_on(self.page.get_by_role("button", name=name).filter(has_text=who))

    def called(self, words: str) -> None:
        expect(self.page.locator("#door-news")).to_contain_text(words)


@pytest.fixture
def event(served: Served, new_event: Callable[..., Event]) -> Event:
    return new_event(fee=1000, rounds=2, groups=("Ladies",), capacity=120)


@pytest.fixture
def laptop(new_context: CreateContextCallback, served: Served, director: Client) -> Desk:
    desk = Desk(new_context(viewport=LAPTOP), served)
    desk.signs_in(director)
    return desk


@pytest.fixture
def phone(new_context: CreateContextCallback, served: Served, director: Client) -> Desk:
    desk = Desk(new_context(viewport=PHONE, has_touch=True), served)
    desk.signs_in(director)
    return desk


def comes_80(event: Event, by: Author) -> None:
    """Forty are here and forty are not, among them Zenzi."""
    for at in range(39):
        registers(event, by, f"Anna Huber {at}")
    registers(event, by, "Zenzi Kneissl")
    for at in range(5):
        arrives(event, by, f"Ben Maier {at}")


def test_somebody_registered_is_two_taps_on_a_phone(phone: Desk, event: Event, by: Author) -> None:
    comes_80(event, by)
    phone.opens(f"/desk/{event.pk}/door/")
    box = phone.page.get_by_role("textbox")
    phone.taps_on(box)
    phone.types_keys("zen")
    expect(phone.page.locator("#found li")).to_have_count(2)  # she, and somebody new
    phone.taps_button("Paid, here", "Zenzi Kneissl")
    phone.called("No. 6")
    assert (phone.taps, phone.keys) == (2, 3)
    assert Entry.objects.get(name="Zenzi Kneissl").is_paid
    expect(box).to_have_value("")
    expect(box).to_be_focused()
    assert not phone.said


def test_by_keyboard_it_is_three_letters_and_enter_twice(
    laptop: Desk, event: Event, by: Author
) -> None:
    comes_80(event, by)
    laptop.opens(f"/desk/{event.pk}/door/")
    for name, number in (("zen", 6), ("Resi Neu", 7)):
        laptop.types_keys(name)
        laptop.presses("Enter")
        expect(laptop.page.locator("#found .button").first).to_be_focused()
        laptop.presses("Enter")
        laptop.called(f"No. {number}")
        expect(laptop.page.get_by_role("textbox")).to_be_focused()
    assert (laptop.taps, laptop.keys) == (0, 3 + 2 + 8 + 2)
    assert Entry.objects.filter(status=Entry.HERE).count() == 7


def test_a_walk_in_is_a_name_and_two_taps(phone: Desk, event: Event) -> None:
    phone.opens(f"/desk/{event.pk}/door/")
    phone.taps_on(phone.page.get_by_role("textbox"))
    phone.types_keys("Resi Neumann")
    phone.taps_button("Paid, here", "Resi Neumann")
    phone.called("Resi Neumann")
    assert (phone.taps, phone.keys) == (2, len("Resi Neumann"))


def test_undoing_is_a_tap_where_it_was_done(phone: Desk, event: Event, by: Author) -> None:
    registers(event, by, "Zenzi Kneissl")
    phone.opens(f"/desk/{event.pk}/door/")
    phone.taps_button("Paid, here", "Zenzi Kneissl")
    phone.called("No. 1")
    phone.taps_button("Not here after all", "Zenzi Kneissl")
    phone.called("registered")
    assert Entry.objects.get().status == Entry.REGISTERED
    assert phone.taps == 2


def test_letters_typed_anywhere_begin_the_next_search(
    laptop: Desk, event: Event, by: Author
) -> None:
    registers(event, by, "Zenzi Kneissl")
    laptop.opens(f"/desk/{event.pk}/door/")
    laptop.page.locator("h1").click()
    laptop.types_keys("zen")
    expect(laptop.page.get_by_role("textbox")).to_have_value("zen")


def test_a_tap_without_an_answer_is_said_and_counts_once_when_pressed_again(
    phone: Desk, event: Event, by: Author
) -> None:
    registers(event, by, "Zenzi Kneissl")
    phone.opens(f"/desk/{event.pk}/door/")
    phone.page.route("**/door/in/", lambda route: route.abort())
    phone.taps_button("Paid, here", "Zenzi Kneissl")
    expect(phone.page.get_by_text("No answer came.")).to_be_visible()
    phone.page.unroute("**/door/in/")
    phone.taps_button("Paid, here", "Zenzi Kneissl")
    phone.called("No. 1")
    assert event.changes.filter(kind="arrived").count() == 1


def test_while_a_name_is_typed_it_is_asked_who_is_meant(
    laptop: Desk, event: Event, by: Author
) -> None:
    arrives(event, by, "Jörg Müller")
    laptop.opens(f"/clubs/{event.club_id}/players/new/")
    laptop.types_keys("Joerg Muler")
    link = laptop.page.get_by_role("link", name="Jörg Müller")
    expect(link).to_be_visible()


OUTSIDE = """() => [...document.querySelectorAll("main *")]
    .filter((element) => element.checkVisibility()
        && !element.closest(".unseen, .paste-lines, svg")
        && element.getBoundingClientRect().right > innerWidth + 0.5)
    .map((element) => element.outerHTML.slice(0, 120))"""


def is_sound(desk: Desk) -> None:
    """Within its screen on all three, open to everybody, silent."""
    excludes_nobody(desk)
    for width, height in ((PHONE["width"], PHONE["height"]), *LARGE_SCREENS):
        desk.page.set_viewport_size({"width": width, "height": height})
        outside = desk.page.evaluate(OUTSIDE)
        assert not outside, f"{width} {desk.page.url}: {outside}"
        assert desk.page.evaluate("document.documentElement.scrollWidth") <= width
    desk.page.set_viewport_size(PHONE)
    assert not desk.said, desk.said


def pages(event: Event, by: Author) -> list[str]:
    comes_80(event, by)
    entry = arrives(event, by, LONG)
    left = arrives(event, by, LONG[::-1])
    leave(entry=left, by=by, submission=uuid4())
    event.entries.filter(name__startswith="Anna Huber 1").update(
        status=Entry.WAITING, registered_at=timezone.now() + timedelta(seconds=1)
    )
    desk, club = f"/desk/{event.pk}", f"/clubs/{event.club_id}"
    return [
        f"{desk}/door/",
        f"{desk}/door/?q=maxi",
        f"{desk}/door/?q=Anna+Hubr",
        f"{desk}/door/?done={event.changes.latest('pk').pk}",
        f"{desk}/entries/new/",
        f"{desk}/entries/{entry.pk}/",
        f"{desk}/entries/paste/",
        f"{club}/players/",
        f"{club}/players/new/",
        f"{club}/players/paste/",
        f"{club}/players/{entry.members.get().player_id}/",
    ]


def test_every_page_of_the_door_is_sound(phone: Desk, event: Event, by: Author) -> None:
    for address in pages(event, by):
        phone.opens(address)
        for details in phone.page.locator("main summary").all():
            details.click()
        is_sound(phone)
        assert small_targets(phone) == [], address


def test_a_preview_with_everything_in_it_is_sound(phone: Desk, event: Event, by: Author) -> None:
    arrives(event, by, LONG)
    phone.opens(f"/desk/{event.pk}/entries/paste/")
    lines = (LONG, f"{LONG[:-1]}", "x" * 60, ";Regen", "Anna Huber;Regen;Rot;ja;Ladies")
    phone.page.get_by_label(re.compile("one line for each")).fill("\n".join(lines))
    phone.taps_button("Look at it")
    expect(phone.page.get_by_role("heading", name="What becomes of it")).to_be_visible()
    is_sound(phone)
