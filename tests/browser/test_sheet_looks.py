"""What a sheet and its wall promise: names whole, eight hands in view, nothing empty."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.evening import Device, Sheet
from tests.browser.looks import excludes_nobody, is_within
from tests.languages.whole import LANGUAGES_WHOLE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BAVARIANS = (
    "Bartholomäus Obermeier-Hinterholzer jun",
    "Anneliese Müllerhuber",
    "Christiane Wagnerberger",
    "Friedrich Hohenlohe",
    "Anneliese Lindenthal",
)
ESTONIANS = ("Mart Tamm", "Ülle Kuusk", "Jaan Rebane", "Kati Saar")
WON: dict[str, Any] = {"picker": 1, "partner": 2, "result": "won"}
SWEPT: dict[str, Any] = {"picker": 1, "partner": None, "result": "won_schwarz"}
DIAMONDS: dict[str, Any] = {"makers": 0, "trump": "diamonds", "card_points": [95, 25]}
TIE: dict[str, Any] = {"makers": 0, "trump": "diamonds", "card_points": [60, 60]}
LAMBAPEA: dict[str, Any] = {"makers": 1, "trump": "spades", "result": "won_schwarz"}

HEAD_OF_THE_FORM = """() => ["h1", ".button", "summary"].map((part) => {
    const one = document.querySelector(`.coming ${part}`);
    const words = document.createRange();
    words.selectNodeContents(one);
    const { left, right } = (part === "h1" ? words : one).getBoundingClientRect();
    return { text: one.textContent, left, right };
})"""
HEADS = """() => [...document.querySelectorAll(".sheet thead abbr")].map((name) => {
    const words = document.createRange();
    words.selectNodeContents(name);
    const line = parseFloat(getComputedStyle(name).lineHeight);
    const box = words.getBoundingClientRect();
    return [name.textContent, Math.round(box.height / line), box.left, box.right, box.top];
})"""
HEAD, FOOT, CODE = (f".wall-sheet > {part}" for part in ("header", "footer", "footer > p"))
WORDS_BROKEN = """(title) => {
    const text = title.firstChild;
    return [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
    }).map((word) => word[0]);
}"""
IN_VIEW = """() => [...document.querySelectorAll("tr.hand")].filter((row) => {
    const foot = document.querySelector(".table-foot").getBoundingClientRect();
    return row.getBoundingClientRect().bottom <= foot.top + 0.5;
}).length"""
PARTS = """(parts) => Object.fromEntries(parts.map((part) => {
    const { top, bottom, left, right } = document.querySelector(part).getBoundingClientRect();
    return [part, { top, bottom, left, right }];
}))"""


def test_names_over_columns_are_short_whole_and_unlike(phone: Device) -> None:
    sheet = Sheet("sheepshead5-bump", BAVARIANS).saved(WON)
    for width in (320, 390, 1280):
        phone.page.set_viewport_size({"width": width, "height": 844})
        phone.opens(sheet.watch)
        heads = phone.page.evaluate(HEADS)
        assert [name for name, *_ in heads] == [
            *("Barth.", "Anneliese M.", "Christiane", "Friedrich", "Anneliese L.")
        ]
        for one, (name, lines, left, right, top) in enumerate(heads):
            assert lines == 1, (width, name)
            for other, _, other_left, other_right, other_top in heads[:one]:
                is_beside = top != other_top or right <= other_left or other_right <= left
                assert is_beside, (width, name, other)
    full = phone.page.locator(".sheet thead abbr").first
    expect(full).to_have_attribute("title", BAVARIANS[0])


def test_a_sheet_of_seven_turns_on_a_phone_and_who_it_is_stays(phone: Device) -> None:
    won = [{"picker": (place + 2) % 7, "partner": None, "result": "won"} for place in range(6)]
    sheet = Sheet("sheepshead5-bump", (*BAVARIANS, "Rosi", "Xaver")).saved(*won)
    for width in (320, 390):
        phone.page.set_viewport_size({"width": width, "height": 844})
        phone.opens(sheet.watch)
        is_within(phone)
        tops = phone.page.locator(".sheet tr.hand td:nth-child(3)").evaluate_all(
            "(cells) => cells.map((cell) => cell.getBoundingClientRect().top)"
        )
        assert len({round(top) for top in tops}) == 1
        before = phone.page.evaluate(HEADS)
        assert all(left >= 0 for _name, _lines, left, *_ in before)
        phone.page.locator(".sheet").evaluate("(it) => it.scrollBy(200, 0)")
        assert phone.page.evaluate(HEADS) == before
        assert phone.page.locator(".sheet").evaluate("(it) => it.scrollLeft") > 0
    excludes_nobody(phone)


def test_no_word_of_a_long_title_is_broken_on_a_small_phone(phone: Device) -> None:
    sheet = Sheet("sheepshead5-bump", BAVARIANS)
    sheet.table.title = "Oktoberfest-Stammtischrunde der Schafkopffreunde"
    sheet.table.save()
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.opens(sheet.write)
    phone.is_live()
    title = phone.page.locator(".bar .title a")
    assert title.evaluate(WORDS_BROKEN) == []
    bar = phone.page.locator(".bar").bounding_box()
    box = title.bounding_box()
    assert bar
    assert box
    assert bar["y"] < box["y"]
    assert box["y"] + box["height"] < bar["y"] + bar["height"]


def test_eight_hands_are_seen_on_a_phone(phone: Device) -> None:
    sheet = Sheet("sheepshead5-bump", BAVARIANS).saved(*[WON] * 12)
    phone.opens(sheet.watch)
    assert phone.page.evaluate(IN_VIEW) >= 8


def test_a_great_hand_is_told_on_the_phone_and_across_the_hall(phone: Device) -> None:
    sheet = Sheet("sheepshead5-bump", BAVARIANS).saved(WON)
    phone.opens(sheet.watch)
    phone.stays_open()
    expect(phone.page.locator(".great")).to_have_count(0)
    sheet.saved(SWEPT)
    expect(phone.page.locator(".great strong")).to_have_text("Every trick, alone!")
    lambapea = Sheet("saskop", ESTONIANS).saved(DIAMONDS, LAMBAPEA)
    phone.page.set_viewport_size({"width": 1920, "height": 1080})
    phone.opens(f"{lambapea.watch}screen/")
    expect(phone.page.locator(".great strong")).to_have_text("Lambapea!")
    excludes_nobody(phone)


def test_the_wall_is_full_and_nothing_lies_on_anything(phone: Device) -> None:
    picker = Sheet("sheepshead5-bump", BAVARIANS).saved(*[WON] * 6)
    pairs = Sheet("saskop", ESTONIANS).saved(DIAMONDS, DIAMONDS)
    for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
        phone.page.set_viewport_size({"width": width, "height": height})
        for sheet, halves in ((picker, (".ranking", ".curve")), (pairs, [".wall-halves"] * 2)):
            phone.opens(f"{sheet.watch}screen/")
            boxes = phone.page.evaluate(PARTS, [HEAD, *halves, FOOT, CODE])
            for half in halves:
                assert boxes[HEAD]["bottom"] <= boxes[half]["top"]
                assert boxes[half]["bottom"] <= boxes[FOOT]["top"]
                assert boxes[half]["bottom"] - boxes[half]["top"] > height / 2
            assert boxes[halves[0]]["left"] < width * 0.03
            assert boxes[halves[1]]["right"] > width * 0.97
            assert boxes[CODE]["bottom"] <= height
            assert phone.page.evaluate("document.documentElement.scrollHeight") <= height


def test_strokes_are_seen_across_the_hall_and_who_needs_one_more(phone: Device) -> None:
    sheet = Sheet("saskop", ESTONIANS).saved(DIAMONDS, DIAMONDS)
    sheet.saved({"adjustment": [3, 0], "reason": "Shuffled twice"})
    phone.page.set_viewport_size({"width": 1920, "height": 1080})
    phone.opens(f"{sheet.watch}screen/")
    expect(phone.page.locator(".is-close h2")).to_have_text("Mart TammJaan Rebane")
    drawn = phone.page.evaluate("""() => [...document.querySelectorAll(
        ".is-close > svg path:not(.missing)")].map((it) => it.getBoundingClientRect())
        .reduce((all, it) => Math.max(all, it.bottom), 0) - document.querySelector(
        ".is-close > svg path").getBoundingClientRect().top""")
    assert drawn >= 150
    expect(phone.page.locator(".is-close svg + p")).to_contain_text("15 of 16")


@pytest.mark.parametrize("language", ["en", *LANGUAGES_WHOLE])
def test_the_number_of_the_hand_is_whole_beside_the_button_to_undo_and_on_the_sheet(
    phone: Device, language: str
) -> None:
    sheet = Sheet("saskop", ESTONIANS).saved(*[DIAMONDS] * 9, TIE)
    phone.reads_in(language)
    phone.page.set_viewport_size({"width": 320, "height": 844})
    phone.opens(sheet.write)
    expect(phone.page.locator("html")).to_have_attribute("lang", language)
    number, undo, dealer = phone.page.evaluate(HEAD_OF_THE_FORM)
    assert "11" in number["text"]
    assert number["right"] + 2 <= undo["left"]
    assert undo["right"] <= dealer["left"]
    is_within(phone)
    assert phone.page.locator("#hand-10 .no small").evaluate(WORDS_BROKEN) == []
