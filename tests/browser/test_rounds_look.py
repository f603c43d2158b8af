"""What the design promises of door, draw, setting up and long nights."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.evening import Device
from tests.browser.looks import is_within
from tests.browser.test_event_looks import director, event
from tests.events.check_in.door_stories import registers
from tournaments.models import Author, Event

__all__ = ["director", "event"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BROKEN = r"""(names) => names.filter((it) => {
    const words = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = words.nextNode(); text; text = words.nextNode()) {
        for (const { index, 0: word } of text.data.matchAll(/[^\s-]+/g)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (range.getClientRects().length > 1) return true;
        }
    }
    return false;
}).map((it) => it.textContent)"""
"""Names of which a word goes on in the next line."""
NARROW: ViewportSize = {"width": 320, "height": 640}


def green_buttons(device: Device) -> Locator:
    """Those that are done next."""
    return device.page.locator("main .button:not(.quiet, .danger):visible")


@pytest.fixture
def by(director: Device) -> Author:
    return Author(None, "Dora", "")


def test_the_door_has_one_green_button_the_first_found(
    director: Device, event: Event, by: Author
) -> None:
    for name in ("Bartholomäus Obermeier-Hinterholzer", "Barbara Huber"):
        registers(event, by, name)
    address = reverse("door", args=[event.pk])
    director.opens(address)
    expect(green_buttons(director)).to_have_count(0)
    director.opens(f"{address}?q=Bar")
    expect(green_buttons(director)).to_have_count(1)
    director.opens(f"{address}?q=Xaverl")
    expect(green_buttons(director)).to_have_count(1)


def test_a_name_at_the_door_is_never_broken_inside_a_word(
    director: Device, event: Event, by: Author
) -> None:
    registers(event, by, "Bartholomäus Obermeier-Hinterholzer")
    registers(event, by, "Maximiliana Oberniedermayer-Breitenbrunn")
    director.page.set_viewport_size(NARROW)
    director.opens(reverse("door", args=[event.pk]))
    is_within(director)
    names = director.page.locator("#section-registered + ul .door-person > a")
    expect(names).to_have_count(2)
    assert names.evaluate_all(BROKEN) == []
