"""Entering a hand: its points as it is tapped, and never twice, whatever the network does."""

from __future__ import annotations

import re

import pytest
from django.db import transaction
from playwright.sync_api import Route, expect

from tests.browser.evening import CALM, PAIRS, PEOPLE, Device, Sheet

pytestmark = [CALM, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

POINTS = "Card points of the picker's side"
UNSAVED = "Not saved yet: no connection."
KEPT = "Hand 1 is kept on this phone."
ARRIVED = "The hand has arrived."
NOTHING_WAITS = """async () => {
    const store = await import("/static/js/store.js");
    return (await store.countWaiting()) === 0;
}"""


@pytest.fixture
def sheet(transactional_db: None) -> Sheet:
    """A table of five without a hand."""
    return Sheet("sheepshead5-bump", PEOPLE[:5])


@pytest.fixture
def at_the_table(phone: Device, sheet: Sheet) -> Device:
    """A phone with the form for the first hand."""
    phone.opens(sheet.write)
    phone.is_live()
    return phone


def taps_a_hand(device: Device, picker: str = "Cora") -> None:
    device.chooses("Picker", picker)
    device.chooses("Partner", "Eva")
    device.chooses("Result", "Won")
    device.sees_preview(f"{picker} +2", "Eva +1", "the rest −1")


def presses_save(device: Device, number: int = 1) -> None:
    device.page.get_by_role("button", name=f"Save hand {number}").click()


def still_holds_the_hand(device: Device, picker: str = "Cora") -> None:
    for question, chip in (("Picker", picker), ("Partner", "Eva"), ("Result", "Won")):
        expect(device.chip(question, chip)).to_be_checked()


def test_the_points_appear_as_they_are_tapped(at_the_table: Device) -> None:
    preview = at_the_table.page.locator("#preview")
    expect(preview).to_be_empty()
    at_the_table.chooses("Picker", "Cora")
    expect(preview).to_have_text(re.compile("Enter|Say"))
    at_the_table.chooses("Partner", "Eva")
    at_the_table.chooses("Result", "Lost")
    at_the_table.sees_preview("Cora −4", "Eva −2", "the rest +2")
    at_the_table.chooses("Result", "Won, schneider")
    at_the_table.sees_preview("Cora +4", "Eva +2", "the rest −2")
    at_the_table.types(POINTS, 61)
    expect(preview).to_contain_text("The result does not fit")
    at_the_table.types(POINTS, 95)
    at_the_table.sees_preview("Cora +4", "Eva +2", "the rest −2")
    at_the_table.saves(1)
    assert at_the_table.totals() == [-2, -2, 4, -2, 2]
    at_the_table.shows_what_the_engine_says()


def test_two_taps_on_save_are_one_hand(at_the_table: Device, sheet: Sheet) -> None:
    taps_a_hand(at_the_table)
    at_the_table.page.get_by_role("button", name="Save hand 1").dblclick()
    at_the_table.reads("Hand 1 is saved.")
    at_the_table.page.reload()
    at_the_table.is_live()
    assert at_the_table.totals() == [-1, -1, 2, -1, 1]
    assert sheet.hands() == 1


def test_back_to_the_form_and_saving_again_is_no_second_hand(
    at_the_table: Device, sheet: Sheet
) -> None:
    taps_a_hand(at_the_table)
    at_the_table.saves(1)
    # Else the page that is gone back to brings it in again, and makes its form anew meanwhile.
    at_the_table.waits_until(NOTHING_WAITS)
    at_the_table.page.evaluate("document.querySelector('main').dataset.left = 'yes'")
    at_the_table.page.go_back()
    expect(at_the_table.page.locator("main[data-left]")).to_have_count(0)
    expect(at_the_table.page.get_by_text("Hand 1 is saved.")).to_be_hidden()
    presses_save(at_the_table, 2)
    expect(at_the_table.page.get_by_role("alert").first).to_contain_text("Nothing was saved yet")
    assert sheet.hands() == 1


def test_what_others_save_while_the_scripts_are_on_their_way_is_followed(
    phone: Device, sheet: Sheet
) -> None:
    late: list[Route] = []
    phone.page.route("**/table*.js", lambda script: late.append(script))
    phone.page.goto(phone.url + sheet.write, wait_until="commit")
    phone.is_live()
    sheet.saved({"picker": 2, "partner": 4, "picker_points": 75})
    expect(phone.hand(1)).to_be_visible()
    late[0].continue_()
    expect(phone.page.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert phone.page.locator("[name=seen_version]").first.input_value() == "1"


def test_what_was_tapped_before_the_scripts_came_is_heard(phone: Device, sheet: Sheet) -> None:
    late: list[Route] = []
    phone.page.route("**/table*.js", lambda script: late.append(script))
    phone.page.goto(phone.url + sheet.write, wait_until="commit")
    phone.is_live()
    for question, chip in (("Picker", "Cora"), ("Partner", "Eva"), ("Result", "Won")):
        phone.chooses(question, chip)
    expect(phone.page.locator("#preview")).to_be_empty()
    late[0].continue_()
    phone.sees_preview("Cora +2", "Eva +1", "the rest −1")


def test_the_old_form_sent_again_is_the_same_hand(at_the_table: Device, sheet: Sheet) -> None:
    form = "new URLSearchParams(new FormData(document.getElementById('hand-form'))).toString()"
    taps_a_hand(at_the_table)
    sent = at_the_table.page.evaluate(form)
    at_the_table.saves(1)
    kind = {"content-type": "application/x-www-form-urlencoded"}
    address = f"{at_the_table.site.url}{sheet.write}hands/"
    answer = at_the_table.context.request.post(address, data=sent, headers=kind)
    assert answer.url.endswith("?saved=1")
    assert sheet.hands() == 1


def test_without_a_network_the_hand_waits_and_is_sent_by_itself(
    at_the_table: Device, sheet: Sheet
) -> None:
    at_the_table.page.clock.install()
    taps_a_hand(at_the_table)
    at_the_table.context.set_offline(True)
    presses_save(at_the_table)
    at_the_table.reads(KEPT)
    assert sheet.hands() == 0
    at_the_table.context.set_offline(False)
    at_the_table.reads(ARRIVED)
    expect(at_the_table.page.get_by_text(KEPT)).to_be_hidden()
    at_the_table.is_live()
    assert sheet.hands() == 1
    expect(at_the_table.hand(1)).to_be_visible()
    assert at_the_table.totals() == [-1, -1, 2, -1, 1]

    sent: list[str] = []
    at_the_table.page.on("request", lambda request: sent.append(request.method))
    at_the_table.page.clock.fast_forward(60_000)
    at_the_table.is_live()
    assert "POST" not in sent


def test_a_server_that_is_away_does_not_lose_the_hand(at_the_table: Device, sheet: Sheet) -> None:
    taps_a_hand(at_the_table)
    at_the_table.site.stop()
    presses_save(at_the_table)
    at_the_table.reads(KEPT)
    at_the_table.site.start()
    at_the_table.reads(ARRIVED)
    assert sheet.hands() == 1


@pytest.mark.one_database
def test_a_busy_database_says_when_to_come_again_and_the_hand_does(
    at_the_table: Device, sheet: Sheet, impatient: None
) -> None:
    at_the_table.notes_no("status of 503")
    taps_a_hand(at_the_table)
    with at_the_table.page.expect_response("**/hands/") as answer, transaction.atomic():
        presses_save(at_the_table)
        at_the_table.reads(KEPT)
    assert answer.value.status == 503
    assert answer.value.headers["retry-after"] == "2"
    at_the_table.reads(ARRIVED)
    assert sheet.hands() == 1


@pytest.mark.parametrize("status", [429, 502])
def test_a_full_queue_or_a_server_in_trouble_does_not_lose_the_hand(
    at_the_table: Device, sheet: Sheet, status: int
) -> None:
    at_the_table.notes_no(f"status of {status}")
    at_the_table.page.route(
        "**/hands/",
        lambda route: route.fulfill(status=status, headers={"Retry-After": "1"}, body="wait"),
    )
    taps_a_hand(at_the_table)
    presses_save(at_the_table)
    at_the_table.reads(KEPT)
    at_the_table.reads(ARRIVED)
    assert sheet.hands() == 1


def test_a_lost_answer_is_no_second_hand(at_the_table: Device, sheet: Sheet) -> None:
    lost: list[int] = []

    def loses_the_answer(route: Route) -> None:
        lost.append(route.fetch(max_redirects=0).status)
        route.abort()

    at_the_table.page.route("**/hands/", loses_the_answer)
    taps_a_hand(at_the_table)
    presses_save(at_the_table)
    at_the_table.reads(KEPT)
    assert lost == [200]
    at_the_table.reads(ARRIVED)
    expect(at_the_table.hand(1)).to_be_visible()
    assert sheet.hands() == 1


def test_an_answer_that_comes_after_the_line_itself_says_that_the_hand_is_saved(
    at_the_table: Device, sheet: Sheet
) -> None:
    """The phone has come back into the network, and its stream began while the hand was saved."""

    def comes_late(route: Route) -> None:
        answer = route.fetch()
        at_the_table.page.evaluate("dispatchEvent(new Event('online'))")
        expect(at_the_table.hand(number)).to_be_visible()
        route.fulfill(response=answer)

    at_the_table.stays_open()
    for number in (1, 2):
        at_the_table.page.route("**/hands/", comes_late)
        taps_a_hand(at_the_table)
        presses_save(at_the_table, number)
        at_the_table.reads(f"Hand {number} is saved.")
        expect(at_the_table.page.locator("tr.hand")).to_have_count(number)
        assert at_the_table.totals() == [-number, -number, 2 * number, -number, number]
    assert at_the_table.page.evaluate("isTheSamePage")
    assert sheet.hands() == 2


def test_a_correction_stays_in_its_form_and_is_sent_again_by_itself(
    at_the_table: Device, sheet: Sheet
) -> None:
    taps_a_hand(at_the_table)
    at_the_table.saves(1)
    at_the_table.opens(f"{sheet.write}hands/1/correct/")
    at_the_table.chooses("Result", "Lost")
    at_the_table.context.set_offline(True)
    at_the_table.page.get_by_role("button", name="Save the correction").click()
    expect(at_the_table.page.get_by_role("alert")).to_contain_text(UNSAVED)
    expect(at_the_table.chip("Result", "Lost")).to_be_checked()
    at_the_table.context.set_offline(False)
    at_the_table.reads("Hand 1 is corrected.")
    expect(at_the_table.page.get_by_text(UNSAVED)).to_be_hidden()


def test_a_browser_that_keeps_nothing_says_so_and_keeps_the_hand_in_the_form(
    phone: Device, sheet: Sheet
) -> None:
    phone.context.add_init_script("IDBFactory.prototype.open = () => { throw new Error('no'); }")
    phone.opens(sheet.write)
    phone.is_live()
    taps_a_hand(phone)
    phone.context.set_offline(True)
    phone.reads("This browser keeps nothing")
    presses_save(phone)
    expect(phone.page.get_by_role("alert")).to_contain_text(UNSAVED)
    still_holds_the_hand(phone)
    phone.context.set_offline(False)
    phone.reads("Hand 1 is saved.")
    assert sheet.hands() == 1


def test_a_preview_that_fails_says_nothing_wrong(at_the_table: Device) -> None:
    at_the_table.page.route("**/preview/", lambda route: route.fulfill(status=404, body="<p>No"))
    with at_the_table.page.expect_response("**/preview/"):
        at_the_table.chooses("Picker", "Dirk")
    at_the_table.page.unroute("**/preview/")
    taps_a_hand(at_the_table)
    expect(at_the_table.page.locator("#preview")).not_to_contain_text("No")


def test_counted_cards_become_points(at_the_table: Device) -> None:
    at_the_table.chooses("Picker", "Cora")
    at_the_table.page.get_by_text("Count the pile").click()
    for rank, number in (("Aces", 3), ("Kings", 1), ("Jacks", 0)):
        row = at_the_table.page.get_by_role("group", name=re.compile(rf"^{rank} \d+ point"))
        at_the_table.taps_on(row.get_by_role("radio", name=str(number), exact=True))
    result = at_the_table.page.locator("#count-result")
    expect(result).to_have_count(1)
    expect(result).to_contain_text(re.compile(r"63 card points\s*·\s*the others 57"))
    expect(result).to_contain_text("over-ace, under-king, double-under-jack")
    at_the_table.page.get_by_role("button", name="Enter these points").click()
    expect(at_the_table.page.get_by_label(POINTS)).to_have_value("63")
    expect(at_the_table.chip("Picker", "Cora")).to_be_checked()
    at_the_table.chooses("Partner", "Alone")
    at_the_table.sees_preview("Cora +4", "the rest −1")
    at_the_table.saves(1)


def test_enter_in_a_number_box_saves(at_the_table: Device, sheet: Sheet) -> None:
    at_the_table.chooses("Picker", "Cora")
    at_the_table.chooses("Partner", "Eva")
    at_the_table.page.get_by_text("Count the pile").click()
    at_the_table.types(POINTS, 75)
    at_the_table.page.keyboard.press("Enter")
    at_the_table.reads("Hand 1 is saved.")
    assert sheet.hands() == 1


def test_a_hand_by_the_keyboard_alone(at_the_table: Device) -> None:
    page = at_the_table.page
    reached: list[str] = []
    name = "document.activeElement.name"
    while not reached or reached[-1] != "picker":
        page.keyboard.press("Tab")
        reached.append(page.evaluate(name))
        assert len(reached) < 40
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(at_the_table.chip("Picker", "Dirk")).to_be_checked()
    page.keyboard.press("Tab")
    assert page.evaluate(name) == "partner"
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    assert page.evaluate(name) == "result"
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    assert page.evaluate(name) == "picker_points"
    page.keyboard.type("75")
    at_the_table.sees_preview("Dirk +2", "Ben +1", "the rest −1")
    page.keyboard.press("Enter")
    at_the_table.reads("Hand 1 is saved.")


def test_names_that_the_device_knows_are_tapped_in(phone: Device) -> None:
    phone.opens_a_table(4, "Saskop", PAIRS)
    phone.gets_the_links()
    phone.opens("/open/saskop/")
    for name in reversed(PAIRS):
        known = phone.page.get_by_role("button", name=name, exact=True)
        phone.taps_on(known)
        expect(known).to_be_hidden()
    for place, name in enumerate(reversed(PAIRS), 1):
        expect(phone.page.get_by_label(f"Player {place}", exact=True)).to_have_value(name)
    phone.gets_the_links()
    pair = phone.question("Makers").get_by_role("radio").first
    expect(pair).to_have_accessible_name("Liis + Kati")
