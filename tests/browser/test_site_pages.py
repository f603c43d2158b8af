"""The site's own pages on a phone and on a desk: short, within their screen, and found by words."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.evening import PEOPLE, PHONE, Device, Sheet
from tests.browser.looks import is_within
from tests.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = tuple((name * 10)[:40] for name in PEOPLE)
HIGHEST_CHOICE = 1_200
HIGHEST_HERO = 260
HEIGHT = "document.documentElement.scrollHeight"


def test_the_games_stand_on_little_more_than_a_screen(phone: Device) -> None:
    sheet = Sheet("sheepshead5-bump", LONG[:5])
    phone.opens(sheet.write)
    phone.opens("/open/")
    expect(phone.page.get_by_role("button", name="Again")).to_be_visible()
    assert phone.page.evaluate(HEIGHT) <= HIGHEST_CHOICE


def test_games_are_found_while_words_are_typed(phone: Device) -> None:
    phone.opens("/open/")
    expect(phone.page.get_by_role("link", name="Schafkopf, Westernach")).to_be_hidden()
    phone.page.get_by_label("Name, town or price").fill("western")
    expect(phone.page.get_by_role("link", name="Schafkopf, Westernach", exact=True)).to_be_visible()
    expect(phone.page.locator("#games details")).to_have_count(1)


def test_games_are_found_without_a_script(
    new_context: CreateContextCallback, served: Served
) -> None:
    phone = Device(new_context(viewport=PHONE, java_script_enabled=False), served)
    phone.opens("/open/?players=4")
    phone.page.get_by_label("Name, town or price").fill("bavaria")
    phone.page.get_by_role("button", name="Search").click()
    expect(phone.page.get_by_role("link", name="Schafkopf", exact=True)).to_be_visible()
    assert "players=4" in phone.page.url


def test_a_first_visit_finds_the_buttons_at_once(phone: Device) -> None:
    phone.opens("/")
    hero = phone.page.locator(".site-hero").bounding_box()
    assert hero
    assert hero["height"] <= HIGHEST_HERO
    for name in ("Open a table", "Join with a code", "Count a pile"):
        button = phone.page.get_by_role("main").get_by_role("link", name=name)
        expect(button).to_be_in_viewport()


def test_a_device_goes_on_where_it_was(phone: Device) -> None:
    sheet = Sheet("sheepshead5-bump", LONG[:5])
    phone.opens(sheet.write)
    phone.opens("/")
    phone.page.set_viewport_size({"width": 320, "height": 640})
    is_within(phone)
    phone.follows("Enter hand 1")
    assert phone.page.url.endswith(sheet.write)


def test_words_and_rules_are_folded_on_a_phone_and_open_on_a_desk(phone: Device) -> None:
    pages = (reverse("words"), reverse("rulesets"), reverse("ruleset", args=["schafkopf"]))
    for address in pages:
        phone.opens(address)
        assert phone.page.evaluate(HEIGHT) <= 2 * PHONE["height"]
    phone.page.set_viewport_size({"width": 1920, "height": 1080})
    for address in pages:
        phone.opens(address)
        expect(phone.page.locator("details[data-unfold]:not([open])")).to_have_count(0)


def test_a_word_is_shown_where_an_address_leads_to_it(phone: Device) -> None:
    phone.opens(reverse("words") + "#over-under")
    expect(phone.page.locator("#over-under")).to_be_in_viewport()
