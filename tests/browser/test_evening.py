"""A table on a phone: open it, enter hands, correct one; and the pages for everybody to look at."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from simulation.demo import build_evenings
from tests.answers import there
from tests.browser.evening import CALM, PEOPLE, Device
from tests.browser.looks import is_sound, is_within, small_targets

pytestmark = [CALM, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

POINTS = "Card points of the picker's side"


def opens_a_table(phone: Device) -> None:
    """From the first page to the sheet of a table of six, by what is on each page."""
    phone.opens()
    is_sound(phone)
    phone.follows("Open a table")
    is_sound(phone)
    phone.follows("6")
    phone.follows("Sheepshead, five-handed")
    for place, name in enumerate(PEOPLE[:6], 1):
        phone.page.get_by_label(f"Player {place}", exact=True).fill(name)
    phone.page.get_by_text("House rules", exact=False).first.click()
    is_sound(phone)
    phone.gets_the_links()


def enters_a_hand(phone: Device) -> None:
    """First a hand that cannot be, then one that can."""
    phone.chooses("Picker", "Cora")
    expect(phone.question("Card points")).to_be_hidden()
    phone.chooses("Partner", "Eva")
    phone.types(POINTS, 119)
    assert small_targets(phone) == []
    phone.page.get_by_role("button", name="Save hand 1").click()
    expect(phone.page.get_by_role("alert")).to_contain_text("nobody can have 119 card points")
    expect(phone.chip("Picker", "Cora")).to_be_checked()
    is_sound(phone)
    phone.types(POINTS, 75)
    phone.saves(1)


def corrects_it(phone: Device) -> None:
    phone.follows("Why, or correct it")
    is_sound(phone)
    phone.follows("Correct it")
    phone.types(POINTS, 57)
    phone.sees_preview("Cora −2", "Eva −1", "the rest +1")
    phone.page.get_by_label("Why is it corrected?").fill("Read the wrong pile")
    phone.page.get_by_role("button", name="Save the correction").click()
    phone.reads("Hand 1 is corrected.")
    assert phone.totals() == [0, 1, -2, 1, -1, 1]
    phone.shows_what_the_engine_says()


def adjusts_points(phone: Device) -> None:
    phone.follows("Penalty")
    phone.page.get_by_label("Ben").fill("-5")
    phone.page.get_by_label("Why").fill("Revoked")
    phone.page.get_by_role("button", name="Save the adjustment").click()
    phone.is_live()
    assert phone.totals() == [0, -4, -2, 1, -1, 1]


def corrects_them_without_a_network(phone: Device) -> None:
    phone.taps_on(phone.hand(2).get_by_role("link"))
    phone.follows("Correct it")
    phone.page.get_by_label("Ben").fill("-3")
    phone.page.wait_for_load_state()  # the page has its script before the network goes
    phone.context.set_offline(True)
    phone.page.get_by_role("button", name="Save the correction").click()
    expect(phone.page.get_by_role("alert")).to_contain_text("Not saved yet: no connection.")
    phone.context.set_offline(False)
    phone.reads("The points are adjusted.")
    assert phone.totals() == [0, -2, -2, 1, -1, 1]
    phone.shows_what_the_engine_says()
    phone.said.clear()  # htmx notes what did not get through


def test_an_evening_on_a_phone(phone: Device) -> None:
    opens_a_table(phone)
    enters_a_hand(phone)
    corrects_it(phone)
    adjusts_points(phone)
    corrects_them_without_a_network(phone)
    assert phone.said == []


@pytest.mark.parametrize("address", ["", "saskop/", "sheepshead3-catsatcards/"])
def test_the_rules(phone: Device, address: str) -> None:
    phone.opens(f"/rules/{address}")
    is_sound(phone)


def test_the_evenings_to_look_at(phone: Device) -> None:
    build_evenings()
    phone.opens()
    is_sound(phone)
    evenings = phone.page.locator("main li a[href^='/watch/']")
    expect(evenings).not_to_have_count(0)
    addresses = [evening.get_attribute("href") for evening in evenings.all()]
    for address in addresses:
        phone.opens(there(address))
        phone.is_connected()
        is_within(phone)
    for address in addresses[::5]:
        phone.opens(there(address))
        is_sound(phone)
        phone.page.get_by_role("link", name="why these points").first.click()
        expect(phone.page.get_by_role("heading", name="Why", exact=True)).to_be_visible()
        is_sound(phone)
    assert phone.said == []
