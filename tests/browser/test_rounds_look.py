"""What the design promises of door, draw, setting up and long nights."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.evening import Device
from tests.browser.looks import is_within
from tests.browser.test_event_looks import director, event
from tests.events.check_in.door_stories import registers
from tests.events.draw.drawn_rounds import propose
from tournaments.models import Author, Event, Round

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
BOXES = """(parts) => parts.map((it) => {
    const box = it.getBoundingClientRect();
    return [box.x, box.y + scrollY, box.width, box.height].map(Math.round);
})"""
FORMATS_HIGH = 5600  # pixels on a phone, where cards took 7,464
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
    names = director.page.locator("#section-registered + ul .what > a")
    expect(names).to_have_count(2)
    assert names.evaluate_all(BROKEN) == []


def test_a_draw_says_how_good_it_is_in_three_figures_and_nothing_moves_when_two_are_swapped(
    director: Device, event: Event, by: Author
) -> None:
    event.rounds.filter(number=2).update(state=Round.CLOSED, closed_at=event.made_at)
    propose(event, by, 3)
    director.opens(reverse("round", args=[event.pk, 3]))
    expect(director.page.locator(".facts dd.figure")).to_have_count(3)
    seats = director.page.locator("#draw-swaps label")
    before = seats.evaluate_all(BOXES)
    for at in (0, 5):
        director.page.locator("#draw-swaps [name=swap]").nth(at).check()
    expect(director.page.get_by_role("button", name="Swap")).to_be_visible()
    assert seats.evaluate_all(BOXES) == before


def test_a_repair_begins_with_whom_it_is_about(director: Device, event: Event) -> None:
    director.opens(reverse("repair_round", args=[event.pk, 2]))
    found = director.page.locator("#repair-found")
    expect(found.get_by_role("button")).to_have_count(0)
    director.page.get_by_label("Who is it about?").fill("fin")
    expect(found.get_by_role("link")).not_to_have_count(0)
    seats = event.rounds.get(number=2).results.filter(event_table__number__in=(2, 3))
    one, *_others, other = seats.order_by("event_table__number").values_list(
        "entry__number", flat=True
    )
    director.page.get_by_label("Who is it about?").fill(str(one))
    expect(green_buttons(director)).to_have_text("Show the smallest change")
    director.page.get_by_label("Sits in another’s place").select_option(str(other))
    director.page.get_by_role("button", name="Show the change").click()
    expect(director.page.get_by_role("heading", name="This would be done")).to_be_visible()
    expect(green_buttons(director)).to_have_text("Do it")


def test_without_scripts_a_repair_is_asked_for_by_a_search(director: Device, event: Event) -> None:
    director.opens(reverse("repair_round", args=[event.pk, 2]) + "?q=5")
    expect(director.page.get_by_role("button", name="Show the smallest change")).to_be_visible()
    expect(director.page.get_by_label("Sits in another’s place")).to_be_visible()


def test_formats_are_rows_of_a_list(director: Device, event: Event) -> None:
    director.opens(reverse("new_event", args=[event.club_id]))
    high = director.page.evaluate("document.documentElement.scrollHeight")
    assert high <= FORMATS_HIGH
    expect(director.page.locator("ul.ruled > li h3 a").first).to_be_visible()
