"""An open page follows the sheet by itself, and says whether it does."""

from __future__ import annotations

from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.serving import PATIENCE, Served
from tournaments.live.announce import announce
from tournaments.models import Actor, Club, Table, TableLink
from tournaments.services.hands import record_hand
from tournaments.services.tables import open_table, watch_secret

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Anna", "Ben", "Cora", "Dirk", "Eva")


@pytest.fixture(autouse=True)
def patience() -> None:
    expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page that notes what its console says."""
    page = context.new_page()
    page.said = []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    return page


def save_hand(table: Table) -> None:
    record = {"picker": 2, "partner": 4, "picker_points": 75}
    record_hand(table=table, record=record, by=Actor(), submission=uuid4())
    announce(table.pk)


def opens(page: Page, served: Served, hands: int = 0) -> Table:
    """Open a table with so many hands, and its watching page."""
    opened = open_table(ruleset_key="sheepshead5-wikipedia", options={}, names=NAMES)
    for _ in range(hands):
        save_hand(opened.table)
    page.goto(f"{served.url}/t/{watch_secret(opened.write_secret)}/")
    expect(page.get_by_role("status")).to_have_text("Live")
    return opened.table


def test_a_hand_saved_elsewhere_appears(page: Page, served: Served):
    table = opens(page, served)
    page.evaluate("window.isTheSamePage = true")
    page.evaluate(
        "document.addEventListener('sheepfold:sheet', (e) => { window.version = e.detail.version })"
    )
    save_hand(table)
    expect(page.get_by_text("Next: hand 2.")).to_be_visible()
    expect(page.locator("#hand-1.is-new")).to_be_visible()
    assert page.evaluate("window.version") == 1
    page.get_by_role("link", name="why these points").click()
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("status")).to_have_text("Live")
    save_hand(table)
    expect(page.get_by_text("Next: hand 3.")).to_be_visible()
    assert page.said == []


def test_a_server_that_goes_and_comes_back(page: Page, served: Served):
    table = opens(page, served)
    served.stop()
    expect(page.get_by_role("status")).to_have_text("Connecting…")
    save_hand(table)
    served.start()
    expect(page.get_by_role("status")).to_have_text("Live")
    expect(page.get_by_text("Next: hand 2.")).to_be_visible()


def test_a_network_that_goes_and_comes_back(page: Page, served: Served, context: BrowserContext):
    table = opens(page, served)
    context.set_offline(True)
    save_hand(table)
    context.set_offline(False)
    expect(page.get_by_text("Next: hand 2.")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("Live")


def test_a_page_that_nobody_sees_lets_go_and_comes_back(page: Page, served: Served):
    page.clock.install()
    table = opens(page, served)
    page.evaluate(VISIBILITY, True)
    page.clock.fast_forward(20_000)
    expect(page.get_by_role("status")).to_have_text("Connecting…")
    save_hand(table)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.clock.fast_forward(20_000)
    expect(page.get_by_role("status")).to_have_text("Connecting…")
    page.evaluate(VISIBILITY, False)
    expect(page.get_by_text("Next: hand 2.")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("Live")


VISIBILITY = """(isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_link_that_is_switched_off(page: Page, served: Served):
    table = opens(page, served)
    table.links.filter(rights=TableLink.WATCH).update(revoked_at=table.opened_at)
    announce(table.pk)
    expect(page.get_by_role("status")).to_contain_text("This link was switched off.")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_role("status")).to_contain_text("This link was switched off.")


def test_the_reader_keeps_place_and_focus(page: Page, served: Served):
    page.set_viewport_size({"width": 390, "height": 500})
    table = opens(page, served, hands=12)
    link = page.locator("#hand-5 a")
    link.focus()
    before = link.bounding_box()
    assert page.evaluate("window.scrollY") > 0
    save_hand(table)
    expect(page.locator("#hand-13")).to_be_attached()
    assert page.evaluate("document.activeElement.closest('tr').id") == "hand-5"
    assert abs(link.bounding_box()["y"] - before["y"]) < 2


def test_at_the_top_the_newest_hand_is_seen(page: Page, served: Served):
    table = opens(page, served, hands=12)
    save_hand(table)
    expect(page.locator("#hand-13")).to_be_in_viewport()
    assert page.evaluate("window.scrollY") == 0


def test_without_a_script_nothing_claims_to_be_live(served: Served, browser):
    club = Club.objects.create(name="Club", is_public=True)
    opened = open_table(ruleset_key="saskop", options={}, names=NAMES[:4], club=club)
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{served.url}/watch/{opened.table.pk}/")
    expect(page.locator("[data-live-status]")).to_be_hidden()
