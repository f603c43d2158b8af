"""What moves: what has just been written down, and great moments; nothing for who wants that."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.evening import PEOPLE, PHONE, Device, Sheet
from tests.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = "sheepshead5-bump"
WON: dict[str, Any] = {"picker": 2, "partner": 4, "result": "won"}
SWEPT: dict[str, Any] = {"picker": 1, "partner": None, "result": "won_schwarz"}
DIAMONDS: dict[str, Any] = {"makers": 0, "trump": "diamonds", "card_points": [95, 25]}

NOTES_WHAT_MOVES = """window.moved = new Set();
addEventListener("animationstart", ({ animationName, target }) => {
    const row = target.closest("tr, svg, span, div");
    window.moved.add(`${animationName} ${target.id || target.localName} ${row.id}`.trim());
}, true);"""


def taps_a_hand(phone: Device) -> None:
    phone.is_live()
    for question, chip in (("Picker", "Cora"), ("Partner", "Eva"), ("Result", "Won")):
        phone.chooses(question, chip)


def moved(device: Device) -> set[str]:
    return set(device.page.evaluate("[...window.moved]"))


def test_a_saved_hand_slides_in_and_what_it_changed_is_washed(phone: Device) -> None:
    phone.page.add_init_script(NOTES_WHAT_MOVES)
    phone.opens(Sheet(GAME, PEOPLE[:6]).write)
    taps_a_hand(phone)
    phone.saves(1)
    phone.waits_until("window.moved.size >= 9")
    assert {"slide-in th hand-1", "slide-in td hand-1", "come-in td hand-1"} <= moved(phone)
    washed = phone.page.locator(".total td.is-new").evaluate_all("(all) => all.map((it) => it.id)")
    assert washed == [f"total-{side}" for side in range(1, 6)]  # the dealer sat out
    assert {f"come-in {total}" for total in washed} <= moved(phone)


def test_what_others_save_comes_in_and_the_pen_draws_its_stroke(phone: Device) -> None:
    sheet = Sheet("saskop", PEOPLE[:4]).saved(DIAMONDS)
    phone.page.add_init_script(NOTES_WHAT_MOVES)
    phone.opens(sheet.watch)
    phone.is_live()
    assert moved(phone) == set()
    sheet.saved({"makers": 1, "trump": "spades", "result": "won"})
    phone.waits_until("[...window.moved].some((it) => it.startsWith('draw path'))")
    assert {"slide-in td hand-2", "come-in total-1"} <= moved(phone)
    assert not {"come-in total-0", "come-in sheet live-sheet"} & moved(phone)
    drawn = phone.page.locator(".strokes .fresh").count()
    assert drawn == 2 == phone.totals()[1]
    expect(phone.page.locator(".tally .fresh")).to_have_count(1)


def test_nothing_moves_for_who_wants_that(
    new_context: CreateContextCallback, served: Served
) -> None:
    phone = Device(new_context(viewport=PHONE, reduced_motion="reduce"), served)
    phone.page.add_init_script(NOTES_WHAT_MOVES)
    phone.opens(Sheet(GAME, PEOPLE[:5]).write)
    taps_a_hand(phone)
    phone.saves(1)
    expect(phone.hand(1)).to_be_visible()
    assert moved(phone) == set()


def test_the_button_says_for_a_moment_that_the_hand_is_saved(phone: Device) -> None:
    phone.page.add_init_script("navigator.vibrate = (long) => { window.felt = long; }")
    phone.page.clock.install()
    phone.opens(Sheet(GAME, PEOPLE[:5]).write)
    taps_a_hand(phone)
    button = phone.page.locator("[data-save]")
    before = button.bounding_box()
    phone.saves(1)
    expect(button).to_have_text("Saved ✓")
    expect(button).to_have_accessible_name("Save hand 2")
    assert button.bounding_box() == before
    assert phone.page.evaluate("window.felt") == 30
    phone.page.clock.fast_forward(1_000)
    expect(button).to_have_text("Save hand 2")


def test_a_great_moment_stands_at_the_button_and_twenty_seconds_in_the_hall(phone: Device) -> None:
    sheet = Sheet(GAME, PEOPLE[:5]).saved(WON)
    phone.opens(sheet.write)
    phone.is_live()
    places = "[...document.querySelectorAll('.mark, .chip, [data-save]')].map((it) => it.offsetTop)"
    before = phone.page.evaluate(places)
    sheet.saved(SWEPT)
    great = phone.page.locator(".save .great")
    expect(great).to_contain_text("Every trick, alone!")
    assert phone.page.evaluate(places) == before
    phone.opens(f"{sheet.watch}screen/")
    phone.is_live()
    told = phone.page.get_by_text("Ben picked alone")
    expect(phone.page.locator(".great")).to_be_visible()
    expect(told).to_be_hidden()
    phone.page.evaluate("document.getAnimations().forEach((it) => it.finish())")
    expect(phone.page.locator(".great")).to_be_hidden()
    expect(told).to_be_visible()
    phone.opens(sheet.write)
    phone.is_live()
    great.get_by_role("button", name="Undo hand 2").click()
    phone.reads("The hand is withdrawn.")
    expect(great).to_have_count(0)
