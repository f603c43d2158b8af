"""Schafkopf on one phone: a Rufspiel in four taps, a solo with Kontra, and a pot to play for."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.evening import CALM, PEOPLE, Device, Sheet

pytestmark = [CALM, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOUR = PEOPLE[:4]
DECLARER, CONTRACT, PARTNER = "Spieler (declarer)", "Spiel (contract)", "Mitspieler (partner)"
RUNNERS, KNOCKS = "Laufende (runners)", "Klopfer (knocks)"
RUFSPIEL = "Rufspiel (called ace)"
ALL_PASSED = "Alle weiter (all passed)"
RUFSPIEL_TAPS = 4
SMALLEST_TAP = 44


def opens_a_table(phone: Device, watcher: Device) -> None:
    phone.opens_a_table(4, "Schafkopf", FOUR)
    phone.rules(**{ALL_PASSED.replace(" ", "_"): "Stock: everybody pays into a pot"})
    watcher.opens(phone.gets_the_links())
    watcher.stays_open()
    expect(phone.page.locator(".coming")).to_contain_text("Anna deals")


def calls_an_ace(phone: Device, declarer: str, partner: str, how: str) -> None:
    phone.chooses(DECLARER, declarer)
    phone.chooses(PARTNER, partner)
    phone.chooses("Result", how)


def a_rufspiel_in_four_taps(phone: Device) -> None:
    expect(phone.chip(CONTRACT, RUFSPIEL)).to_be_checked()
    for asked in (RUNNERS, KNOCKS):
        expect(phone.chip(asked, "0")).to_be_checked()
    expect(phone.chip("Kontra", "None")).to_be_checked()
    expect(phone.chip("Announced", "Nothing more")).to_be_checked()
    phone.taps = 0
    calls_an_ace(phone, "Ben", "Dirk", "Won")
    phone.sees_preview("Ben +20", "Dirk +20", "the rest −20")
    phone.saves(1)
    assert phone.taps == RUFSPIEL_TAPS
    assert phone.totals() == [-20, 20, -20, 20]


def only_what_fits_is_asked(phone: Device) -> None:
    """A partner who was tapped by mistake is not sent in a solo."""
    phone.cannot_be_asked("Announced")
    phone.chooses(PARTNER, "Anna")
    phone.chooses(CONTRACT, "Bettel (no trick)")
    for asked in (RUNNERS, "Announced"):
        phone.cannot_be_asked(asked)
    expect(phone.chip(PARTNER, "Ben")).to_be_disabled()
    expect(phone.chip("Result", "Won, Schneider")).to_be_disabled()
    phone.chooses(CONTRACT, "Wenz")
    expect(phone.question("Announced").get_by_role("radio", disabled=False)).to_have_count(2)
    expect(phone.question(RUNNERS).get_by_role("radio", disabled=False)).to_have_count(5)
    phone.chooses(DECLARER, "Cora")
    phone.chooses("Result", "Won")
    phone.sees_preview("Cora +150", "the rest −50")
    phone.chooses(CONTRACT, RUFSPIEL)
    expect(phone.chip(PARTNER, "Anna")).to_be_checked()
    phone.follows("Clear")
    phone.is_live()
    expect(phone.chip(DECLARER, "Cora")).not_to_be_checked()


def a_solo_with_runners_and_kontra(phone: Device) -> None:
    """One tap for the Laufende, one for the Kontra, none for what did not happen."""
    phone.taps = 0
    phone.chooses(DECLARER, "Cora")
    phone.chooses(CONTRACT, "Solo")
    phone.chooses(RUNNERS, "4")
    phone.chooses("Kontra", "Re")
    phone.chooses("Result", "Lost, Schneider")
    phone.sees_preview("Cora −1200", "the rest +400")
    phone.saves(2)
    assert phone.taps == RUFSPIEL_TAPS + 2
    assert phone.totals() == [380, 420, -1220, 420]
    expect(phone.hand(2)).to_contain_text("×4")


def is_told_what_does_not_fit(phone: Device) -> None:
    """Nothing is lost: the wrong answer is mended, cannot be tapped again, and the rest stays."""
    phone.chooses(PARTNER, "Dirk")
    phone.chooses(DECLARER, "Dirk")
    phone.chooses("Result", "Lost")
    phone.chooses(KNOCKS, "1")
    phone.taps_on(phone.page.get_by_role("button", name="Save hand 3", exact=True))
    problem = phone.question(PARTNER).locator(".problem")
    expect(problem).to_have_text(
        "The declarer cannot be the own partner: say who held the called ace."
    )
    expect(phone.chip(KNOCKS, "1")).to_be_checked()
    phone.chooses(PARTNER, "Anna")
    expect(phone.chip(PARTNER, "Dirk")).to_be_disabled()
    phone.saves(3)
    assert phone.totals() == [340, 460, -1180, 380]


def the_pot_is_filled_and_won(phone: Device, watcher: Device) -> None:
    before = phone.totals()
    phone.chooses(DECLARER, ALL_PASSED)
    phone.cannot_be_asked(PARTNER)
    phone.cannot_be_asked("Kontra")
    phone.saves(4)
    assert phone.totals() == [total - 10 for total in before]
    expect(phone.page.locator(".save .pending")).to_have_text(["In the pot: 40."])
    for device in (phone, watcher):
        pot = device.page.locator("tr.total + tr")
        expect(pot).to_contain_text("40, for whoever wins the next game")
    expect(phone.page.locator(".coming")).to_contain_text("Dirk deals")
    calls_an_ace(phone, "Cora", "Anna", "Won")
    phone.sees_preview("Cora +40", "Anna +40", "the rest −20")
    phone.saves(5)
    assert sum(phone.totals()) == 0
    expect(phone.page.locator("tr.total + tr")).to_have_count(0)


def asks_why(phone: Device) -> None:
    phone.taps_on(phone.hand(2).get_by_role("link"))
    expect(phone.page.locator("[aria-labelledby=points-title] li")).to_have_text(
        [
            "Cora played and lost.",
            "Solo: 50.",
            "4 Laufende: 40 more.",
            "Schneider: 10 more.",
            "Kontra and Re: 4 times.",
            "Each opponent: +400.",
        ]
    )
    expect(phone.page.get_by_role("region", name="What was entered")).to_contain_text("Re")
    phone.follows("To the sheet")


def chips_are_large_enough(phone: Device) -> None:
    for asked in (RUNNERS, "Kontra", KNOCKS):
        for chip in phone.question(asked).locator(".chip").all():
            box = chip.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= SMALLEST_TAP
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_evening_of_schafkopf(phone: Device, other: Device) -> None:
    opens_a_table(phone, other)
    chips_are_large_enough(phone)
    a_rufspiel_in_four_taps(phone)
    other.shows_what(phone)
    only_what_fits_is_asked(phone)
    a_solo_with_runners_and_kontra(phone)
    other.shows_what(phone)
    is_told_what_does_not_fit(phone)
    other.shows_what(phone)
    the_pot_is_filled_and_won(phone, other)
    other.shows_what(phone)
    asks_why(phone)
    phone.taps_on(phone.page.get_by_role("button", name=re.compile("^Undo")))
    phone.reads("The hand is withdrawn.")
    other.shows_what(phone)
    assert len(phone.shows_what_the_engine_says().rows) == 4
    other.shows_what_the_engine_says()
    assert phone.said + other.said == []


def test_the_neighbours_ask_what_fits_too(phone: Device) -> None:
    phone.opens(Sheet("skat", PEOPLE[:3]).write)
    phone.is_live()
    tops = phone.question("Tops, with or without")
    phone.chooses("Game", "Grand")
    expect(tops.get_by_role("radio", disabled=False)).to_have_count(4)
    expect(tops.get_by_role("radio", checked=True)).to_have_value("1")
    phone.chooses("Game", "Null")
    phone.cannot_be_asked("Tops, with or without")
    expect(phone.page.get_by_label("Card points of the soloist", exact=True)).to_be_disabled()
    for box in phone.page.locator(".counter-box :is(input, button)").all():
        expect(box).to_be_disabled()
    expect(phone.question("Result").get_by_role("radio", disabled=False)).to_have_count(2)
    phone.opens(Sheet("doppelkopf", FOUR).write)
    phone.is_live()
    phone.chooses("Extra points of Re", "1")
    phone.chooses("The other one of Re", "Alone: a solo")
    phone.cannot_be_asked("Extra points of Re")
    phone.chooses("Re, or the soloist", "Ben")
    phone.chooses("Re took", "121–150")
    phone.sees_preview("Ben +3", "the rest −1")
    phone.chooses("The other one of Re", "Dirk")
    expect(phone.chip("Extra points of Re", "1")).to_be_checked()
    phone.sees_preview("Ben +2", "Dirk +2", "the rest −2")
    assert phone.said == []
