"""Every page of a table on a phone and on large screens, with the longest names and figures."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.evening import PAIRS, PEOPLE, Device, Sheet
from tests.browser.looks import (
    CLIPPED,
    CONTRAST,
    breaks_of_axe,
    excludes_nobody,
    is_sound,
    is_whole,
    is_within,
    is_within_large_screens,
)
from tournaments.models import Author
from tournaments.tables.services.tables import end_evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = tuple((name * 10)[:40] for name in PEOPLE)
WON: dict[str, Any] = {"picker": 1, "partner": 2, "result": "won", "dealer": 0}
LEASTER: dict[str, Any] = {"picker": None, "card_points": [40, 30, 20, 19, 11], "dealer": 0}


def six(names: tuple[str, ...] = PEOPLE, players: int = 6) -> Sheet:
    """A table of six with a hand of each kind and totals of five digits."""
    sheet = Sheet("sheepshead5-bump", names[:players], cracking="recrack", blitzing=True)
    brought = {"adjustment": [99_999, -99_999] * (players // 2), "reason": "Brought along"}
    return sheet.saved(brought, WON, LEASTER)


def games_of_saskop(names: tuple[str, ...], games: int) -> Sheet:
    """A table of two pairs with so many finished games and one that is being played."""
    won = {"makers": 0, "trump": "diamonds", "card_points": [61, 59]}
    lost = {"makers": 1, "trump": "clubs", "result": "lost"}
    swept = {"makers": 1, "trump": "spades", "result": "won_schwarz"}
    sheet = Sheet("saskop", names)
    for number in range(games):
        sheet.saved(*([swept] if number % 2 else [won, lost, won, lost]))
    return sheet.saved(won, {"makers": None, "card_points": [50, 70]})


def looks_at(device: Device, address: str) -> None:
    device.opens(address)
    if device.root.count():
        device.is_connected()


def test_an_empty_and_an_ended_sheet(phone: Device) -> None:
    sheet = Sheet("sheepshead5-bump", PEOPLE[:6])
    looks_at(phone, sheet.watch)
    is_sound(phone)
    sheet.saved(WON)
    end_evening(table=sheet.table, by=Author(), submission=uuid4())
    for address in (sheet.watch, sheet.write, f"{sheet.write}pays/", f"{sheet.write}screen/"):
        looks_at(phone, address)
        is_sound(phone)
        is_within_large_screens(phone)


def test_what_is_wrong_is_sound_too(phone: Device) -> None:
    sheet = six()
    looks_at(phone, sheet.write)
    phone.page.get_by_role("button", name="Save hand").click()
    expect(phone.page.get_by_role("alert")).to_contain_text("Nothing was saved yet")
    is_sound(phone)
    phone.chooses("Picker", "Cora")
    sheet.saved(WON)
    phone.page.get_by_role("button", name="Save hand").click()
    expect(phone.page.get_by_role("alert")).to_contain_text("Your hand is not saved yet")
    is_sound(phone)


def test_two_versions_of_a_hand(phone: Device, other: Device) -> None:
    sheet = six(LONG)
    for device in (phone, other):
        device.opens(f"{sheet.write}hands/2/correct/")
        device.chooses("Result", "Lost" if device is phone else "Won, schneider")
    phone.page.get_by_role("button", name="Save the correction").click()
    phone.reads("Hand 1 is corrected.")
    other.page.get_by_role("button", name="Save the correction").click()
    expect(other.page.get_by_role("heading", name=re.compile("which one counts"))).to_be_visible()
    is_sound(other)
    is_within_large_screens(other)


def test_the_form_for_each_kind_of_hand(phone: Device) -> None:
    looks_at(phone, six().write)
    phone.chooses("Picker", "Everybody passed")
    expect(phone.question("Card points")).to_be_visible()
    expect(
        phone.question("Partner").get_by_role("radio").and_(phone.page.locator(":enabled"))
    ).to_have_count(0)
    is_sound(phone)
    phone.chooses("Picker", "Everybody passed")  # once more, and it is taken back
    phone.chooses("Picker", "Cora")
    expect(phone.question("Card points")).to_be_hidden()
    for details in phone.page.locator("main summary").all():
        details.click()
    is_sound(phone)


def pages_of_paper(device: Device) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", device.page.pdf(format="A4")))


@pytest.mark.parametrize(("hands", "pages"), [(14, 1), (60, 2)])
def test_a_printed_sheet_has_every_reason_whole(phone: Device, hands: int, pages: int) -> None:
    """With names of forty letters sixty hands take a second page."""
    sheet = Sheet("sheepshead5-bump", LONG[:6]).saved(*[WON, LEASTER] * (hands // 2))
    looks_at(phone, f"{sheet.watch}print/")
    expect(phone.page.locator(".paper-sheet tbody tr")).to_have_count(hands)
    cut = phone.page.locator(".paper-sheet .words").evaluate_all(CLIPPED)
    assert cut == []
    assert pages_of_paper(phone) <= pages


SCREENS = {
    "eight": lambda: six(PEOPLE, 8).saved(*[WON] * 20),
    "eight with long names": lambda: six(LONG, 8),
    "four games of saskop": lambda: games_of_saskop(PAIRS, 4),
    "eight games of saskop": lambda: games_of_saskop(PAIRS, 8),
    "four games, long names": lambda: games_of_saskop(LONG[:4], 4),
}


@pytest.mark.parametrize("what", SCREENS)
def test_the_view_across_the_room_needs_no_scrolling(phone: Device, what: str) -> None:
    sheet = SCREENS[what]()
    phone.page.set_viewport_size({"width": 1920, "height": 1080})
    looks_at(phone, f"{sheet.watch}screen/")
    is_within(phone)
    is_whole(phone)
    excludes_nobody(phone)
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= 1080


def test_what_is_hard_to_read_is_found_in_a_colour_that_axe_knows_too(phone: Device) -> None:
    faint, clear = "color: #999; background: #fff", "color: #000; background: #fff"
    texts = [f"<p style='{style}'>read me" for style in (clear, faint, clear, faint)]
    phone.page.set_content(f"<html lang=en><title>Read</title><main>{''.join(texts)}")
    found = breaks_of_axe(phone.page, *CONTRAST)
    assert [faint in each for each in found] == [True, True], found
