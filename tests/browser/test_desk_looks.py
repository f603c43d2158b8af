"""The desk on a phone and on a large screen: the next step first, and the whole width in use."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.two_desks import Director, by, dora, event
from tests.events.conftest import arrive
from tests.events.played import keys, starts
from tournaments.models import Author, Event

__all__ = ["by", "dora", "event"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HIGHEST = 200  # pixels from the top of a phone


@pytest.fixture
def played(event: Event, by: Author) -> Event:
    """Round 1 is on at three tables, and the sheet of the first one is in."""
    arrive(event, 12)
    keys(starts(event, by).tables.get(number=1), by, 6, -6, 2, -2)
    return event


def test_what_comes_next_is_tapped_without_scrolling(dora: Director, played: Event) -> None:
    for width in (320, 390):
        dora.page.set_viewport_size({"width": width, "height": 700})
        dora.looks_at()
        first = dora.part("desk-step").get_by_role("link", name="Enter results").bounding_box()
        assert first is not None
        assert first["y"] <= HIGHEST, f"{width}: {first}"


def test_the_rail_counts_what_waits_and_the_tables_stand_on_the_desk(
    dora: Director, played: Event, by: Author
) -> None:
    dora.looks_at()
    expect(dora.part("count-keying")).to_have_text("2")
    expect(dora.part("count-trouble")).to_be_hidden()
    table = dora.part("desk-tables").get_by_role("row").nth(2)
    expect(table).to_contain_text("no hand yet")
    keys(played.rounds.get(number=1).tables.get(number=2), by, 6, -6, 2, -2)
    expect(dora.part("count-keying")).to_have_text("1")
    expect(table).to_contain_text("from paper")
    dora.still_looks()


def test_nothing_moves_while_a_decision_is_chosen(dora: Director, played: Event) -> None:
    place = played.rounds.get(number=1).tables.get(number=2)
    dora.page.set_viewport_size({"width": 390, "height": 844})
    dora.opens(f"/desk/{dora.event}/rulings/new/?place={place.pk}")
    button = dora.page.get_by_role("button", name="Write the ruling down")
    before = button.bounding_box()
    for decision in ("Warning", "Points", "Excluded"):
        dora.page.locator("#question-kind").get_by_label(decision, exact=True).check()
        after = button.bounding_box()
        assert before
        assert after
        scrolled = dora.page.evaluate("scrollY")
        assert round(after["y"] + scrolled) == round(before["y"]), decision


def test_a_stroke_finds_whoever_it_is(dora: Director, played: Event) -> None:
    dora.page.set_viewport_size({"width": 1280, "height": 800})
    dora.looks_at()
    dora.page.keyboard.press("/")
    expect(dora.page.get_by_role("searchbox")).to_be_focused()
    dora.page.keyboard.type("anna 1")
    dora.page.keyboard.press("Enter")
    expect(dora.page.get_by_role("link", name="The entry : Anna 1", exact=True)).to_be_visible()
    dora.page.set_viewport_size({"width": 390, "height": 844})
    dora.looks_at()
    dora.page.keyboard.press("/")
    expect(dora.page.get_by_role("heading", name="Find")).to_be_visible()
