"""Six at a table for five, double on the bump: a phone enters, somebody watches all the time."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.evening import CALM, PEOPLE, Device

pytestmark = [CALM, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = "Sheepshead, five-handed, double on the bump"
SIX = PEOPLE[:6]
MOST_TAPS = 5


def opens_a_table_of_six(phone: Device, watcher: Device, **rules: str) -> None:
    phone.opens_a_table(6, GAME, SIX)
    phone.rules(**rules)
    watcher.opens(phone.gets_the_links())
    watcher.stays_open()
    expect(phone.page.locator(".coming")).to_contain_text("Anna deals and sits out.")


def picks_with_a_partner(phone: Device, picker: str, partner: str, how: str) -> None:
    phone.chooses("Picker", picker)
    phone.chooses("Partner", partner)
    phone.chooses("Result", how)


def a_hand_with_a_partner(phone: Device) -> None:
    phone.taps = 0
    picks_with_a_partner(phone, "Cora", "Eva", "Won")
    phone.sees_preview("Cora +2", "Eva +1", "the rest −1")
    phone.saves(1)
    assert phone.taps == MOST_TAPS - 1
    assert phone.totals() == [0, -1, 2, -1, 1, -1]


def a_hand_alone(phone: Device) -> None:
    expect(phone.page.locator(".coming")).to_contain_text("Ben deals and sits out.")
    expect(phone.chip("Picker", "Ben")).to_have_count(0)
    phone.chooses("Picker", "Dirk")
    phone.chooses("Partner", "Alone")
    phone.types("Card points of the picker's side", 57)
    phone.sees_preview("Dirk −8", "the rest +2")
    phone.saves(2)
    assert phone.totals() == [2, -1, 4, -9, 3, 1]


def everybody_passes_a_leaster(phone: Device) -> None:
    phone.chooses("Picker", "Everybody passed")
    phone.cannot_be_asked("Partner")
    took = {"Dirk": 40, "Eva": 30, "Finn": 20, "Anna": 19, "Ben": 11}
    for name, points in took.items():
        phone.types(name, points, within="Card points")
    phone.sees_preview("Ben +4", "the rest −1")
    phone.saves(3)
    assert phone.totals() == [1, 3, 4, -10, 2, 0]


def cracks(phone: Device) -> None:
    picks_with_a_partner(phone, "Anna", "Finn", "Lost")
    phone.taps_on(phone.page.get_by_text("More …", exact=True))
    phone.taps_on(phone.page.get_by_role("checkbox", name="Crack", exact=True))
    phone.sees_preview("Anna −8", "Finn −4", "the rest +4")
    phone.saves(4)
    assert phone.totals() == [-7, 7, 8, -10, 6, -4]
    expect(phone.hand(4)).to_contain_text("×2")


def takes_the_last_hand_back(phone: Device) -> None:
    before = phone.totals()
    picks_with_a_partner(phone, "Cora", "Ben", "Won")
    phone.saves(5)
    assert phone.totals() != before
    phone.taps = 0
    phone.taps_on(phone.page.get_by_role("button", name=re.compile("^Undo")))
    phone.reads("The hand is withdrawn.")
    assert phone.taps == 1
    assert phone.totals() == before


def test_an_evening_of_six_with_leasters_and_cracks(phone: Device, other: Device) -> None:
    opens_a_table_of_six(phone, other, Cracking="Crack")
    a_hand_with_a_partner(phone)
    other.shows_what(phone)
    a_hand_alone(phone)
    other.shows_what(phone)
    everybody_passes_a_leaster(phone)
    other.shows_what(phone)
    cracks(phone)
    other.shows_what(phone)
    takes_the_last_hand_back(phone)
    other.shows_what(phone)
    assert len(phone.shows_what_the_engine_says().rows) == 4
    other.shows_what_the_engine_says()
    assert phone.said + other.said == []


def is_thrown_in(phone: Device, number: int) -> None:
    phone.chooses("Picker", "Everybody passed")
    expect(phone.question("Card points")).to_have_count(0)
    phone.saves(number)


def waits_for(phone: Device, *pending: str) -> None:
    """What the passed hands have left to the coming one."""
    expect(phone.page.locator(".save .pending")).to_have_text(list(pending))


def two_doubled_hands(phone: Device, watcher: Device) -> None:
    is_thrown_in(phone, 1)
    waits_for(phone, "It counts 2 times: everybody passed before.")
    is_thrown_in(phone, 2)
    waits_for(phone, "It counts 2 times: everybody passed before.", "Multiplied hands to come: 2.")
    watcher.shows_what(phone)
    picks_with_a_partner(phone, "Cora", "Eva", "Won")
    phone.sees_preview("Cora +4", "Eva +2", "the rest −2")
    phone.saves(3)
    watcher.shows_what(phone)
    waits_for(phone, "It counts 2 times: everybody passed before.")
    picks_with_a_partner(phone, "Eva", "Finn", "Lost")
    phone.taps_on(phone.page.get_by_text("More …", exact=True))
    phone.taps_on(phone.page.get_by_role("checkbox", name="Crack", exact=True))
    phone.sees_preview("Eva −16", "Finn −8", "the rest +8")
    phone.saves(4)
    watcher.shows_what(phone)
    waits_for(phone)


def counts(device: Device, **times: str) -> None:
    """How often the hands count, as the sheet marks them: `hand_3="×2"`."""
    for hand, mark in times.items():
        tag = device.page.locator(f"#{hand.replace('_', '-')} .no small", has_text="×")
        expect(tag).to_have_text([mark] if mark else [])


def corrects_the_early_hand(phone: Device) -> None:
    """The second pass was none: Finn had picked. So only one hand is doubled."""
    phone.taps_on(phone.hand(2).get_by_role("link"))
    phone.follows("Correct it")
    picks_with_a_partner(phone, "Finn", "Dirk", "Won")
    phone.sees_preview("Finn +4", "Dirk +2", "the rest −2")
    expect(phone.page.locator("#preview")).to_contain_text("Hands 3, 4 change too.")
    phone.page.get_by_label("Why is it corrected?").fill("Finn had picked")
    phone.taps_on(phone.page.get_by_role("button", name="Save the correction"))
    phone.reads("Hand 2 is corrected.")


def test_doubled_hands_and_the_correction_of_what_doubled_them(
    phone: Device, other: Device
) -> None:
    rules = {"Everybody_passes": "Doubler: thrown in, the next hand counts double"}
    opens_a_table_of_six(phone, other, Cracking="Crack", **rules)
    two_doubled_hands(phone, other)
    assert phone.totals() == [8, -2, 12, 6, -14, -10]
    counts(other, hand_3="×2", hand_4="×4")
    corrects_the_early_hand(phone)
    other.shows_what(phone)
    assert phone.totals() == [3, 2, 0, 5, -9, -1]
    counts(other, hand_2="×2", hand_3="", hand_4="×2")
    phone.shows_what_the_engine_says()
    other.shows_what_the_engine_says()
    assert phone.said + other.said == []
