"""Whoever makes a phone ready for no network: what is offered, what can go wrong on the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from kit.offer import Offer, prepare
from tests.browser.cellar import in_the_cellar, keeps, phone, sheet, wire
from tests.browser.evening import PEOPLE, PHONE, Device, Sheet
from tests.browser.test_kit import offer
from tests.browser.test_without_network import IS_KEPT, KEPT_OF, comes_next, keeper
from tests.browser.wire import Wire
from tests.kit.games import state
from tests.serving import Served

__all__ = ["comes_next", "keeper", "offer", "phone", "sheet", "wire"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KITS = """async () => (await caches.keys()).filter((name) => name.startsWith("kit-"))"""
ADDS = """async ([state, record]) => {
    const { kit } = await import("/static/js/kit.js");
    await kit.start(state);
    return (await kit.add(record, 1)).points;
}"""
MAKE = "Make ready for no network"
FILES = "**/static/kit/**"


def opens_the_menu(device: Device, sheet: Sheet) -> Locator:
    device.opens(sheet.write)
    menu = device.page.locator(".bar .more")
    menu.locator("summary").click()
    return menu


def test_what_does_not_come_is_said_and_can_be_stopped_and_tried_again(
    offer: Offer, phone: Device, sheet: Sheet
) -> None:
    menu = opens_the_menu(phone, sheet)
    make = menu.get_by_role("button", name=MAKE)
    stop = menu.get_by_role("button", name="Stop")
    phone.page.route(FILES, lambda route: route.abort())
    make.click()
    expect(menu.get_by_text("Not everything came.")).to_be_visible()
    expect(make).to_be_focused()

    on_their_way: list[Route] = []
    phone.page.unroute_all()
    phone.page.route(FILES, lambda route: on_their_way.append(route))
    make.click()
    expect(stop).to_be_focused()
    expect(menu.get_by_text(f"Getting ready… 0.0 of {offer.wire / 1e6:.1f} MB")).to_be_visible()
    expect(menu.get_by_text("Not everything came.")).to_be_hidden()
    stop.click()
    expect(make).to_be_focused()
    expect(menu.get_by_text("MB once; then")).to_be_visible()
    assert on_their_way
    phone.page.reload()
    menu.locator("summary").click()
    expect(menu.get_by_text("MB once; then")).to_be_visible()


def test_a_phone_without_room_says_how_much_is_needed(
    offer: Offer, phone: Device, sheet: Sheet
) -> None:
    menu = opens_the_menu(phone, sheet)
    browser = phone.context.new_cdp_session(phone.page)
    room: dict[str, Any] = {"origin": phone.url, "quotaSize": 1_000_000}
    browser.send("Storage.overrideQuotaForOrigin", room)
    menu.get_by_role("button", name=MAKE).click()
    expect(menu.get_by_text("No room on this phone")).to_be_visible()
    assert phone.page.evaluate("caches.keys()") == []
    browser.send("Storage.overrideQuotaForOrigin", {"origin": phone.url})
    menu.get_by_role("button", name=MAKE).click()
    expect(menu.get_by_text("Ready for no network.")).to_be_visible(timeout=60_000)


def test_over_plain_http_it_is_said_how_the_page_could_be_opened_again(
    new_context: CreateContextCallback, offer: Offer, served: Served, sheet: Sheet, wire: Wire
) -> None:
    context = new_context(viewport=PHONE)
    context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });")
    context.add_init_script("delete window.caches;")
    device = in_the_cellar(context, served, wire)
    menu = opens_the_menu(device, sheet)
    menu.get_by_role("button", name=MAKE).click()
    expect(menu.get_by_text("Ready for no network.")).to_be_visible(timeout=60_000)
    expect(menu.get_by_text("Without a network keep this page open")).to_be_visible()
    menu.get_by_role("link", name="How to change that").click()
    expect(device.page).to_have_url(f"{device.url}/trust/?page={sheet.write}")
    expect(device.page.get_by_role("heading", level=1)).to_be_visible()


def test_whoever_had_to_wait_is_offered_it_once(
    offer: Offer, phone: Device, wire: Wire, sheet: Sheet
) -> None:
    phone.opens(sheet.write)
    phone.is_live()
    words = phone.page.locator(".save [data-line]").get_by_text("then this phone works out")
    wire.is_now("refuse")
    keeps(phone, 61)
    expect(words).to_have_count(0)
    wire.is_now("pass")
    phone.reads("The hand has arrived.")
    expect(words).to_be_visible(timeout=20_000)
    phone.page.locator(".save").get_by_role("button", name=MAKE).click()
    expect(phone.page.locator(".bar .more").get_by_role("button", name=MAKE)).to_be_visible()
    expect(words).to_have_count(0)
    wire.is_now("refuse")
    keeps(phone, 62, first=2)
    wire.is_now("pass")
    phone.reads("The hand has arrived.")
    expect(phone.page.locator(".save [data-line]")).to_be_empty(timeout=20_000)


def test_with_a_newer_engine_the_one_of_the_kept_page_works_until_the_new_one_has_come(
    offer: Offer,
    tmp_path: Path,
    read_files: Callable[[], None],
    keeper: Device,
    wire: Wire,
    sheet: Sheet,
    comes_next: Callable[[], str],
) -> None:
    upstairs = Sheet("sheepshead5-bump", PEOPLE[:5])
    keeper.opens(upstairs.write)
    keeper.waits_until(IS_KEPT, upstairs.write)
    menu = opens_the_menu(keeper, sheet)
    menu.get_by_role("button", name=MAKE).click()
    is_ready = menu.get_by_text("Ready for no network.")
    expect(is_ready).to_be_visible(timeout=60_000)
    keeper.waits_until(IS_KEPT, sheet.write)

    wire.is_now("refuse")
    release = comes_next()
    newer = prepare(tmp_path, ["en"])
    assert newer is not None
    assert newer.hash != offer.hash
    read_files()
    opens_the_menu(keeper, sheet)
    expect(is_ready).to_be_visible()
    told = state({"ruleset": "sheepshead5-bump", "players": 5, "options": {}, "hands": []})
    won = {"picker": 2, "partner": 4, "result": "won"}
    assert keeper.page.evaluate(ADDS, [told, won]) == {"1": [-1, -1, 2, -1, 1]}
    assert keeper.page.evaluate(KITS) == [f"kit-{offer.hash}"]

    fetched: list[str] = []
    keeper.page.on("requestfinished", lambda request: fetched.append(request.url))
    wire.is_now("pass")
    opens_the_menu(keeper, sheet)
    expect(is_ready).to_be_visible(timeout=60_000)
    keeper.waits_until(f"async (name) => (await ({KITS})()).join() === name", f"kit-{newer.hash}")
    assert any("/kit/app-" in url for url in fetched)

    is_new = f"async (path) => (await ({KEPT_OF})(path)) === '{release}'"
    keeper.waits_until(is_new, upstairs.write)
    wire.is_now("refuse")
    opens_the_menu(keeper, upstairs)
    expect(is_ready).to_be_visible()
