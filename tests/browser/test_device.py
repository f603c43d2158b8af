"""What a device keeps and does by itself: its tables, a screen that stays on, links to share."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.evening import PEOPLE, PHONE, Device, Sheet
from tests.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STORE = "/static/js/store.js"
COMES_TO = f"""async ([table, known, hands]) => {{
    const store = await import("{STORE}");
    await store.noteTable(table, known);
    for (let n = 0; n < hands; n++) await store.keepHand(table, {{ answers: [] }});
}}"""
KEPT = f"""async () => {{
    const store = await import("{STORE}");
    const rows = await store.knownTables();
    return [rows.map((row) => row.title), await store.countWaiting()];
}}"""
UPSTAIRS = "11111111-1111-4111-8111-111111111111"
CELLAR = "22222222-2222-4222-8222-222222222222"


def knows(phone: Device, table: str, title: str, hands: int, **more: Any) -> None:
    known = {"title": title, "people": "Anna, Ben", "address": "/t/none/", "place": 4} | more
    phone.page.evaluate(COMES_TO, [table, known, hands])


def test_what_this_browser_keeps_is_listed_and_forgotten_with_a_question(phone: Device) -> None:
    phone.notes_no("status of 404")
    phone.opens()
    expect(phone.page.get_by_role("heading", name="Your tables")).to_be_hidden()
    knows(phone, CELLAR, "Cellar", 2, shown_at=1)
    knows(phone, UPSTAIRS, "Upstairs", 0, shown_at=2)
    phone.opens()
    expect(phone.page.get_by_role("heading", name="Your tables")).to_be_visible()
    rows = phone.page.locator("[data-own-tables] li")
    expect(rows).to_contain_text(["Upstairs", "Cellar"])
    cellar = rows.filter(has_text="Cellar")
    expect(cellar).to_contain_text("Hand 3 was the last.")
    expect(cellar.get_by_text("2 hands wait on this phone.")).to_be_visible()

    expect(cellar.get_by_text("This link is switched off.")).to_be_visible()

    rows.filter(has_text="Upstairs").get_by_role("button", name="forget").click()
    expect(rows).to_have_count(1)
    cellar.locator("form button").click()
    question = cellar.get_by_role("alert")
    expect(question).to_contain_text("2 hands have not arrived. Forget them for good?")
    question.get_by_role("button", name="Keep").click()
    assert phone.page.evaluate(KEPT) == [["Cellar"], 2]
    cellar.locator("form button").click()
    question.get_by_role("button", name="Forget for good").click()
    expect(rows).to_have_count(0)
    assert phone.page.evaluate(KEPT) == [[], 0]
    assert phone.said == []


@pytest.fixture
def sheet(transactional_db: None) -> Sheet:
    return Sheet("sheepshead5-bump", PEOPLE[:5])


def test_a_link_and_a_result_are_shared_with_other_apps(
    phone: Device, sheet: Sheet, served: Served
) -> None:
    phone.context.add_init_script(
        "window.shared = []; navigator.share = async (what) => { window.shared.push(what); };"
    )

    def shares() -> dict[str, str]:
        phone.page.get_by_role("button", name="Share", exact=True).first.click()
        (what,) = phone.page.evaluate("shared")
        assert what.pop("title") == phone.page.title()
        return dict(what)

    phone.opens(f"{sheet.write}links/")
    assert shares() == {"url": served.url + sheet.write}
    phone.opens(f"{sheet.saved(WON).write}pays/")
    result = shares()
    assert list(result) == ["text"]
    assert result["text"].endswith(": Cora 2, Eva 1, Anna −1, Ben −1, Dirk −1")


def test_a_link_is_copied_where_it_cannot_be_shared(
    phone: Device, sheet: Sheet, served: Served
) -> None:
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.opens(f"{sheet.write}links/")
    phone.page.get_by_role("button", name="Copy").first.click()
    expect(phone.page.get_by_role("button", name="Copied")).to_be_visible()
    copied = phone.page.evaluate("navigator.clipboard.readText()")
    assert copied == served.url + sheet.write


def test_over_plain_http_it_is_marked_to_be_copied_by_hand(
    new_context: CreateContextCallback, sheet: Sheet, served: Served
) -> None:
    context = new_context(viewport=PHONE)
    context.add_init_script("delete Navigator.prototype.clipboard")
    phone = Device(context, served)
    phone.opens(f"{sheet.saved(WON).write}pays/")
    phone.page.get_by_role("button", name="Mark, to copy it").click()
    marked = " ".join(phone.page.evaluate("getSelection().toString()").split())
    assert marked.endswith(": Cora 2, Eva 1, Anna −1, Ben −1, Dirk −1")


LOCKS = """{
    window.locks = [];
    const request = async () => {
        const lock = { released: false, release: async () => { lock.released = true; } };
        window.locks.push(lock);
        return lock;
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
}"""
LOOKED_AT = """(isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    if (isHidden) for (const lock of locks) lock.released = true; // as browsers do
    document.dispatchEvent(new Event("visibilitychange"));
}"""
HELD = "locks.map(({ released }) => !released)"


def test_the_screen_stays_on_by_a_tap_and_again_whenever_it_is_looked_at(
    phone: Device, sheet: Sheet
) -> None:
    phone.context.add_init_script(LOCKS)
    phone.opens(sheet.write)
    phone.page.get_by_label("More", exact=True).first.click()
    button = phone.page.get_by_role("button", name="Keep the screen on")
    expect(button).to_have_attribute("aria-pressed", "false")
    assert phone.page.evaluate(HELD) == []
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    phone.page.evaluate(LOOKED_AT, True)
    assert phone.page.evaluate(HELD) == [False]
    phone.page.evaluate(LOOKED_AT, False)
    assert phone.page.evaluate(HELD) == [False, True]
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    phone.page.evaluate(LOOKED_AT, True)
    phone.page.evaluate(LOOKED_AT, False)
    assert phone.page.evaluate(HELD) == [False, False]


def test_whether_a_saved_hand_is_felt_is_chosen_on_the_device(phone: Device, sheet: Sheet) -> None:
    phone.context.add_init_script(
        "window.felt = []; navigator.vibrate = (pattern) => window.felt.push(pattern);"
    )
    phone.opens(sheet.write)

    def saves(number: int) -> None:
        phone.chooses("Picker", "Cora")
        phone.chooses("Partner", "Eva")
        phone.chooses("Result", "Won")
        phone.saves(number)

    phone.page.get_by_role("button", name="Save hand 1", exact=True).click()
    expect(phone.page.get_by_role("alert").first).to_be_focused()
    saves(1)
    assert phone.page.evaluate("felt") == [[60, 60, 60, 60, 60], 30]
    phone.page.get_by_label("More", exact=True).first.click()
    button = phone.page.get_by_role("button", name="Vibrate at a saved hand")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    phone.opens(sheet.write)
    saves(2)
    assert phone.page.evaluate("felt") == []


WON = {"picker": 2, "partner": 4, "result": "won"}
