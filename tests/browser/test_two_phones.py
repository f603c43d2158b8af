"""Two phones at one table: what somebody else saves never takes away what is being typed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.evening import CALM, PEOPLE, Device, Sheet

pytestmark = [CALM, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WON = {"picker": 2, "partner": 4, "result": "won"}


@pytest.fixture
def sheet(transactional_db: None) -> Sheet:
    return Sheet("sheepshead5-bump", PEOPLE[:5])


@pytest.fixture
def both(phone: Device, other: Device, sheet: Sheet) -> tuple[Device, Device]:
    """Two phones with the same writing link and the form for the first hand."""
    for device in (phone, other):
        device.opens(sheet.write)
        device.stays_open()
    return phone, other


def enters(device: Device, picker: str, partner: str) -> None:
    device.chooses("Picker", picker)
    device.chooses("Partner", partner)
    device.chooses("Result", "Won")
    device.sees_preview(f"{picker} +2", f"{partner} +1", "the rest −1")


def is_for(device: Device, number: int) -> None:
    expect(device.page.get_by_role("heading", name=f"Hand {number}", exact=True)).to_be_visible()
    expect(device.page.get_by_role("button", name=f"Save hand {number}")).to_be_visible()


def test_an_untouched_form_becomes_the_next_hands(
    both: tuple[Device, Device], sheet: Sheet
) -> None:
    phone, other = both
    enters(other, "Dirk", "Anna")
    other.saves(1)
    is_for(phone, 2)
    expect(phone.page.locator(".coming")).to_contain_text("Ben deals.")
    expect(phone.page.locator("#sheet-moved")).to_be_hidden()
    phone.shows_what(other)
    enters(phone, "Cora", "Eva")
    phone.saves(2)
    other.shows_what(phone)
    is_for(other, 2 + 1)
    assert sheet.hands() == 2
    assert phone.said + other.said == []


def test_a_touched_form_keeps_its_taps(both: tuple[Device, Device], sheet: Sheet) -> None:
    phone, other = both
    enters(phone, "Cora", "Eva")
    enters(other, "Dirk", "Anna")
    other.saves(1)
    notice = phone.page.locator("#sheet-moved")
    expect(notice).to_contain_text("Somebody else has just saved a hand.")
    phone.shows_what(other)
    for question, chip in (("Picker", "Cora"), ("Partner", "Eva"), ("Result", "Won")):
        expect(phone.chip(question, chip)).to_be_checked()

    phone.page.locator(".save").click()
    alert = phone.page.get_by_role("alert")
    expect(alert).to_contain_text("Your hand is not saved yet")
    expect(alert).to_contain_text("Hand 1 saved")
    expect(alert).to_contain_text("You typed: Picker: Cora; Partner: Eva; Result: Won")
    expect(phone.chip("Picker", "Cora")).to_be_checked()
    phone.sees_preview("Cora +2", "Eva +1", "the rest −1")
    assert sheet.hands() == 1
    phone.saves(2)
    other.shows_what(phone)
    assert phone.totals() == [0, -2, 1, 1, 0]
    assert sheet.hands() == 2


def test_a_correction_is_not_announced_as_a_hand(both: tuple[Device, Device], sheet: Sheet) -> None:
    phone, other = both
    enters(other, "Dirk", "Anna")
    other.saves(1)
    is_for(phone, 2)
    phone.chooses("Picker", "Cora")
    corrects(other, sheet, "Lost")
    other.page.locator(".save").click()
    notice = phone.page.locator("#sheet-moved")
    expect(notice.get_by_text("Somebody else has just changed the sheet.")).to_be_visible()
    expect(notice.get_by_text("Somebody else has just saved a hand.")).to_be_hidden()
    expect(phone.chip("Picker", "Cora")).to_be_checked()


def test_an_evening_that_has_ended_is_not_live(both: tuple[Device, Device], sheet: Sheet) -> None:
    phone, other = both
    phone.chooses("Picker", "Cora")
    other.opens(f"{sheet.write}end/")
    expect(other.page.locator("main")).not_to_contain_text("The sheet is closed")
    other.page.get_by_role("button", name="End the evening").click()
    for device in both:
        expect(device.page.locator("[data-live-status]")).to_have_text("Ended")
    notice = phone.page.locator("#sheet-moved")
    expect(notice.get_by_text("The evening has just been ended.")).to_be_visible()


def test_the_hand_that_was_kept_is_not_taken_away_by_a_third(
    both: tuple[Device, Device], sheet: Sheet
) -> None:
    phone, other = both
    enters(phone, "Cora", "Eva")
    enters(other, "Dirk", "Anna")
    other.saves(1)
    expect(phone.page.locator("#sheet-moved")).to_be_visible()
    phone.page.locator(".save").click()
    is_for(phone, 2)
    enters(other, "Anna", "Ben")
    other.saves(2)
    expect(phone.page.locator("#sheet-moved")).to_be_visible()
    expect(phone.chip("Picker", "Cora")).to_be_checked()


def test_a_form_that_is_touched_while_it_is_made_anew(
    both: tuple[Device, Device], sheet: Sheet
) -> None:
    phone, other = both
    on_their_way: list[Route] = []
    phone.page.route(phone.page.url, lambda route: on_their_way.append(route))
    with phone.page.expect_request(phone.page.url):
        enters(other, "Dirk", "Anna")
        other.saves(1)
    phone.chooses("Picker", "Cora")
    with phone.page.expect_response(phone.page.url):
        on_their_way.pop().continue_()
    expect(phone.page.locator("#sheet-moved")).to_be_visible()
    expect(phone.chip("Picker", "Cora")).to_be_checked()


def corrects(device: Device, sheet: Sheet, result: str) -> None:
    device.opens(f"{sheet.write}hands/1/correct/")
    expect(device.chip("Result", "Won")).to_be_checked()
    device.chooses("Result", result)


def test_two_correct_the_same_hand(phone: Device, other: Device, sheet: Sheet) -> None:
    sheet.saved(WON)
    corrects(phone, sheet, "Lost")
    corrects(other, sheet, "Won, schneider")
    phone.page.get_by_role("button", name="Save the correction").click()
    phone.reads("Hand 1 is corrected.")
    phone.stays_open()
    other.page.get_by_role("button", name="Save the correction").click()
    expect(other.page.get_by_role("heading", name="Hand 1: which one counts?")).to_be_visible()
    theirs = other.page.get_by_role("region", name="On the sheet")
    expect(theirs).to_contain_text("Lost")
    mine = other.page.get_by_role("region", name="Your version")
    expect(mine).to_contain_text("Won, schneider")
    assert phone.totals() == [2, 2, -4, 2, -2]
    mine.get_by_role("button", name="Take mine").click()
    other.reads("Hand 1 is corrected.")
    phone.shows_what(other)
    assert other.totals() == [-2, -2, 4, -2, 2]
    other.shows_what_the_engine_says()
    assert sheet.hands() == 1
