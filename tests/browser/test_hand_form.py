"""The form of a hand has fixed places: people as rows, results as slots, Save at the foot."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.evening import PEOPLE, PHONE, Device, Sheet
from tests.browser.looks import is_within
from tests.languages.whole import LANGUAGES_WHOLE
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

# Words that stand in more than one line; a hyphen is an end of a word.
BROKEN = """(where) => [...document.querySelectorAll(where)].flatMap((name) => {
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


@pytest.mark.parametrize("names", [PEOPLE[:5], LONG], ids=["short", "long"])
@pytest.mark.parametrize(("width", "height"), [(390, 664), (320, 700)])
def test_a_hand_of_five_fits_a_phone_with_the_bars_of_its_browser(
    phone: Device, names: tuple[str, ...], width: int, height: int
) -> None:
    phone.page.set_viewport_size({"width": width, "height": height})
    sheet = Sheet(GAME, names).saved({"picker": 1, "partner": 2, "result": "won"})
    sheet.table.title = "Upstairs"
    sheet.table.save()
    phone.opens(sheet.write)
    phone.is_live()
    save = phone.page.locator(".save").bounding_box()
    assert save is not None
    for slot in (phone.page.locator(".chip:has([value=lost_schwarz])"), more(phone)):
        last = slot.bounding_box()
        assert last is not None
        assert last["y"] + last["height"] <= save["y"]


def more(phone: Device) -> Locator:
    return phone.page.get_by_text("More …", exact=True)


def test_the_slots_are_two_rows_of_four_and_follow_the_card_points(phone: Device) -> None:
    phone.opens(Sheet(GAME, PEOPLE[:5]).write)
    phone.is_live()
    slots = phone.page.locator(".slots > .chip")
    words = ["Won\n61–90", "Schneider\n91–120", "Every trick"]
    words += ["Lost\n31–60", "Schneider\n0–30", "No trick", "Points …"]
    assert slots.all_inner_texts() == words
    boxes = [box for slot in [*slots.all(), more(phone)] if (box := slot.bounding_box())]
    rows, columns = ({round(box[side]) for box in boxes} for side in ("y", "x"))
    assert (len(boxes), len(rows), len(columns)) == (8, 2, 4)
    for question, chip in (("Picker", "Cora"), ("Partner", "Eva")):
        phone.chooses(question, chip)
    phone.types("Card points of the picker's side", 95)
    expect(phone.page.locator("#preview")).to_contain_text("Won with schneider (95 to 25)")
    expect(phone.page.locator("#follows.follows-2")).to_be_attached()
    phone.chooses("Result", "Won")
    expect(phone.page.locator("#preview")).to_contain_text("Counted: “Won, schneider”")
    more(phone).click()
    expect(phone.page.locator("#question-last_hand")).to_be_visible()


def test_what_is_typed_and_what_is_tapped_of_a_bid_take_turns(phone: Device) -> None:
    phone.opens(Sheet("sheepshead4-auction", PEOPLE[:4]).write)
    phone.is_live()
    phone.page.get_by_role("radio", name="Anna + Cora", exact=True).check(force=True)
    phone.chooses("Bid", "10")
    phone.chooses("Result", "Made")
    expect(phone.page.locator("#preview")).to_contain_text("Bid 70 (10 over): Anna + Cora · Won")
    phone.types("Bid", 73)
    expect(phone.page.locator("#preview")).to_contain_text("Bid 73 (13 over)")
    expect(phone.chip("Bid", "10")).not_to_be_checked()
    phone.chooses("Bid", "15")
    expect(phone.page.locator("#preview")).to_contain_text("Bid 75 (15 over)")
    expect(phone.page.get_by_role("textbox", name="Bid", exact=True)).to_have_value("")


@pytest.mark.parametrize("language", ["en", *LANGUAGES_WHOLE])
def test_in_each_language_the_narrowest_phone_shows_the_number_and_whole_words(
    phone: Device, language: str
) -> None:
    phone.reads_in(language)
    phone.page.set_viewport_size({"width": 320, "height": 640})
    won = {"contract": "rufspiel", "declarer": 0, "partner": 2, "result": "won"}
    phone.opens(Sheet("schafkopf", PEOPLE[:4]).saved(won).write)
    expect(phone.page.locator(".coming > .button")).to_be_visible()
    assert phone.page.locator(".coming h1").evaluate("e => e.scrollWidth <= e.clientWidth")
    assert phone.page.evaluate(BROKEN, ".chips.cols-4 .chip > span") == []
    phone.opens(f"{phone.page.url}hands/1/correct/")
    assert phone.page.evaluate(BROKEN, ".chips.cols-4 .chip > span") == []


@pytest.mark.parametrize("game", ["saskop", "sheepshead4-auction"])
def test_what_is_wrong_at_the_first_question_stands_in_the_line_of_its_legend(
    phone: Device, game: str
) -> None:
    phone.reads_in("de")
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.opens(Sheet(game, PEOPLE[:4]).write)
    phone.is_live()
    phone.page.locator("[data-save]").click()
    wrong = phone.page.locator("fieldset > .at-field").first
    expect(wrong).to_contain_text("Gib an, welches Paar")
    legend, line = phone.page.locator("fieldset > legend").first, wrong.bounding_box()
    words = legend.bounding_box()
    assert line
    assert words
    assert abs(line["y"] - words["y"]) < 1
    assert abs(line["height"] - words["height"]) < 1
    said = wrong.evaluate("it => getComputedStyle(it, '::before').content")
    assert said.startswith(f'"{legend.inner_text()}"')


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_name_is_broken_inside_a_word(phone: Device, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 700})
    phone.opens(Sheet(GAME, LONG).write)
    phone.is_live()
    assert phone.page.evaluate(BROKEN, ".who-name .name") == []
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
        "Everybody passed · Won: Ben +4, the others −1 each."
    )


def test_a_tie_at_saskop_has_a_slot_beside_the_results(phone: Device) -> None:
    phone.opens(Sheet("saskop", PEOPLE[:4]).write)
    phone.is_live()
    tie = phone.page.locator("#question-tied .chip").bounding_box()
    won = phone.page.locator(".chip:has([value=won])").bounding_box()
    lost = phone.page.locator(".chip:has([name=result][value=lost])").bounding_box()
    assert tie is not None
    assert won is not None
    assert lost is not None
    assert tie["y"] == won["y"]
    assert tie["y"] + tie["height"] == lost["y"] + lost["height"]
    phone.page.get_by_role("radio", name="Anna + Cora", exact=True).first.check(force=True)
    phone.chooses("Trumps", "Hearts")
    phone.page.get_by_role("checkbox", name="60 to 60").check(force=True)
    expect(phone.page.locator("#preview")).to_contain_text("0 for everybody")


def test_what_the_others_leave_stands_in_the_last_box_and_may_be_typed_over(phone: Device) -> None:
    phone.opens(Sheet("saskop", PEOPLE[:4]).write)
    phone.is_live()
    phone.page.get_by_role("radio", name="Anna + Cora", exact=True).first.check(force=True)
    phone.chooses("Trumps", "Hearts")
    phone.page.locator("details:has([name=card_points-0]) > summary").click()
    ours, theirs = (phone.page.locator(f"[name=card_points-{side}]") for side in (0, 1))
    ours.fill("75")
    expect(theirs).to_have_attribute("placeholder", "45")
    expect(phone.page.locator("#preview")).to_contain_text("+2")
    theirs.fill("40")
    expect(phone.page.locator("#preview")).to_contain_text("115")
    ours.fill("80")
    expect(ours).to_have_attribute("placeholder", "")
