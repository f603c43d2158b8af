"""Two doors of one event: each shows whom the other lets in, and no row moves under a finger."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Route, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.answers import there
from tests.browser.evening import Device
from tests.browser.two_desks import A_MOMENT, Director, by, dora, emil, event
from tests.events.check_in.door_stories import registers
from tests.serving import Served
from tournaments.events.check_in.services import arrive as let_in
from tournaments.models import Author, Event

__all__ = ["by", "dora", "emil", "event"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_two_doors_let_people_in(dora: Director, emil: Director, event: Event, by: Author) -> None:
    for name in ("Anna Huber", "Ben Maier", "Cora Lang"):
        registers(event, by, name)
    for desk in (dora, emil):
        desk.looks_at("door/")
    dora.taps_on(dora.page.get_by_role("button", name=re.compile("Paid, here.*Anna Huber")))
    expect(dora.part("door-news")).to_contain_text("No. 1")
    expect(emil.page.get_by_role("button", name=re.compile("Not paid.*Anna Huber"))).to_be_visible()
    expect(emil.part("door-counts")).to_contain_text("1")
    emil.taps_on(emil.page.get_by_role("button", name=re.compile("Paid, here.*Ben Maier")))
    expect(emil.part("door-news")).to_contain_text("No. 2")
    here = dora.page.get_by_role("region", name="Here", exact=True)
    expect(here).to_contain_text("Ben Maier")
    # What the first desk called out last still stands there.
    expect(dora.part("door-news")).to_contain_text("Anna Huber")
    for desk in (dora, emil):
        desk.still_looks()
    assert event.entries.filter(status="here", is_paid=True).count() == 2


def test_a_search_at_the_door_stays_and_is_not_out_of_date(
    emil: Director, event: Event, by: Author
) -> None:
    names = ("Anna Huber", "Anna Lang", "Ben Maier")
    anna, lang, ben = (registers(event, by, name) for name in names)
    emil.looks_at("door/")
    search = emil.page.get_by_role("textbox", name="Name or start number")
    search.press_sequentially("anna")
    found = emil.part("found")
    expect(found).not_to_contain_text("Ben")
    for entry in (anna, ben):
        let_in(entry=entry, by=by, submission=uuid4(), is_paid=True)
    expect(emil.page.get_by_role("button", name=re.compile("Not paid.*Anna Huber"))).to_be_visible()
    expect(emil.part("door-counts").locator("dd").first).to_have_text("2")
    expect(found).not_to_contain_text("Ben")
    expect(search).to_have_value("anna")
    expect(search).to_be_focused()
    search.fill("")
    expect(found).to_contain_text("Ben")
    let_in(entry=lang, by=by, submission=uuid4())
    expect(emil.page.get_by_role("button", name=re.compile("Paid.*Anna Lang"))).to_be_visible()
    emil.still_looks()


def test_a_list_stays_while_other_words_are_on_their_way(
    emil: Director, event: Event, by: Author
) -> None:
    anna, _ = (registers(event, by, name) for name in ("Anna Huber", "Ben Maier"))
    emil.looks_at("door/")
    emil.page.route("**/door/?q=be", lambda route: None)  # the answer takes its time
    search = emil.page.get_by_role("textbox", name="Name or start number")
    search.fill("be")
    emil.page.wait_for_timeout(2000)  # longer than anybody rests between two letters
    let_in(entry=anna, by=by, submission=uuid4(), is_paid=True)
    expect(emil.part("door-counts").locator("dd").first).to_have_text("1")
    before = emil.page.get_by_role("button", name=re.compile("Paid, here.*Anna Huber"))
    expect(before).to_be_visible()
    search.fill("")
    expect(emil.page.get_by_role("button", name=re.compile("Not paid.*Anna Huber"))).to_be_visible()
    assert emil.page.evaluate("window.isTheSamePage")


def test_a_list_stays_between_a_tap_and_its_answer(
    emil: Director, event: Event, by: Author
) -> None:
    anna, _ = (registers(event, by, name) for name in ("Anna Huber", "Ben Maier"))
    emil.looks_at("door/")
    held: list[Route] = []
    emil.page.route("**/door/in/", lambda route: held.append(route))
    emil.taps_on(emil.page.get_by_role("button", name=re.compile("Paid, here.*Ben Maier")))
    let_in(entry=anna, by=by, submission=uuid4(), is_paid=True)
    emil.was_told()
    before = emil.page.get_by_role("button", name=re.compile("Paid, here.*Anna Huber"))
    expect(before).to_be_visible()
    emil.waits_for(held).continue_()
    expect(emil.part("door-news")).to_contain_text("No. 2")
    expect(emil.page.get_by_role("button", name=re.compile("Not paid.*Anna Huber"))).to_be_visible()
    emil.still_looks()


def test_an_older_page_that_comes_late_takes_nothing_back(
    emil: Director, event: Event, by: Author
) -> None:
    anna, _ = (registers(event, by, name) for name in ("Anna Huber", "Ben Maier"))
    emil.looks_at("door/")
    held: list[Route] = []
    emil.page.route(
        "**/door/?**",
        lambda route: route.fallback() if held or tapped(route) else held.append(route),
    )
    let_in(entry=anna, by=by, submission=uuid4(), is_paid=True)
    emil.was_told()
    older = emil.waits_for(held).fetch()
    emil.taps_on(emil.page.get_by_role("button", name=re.compile("Paid, here.*Ben Maier")))
    expect(emil.part("door-news")).to_contain_text("No. 2")
    held[0].fulfill(response=older)
    emil.was_told()
    expect(emil.part("door-news")).to_contain_text("No. 2")
    expect(emil.page.get_by_role("button", name=re.compile("Not paid.*Ben Maier"))).to_have_count(2)
    emil.still_looks()


def tapped(route: Route) -> bool:
    return "hx-request" in route.request.headers


def test_nothing_moves_under_a_finger(emil: Director, event: Event, by: Author) -> None:
    """A list stays while the button is down; a button that has just come there does not count."""
    anna, *_ = [registers(event, by, name) for name in ("Anna", "Ben", "Cora")]
    emil.looks_at("door/")
    page = emil.page
    box = page.get_by_role("button", name=re.compile("Paid, here.*Ben"))
    place = there(box.bounding_box())
    page.mouse.move(place["x"] + 20, place["y"] + 20)
    page.mouse.down()
    let_in(entry=anna, by=by, submission=uuid4())
    emil.was_told()
    expect(page.get_by_role("button", name=re.compile("Paid, here.*Anna"))).to_be_visible()
    page.mouse.up()
    expect(emil.part("door-news")).to_contain_text("Ben")
    assert event.entries.get(name="Ben").status == "here"
    # The list has moved up by now: Cora's button is where Anna's was.
    page.reload()
    emil.stays_open()
    page.evaluate(CLICK_AS_SOON_AS_IT_MOVES)
    registers(event, by, "Aaron")
    expect(page.get_by_role("button", name=re.compile("Paid, here.*Aaron"))).to_be_visible()
    assert page.evaluate("window.clicked") == "Cora"
    page.wait_for_timeout(A_MOMENT)
    assert event.entries.get(name="Cora").status == "registered"
    emil.taps_on(page.get_by_role("button", name=re.compile("Paid, here.*Cora")))
    expect(emil.part("door-news")).to_contain_text("Cora")


CLICK_AS_SOON_AS_IT_MOVES = """() => {
    document.addEventListener("sheepfold:shown", () => {
        const button = [...document.querySelectorAll("#found .button")].find(
            (one) => one.textContent.includes("Cora"));
        window.clicked = "Cora";
        const tap = { bubbles: true, cancelable: true, detail: 1 };
        button.dispatchEvent(new MouseEvent("click", tap));
    }, { once: true });
}"""


def test_without_a_script_the_desk_is_as_it_was(
    new_context: CreateContextCallback, served: Served, emil: Director, event: Event, by: Author
) -> None:
    cookies: Any = emil.context.cookies()
    context = new_context(java_script_enabled=False)
    context.add_cookies(cookies)
    device = Device(context, served)
    registers(event, by, "Anna")
    device.opens(f"/desk/{event.pk}/door/")
    expect(device.page.locator("[data-live-status]")).to_be_hidden()
    device.page.get_by_role("button", name=re.compile("Paid, here.*Anna")).click()
    expect(device.page.locator("#door-news")).to_contain_text("No. 1")
