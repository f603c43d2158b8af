"""The form of a hand has fixed places: people as rows, results as slots, Save at the foot."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.evening import PEOPLE, PHONE, Device, Sheet
from tests.browser.looks import is_within
from tests.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = "sheepshead5-bump"
LONG = (
    "Bartholomäus Obermeier-Hinterholzer jun.",
    "Anneliese Müllerhuber-Wolkensteinerinnen",
    "Maximiliana Wolkenstein-Oberhuberbauerin",
    "Friedrich von Hohenlohe-Langenburg-Öttin",
    "Gottfried Lindenthal-Schwarzachenbrucker",
)

# Words of the names that stand in more than one line; a hyphen is an end of a word.
BROKEN = """() => [...document.querySelectorAll(".who-name .name")].flatMap((name) => {
    const text = name.firstChild;
    return [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return new Set([...range.getClientRects()].map((box) => Math.round(box.y))).size > 1;
    }).map((word) => word[0]);
})"""
USED = """() => {
    const boxes = [...document.querySelectorAll("#hand-form, .entry + .stack > *")]
        .map((it) => it.getBoundingClientRect());
    const left = Math.min(...boxes.map((box) => box.left));
    return (Math.max(...boxes.map((box) => box.right)) - left) / innerWidth;
}"""


def test_a_hand_of_five_fits_a_phone_with_the_bars_of_its_browser(phone: Device) -> None:
    phone.page.set_viewport_size({"width": 390, "height": 664})
    sheet = Sheet(GAME, PEOPLE[:5])
    sheet.table.title = "Upstairs"
    sheet.table.save()
    phone.opens(sheet.write)
    phone.is_live()
    save = phone.page.locator(".save").bounding_box()
    last = phone.page.locator(".chip:has([value=lost_schwarz])").bounding_box()
    assert save is not None
    assert last is not None
    assert last["y"] + last["height"] <= save["y"]


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_name_is_broken_inside_a_word(phone: Device, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 700})
    phone.opens(Sheet(GAME, LONG).write)
    phone.is_live()
    assert phone.page.evaluate(BROKEN) == []
    is_within(phone)


def test_what_is_tapped_again_is_taken_back(phone: Device) -> None:
    phone.opens(Sheet(GAME, PEOPLE[:5]).write)
    phone.is_live()
    for question, chip in (("Picker", "Cora"), ("Partner", "Eva"), ("Result", "Won")):
        phone.chooses(question, chip)
    phone.sees_preview("Cora +2", "Eva +1", "the rest −1")
    phone.chooses("Result", "Won")
    expect(phone.chip("Result", "Won")).not_to_be_checked()
    expect(phone.page.locator("#preview")).to_contain_text("Enter the card points")
    expect(phone.row("Cora")).to_be_empty()
    phone.chooses("Picker", "Everybody passed")
    phone.cannot_be_asked("Result")
    expect(phone.chip("Picker", "Cora")).to_have_count(0)
    phone.chooses("Picker", "Everybody passed")
    expect(phone.chip("Picker", "Cora")).to_be_enabled()
    phone.chip("Picker", "Dirk").focus()
    phone.page.keyboard.press("Space")
    expect(phone.chip("Picker", "Dirk")).to_be_checked()
    phone.page.keyboard.press("Space")
    expect(phone.chip("Picker", "Dirk")).not_to_be_checked()


def test_the_people_stand_from_the_dealer_s_left_and_who_is_out_among_them(phone: Device) -> None:
    phone.opens(Sheet(GAME, PEOPLE[:6]).write)
    phone.is_live()
    names = phone.page.locator(".who-name .name").all_inner_texts()
    assert names == [*PEOPLE[1:6], PEOPLE[0]]
    assert phone.page.locator(".who-gets.is-out").inner_text() == "sits out"


def test_the_sheet_stands_beside_the_form_and_the_screen_is_used(phone: Device) -> None:
    phone.page.set_viewport_size({"width": 1280, "height": 800})
    phone.opens(Sheet(GAME, LONG).saved({"picker": 1, "partner": 2, "result": "won"}).write)
    form = phone.page.locator("#hand-form").bounding_box()
    sheet = phone.page.locator("#sheet").bounding_box()
    assert form is not None
    assert sheet is not None
    assert sheet["x"] >= form["x"] + form["width"]
    phone.page.set_viewport_size({"width": 1920, "height": 1080})
    assert phone.page.evaluate(USED) >= 0.85


def test_without_scripts_a_passed_hand_is_told_and_a_form_emptied(
    new_context: CreateContextCallback, served: Served
) -> None:
    phone = Device(new_context(viewport=PHONE, java_script_enabled=False), served)
    phone.opens(Sheet(GAME, PEOPLE[:5]).write)
    phone.chip("Picker", "Everybody passed").check()
    won = phone.question("Who won").get_by_role("checkbox", name="Ben", exact=True)
    won.check()
    phone.follows("Clear")
    expect(phone.chip("Picker", "Everybody passed")).not_to_be_checked()
    phone.chip("Picker", "Everybody passed").check()
    won.check()
    phone.saves(1)
    expect(phone.page.locator(".saved span")).to_have_text(
        "Everybody passed; Ben won: +4, the others −1 each."
    )
