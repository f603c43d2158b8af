"""A table in a cellar: without a network nothing is lost, and one is told at once."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserType, Route, expect
from pytest_django import Settings

from tests.answers import there
from tests.browser.cellar import (
    BUMP,
    ENTERS,
    IS_LISTENING,
    browser_at,
    in_the_cellar,
    keeps,
    phone,
    points_on,
    save_button,
    sheet,
    waiting,
    wire,
)
from tests.browser.evening import CALM, PEOPLE, PHONE, Device, Sheet
from tests.browser.wire import Wire
from tests.serving import Served

__all__ = ["phone", "sheet", "wire"]

pytestmark = [CALM, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEPT = 3200  # milliseconds until a word
FEELS = "window.felt = []; navigator.vibrate = (pattern) => window.felt.push(pattern);"
AWAY = "No network. Hands are kept; their points come later."

# How long after the tap the page says that a hand is kept: measured in the page, by its own clock.
MEASURES = """() => {
    document.addEventListener("click", ({ timeStamp }) => { window.tapped = timeStamp; }, true);
    new MutationObserver(() => {
        const line = document.querySelector(".save [data-line]").textContent;
        if (line.includes("is kept")) window.kept ??= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
}"""


def taps(device: Device, picker: str = "Cora", partner: str = "Eva") -> None:
    device.chooses("Picker", picker)
    device.chooses("Partner", partner)
    device.chooses("Result", "Won")


def presses_save(device: Device, number: int) -> None:
    device.page.get_by_role("button", name=f"Save hand {number}", exact=True).click()


def test_a_network_that_swallows_everything_keeps_the_hand_in_time(
    phone: Device, wire: Wire, sheet: Sheet
) -> None:
    phone.context.add_init_script(FEELS)
    phone.opens(sheet.write)
    phone.is_live()
    taps(phone)
    save = phone.page.locator(".save [data-save]")
    before = there(save.bounding_box())
    phone.page.evaluate(MEASURES)
    wire.is_now("stall")
    phone.page.mouse.click(before["x"] + 5, before["y"] + 5)
    expect(save).to_have_text("Saving…")
    assert save.bounding_box() == before
    phone.reads("Hand 1 is kept on this phone.")
    assert phone.page.evaluate("kept - tapped") < KEPT
    expect(save).to_have_text("Save hand 2")
    expect(phone.chip("Picker", "Cora")).not_to_be_checked()
    expect(phone.page.locator(".coming h1")).to_have_text("Hand 2")
    assert sheet.hands() == 0
    taps(phone)
    presses_save(phone, 2)
    phone.reads("Hand 2 is kept on this phone.")
    phone.reads("2 hands wait on this phone.")
    assert phone.page.evaluate("felt") == [30, 30]
    wire.is_now("pass")
    phone.reads("All 2 hands have arrived.")
    expect(waiting(phone)).to_have_count(0)
    phone.is_live()
    expect(save).to_have_text("Save hand 3")
    assert sheet.hands() == 2
    assert phone.said == []


# An evening: the browser is killed, the tab closed, the server restarted, answers are lost.

HANDS = int(os.environ.get("SHEEPFOLD_CELLAR_HANDS", "8"))
DEAF = float(os.environ.get("SHEEPFOLD_CELLAR_DEAF", "4"))  # seconds in which answers are lost
CELLAR = "cellar.test"  # over plain http this is no secure place for a browser


class Evening:
    """One phone and what happens to it; `entered`: how many hands so far."""

    def __init__(self, opens: Any, sheet: Sheet) -> None:
        self.opens_browser, self.sheet = opens, sheet
        self.entered = 0
        self.device: Device = opens()

    def opens(self) -> None:
        self.device.opens(self.sheet.write)
        self.device.is_live()
        expect(save_button(self.device)).to_have_text(f"Save hand {self.entered + 1}")

    def enters(self, until: int) -> None:
        while self.entered < until:
            self.entered += 1
            self.device.waits_until(IS_LISTENING)
            self.device.page.evaluate(ENTERS, 60 + self.entered)
            expect(save_button(self.device)).to_have_text(f"Save hand {self.entered + 1}")

    def closes_the_tab(self) -> None:
        self.device.page.close()
        self.device.page = self.device.context.new_page()

    def is_killed(self, pids: list[int]) -> None:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        self.device = self.opens_browser()


@pytest.mark.timeout(300)
def test_an_evening_in_the_cellar(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    served: Served,
    wire: Wire,
    sheet: Sheet,
    settings: Settings,
    tmp_path: Path,
) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, CELLAR]
    given = {**browser_type_launch_args, **CALM.kwargs}
    given["args"] = [*given["args"], f"--host-resolver-rules=MAP {CELLAR} 127.0.0.1"]
    contexts = []

    def opens_the_browser() -> Device:
        contexts.append(browser_type.launch_persistent_context(tmp_path, viewport=PHONE, **given))
        return in_the_cellar(contexts[-1], served, wire, f"http://{CELLAR}:{wire.port}")

    evening = Evening(opens_the_browser, sheet)
    evening.opens()
    assert not evening.device.page.evaluate("isSecureContext")
    evening.enters(HANDS // 4)
    wire.is_now("stall")
    evening.enters(HANDS // 2)
    evening.closes_the_tab()
    wire.is_now("deaf")
    evening.opens()
    lost_until = time.monotonic() + DEAF
    evening.enters(HANDS - 2)
    while time.monotonic() < lost_until:
        evening.device.page.wait_for_timeout(100)
    wire.is_now("refuse")
    evening.enters(HANDS)
    evening.is_killed(browser_at(tmp_path))
    served.stop()
    wire.is_now("pass")
    served.start()
    evening.opens()
    expect(waiting(evening.device)).to_have_count(0)
    evening.device.is_live()
    assert points_on(sheet) == [60 + number for number in range(1, HANDS + 1)]
    contexts[-1].close()


def test_without_the_number_of_a_hand_lost_answers_would_double_it(
    phone: Device, wire: Wire, sheet: Sheet
) -> None:
    """The control: what keeps a hand from coming twice is its number, and nothing else."""

    def under_another_number(route: Route) -> None:
        sent = json.loads(route.request.post_data or "")
        sent["after"] = sheet.hands()  # nor the version of the sheet, which would ask first
        for item in sent["items"]:
            item["submission"] = str(uuid4())
        route.continue_(post_data=json.dumps(sent))

    phone.opens(sheet.write)
    phone.is_live()
    wire.is_now("deaf")
    keeps(phone, 61)
    assert sheet.hands() == 1
    expect(phone.hand(1)).to_be_visible()
    expect(waiting(phone)).to_have_count(0)  # for it is on the sheet, though nobody has said so
    expect(save_button(phone)).to_have_text("Save hand 2")
    phone.page.route("**/bring-in/", under_another_number)
    wire.is_now("pass")
    expect(phone.hand(2)).to_be_visible()
    assert points_on(sheet)[:2] == [61, 61]


# What the page says.


def test_what_waits_is_shown_and_can_be_changed_and_removed(
    phone: Device, wire: Wire, sheet: Sheet
) -> None:
    phone.opens(sheet.write)
    phone.is_live()
    phone.context.set_offline(True)
    phone.reads(AWAY)
    expect(phone.page.locator("[data-live-status]")).to_have_text("No network")
    presses_save(phone, 1)
    phone.reads("You typed nothing.")
    keeps(phone, 61, 62, 63)
    expect(phone.page.locator(".coming [data-deals]")).to_be_hidden()
    phone.reads("3 hands wait on this phone.")
    phone.page.get_by_role("link", name="Show them").click()
    rows = phone.page.get_by_role("region", name="On this phone").get_by_role("listitem")
    expect(rows).to_have_count(3)
    second = rows.filter(has_text="Hand 2")
    expect(second).to_contain_text("waits")
    expect(second).to_contain_text("Picker: Cora; Partner: Eva")
    expect(second).to_contain_text("Only on this phone so far.")

    phone.chooses("Picker", "Dirk")
    second.get_by_role("button", name="Change").click()
    phone.reads("You are changing hand 2, which waits on this phone.")
    expect(phone.page.get_by_label("Card points of the picker's side")).to_have_value("62")
    phone.types("Card points of the picker's side", 77)
    presses_save(phone, 2)
    phone.reads("Hand 2 is kept on this phone.")
    expect(save_button(phone)).to_have_text("Save hand 4")
    expect(phone.chip("Picker", "Dirk")).to_be_checked()

    third = rows.filter(has_text="Hand 3")
    third.get_by_role("button", name="Remove").click()
    third.get_by_role("button", name="Remove for good?").click()
    expect(rows).to_have_count(2)
    expect(save_button(phone)).to_have_text("Save hand 3")
    phone.context.set_offline(False)
    phone.reads("All 2 hands have arrived.")
    expect(rows).to_have_count(0)
    assert points_on(sheet) == [61, 77]
    expect(save_button(phone)).to_have_text("Save hand 3")
    expect(phone.chip("Picker", "Dirk")).to_be_checked()
    assert phone.said == []


def test_what_is_half_filled_in_is_there_again(phone: Device, sheet: Sheet) -> None:
    phone.opens(sheet.write)
    phone.is_live()
    phone.chooses("Picker", "Cora")
    phone.types("Card points of the picker's side", 75)
    phone.page.wait_for_timeout(400)
    phone.page.reload()
    phone.reads("What you had begun for hand 1 is here again.")
    expect(phone.chip("Picker", "Cora")).to_be_checked()
    expect(phone.page.get_by_label("Card points of the picker's side")).to_have_value("75")
    phone.page.get_by_role("button", name="Begin anew").click()
    expect(phone.chip("Picker", "Cora")).not_to_be_checked()
    phone.page.reload()
    phone.is_live()
    expect(phone.chip("Picker", "Cora")).not_to_be_checked()
    taps(phone)
    phone.saves(1)
    phone.page.reload()
    phone.is_live()
    expect(phone.page.get_by_text("What you had begun")).to_have_count(0)
    assert phone.said == []


def test_a_page_that_the_browser_had_kept_says_of_when_it_is(phone: Device, sheet: Sheet) -> None:
    """As it is given out by a worker, whose own story is told elsewhere."""
    phone.opens(sheet.write)
    page = phone.context.request.get(phone.page.url).text()
    kept = page.replace("<html ", '<html data-kept-at="Fri, 27 Nov 2026 20:14:00 GMT" ')
    phone.page.route(
        phone.page.url, lambda route: route.fulfill(body=kept, content_type="text/html")
    )
    for address in ("**/live/**", "**/bring-in/"):
        phone.page.route(address, lambda route: route.abort())
    phone.page.reload()
    phone.reads("No network. The sheet as of")
    keeps(phone, 61)
    phone.page.reload()
    phone.reads(", with 1 hand of this phone.")
    phone.page.unroute_all()
    phone.reads("The hand has arrived.")
    assert points_on(sheet) == [61]


def test_one_tab_sends_and_the_other_says_so(
    phone: Device, served: Served, wire: Wire, sheet: Sheet
) -> None:
    phone.opens(sheet.write)
    phone.is_live()
    second = in_the_cellar(phone.context, served, wire)
    second.opens(sheet.write)
    second.is_live()
    wire.is_now("refuse")
    keeps(second, 61)
    second.reads("This table is open in another tab; hands are sent from there.")
    expect(waiting(phone)).to_have_count(1)
    expect(save_button(phone)).to_have_text("Save hand 2")
    wire.is_now("pass")
    for device in (phone, second):
        expect(waiting(device)).to_have_count(0)
        expect(save_button(device)).to_have_text("Save hand 2")
    assert points_on(sheet) == [61]


def test_what_is_changed_in_one_tab_while_the_other_sends_it_is_asked_about(
    phone: Device, served: Served, wire: Wire, sheet: Sheet
) -> None:
    phone.opens(sheet.write)
    phone.is_live()
    second = in_the_cellar(phone.context, served, wire)
    second.opens(sheet.write)
    second.is_live()
    wire.is_now("refuse")
    keeps(second, 61)
    waiting(second).get_by_role("button", name="Change").click()
    wire.is_now("pass")
    expect(waiting(second)).to_have_count(0)
    second.types("Card points of the picker's side", 77)
    save_button(second).click()
    asked = phone.page.get_by_role(
        "region", name="It is on the sheet already, and says something else"
    )
    expect(asked).to_be_visible()
    expect(waiting(second)).to_have_count(1)
    assert points_on(sheet) == [61]


def test_where_somebody_sits_out_anybody_may_play_in_the_hands_that_wait(
    phone: Device, wire: Wire, transactional_db: None
) -> None:
    sheet = Sheet(BUMP, PEOPLE[:6])
    phone.opens(sheet.write)
    phone.is_live()
    wire.is_now("refuse")
    taps(phone)
    presses_save(phone, 1)
    phone.reads("Hand 1 is kept on this phone.")
    taps(phone, picker="Anna")  # dealt and sat out
    presses_save(phone, 2)
    phone.reads("Hand 2 is kept on this phone.")
    wire.is_now("pass")
    phone.reads("All 2 hands have arrived.")
    expect(phone.hand(2)).to_be_visible()
    assert phone.totals() == [2, -1, 1, -2, 2, -2]
