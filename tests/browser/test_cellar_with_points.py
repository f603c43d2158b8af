"""A phone that was made ready plays an evening in the cellar and shows what the server will say."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import BrowserType, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from kit.field import Field
from kit.offer import Offer
from scoring import find_ruleset, replay
from scoring.ruleset import Deal
from sheets.answers import answers_from_record
from simulation.hands import plausible_hand
from tests.browser.cellar import (
    BUMP,
    browser_at,
    in_the_cellar,
    keeps,
    makes_ready,
    offer,
    points_on,
    save_button,
    sheet,
    waiting,
    wire,
)
from tests.browser.evening import PAIRS, PEOPLE, PHONE, Device, Sheet
from tests.browser.wire import Wire
from tests.events.results import sheets
from tests.serving import Served
from tournaments.models import Event

__all__ = ["offer", "sheet", "wire"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HANDS = int(os.environ.get("SHEEPFOLD_CELLAR_HANDS", "12"))
SPOKEN = {"saskop": "et", "schafkopf": "de"}
NO_PAGES = ("FetchEvent", "MIME type")  # what the browser says of what is not there

# Taps and types a hand as fast as a script can: its answers by their names.
TYPES = """(answers) => {
    const form = document.getElementById("hand-form");
    for (const [name, values] of Object.entries(answers)) {
        for (const input of form.querySelectorAll(`[name="${name}"]`)) {
            if (input.type === "text") {
                input.value = values[0];
                input.dispatchEvent(new Event("input", { bubbles: true }));
            } else if (values.includes(input.value) !== input.checked) {
                input.disabled = false;
                input.click();
            }
        }
    }
}"""
IS_THERE = """async (path) => navigator.serviceWorker.controller !== null
    && Boolean(await caches.match(path, { ignoreVary: true }))"""
KNOWS = """async (table) => {
    const { knownTable } = await import("/static/js/store.js");
    return (await knownTable(table))?.state?.version;
}"""


class Evening:
    """One phone at a table, and the hands that chance deals there."""

    def __init__(self, opens: Any, sheet: Sheet) -> None:
        self.opens_browser, self.sheet, self.chance = opens, sheet, Random(sheet.table.ruleset)
        self.ruleset = find_ruleset(sheet.table.ruleset)
        self.hands: list[dict[str, Any]] = []
        self.device: Device = opens()

    @property
    def number(self) -> int:
        return len(self.hands)

    def engine(self) -> Any:
        table = self.sheet.table
        return replay(self.ruleset, table.options, table.players, self.hands)

    def deals(self) -> dict[str, Any]:
        """The answers of the next hand."""
        table = self.sheet.table
        coming = Field(
            {
                "address": "/",
                "ruleset": self.ruleset.key,
                "options": table.options,
                "players": table.players,
                "first_dealer": table.first_dealer,
                "names": list(PEOPLE),
                "entries": [{"number": n, "record": hand} for n, hand in enumerate(self.hands, 1)],
            }
        ).sheet.coming
        deal = Deal(coming.dealer, coming.active, table.players, table.options, coming.carried)
        record = plausible_hand(self.chance, self.ruleset, deal)
        if not self.hands:
            record.setdefault("dealer", coming.dealer)
        self.hands.append(record)
        fields = self.ruleset.asked_fields(table.options)
        return {
            name: value if isinstance(value, list) else ["on" if value is True else str(value)]
            for name, value in answers_from_record(fields, record, coming.active).items()
            if value is not False and value is not None
        }

    def enters(self, until: int) -> None:
        """With the points of all hands on the phone after each."""
        while self.number < until:
            self.device.page.evaluate(TYPES, self.deals())
            save_button(self.device).click()
            expect(save_button(self.device)).to_have_text(self.asks_for_the_next())
            self.shows_its_points()

    def asks_for_the_next(self) -> str:
        return self.says("Save hand %(number)s") % {"number": self.number + 1}

    def says(self, words: str) -> str:
        """What the program says where that game is played."""
        with translation.override(SPOKEN[self.ruleset.key]):
            return gettext(words)

    def shows_its_points(self) -> None:
        engine = self.engine()
        before = [
            sum(game.totals[side] for game in engine.games) for side in range(len(engine.totals))
        ]
        totals = [total - gone for total, gone in zip(engine.totals, before, strict=True)]
        self.device.waits_until(f"(totals) => String(({SHOWN})()) === String(totals)", totals)

    def closes_the_tab(self) -> None:
        self.device.page.close()
        self.device.page = self.device.context.new_page()

    def comes_back(self) -> None:
        """To the page that the browser kept, without a network."""
        self.device.opens(self.sheet.write)
        words = self.asks_for_the_next()
        expect(save_button(self.device)).to_have_text(words, timeout=60_000)
        self.shows_its_points()

    def is_killed(self, pids: list[int]) -> None:
        for pid in pids:
            os.kill(pid, 9)
        self.device = self.opens_browser()


SHOWN = """() => [...document.querySelectorAll("tr.total td:not(.why)")].map(
    (cell) => Number(cell.firstChild.textContent.trim().replace("−", "-")))"""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", ["saskop", "schafkopf"])
def test_an_evening_with_points_and_without_a_network(
    offer: Offer,
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    served: Served,
    wire: Wire,
    transactional_db: None,
    tmp_path: Path,
    game: str,
) -> None:
    sheet = Sheet(game, PAIRS if game == "saskop" else PEOPLE[:4])
    profile = tmp_path / "profile"
    contexts = []

    def opens_the_browser() -> Device:
        given = {**browser_type_launch_args, "viewport": PHONE, "locale": SPOKEN[game]}
        contexts.append(browser_type.launch_persistent_context(profile, **given))
        device = in_the_cellar(contexts[-1], served, wire)
        device.reads_in(SPOKEN[game])
        for words in NO_PAGES:
            device.notes_no(words)
        return device

    evening = Evening(opens_the_browser, sheet)
    phone = evening.device
    phone.opens(sheet.write)
    makes_ready(phone)
    phone.page.locator(".bar .more summary").click()
    phone.waits_until(IS_THERE, sheet.write)
    evening.enters(2)
    table = phone.page.locator("#offline").get_attribute("data-table")
    phone.waits_until(f"async (table) => (await ({KNOWS})(table)) === 2", table)

    wire.is_now("stall")
    evening.enters(HANDS // 3)
    evening.closes_the_tab()
    wire.is_now("refuse")
    evening.comes_back()
    evening.enters(2 * HANDS // 3)
    evening.is_killed(browser_at(profile))
    evening.comes_back()
    evening.enters(HANDS)
    assert sheet.hands() == 2

    wire.is_now("pass")
    phone = evening.device
    expect(phone.page.locator("[data-live-status]")).to_have_attribute("data-state", "live")
    expect(phone.page.locator("#hand-form:not([data-drawn])")).to_be_visible()
    expect(waiting(phone)).to_have_count(0)
    evening.shows_its_points()  # what has arrived comes to the sheet by itself
    assert phone.shows_what_the_engine_says().totals == evening.engine().totals
    assert sheet.hands() == HANDS
    phone.page.locator(".bar .more summary").click()
    phone.page.get_by_role("link", name=evening.says("End the evening")).click()
    phone.page.get_by_role("button", name=evening.says("End the evening")).click()
    expect(phone.page.locator("#sheet[data-ended]")).to_be_visible()
    assert phone.said == []
    contexts[-1].close()


# What can be done with hands that wait, in English.


@pytest.fixture
def six(transactional_db: None) -> Sheet:
    """A table of six, where the dealer sits out, and passed hands double the next one."""
    return Sheet(BUMP, PEOPLE[:6], all_pass="doubler")


@pytest.fixture
def phone(offer: Offer, new_context: CreateContextCallback, served: Served, wire: Wire) -> Device:
    """A phone whose browser keeps pages."""
    device = in_the_cellar(new_context(viewport=PHONE, service_workers="allow"), served, wire)
    for words in NO_PAGES:
        device.notes_no(words)
    return device


def at_the(phone: Device, sheet: Sheet) -> None:
    phone.opens(sheet.write)
    makes_ready(phone)
    phone.page.locator(".bar .more summary").click()
    phone.waits_until(IS_THERE, sheet.write)
    table = phone.page.locator("#offline").get_attribute("data-table")
    phone.waits_until(f"async (table) => (await ({KNOWS})(table)) === 0", table)
    phone.page.evaluate("window.isTheSamePage = true")


def wins(phone: Device, picker: str, partner: str) -> None:
    phone.chooses("Picker", picker)
    phone.chooses("Partner", partner)
    phone.chooses("Result", "Won")


def presses_save(phone: Device, number: int) -> None:
    phone.page.get_by_role("button", name=f"Save hand {number}", exact=True).click()


def is_on_its_sheet(phone: Device, number: int, *totals: int) -> None:
    phone.reads(f"Hand {number} is kept on this phone.")
    phone.waits_until(f"(totals) => String(({SHOWN})()) === String(totals)", list(totals))


def test_hands_that_wait_are_looked_over_and_changed_with_their_points(
    phone: Device, six: Sheet
) -> None:
    at_the(phone, six)
    phone.context.set_offline(True)
    phone.reads("No network. Points are worked out on this phone.")

    phone.chooses("Picker", "Ben")
    phone.chooses("Partner", "Cora")
    presses_save(phone, 1)
    alert = phone.page.get_by_role("alert").filter(has_text="Nothing was saved yet")
    expect(alert).to_be_focused()
    expect(phone.chip("Picker", "Ben")).to_be_checked()
    phone.chooses("Result", "Won")
    phone.sees_preview("Ben +2", "Cora +1", "the rest −1")
    presses_save(phone, 1)
    is_on_its_sheet(phone, 1, 0, 2, 1, -1, -1, -1)
    expect(alert).to_have_count(0)
    coming = phone.page.locator(".coming")
    expect(coming).to_contain_text("Ben deals")
    expect(phone.question("Picker").get_by_role("radio", name="Ben", exact=True)).to_have_count(0)

    coming.get_by_text("Somebody else dealt").click()
    coming.get_by_role("link", name="Cora", exact=True).click()
    expect(coming).to_contain_text("Cora deals")
    coming.get_by_role("link", name="No, Ben deals").click()
    expect(coming).to_contain_text("Ben deals")
    wins(phone, "Anna", "Dirk")
    phone.page.get_by_text("Count the pile").click()
    phone.page.locator("label", has=phone.page.locator('[name=count_aces][value="4"]')).click()
    phone.page.get_by_role("button", name="Enter these points").click()
    expect(phone.page.get_by_label("Card points of the picker's side")).to_have_value("82")
    expect(phone.chip("Picker", "Anna")).to_be_checked()
    phone.types("Card points of the picker's side", 70)
    presses_save(phone, 2)
    is_on_its_sheet(phone, 2, 2, 2, 0, 0, -2, -2)

    waits = phone.page.locator(".sheet .waits")
    expect(waits).to_contain_text("Only on this phone so far.")
    waits.get_by_role("link").click()
    rows = phone.page.get_by_role("region", name="On this phone").get_by_role("listitem")
    expect(rows.first).to_be_in_viewport()
    first = rows.filter(has_text="Hand 1")
    first.get_by_role("button", name="Remove").click()
    first.get_by_role("button", name="Remove for good?").click()
    phone.reads("Then hand 2 could not be: Picker: this player sits out in this hand.")
    expect(rows).to_have_count(2)

    phone.chooses("Picker", "Eva")
    first.get_by_role("button", name="Change").click()
    phone.reads("You are changing hand 1, which waits on this phone.")
    expect(coming).to_contain_text("Anna deals")
    expect(phone.chip("Picker", "Ben")).to_be_checked()
    phone.chooses("Picker", "Dirk")
    phone.sees_preview("Dirk +2", "Cora +1", "the rest −1")
    presses_save(phone, 1)
    is_on_its_sheet(phone, 1, 2, -1, 0, 3, -2, -2)
    expect(save_button(phone)).to_have_text("Save hand 3")
    expect(phone.chip("Picker", "Eva")).to_be_checked()
    assert six.hands() == 0

    six.saved({"picker": None})
    phone.context.set_offline(False)
    panel = phone.page.locator("#offline-panel")
    panel.get_by_role("button", name="Put mine after these").click()
    phone.reads("Hand 2 now gives")
    phone.reads("(the phone had said")
    expect(phone.page.locator("#hand-3")).to_be_visible()
    assert phone.totals() == [2, -2, 1, 5, -3, -3]
    expect(phone.chip("Picker", "Eva")).to_be_checked()
    assert phone.page.evaluate("window.isTheSamePage")
    assert phone.said == []


def test_at_an_event_nothing_is_asked_when_all_hands_are_played(
    phone: Device, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=4, ruleset="sheepshead4-cutthroat", hands=4, rounds=1)
    table = sheets.table(sheets.opens(event, [1, 2, 3, 4]), 1)
    sheets.plays(table, 2)
    phone.opens(sheets.at(table).address("table"))
    makes_ready(phone)
    phone.page.locator(".bar .more summary").click()
    phone.context.set_offline(True)
    phone.reads("No network. Points are worked out on this phone.")
    for number in (3, 4):
        phone.page.evaluate(TYPES, {"picker": ["1"], "result": ["won"]})
        presses_save(phone, number)
        expect(phone.page.locator(f"#hand-{number}")).to_be_visible()
    phone.reads("All hands of this table are entered.")
    expect(phone.page.locator(".question")).to_have_count(0)
    expect(save_button(phone)).to_be_disabled()

    phone.page.locator(".sheet .waits").get_by_role("link").click()
    last = waiting(phone).filter(has_text="Hand 4")
    last.get_by_role("button", name="Remove").click()
    last.get_by_role("button", name="Remove for good?").click()
    expect(phone.page.locator("#hand-4")).to_have_count(0)
    phone.page.evaluate(TYPES, {"picker": ["2"], "result": ["won"]})
    presses_save(phone, 4)
    expect(phone.page.locator("#hand-4")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.page.get_by_role("heading", name="All 4 hands are played.")).to_be_visible()
    assert phone.said == []


# Five minutes unseen are over at once.
SHORTENS = """{
    const { setTimeout } = window;
    window.setTimeout = (work, pause) => setTimeout(work, pause === 300_000 ? 100 : pause);
}"""
IS_HIDDEN = """(isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def shows(device: Device, *points: int) -> None:
    """What the engine makes of hands that are known by their card points."""
    records = [{"picker": 2, "partner": 4, "picker_points": each} for each in points]
    totals = list(replay(find_ruleset(BUMP), {}, 5, records).totals)
    device.waits_until(f"(totals) => String(({SHOWN})()) === String(totals)", totals)


def test_an_engine_that_comes_later_reads_what_waits_and_two_tabs_have_one_each(
    phone: Device, served: Served, wire: Wire, sheet: Sheet
) -> None:
    phone.context.add_init_script(SHORTENS)
    phone.opens(sheet.write)
    phone.is_live()
    phone.waits_until(IS_THERE, sheet.write)
    phone.page.route("**/bring-in/", lambda route: route.abort())
    wire.is_now("refuse")
    keeps(phone, 61, 199)
    wire.is_now("pass")
    makes_ready(phone)
    phone.page.locator(".bar .more summary").click()
    wire.is_now("refuse")
    phone.reads("Hand 2 cannot be: ")
    phone.reads("Change it or remove it: until then this phone shows no points.")
    expect(phone.hand(1)).to_have_count(0)
    phone.page.get_by_role("link", name="Show it").click()
    waiting(phone).filter(has_text="Hand 2").get_by_role("button", name="Change").click()
    phone.types("Card points of the picker's side", 99)
    presses_save(phone, 2)
    shows(phone, 61, 99)

    phone.types("Card points of the picker's side", 75)
    phone.page.wait_for_timeout(400)
    second = in_the_cellar(phone.context, served, wire)
    for words in NO_PAGES:
        second.notes_no(words)
    second.opens(sheet.write)
    begun = second.page.get_by_text("What you had begun for hand 3 is here again.")
    expect(begun).to_be_visible(timeout=60_000)
    expect(second.page.get_by_label("Card points of the picker's side")).to_have_value("75")
    shows(second, 61, 99)
    keeps(second, 63, first=3)
    for device in (phone, second):
        shows(device, 61, 99, 63)
    phone.page.evaluate(IS_HIDDEN, True)
    phone.page.wait_for_timeout(500)
    assert phone.page.workers == []
    keeps(second, 64, first=4)
    expect(waiting(phone)).to_have_count(4)
    shows(second, 61, 99, 63, 64)
    assert phone.page.workers == []
    phone.page.evaluate(IS_HIDDEN, False)
    shows(phone, 61, 99, 63, 64)
    assert len(phone.page.workers) == 1

    phone.page.unroute_all()
    wire.is_now("pass")
    for device in (phone, second):
        expect(waiting(device)).to_have_count(0)
        expect(save_button(device)).to_have_text("Save hand 5")
        shows(device, 61, 99, 63, 64)
    expect(phone.page.get_by_label("Card points of the picker's side")).to_have_value("75")
    assert points_on(sheet) == [61, 99, 63, 64]
    assert phone.said + second.said == []
