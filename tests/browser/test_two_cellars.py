"""What waited on a phone meets a sheet that has changed: nothing happens that nobody has chosen."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.cellar import (
    in_the_cellar,
    keeps,
    phone,
    points_on,
    save_button,
    sheet,
    stand_on_the_sheet,
    waiting,
    wire,
)
from tests.browser.evening import CALM, PHONE, Device, Sheet
from tests.browser.wire import Wire
from tests.events.results import sheets
from tests.serving import Served
from tournaments.common.locks import announce
from tournaments.events.results.services.sheets import close_round
from tournaments.models import Author, Event, Table, TableLink
from tournaments.tables.services.tables import end_evening

__all__ = ["phone", "sheet", "wire"]

pytestmark = [CALM, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ANOTHER = "Another phone wrote while this one was away."


def hand(points: int) -> dict[str, int]:
    return {"picker": 2, "partner": 4, "picker_points": points}


def panel(device: Device, heading: str | re.Pattern[str]) -> Locator:
    shown = device.page.locator("#offline-panel").get_by_role("region", name=heading)
    expect(shown).to_be_visible()
    return shown


def presses(place: Locator, button: str) -> None:
    place.get_by_role("button", name=button, exact=True).click()


def goes_down(device: Device, sheet: Sheet) -> None:
    """To the cellar, with the page open."""
    device.opens(sheet.write)
    device.stays_open()
    device.context.set_offline(True)


def comes_up(device: Device) -> None:
    device.context.set_offline(False)


def test_two_phones_with_hands_of_their_own(
    phone: Device, new_context: CreateContextCallback, served: Served, wire: Wire, sheet: Sheet
) -> None:
    other = in_the_cellar(new_context(viewport=PHONE), served, wire)
    for device in (phone, other):
        goes_down(device, sheet)
    keeps(phone, *range(61, 71))
    keeps(other, *range(71, 81))
    comes_up(phone)
    phone.reads("All 10 hands have arrived.")
    comes_up(other)
    shown = panel(other, ANOTHER)
    expect(shown).to_contain_text("Nothing of yours is lost, and nothing is sent yet.")
    expect(shown.get_by_role("columnheader")).to_have_text(["On the sheet now", "On this phone"])
    expect(waiting(other)).to_have_count(10)
    assert points_on(sheet) == [*range(61, 71)]
    presses(shown, "Put mine after these")
    other.reads("All 10 hands have arrived.")
    expect(shown).to_be_hidden()
    assert points_on(sheet) == [*range(61, 81)]
    for device in (phone, other):
        expect(save_button(device)).to_have_text("Save hand 21")
    assert phone.said + other.said == []


def test_two_phones_with_the_same_hands(
    phone: Device, new_context: CreateContextCallback, served: Served, wire: Wire, sheet: Sheet
) -> None:
    other = in_the_cellar(new_context(viewport=PHONE), served, wire)
    for device in (phone, other):
        goes_down(device, sheet)
        keeps(device, 61, 62, 63)
    comes_up(phone)
    phone.reads("All 3 hands have arrived.")
    comes_up(other)
    shown = panel(other, ANOTHER)
    expect(shown.get_by_text("Looks like the same hand.")).to_have_count(3)
    presses(shown, "These are the same: drop mine")
    expect(waiting(other)).to_have_count(0)
    expect(save_button(other)).to_have_text("Save hand 4")
    assert points_on(sheet) == [61, 62, 63]


def test_some_are_the_same_and_are_chosen_hand_by_hand(phone: Device, sheet: Sheet) -> None:
    goes_down(phone, sheet)
    keeps(phone, 61, 62, 63)
    sheet.saved(hand(61), hand(90))
    comes_up(phone)
    shown = panel(phone, ANOTHER)
    presses(shown, "Choose hand by hand")
    chosen = shown.get_by_role("checkbox", name="Bring this one in")
    expect(chosen).to_have_count(3)
    assert [each.is_checked() for each in chosen.all()] == [False, True, True]
    chosen.nth(1).uncheck()
    presses(shown, "Bring in the chosen ones, drop the others")
    expect(waiting(phone)).to_have_count(0)
    expect(save_button(phone)).to_have_text("Save hand 4")
    assert points_on(sheet) == [61, 90, 63]


def test_a_hand_that_cannot_be_is_mended_or_removed_and_those_after_it_wait(
    phone: Device, sheet: Sheet
) -> None:
    goes_down(phone, sheet)
    keeps(phone, 61, 199, 63, 188)
    comes_up(phone)
    shown = panel(phone, re.compile("Hand 2 cannot be: "))
    expect(shown).to_contain_text("The hands after it wait.")
    expect(waiting(phone)).to_have_count(3)
    assert points_on(sheet) == [61]
    presses(shown, "Mend it")
    phone.reads("You are changing hand 2, which waits on this phone.")
    phone.types("Card points of the picker's side", 99)
    phone.page.get_by_role("button", name="Save hand 2", exact=True).click()
    shown = panel(phone, re.compile("Hand 4 cannot be: "))
    expect(waiting(phone)).to_have_count(1)
    presses(shown, "Remove it")
    presses(shown, "Remove for good?")
    expect(waiting(phone)).to_have_count(0)
    expect(shown).to_be_hidden()
    expect(save_button(phone)).to_have_text("Save hand 4")
    assert points_on(sheet) == [61, 99, 63]


def test_an_evening_that_was_ended_meanwhile_is_opened_again(phone: Device, sheet: Sheet) -> None:
    goes_down(phone, sheet)
    keeps(phone, 61, 62)
    end_evening(table=sheet.table, by=Author(), submission=uuid4())
    comes_up(phone)
    shown = panel(phone, re.compile(r"The evening was ended at \d"))
    expect(shown).to_contain_text("2 hands are still on this phone and not on the sheet.")
    under_the_thumb = shown.element_handle()
    with phone.page.expect_response("**/bring-in/"):
        phone.page.evaluate("dispatchEvent(new Event('online'))")
    phone.page.wait_for_timeout(200)
    assert under_the_thumb.is_visible()
    assert phone.page.evaluate("window.isTheSamePage")
    presses(shown, "Keep them here")
    expect(shown).to_be_hidden()
    phone.reads("2 hands wait on this phone.")
    assert points_on(sheet) == []
    phone.page.reload()
    shown = panel(phone, re.compile("The evening was ended"))
    phone.context.set_offline(True)
    presses(shown, "Open the sheet again and add them")
    phone.reads("No answer came. Press the same button again: it counts once.")
    phone.context.set_offline(False)
    presses(shown, "Open the sheet again and add them")
    stand_on_the_sheet(phone, sheet, 61, 62)
    expect(save_button(phone)).to_have_text("Save hand 3")
    expect(waiting(phone)).to_have_count(0)


def test_a_link_that_was_switched_off_and_one_that_only_watches(
    phone: Device, sheet: Sheet
) -> None:
    goes_down(phone, sheet)
    keeps(phone, 61, 62)
    TableLink.objects.filter(table=sheet.table, rights=TableLink.WRITE).update(
        revoked_at=sheet.table.opened_at
    )
    announce(sheet.table.pk)
    comes_up(phone)
    phone.reads(
        "This link was switched off. 2 hands are kept here; open the new link on this phone "
        "and they go in there."
    )
    phone.opens(sheet.watch)
    shown = panel(phone, "This link may only watch now.")
    expect(shown).to_contain_text("2 hands are kept here.")
    TableLink.objects.filter(table=sheet.table).update(revoked_at=None)
    phone.opens(sheet.write)
    stand_on_the_sheet(phone, sheet, 61, 62)
    expect(waiting(phone)).to_have_count(0)
    expect(save_button(phone)).to_have_text("Save hand 3")


def test_what_the_server_cannot_read_stays_and_the_page_says_so(
    phone: Device, sheet: Sheet
) -> None:
    goes_down(phone, sheet)
    keeps(phone, 61, 62)
    phone.page.route("**/bring-in/", lambda route: route.fulfill(status=400))
    comes_up(phone)
    phone.reads(
        "The server cannot read what waits on this phone. Nothing is lost: load the page again."
    )
    phone.page.unroute("**/bring-in/")
    phone.page.reload()
    expect(waiting(phone)).to_have_count(0)
    assert points_on(sheet) == [61, 62]


def test_a_server_that_knows_less_than_the_phone_is_not_written_to_unasked(
    phone: Device, sheet: Sheet
) -> None:
    sheet.saved(hand(61), hand(62))
    goes_down(phone, sheet)
    keeps(phone, 63, first=3)
    sheet.table.hands.get(number=2).delete()  # a copy from before is put back
    Table.objects.filter(pk=sheet.table.pk).update(version=1)
    comes_up(phone)
    shown = panel(phone, re.compile("The server knows less than this phone"))
    expect(shown).to_contain_text("Ask before you send.")
    assert points_on(sheet) == [61]
    presses(shown, "Send mine again")
    expect(waiting(phone)).to_have_count(0)
    assert points_on(sheet) == [61, 63]


def test_at_an_event_no_more_hands_are_taken_than_are_due_nor_after_its_round(
    phone: Device, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(
        entries=4, ruleset="sheepshead4-cutthroat", hands=4, rounds=1, needs_confirmation=False
    )
    place = sheets.table(sheets.opens(event, [1, 2, 3, 4]), 1)
    address = f"/t/{sheets.at(place).secret}/"
    sheets.plays(place, 2)
    phone.opens(address)
    phone.is_live()
    phone.context.set_offline(True)
    keeps(phone, 61, 62, first=3)
    phone.reads("All hands of this table are entered.")
    expect(save_button(phone)).to_be_disabled()
    sheets.plays(place, 1)
    comes_up(phone)
    presses(panel(phone, ANOTHER), "Put mine after these")
    shown = panel(phone, "All 4 hands of this table are played.")
    expect(shown).to_contain_text("1 hand is left over on this phone.")
    close_round(event=event, number=1, by=by, submission=uuid4())
    phone.page.reload()
    shown = panel(phone, re.compile(r"The desk closed the round at \d"))
    presses(shown, "Show it large")
    expect(phone.page.locator("#waiting[data-large] li")).to_have_count(1)
