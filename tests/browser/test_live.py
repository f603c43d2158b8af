"""An open page follows the sheet by itself, and says whether it does."""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.answers import there
from tests.browser.evening import PEOPLE, Device, Sheet
from tests.serving import Served
from tournaments.common.locks import announce
from tournaments.models import Author, Club, TableLink
from tournaments.tables.services.hands import withdraw_hand
from tournaments.tables.services.tables import open_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HAND = {"picker": 2, "partner": 4, "picker_points": 75}
CONNECTING = "Connecting…"
SWITCHED_OFF = "This link was switched off. Ask at the table for the new one."


def save_hand(sheet: Sheet) -> None:
    sheet.saved(HAND)
    announce(sheet.table.pk)


def watches(watcher: Device, hands: int = 0) -> Sheet:
    """Open a table with so many hands, and its watching page."""
    sheet = Sheet("sheepshead5-wikipedia", PEOPLE[:5]).saved(*[HAND] * hands)
    watcher.opens(sheet.watch)
    watcher.is_live()
    return sheet


def says(watcher: Device, words: str) -> None:
    expect(watcher.page.locator("[data-live-status]")).to_have_text(words)


def waits_for_hand(watcher: Device, number: int) -> None:
    expect(watcher.page.get_by_text(f"Next: hand {number}.")).to_be_visible()


def test_a_hand_saved_elsewhere_appears(other: Device) -> None:
    sheet = watches(other)
    page = other.page
    page.evaluate(
        "document.addEventListener('sheepfold:sheet', (e) => { window.version = e.detail.version })"
    )
    save_hand(sheet)
    waits_for_hand(other, 2)
    expect(page.locator("#hand-1.is-new")).to_be_visible()
    assert page.evaluate("window.version") == 1
    page.get_by_role("link", name="why these points").click()
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    page.go_back()
    other.is_live()
    save_hand(sheet)
    waits_for_hand(other, 3)
    assert other.said == []


SHEET = """() => {
    const sheet = document.getElementById("sheet").cloneNode(true);
    for (const it of sheet.querySelectorAll(".is-new")) it.classList.remove("is-new");
    for (const it of sheet.querySelectorAll("[data-keep]")) it.removeAttribute("data-keep");
    for (const it of sheet.querySelectorAll("[class='']")) it.removeAttribute("class");
    return sheet.outerHTML.replace(/\\s+/g, " ").replaceAll("> <", "><");
}"""
NOTES = """() => {
    window.came = [];
    const listens = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (name, heard, ...more) {
        if (this instanceof EventSource) {
            listens.call(this, name, () => window.came.push(name));
        }
        return listens.call(this, name, heard, ...more);
    };
}"""


def test_a_line_that_comes_alone_joins_the_others(other: Device) -> None:
    other.page.add_init_script(f"({NOTES})()")
    sheet = watches(other, hands=3)
    page = other.page
    for number in (5, 6, 7):
        save_hand(sheet)
        waits_for_hand(other, number)
    told = [name for name in page.evaluate("window.came") if name in ("row", "sheet")]
    assert told == ["sheet", "row", "row"]
    expect(page.locator("#hand-6.is-new")).to_be_visible()
    shown = page.evaluate(SHEET)
    page.reload()
    other.is_live()
    assert page.evaluate(SHEET) == shown
    # Whatever a page shows that is not what the line follows upon, it gets the whole sheet.
    page.evaluate("document.getElementById('hand-2').parentElement.dataset.lines = 5")
    page.evaluate("document.getElementById('hand-2').remove()")
    save_hand(sheet)
    waits_for_hand(other, 8)
    expect(page.locator("#hand-2")).to_be_attached()
    undo = sheet.table.hands.get(number=7)
    withdraw_hand(hand=undo, by=Author(), submission=uuid4(), seen_version=1)
    announce(sheet.table.pk)
    waits_for_hand(other, 7)
    expect(page.locator("#hand-7 del")).to_be_visible()
    shown = page.evaluate(SHEET)
    page.reload()
    assert page.evaluate(SHEET) == shown
    assert other.said == []


def test_a_server_that_goes_and_comes_back(other: Device) -> None:
    sheet = watches(other)
    other.site.stop()
    says(other, CONNECTING)
    save_hand(sheet)
    other.site.start()
    other.is_live()
    waits_for_hand(other, 2)


def test_a_network_that_goes_and_comes_back(other: Device) -> None:
    sheet = watches(other)
    other.context.set_offline(True)
    save_hand(sheet)
    other.context.set_offline(False)
    waits_for_hand(other, 2)
    other.is_live()


def test_a_page_that_nobody_sees_lets_go_and_comes_back(other: Device) -> None:
    other.page.clock.install()
    sheet = watches(other)
    other.page.evaluate(VISIBILITY, True)
    other.page.clock.fast_forward(20_000)
    says(other, CONNECTING)
    save_hand(sheet)
    other.page.evaluate("window.dispatchEvent(new Event('online'))")
    other.page.clock.fast_forward(20_000)
    says(other, CONNECTING)
    other.page.evaluate(VISIBILITY, False)
    waits_for_hand(other, 2)
    other.is_live()


VISIBILITY = """(isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_link_that_is_switched_off(other: Device) -> None:
    sheet = watches(other)
    watching = sheet.table.links.filter(rights=TableLink.WATCH)
    watching.update(revoked_at=sheet.table.opened_at)
    announce(sheet.table.pk)
    says(other, SWITCHED_OFF)
    other.page.evaluate("window.dispatchEvent(new Event('online'))")
    says(other, SWITCHED_OFF)


def test_the_reader_keeps_place_and_focus(other: Device) -> None:
    other.page.set_viewport_size({"width": 390, "height": 500})
    sheet = watches(other, hands=12)
    link = other.page.locator("#hand-5 a")
    link.focus()
    before = there(link.bounding_box())
    assert other.page.evaluate("window.scrollY") > 0
    save_hand(sheet)
    expect(other.page.locator("#hand-13")).to_be_attached()
    assert other.page.evaluate("document.activeElement.closest('tr').id") == "hand-5"
    assert abs(there(link.bounding_box())["y"] - before["y"]) < 2


def test_at_the_top_the_newest_hand_is_seen(other: Device) -> None:
    other.page.set_viewport_size({"width": 1280, "height": 720})
    sheet = watches(other, hands=12)
    save_hand(sheet)
    expect(other.page.locator("#hand-13")).to_be_in_viewport()
    assert other.page.evaluate("window.scrollY") == 0


def test_without_a_script_nothing_claims_to_be_live(
    served: Served, new_context: CreateContextCallback
) -> None:
    club = Club.objects.create(name="Club", is_public=True)
    opened = open_table(ruleset_key="saskop", options={}, names=PEOPLE[:4], club=club)
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{served.url}/watch/{opened.table.pk}/")
    expect(page.locator("[data-live-status]")).to_be_hidden()
