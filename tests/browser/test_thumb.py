"""Under the thumb: Save stays on the screen, and nothing moves while a hand is tapped and saved."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.evening import PEOPLE, PHONE, Device, Sheet
from tests.browser.looks import goes_live_in_its_place, is_within
from tests.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREENS = ((390, 844), (320, 640))
LONG = tuple((name * 10)[:40] for name in PEOPLE)
A, B, C, D, E = LONG[:5]

# Where everything is that can be tapped: on the screen, by what it is and not by a hand's number; a
# mark by its row, for who sits there changes with the dealer. What was saved last gives way to what
# is tapped.
PLACES = """() => Object.fromEntries(
    [...document.querySelectorAll("header > a, :is(.entry, .hand-form) "
        + ":is(button, a, summary, .chip, .mark, input.figure)")]
    .filter((it) => it.checkVisibility({visibilityProperty: true}) && !it.matches(".unseen"))
    .filter((it) => !it.closest(".saved"))
    .map((it) => {
        const input = it.matches("label") ? it.querySelector("input") : it;
        const value = it.matches(".mark") ? it.className : it.matches(".figure") ? "" : input.value;
        const name = input.name ? `${input.name}=${value}`
            : it.textContent.trim().replace(/\\s+/g, " ").replace(/\\d+/g, "#");
        const box = it.getBoundingClientRect();
        return [name, [box.x, box.y, box.width, box.height].map(Math.round)];
    }))"""
AT_THE_TOP = f"() => {{ scrollTo(0, 0); return ({PLACES})(); }}"
IN_THE_MIDDLE = f"""(chip) => {{
    chip.closest("details")?.setAttribute("open", "");
    chip.scrollIntoView({{block: "center"}});
    return ({PLACES})();
}}"""
ON_SCREEN = """(parts) => parts.filter((it) => it.checkVisibility()).every((it) => {
    const box = it.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.x >= 0 && box.y >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
        && it.contains(top);
})"""


class Tap(NamedTuple):
    """One tap: the question's name in the record, the chip's value, and what the bar says then."""

    name: str
    value: str
    says: str = ""


SHEEPSHEAD = (
    Tap("picker", "2", "Enter"),
    Tap("partner", "3"),
    Tap("result", "won", "the others"),
    Tap("result", "lost_schneider", "the others"),
    Tap("picker", "none", "Say who won"),
    Tap("winners", "1", "the others"),
    Tap("picker", "none", "Say who picked"),
    Tap("picker", "3"),
    Tap("partner", "none"),
    Tap("result", "won_schneider", "the others"),
)
CUTTHROAT = (
    Tap("picker", "2", "Enter"),
    Tap("result", "lost_schneider", "the others"),
    Tap("picker", "none", "Say who won"),
    Tap("winners", "1", "the others"),
    Tap("picker", "none", "Say who picked"),
    Tap("picker", "3", "the others"),
)
SCHAFKOPF = (
    Tap("declarer", "1"),
    Tap("partner", "3"),
    Tap("result", "won", "the others"),
    Tap("contract", "wenz", "the others"),
    Tap("contract", "bettel"),
    Tap("contract", "solo", "the others"),
    Tap("result", "won", "Enter"),
    Tap("result", "lost", "the others"),
)
SASKOP = (
    Tap("makers", "none"),
    Tap("makers", "1"),
    Tap("trump", "clubs"),
    Tap("result", "lost", "+"),
    Tap("result", "lost"),
    Tap("result", "won", "+"),
)
SKAT = (
    Tap("declarer", "1"),
    Tap("contract", "null"),
    Tap("contract", "clubs"),
    Tap("tops", "2"),
    Tap("result", "won", "the others"),
)
GAMES = {
    "sheepshead5-bump": (LONG[:5], SHEEPSHEAD),
    "sheepshead4-cutthroat": (LONG[:4], CUTTHROAT),
    "schafkopf": (LONG[:4], SCHAFKOPF),
    "saskop": (LONG[:4], SASKOP),
    "skat": (LONG[:3], SKAT),
}


Screen = tuple[int, int]


def places(device: Device) -> dict[str, list[int]]:
    found: dict[str, list[int]] = device.page.evaluate(PLACES)
    return found


def moved(before: dict[str, list[int]], after: dict[str, list[int]]) -> list[str]:
    """What is there both times, and elsewhere."""
    both = before.keys() & after.keys()
    assert len(both) > 5, (before, after)
    return [f"{key}: {before[key]} → {after[key]}" for key in both if before[key] != after[key]]


def bar(device: Device) -> Locator:
    return device.page.locator(".save :is([data-save], .preview p)")


def taps(device: Device, tap: Tap) -> None:
    chip = device.page.locator(
        f':is(.chip, .mark):has([name="{tap.name}"]:is([value="{tap.value}"], '
        '[type="checkbox"]:not([value])))'
    )
    before = chip.evaluate(IN_THE_MIDDLE)
    with device.page.expect_response("**/preview/"):
        chip.click()
    if tap.says:
        expect(device.page.locator("#preview")).to_contain_text(tap.says)
    assert moved(before, places(device)) == [], tap
    assert bar(device).evaluate_all(ON_SCREEN), tap


def on(device: Device, screen: tuple[int, int]) -> None:
    device.page.set_viewport_size({"width": screen[0], "height": screen[1]})


def places_on(device: Device, screen: tuple[int, int]) -> dict[str, list[int]]:
    """From the top of the page, on another screen."""
    on(device, screen)
    found: dict[str, list[int]] = device.page.evaluate(AT_THE_TOP)
    return found


def taps_on_both(phone: Device, hand: tuple[Tap, ...], screen: Screen, other: Screen) -> None:
    """Tapped on one screen, and measured on both."""
    before = places_on(phone, other)
    for tap in hand:
        on(phone, screen)
        taps(phone, tap)
        after = places_on(phone, other)
        assert moved(before, after) == [], tap
        assert bar(phone).evaluate_all(ON_SCREEN), tap
        before = after


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_while_a_hand_is_tapped_and_saved(phone: Device, game: str) -> None:
    """On either screen."""
    names, hand = GAMES[game]
    phone.opens(Sheet(game, names).write)
    phone.is_live()
    for number, (screen, other) in enumerate((SCREENS, SCREENS[::-1]), 1):
        empty = [places_on(phone, each) for each in SCREENS]
        taps_on_both(phone, hand, screen, other)
        is_within(phone)
        on(phone, screen)
        is_within(phone)
        phone.saves(number)
        phone.waits_until("scrollY === 0")
        phone.is_live()
        for each, before in zip(SCREENS, empty, strict=True):
            assert moved(before, places_on(phone, each)) == [], each


LONG_AND_SHORT = (
    "Maximiliana Wolkenstein-Oberhuberbauerin",
    "Bartholomäus Unterschwarzachenbrucker II",
    "Mart",
    "Kristjan-Eduard Tamm",
)


def test_whoever_deals_the_form_stays_where_it_was(phone: Device) -> None:
    """Long names and short ones take turns in the words above the questions."""
    record = {"makers": 0, "trump": "clubs", "result": "won"}
    sheet = Sheet("saskop", LONG_AND_SHORT).saved(record)
    for screen in SCREENS:
        on(phone, screen)
        phone.opens(sheet.write)
        phone.is_live()
        before = places(phone)
        for _hand in LONG_AND_SHORT:
            phone.opens(sheet.saved(record).write)
            phone.is_live()
            assert moved(before, places(phone)) == [], screen


@pytest.mark.parametrize("game", GAMES)
def test_whether_the_page_is_live_moves_nothing(phone: Device, game: str) -> None:
    sheet = Sheet(game, GAMES[game][0])
    for screen in SCREENS:
        on(phone, screen)
        goes_live_in_its_place(phone, sheet.write)


def test_after_save_the_keyboard_is_at_the_next_hand(phone: Device) -> None:
    phone.opens(Sheet("sheepshead5-bump", PEOPLE[:5]).write)
    phone.is_live()
    for tap in SHEEPSHEAD[:3]:
        taps(phone, tap)
    phone.page.get_by_role("button", name="Save hand 1").focus()
    phone.page.keyboard.press("Enter")
    phone.reads("Hand 1 is saved.")
    # A moment after the form is there.
    expect(phone.page.locator("#hand-form .coming > p")).to_be_focused()
    phone.page.keyboard.press("Tab")
    assert phone.page.evaluate("document.activeElement.name") == "picker"


def test_a_notice_about_another_phone_moves_nothing(phone: Device) -> None:
    sheet = Sheet("sheepshead5-bump", LONG[:5])
    phone.opens(sheet.write)
    phone.is_live()
    taps(phone, SHEEPSHEAD[0])
    before = places(phone)
    sheet.saved({"picker": 1, "partner": 2, "result": "won"})
    expect(phone.page.locator("#sheet-moved")).to_be_visible()
    assert moved(before, places(phone)) == []
    assert bar(phone).evaluate_all(ON_SCREEN)


def test_what_the_hand_before_leaves_to_the_next_moves_nothing(phone: Device) -> None:
    """A tied hand is played again: the bar says so, above nothing that is tapped."""
    sheet = Sheet("saskop", LONG[:4])
    phone.opens(sheet.write)
    phone.is_live()
    before = places(phone)
    sheet.saved({"makers": 1, "trump": "spades", "card_points": [60, 60]})
    pending = phone.page.locator(".save .pending")
    expect(pending).to_contain_text("The tied hand is played again")
    assert moved(before, places(phone)) == []


def test_what_answers_a_crack_is_offered_after_it_and_moves_nothing(phone: Device) -> None:
    phone.opens(Sheet("sheepshead5-bump", LONG[:5], cracking="castrate").write)
    phone.is_live()
    marks = {name: phone.page.locator(f"[name={name}]") for name in ("recrack", "castrate")}
    taps(phone, SHEEPSHEAD[0])
    phone.page.get_by_text("More …", exact=True).click()
    for mark in marks.values():
        expect(mark).to_be_visible()
        expect(mark).to_be_disabled()
    for said, offered in (("crack", "recrack"), ("recrack", "castrate")):
        taps(phone, Tap(said, "on"))
        expect(marks[offered]).to_be_enabled()
    taps(phone, Tap("castrate", "on"))
    taps(phone, Tap("crack", "on"))
    for mark in marks.values():
        expect(mark).to_be_disabled()


# What was played before, and what a table says then that cannot be: where, and what it is told.
FIRST = {
    "sheepshead5-bump": {"picker": 1, "partner": 2, "result": "won"},
    "schafkopf": {"declarer": 0, "contract": "solo", "result": "won"},
}
WRONG = {
    "sheepshead5-bump": (
        SHEEPSHEAD[:3],
        {"picker_points": "30"},
        "result",
        "The result does not fit",
    ),
    "schafkopf": (SCHAFKOPF[:1], {"declarer_points": "many"}, "declarer_points", "a whole number"),
}


def presses(device: Device, button: Locator) -> None:
    """Where it is: Playwright's own click scrolls to what stands still on the screen."""
    box = button.bounding_box()
    assert box
    device.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


# What is painted: how far the page is scrolled, in each picture from now on.
SCROLLS = """() => {
    window.scrolls = new Set();
    const look = () => { window.scrolls.add(Math.round(scrollY)); requestAnimationFrame(look); };
    look();
}"""


def refused(device: Device, field: str, says: str) -> None:
    """Save is pressed and the hand refused: nothing has moved, it is said twice, and heard."""
    page = device.page
    page.locator(f"#question-{field}").evaluate("(it) => it.scrollIntoView({block: 'center'})")
    before = places(device)
    page.evaluate(SCROLLS)
    with page.expect_response(lambda answer: answer.status == 422):
        presses(device, page.locator(".save [data-save]"))
    alert = page.get_by_role("alert").filter(has_text="Nothing was saved yet")
    expect(alert).to_contain_text(says)
    expect(alert).to_be_focused()
    assert moved(before, places(device)) == []
    assert page.evaluate("[...window.scrolls].length") == 1, "the page jumped and came back"
    expect(page.locator(f"#question-{field} .problem")).to_contain_text(says)
    shown = page.locator(".save :is([data-save], .problems), .has-problem .problem")
    assert shown.evaluate_all(ON_SCREEN)
    is_within(device)


@pytest.mark.parametrize("game", WRONG)
def test_a_refused_save_moves_nothing(phone: Device, game: str) -> None:
    """Neither of the next hand nor of a correction."""
    hand, wrong, field, says = WRONG[game]
    sheet = Sheet(game, GAMES[game][0]).saved(FIRST[game])
    for screen in SCREENS:
        on(phone, screen)
        for page, said in (("", hand), ("hands/1/correct/", (Tap("result", "lost"),))):
            phone.opens(sheet.write + page)
            for tap in said:
                taps(phone, tap)
            for name, figure in wrong.items():
                box = phone.page.locator(f'[name="{name}"]')
                box.fill(figure)
            refused(phone, field, says)
            if not page:
                # Else it is there again on the next screen.
                phone.page.locator(".hand-clear").evaluate("(it) => it.click()")
                expect(phone.page.locator(".save > .problems")).to_have_count(0)


def test_without_scripts_a_refused_save_says_what_is_wrong(
    new_context: CreateContextCallback, served: Served
) -> None:
    phone = Device(new_context(viewport=PHONE, java_script_enabled=False), served)
    phone.opens(Sheet("sheepshead5-bump", LONG[:5]).write)
    phone.chip("Picker", LONG[2]).check()
    phone.types("Card points of the picker's side", "many")
    phone.page.get_by_role("button", name="Save hand 1").click()
    alert = phone.page.get_by_role("alert").filter(has_text="Nothing was saved yet")
    expect(alert).to_be_focused()
    expect(alert).to_be_in_viewport(ratio=1)
    expect(phone.page.locator("#question-picker_points .problem")).to_be_visible()
