"""A table on a phone: open it, enter hands, correct one; no page breaks the policy or excludes."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tournaments.demo import build_demo

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}
SHORTEST_TAP = 44


@pytest.fixture(params=["light", "dark"])
def phone(request: pytest.FixtureRequest, context: BrowserContext) -> Page:
    """A phone's page that notes what its console says."""
    page = context.new_page()
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme=request.param)
    page.said = []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    return page


def is_sound(page: Page) -> None:
    """Nobody is excluded, nothing is wider than the phone, and the console is silent."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.said == []


def small_targets(page: Page) -> list[str]:
    """Buttons, chips and boxes that are lower than a thumb needs."""
    targets = page.locator(
        "button:visible, .chip > span:visible, .chip-link:visible, input.figure:visible"
    )
    sizes = [(target.inner_text(), target.bounding_box()) for target in targets.all()]
    return [text for text, box in sizes if box and box["height"] < SHORTEST_TAP]


def opens_a_table(phone: Page, address: str) -> None:
    """From the first page to the sheet of a table of six."""
    phone.goto(address)
    is_sound(phone)
    phone.get_by_role("link", name="Open a table").first.click()
    is_sound(phone)
    phone.get_by_role("link", name="6", exact=True).click()
    phone.get_by_role("link", name="Sheepshead, five-handed", exact=True).click()
    names = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn")
    for place, name in enumerate(names, 1):
        phone.get_by_label(f"Player {place}", exact=True).fill(name)
    phone.get_by_text("House rules", exact=False).first.click()
    is_sound(phone)
    phone.get_by_role("button", name="Open the table").click()
    expect(phone.get_by_role("img", name="QR code of the link to watch")).to_be_visible()
    is_sound(phone)
    phone.get_by_role("link", name="To the sheet").click()


def enters_a_hand(phone: Page) -> None:
    """First a hand that cannot be, then one that can."""
    picker = phone.get_by_role("group", name="Picker", exact=True)
    picker.get_by_label("Cora").check()
    expect(phone.get_by_role("group", name="Card points", exact=True)).to_be_hidden()
    phone.get_by_role("group", name="Partner").get_by_label("Eva").check()
    phone.get_by_label("Card points of the picker's side").fill("119")
    assert small_targets(phone) == []
    is_sound(phone)
    phone.get_by_role("button", name="Save hand 1").click()
    expect(phone.get_by_role("alert")).to_contain_text("nobody can have 119 card points")
    expect(picker.get_by_label("Cora")).to_be_checked()
    phone.said.clear()
    is_sound(phone)
    phone.get_by_label("Card points of the picker's side").fill("75")
    phone.get_by_role("button", name="Save hand 1").click()
    expect(phone.get_by_role("status")).to_contain_text("Hand 1 is saved.")


def test_an_evening_on_a_phone(phone: Page, live_server):
    build_demo()
    opens_a_table(phone, live_server.url)
    enters_a_hand(phone)
    phone.get_by_role("group", name="Picker", exact=True).get_by_label("Everybody passed").check()
    expect(phone.get_by_role("group", name="Card points", exact=True)).to_be_visible()
    expect(phone.get_by_role("group", name="Partner")).to_be_hidden()
    is_sound(phone)

    phone.get_by_role("link", name="See it, or correct it").click()
    is_sound(phone)
    phone.get_by_role("link", name="Correct it").click()
    is_sound(phone)
    phone.get_by_label("Card points of the picker's side").fill("57")
    phone.get_by_label("Why is it corrected?").fill("Read the wrong pile")
    phone.get_by_role("button", name="Save the correction").click()
    expect(phone.get_by_role("status")).to_contain_text("Hand 1 is corrected.")
    expect(phone.get_by_role("row", name="Total")).to_contain_text("−2")
    phone.get_by_role("link", name="Adjust points").click()
    is_sound(phone)


def test_pages_to_look_at(phone: Page, live_server):
    build_demo()
    for address in ("/rules/", "/rules/saskop/", "/rules/sheepshead3-catsatcards/"):
        phone.goto(live_server.url + address)
        is_sound(phone)
    phone.goto(live_server.url)
    for name in ("Saskop", "Sheepshead, six and seven"):
        phone.get_by_role("link", name=name, exact=True).click()
        is_sound(phone)
        phone.get_by_role("link", name="why these points").first.click()
        is_sound(phone)
        phone.goto(live_server.url)
