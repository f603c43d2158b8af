"""Two pairs with one phone, and somebody who watches: games of Saskop with all that can happen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.evening import CALM, PAIRS, Device

pytestmark = [CALM, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OURS, THEIRS = "Mart + Jaan", "Kati + Liis"


def an_ordinary_hand(phone: Device) -> None:
    phone.taps = 0
    phone.chooses("Makers", OURS)
    phone.chooses("Trumps", "Hearts")
    phone.chooses("Result", "Won")
    phone.sees_preview(f"{OURS} +2", f"{THEIRS} 0")
    phone.saves(1)
    assert phone.taps == 4
    assert phone.totals() == [2, 0]


def a_passed_hand(phone: Device) -> None:
    phone.chooses("Makers", "Everybody passed")
    expect(phone.question("Trumps")).to_be_hidden()
    phone.types(OURS, 50, within="Card points")
    phone.types(THEIRS, 70, within="Card points")
    phone.sees_preview(f"{THEIRS} +1", f"{OURS} 0")
    phone.saves(2)
    assert phone.totals() == [2, 1]


def a_tie_and_its_replay(phone: Device, watcher: Device) -> None:
    phone.chooses("Makers", THEIRS)
    phone.chooses("Trumps", "Spades")
    phone.types(OURS, 60, within="Card points")
    phone.types(THEIRS, 60, within="Card points")
    phone.sees_preview(f"{THEIRS} 0", f"{OURS} 0")
    phone.saves(3)
    pending = "The tied hand is played again: Makers Kati + Liis, Trumps ♠ Spades."
    expect(phone.page.locator(".save .pending")).to_have_text(pending)
    expect(phone.page.locator(".coming")).to_contain_text("Mart deals.")
    expect(phone.chip("Makers", THEIRS)).to_be_checked()
    expect(phone.chip("Trumps", "Spades")).to_be_checked()
    watcher.shows_what(phone)
    for device in (phone, watcher):
        expect(device.hand(3)).to_contain_text("void")
    phone.chooses("Result", "Lost")
    phone.sees_preview(f"{THEIRS} 0", f"{OURS} +4")
    phone.saves(4)
    assert phone.totals() == [6, 1]


def a_game_that_ends_with_sixteen(phone: Device) -> None:
    phone.chooses("Makers", OURS)
    phone.chooses("Trumps", "Diamonds")
    phone.types(OURS, 95, within="Card points")
    phone.types(THEIRS, 25, within="Card points")
    phone.sees_preview(f"{OURS} +6", f"{THEIRS} 0")
    phone.saves(5)
    phone.chooses("Makers", THEIRS)
    phone.chooses("Trumps", "Clubs")
    phone.chooses("Result", "Lost")
    phone.sees_preview(f"{THEIRS} 0", f"{OURS} +4")
    phone.saves(6)
    assert (phone.totals(), phone.games()) == ([0, 0], [1, 0])


def a_lambapea(phone: Device) -> None:
    phone.chooses("Makers", THEIRS)
    phone.chooses("Trumps", "Clubs")
    phone.chooses("Result", "Won, every trick")
    phone.sees_preview(f"{THEIRS} +16", f"{OURS} 0")
    phone.saves(7)
    assert (phone.totals(), phone.games()) == ([0, 0], [1, 1])


def has_lines_under_both_games(device: Device) -> None:
    ends = device.page.locator("tr.game-end")
    expect(ends).to_have_text(
        [re.compile(rf"Game 2: {re.escape(THEIRS)}\s*0 : 16"), re.compile(r"Game 1: .*\s*16 : 1")]
    )
    for line in ends.locator("th").all():
        assert line.evaluate("(cell) => getComputedStyle(cell).borderTopWidth") == "3px"
    expect(device.page.locator(".strokes tr + tr")).to_have_count(2)
    expect(device.page.locator(".strokes td > svg")).to_be_visible()
    expect(device.page.locator(".strokes")).to_contain_text("Game 2, by a lambapea")


def test_an_evening_of_saskop(phone: Device, other: Device) -> None:
    phone.opens_a_table(4, "Saskop", PAIRS, dealer=3)
    other.opens(phone.gets_the_links())
    other.stays_open()
    expect(phone.page.locator(".coming")).to_contain_text("Jaan deals.")

    for hand in (an_ordinary_hand, a_passed_hand):
        hand(phone)
        other.shows_what(phone)
    a_tie_and_its_replay(phone, other)
    other.shows_what(phone)
    for hand in (a_game_that_ends_with_sixteen, a_lambapea):
        hand(phone)
        other.shows_what(phone)

    engine = phone.shows_what_the_engine_says()
    other.shows_what_the_engine_says()
    assert [game.special for game in engine.games] == [None, "lambapea"]
    for device in (phone, other):
        has_lines_under_both_games(device)
        assert device.said == []
