"""The event on the wall with 150 entries and long names: nothing is covered, cut, or too small."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import F
from playwright.sync_api import ViewportSize, expect

from scoring import RULESETS
from tests.browser.evening import PEOPLE, Device, Sheet
from tests.browser.looks import is_read_from_afar, is_within
from tests.events.big import big_event
from tests.languages.whole import LANGUAGES_WHOLE
from tournaments.models import Announcement, Club, Event, EventTable

pytestmark = [pytest.mark.browser, pytest.mark.made_up, pytest.mark.django_db(transaction=True)]

SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1920, "height": 1080},
    {"width": 1280, "height": 720},
)
LEADER = "Gregory Jäger-Pfluegyq"  # 22 letters, with tails
LONGEST = "Bartholomäus Xaver von Katzenellenbogeny"  # 40
SOUP = "Soup is served in the small hall from half past twelve; the next draw hangs at one o’clock."

COVERED = """() => {
    const foot = document.querySelector(".hall > footer").getBoundingClientRect();
    return [...document.querySelectorAll(".hall-body :is(li, p)")]
        .filter((line) => line.getBoundingClientRect().bottom > foot.top + 0.5)
        .map((line) => line.textContent.trim());
}"""
CUT = """() => [...document.querySelectorAll(".hall .name, .hall-grid li, .hall-grid span")]
    .filter((one) => one.scrollHeight > one.clientHeight + 1 && one.clientHeight
        || one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
    .map((one) => `${one.textContent.trim()}: ${one.scrollHeight} of ${one.clientHeight}`)"""
SIZES = """() => [...document.querySelectorAll(".hall .name")]
    .map((name) => [name.textContent.trim(), parseFloat(getComputedStyle(name).fontSize)])"""
BESIDE = """() => [...document.querySelectorAll(".hall-grid li")].filter((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell.querySelector("span"));
    const style = getComputedStyle(cell);
    const inner = cell.getBoundingClientRect().right - parseFloat(style.paddingRight);
    return words.getBoundingClientRect().right > inner + 0.5;
}).map((cell) => cell.textContent.trim())"""
# From where the last line of a name stands, the tail of a g reaches down a fifth of its size.
TAILS = """() => [...document.querySelectorAll(".hall .name")].filter((name) => {
    const words = document.createRange();
    words.selectNodeContents(name);
    const lines = [...words.getClientRects()];
    const style = getComputedStyle(name);
    const size = parseFloat(style.fontSize), last = lines[lines.length - 1];
    const ends = (last.top + last.bottom) / 2 + 0.5 * size;
    return ends > name.getBoundingClientRect().bottom + 0.5;
}).map((name) => name.textContent.trim())"""

BAR_LINES = """() => [...document.querySelectorAll(".hall-controls :is(a, button)")]
    .filter((one) => one.offsetParent)
    .map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round(top + bottom))"""

PRICE_ROWS = ".wall-prices .wide tbody tr"
WHOLE_ROWS = """(rows) => rows
    .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        const list = row.closest(".wide").getBoundingClientRect();
        const head = row.closest("table").tHead.getBoundingClientRect();
        return top > head.bottom - 1.5 && bottom < list.bottom + 1.5;
    })
    .map((row) => row.textContent)"""
TARIFF_ROWS = RULESETS["schafkopf-tariff"].options_by_name["prices"].rows

PICKED: dict[str, Any] = {"picker": 1, "partner": 2, "result": "won"}
LOST = PICKED | {"result": "lost"}
LINES = 'document.querySelectorAll(".ranking li")'
COUNTS_SWAPS = """() => {
    window.swaps = 0;
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (put) => {
        window.swaps += 1;
        return start(put);
    };
}"""


@pytest.fixture
def event(db: None) -> Event:
    club = Club.objects.create(name="Schafkopffreunde")
    names = [LEADER if nth % 3 else LONGEST for nth in range(150)]
    names = [f"{name[:-3]}{nth:03}" for nth, name in enumerate(names)]
    event = big_event(club, entries=150, closed=1, running=True, rounds=3, names=names)
    places = EventTable.objects.filter(round__event=event, number__lt=3).select_related("table")
    for place in places:
        place.results.update(is_in=True)
        if place.number == 1:
            EventTable.objects.filter(pk=place.pk).update(
                confirmed_version=place.table.version, confirmed_at=event.published_at
            )
    return event


def test_nothing_on_the_wall_is_covered_cut_or_small(phone: Device, event: Event) -> None:
    """Whatever is announced; a page that is open is as whole on a smaller screen."""
    for texts in ((), (SOUP[:30],), (SOUP, SOUP[:40])):
        Announcement.objects.filter(event=event).delete()
        Announcement.objects.bulk_create(Announcement(event=event, text=text) for text in texts)
        Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
        for mode in ("standings", "seats", "tables"):
            phone.page.set_viewport_size(SCREENS[0])
            phone.opens(f"/e/{event.pk}/screen/?mode={mode}")
            for screen in SCREENS:
                phone.page.set_viewport_size(screen)
                is_read_from_afar(phone)
                is_within(phone)
                for wrong in (COVERED, CUT, TAILS, BESIDE):
                    assert phone.page.evaluate(wrong) == [], (mode, texts, screen)


@pytest.mark.parametrize("language", ["en", *LANGUAGES_WHOLE])
def test_what_else_the_screen_shows_is_one_line(phone: Device, event: Event, language: str) -> None:
    phone.reads_in(language)
    for screen in SCREENS:
        phone.page.set_viewport_size(screen)
        phone.opens(f"/e/{event.pk}/screen/?lang={language}")
        expect(phone.page.locator(".hall-controls [data-pause]")).to_be_visible()
        assert len(set(phone.page.evaluate(BAR_LINES))) == 1, screen


def test_any_number_of_tables_has_room(phone: Device) -> None:
    club = Club.objects.create(name="Club")
    phone.page.set_viewport_size(SCREENS[1])
    for tables in (3, 9, 16, 17, 41):
        event = big_event(club, entries=4 * tables, closed=0, running=True)
        phone.opens(f"/e/{event.pk}/screen/?mode=tables")
        has_room(phone, tables)


def has_room(phone: Device, tables: int) -> None:
    assert phone.page.evaluate(COVERED) == [], tables
    assert phone.page.evaluate(CUT) == [], tables
    seen = phone.page.locator(".hall-grid li").count()
    while phone.page.get_by_role("link", name="Next page").count() and seen < tables:
        phone.page.get_by_role("link", name="Next page").click()
        phone.waits_until(
            "(seen) => Number(document.querySelector('.hall-grid b').textContent) > seen", seen
        )
        seen += phone.page.locator(".hall-grid li").count()
    assert seen == tables


def test_a_leader_is_as_large_as_everybody_and_pages_say_whose_they_are(
    phone: Device, event: Event
) -> None:
    phone.page.set_viewport_size(SCREENS[0])
    phone.opens(f"/e/{event.pk}/screen/?mode=standings")
    sizes = phone.page.evaluate(SIZES)
    leaders = {size for name, size in sizes if len(name) <= 22}
    longest = {size for name, size in sizes if len(name) > 26}
    assert len(leaders) == 1
    assert max(leaders) > max(longest, default=0)
    phone.opens(f"/e/{event.pk}/screen/?mode=seats")
    assert phone.page.locator(".hall > header > b").inner_text() == "Bar – Bar"
    phone.opens(f"/e/{event.pk}/screen/?mode=seats&page=3")
    assert phone.page.locator(".hall > header > b").inner_text() == "Bar – Gre"
    phone.opens(f"/e/{event.pk}/screen/?mode=standings&page=2")
    assert phone.page.locator(".hall > header > b").inner_text() == "25–48 of 150"


def test_a_ranking_of_three_and_four_columns_is_whole(phone: Device) -> None:
    """Names that are too long for a line are brief there, and none stands for two."""
    club = Club.objects.create(name="Club")
    for entries in (45, 80):
        names = [f"{(LEADER, LONGEST)[nth % 2][:-3]}{nth:03}" for nth in range(entries)]
        event = big_event(club, entries=entries, closed=2, names=names)
        for screen in SCREENS:
            phone.page.set_viewport_size(screen)
            phone.opens(f"/e/{event.pk}/screen/?mode=standings")
            is_read_from_afar(phone)
            is_within(phone)
            for wrong in (COVERED, CUT):
                assert phone.page.evaluate(wrong) == [], (entries, screen)
        shown = phone.page.locator(".hall .name").all_inner_texts()
        assert len(set(shown)) == entries
        lines = phone.page.locator(".hall .name").evaluate_all(
            "names => Math.max(...names.map(it => it.getBoundingClientRect().height))"
        )
        assert lines < 1.5 * max(size for _name, size in phone.page.evaluate(SIZES))


def test_ranks_that_change_swap_places_and_stand_still_for_who_wants_that(phone: Device) -> None:
    """The browser is asked to show it; with less motion the new order simply stands there."""
    sheet = Sheet("sheepshead5-bump", PEOPLE[:5]).saved(PICKED)
    phone.page.emulate_media(reduced_motion="no-preference")
    phone.page.set_viewport_size(SCREENS[0])
    phone.opens(f"{sheet.watch}screen/")
    phone.stays_open()
    names = phone.page.locator(".ranking .name")
    expect(names.first).to_contain_text("Ben")
    phone.page.evaluate(COUNTS_SWAPS)
    sheet.saved(PICKED)  # which changes no order
    expect(phone.page.locator(".ranking b").first).to_have_text("4")
    assert phone.page.evaluate("window.swaps") == 0
    sheet.saved(LOST)
    phone.waits_until("() => window.swaps === 1")
    expect(names.first).not_to_contain_text("Ben")
    phone.waits_until(f"() => ![...{LINES}].some((line) => line.style.viewTransitionName)")
    phone.page.emulate_media(reduced_motion="reduce")
    sheet.saved(PICKED, PICKED, PICKED, PICKED)
    expect(names.first).to_contain_text("Ben")
    assert phone.page.evaluate("window.swaps") == 1


def test_what_is_played_for_what_takes_its_turn_and_gives_way_to_news(phone: Device) -> None:
    """It stands there until there is a curve, and now and then in its place."""
    sheet = Sheet("sheepshead5-bump", PEOPLE[:5])
    phone.page.clock.install()
    phone.page.set_viewport_size(SCREENS[1])
    phone.opens(f"{sheet.watch}screen/")
    phone.stays_open()
    prices, curve = phone.page.locator(".wall-prices"), phone.page.locator(".curve")
    expect(prices).to_contain_text("Lost 31–60 −4")
    sheet.saved(PICKED)
    expect(phone.page.locator(".ranking b").first).to_have_text("2")
    expect(prices).to_be_visible()
    sheet.saved(LOST)
    expect(curve).to_be_visible()
    expect(prices).to_be_hidden()
    phone.page.clock.fast_forward(46_000)
    expect(prices).to_be_visible()
    expect(curve).to_be_hidden()
    expect(phone.page.locator(".ranking")).to_be_visible()
    is_within(phone)
    phone.page.clock.fast_forward(16_000)
    expect(prices).to_be_hidden()
    phone.page.clock.fast_forward(46_000)
    expect(prices).to_be_visible()
    phone.is_live()
    sheet.saved(LOST)
    expect(prices).to_be_hidden()
    expect(curve).to_be_visible()


def test_prices_that_are_too_many_for_a_screen_come_part_by_part(phone: Device) -> None:
    prices = {row.key: [60, 70, 80 + place] for place, row in enumerate(TARIFF_ROWS)}
    sheet = Sheet("schafkopf-tariff", PEOPLE[:4], prices=prices, all_pass="ramsch")
    phone.page.clock.install()
    phone.page.set_viewport_size(SCREENS[1])
    phone.opens(f"{sheet.watch}screen/")
    phone.is_live()
    seen: set[str] = set()
    while len(seen) < (there_are := phone.page.locator(PRICE_ROWS).count()):
        new = set(phone.page.locator(PRICE_ROWS).evaluate_all(WHOLE_ROWS))
        assert not new <= seen, (seen, there_are)
        seen |= new
        phone.page.clock.fast_forward(16_000)
    phone.waits_until("document.querySelector('.wall-prices .wide').scrollTop === 0")
