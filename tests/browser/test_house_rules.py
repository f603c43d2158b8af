"""House rules on a form: only what matters is asked, and what is played for what follows them."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.evening import Device
from tests.browser.looks import is_within

KEEPS_NOTHING = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("Access is denied.", "SecurityError"); },
});"""

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_only_what_matters_is_asked_and_the_prices_follow(phone: Device) -> None:
    phone.opens(reverse("open_table", args=["schafkopf"]))
    page = phone.page
    passed = page.get_by_label("Alle weiter (all passed)", exact=True)
    ramsch = page.get_by_label("Ramsch", exact=True)
    expect(passed).to_be_hidden()  # a newcomer opens the usual game without a house rule
    for head in ("House rules", "What is played for what"):
        page.locator("summary", has_text=head).first.click()
    expect(passed).to_be_visible()
    when_passed = page.locator("summary", has_text="When everybody passes").first
    expect(when_passed).to_be_hidden()  # nothing in it matters yet
    passed.select_option(label="Ramsch: the most card points lose")
    when_passed.click()
    expect(ramsch).to_be_visible()
    expect(page.locator("#question-option-stock")).to_be_hidden()
    prices = page.locator(".price-list").first
    expect(prices).to_contain_text("+20")
    page.get_by_label("Rufspiel", exact=True).fill("5")
    page.get_by_label("Rufspiel", exact=True).blur()
    expect(prices).to_contain_text("+5")
    expect(page.locator(".price-list").nth(1)).to_contain_text("Who lost")
    is_within(phone)
    assert phone.said == []


def test_a_club_types_in_what_each_game_costs(phone: Device) -> None:
    phone.opens(reverse("open_table", args=["schafkopf-tariff"]))
    page = phone.page
    boxes = page.locator("[name^='option-prices-hochzeit-'][type=text]")
    expect(boxes.first).to_be_visible()  # the price table is what this game is chosen for
    page.get_by_label("Hochzeit", exact=True).check()
    for place, price in enumerate(("30", "40", "50")):
        boxes.nth(place).fill(price)
    boxes.nth(2).blur()
    solo = page.locator("[name='option-prices-solo-0']")
    page.get_by_label("I type what the soloist writes", exact=False).check()
    expect(solo).to_have_value("150")
    written = page.get_by_label("I type what the soloist writes", exact=False)
    odd = page.get_by_text("A third of it is no whole number", exact=False).first
    solo.fill("50")
    written.click()
    expect(written).to_be_checked()  # nothing is changed, and it is said why
    expect(odd).to_be_visible()
    expect(solo).to_have_value("50")
    solo.fill("150")
    written.uncheck()
    expect(odd).to_be_hidden()
    expect(solo).to_have_value("50")
    page.locator("summary", has_text="What is played for what").first.click()
    expect(page.locator(".price-list").first).to_contain_text("Hochzeit")
    expect(page.locator(".price-list").first).to_contain_text("+50")
    is_within(phone)
    assert phone.said == []


def test_whoever_shows_everything_need_not_say_it_again(phone: Device) -> None:
    address = reverse("open_table", args=["schafkopf-tariff"])
    page = phone.page
    rule = page.get_by_label("Laufende count from", exact=True)
    everything = page.get_by_role("button", name="Show everything")
    phone.opens(address)
    expect(rule).to_be_hidden()
    everything.click()
    expect(rule).to_be_visible()
    phone.opens(address)
    expect(rule).to_be_visible()
    everything.click()
    expect(rule).to_be_hidden()
    phone.opens(address)
    expect(rule).to_be_hidden()
    assert phone.said == []


def test_everything_is_shown_in_a_browser_that_keeps_nothing(phone: Device) -> None:
    phone.page.add_init_script(KEEPS_NOTHING)
    page = phone.page
    rule = page.get_by_label("Laufende count from", exact=True)
    everything = page.get_by_role("button", name="Show everything")
    phone.opens(reverse("open_table", args=["schafkopf-tariff"]))
    for shown in (True, False):
        everything.click()
        expect(rule).to_be_visible(visible=shown)
    assert phone.said == []


def test_what_is_no_number_stays_as_it_was_typed(phone: Device) -> None:
    page = phone.page
    phone.opens(reverse("open_table", args=["schafkopf-tariff"]))
    solo = page.locator('[data-times] [type="text"]:not([disabled])').first
    solo.fill("5o")
    page.locator('[name$="-written"]').check()
    expect(solo).to_have_value("5o")
    assert phone.said == []
