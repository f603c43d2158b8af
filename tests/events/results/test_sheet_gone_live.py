"""Who watches a table sees at once that its sheet was decided, and that it was found after all."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.events.results.test_sheet_gone import decides, event, gone, takes_back
from tests.serving import Served, served
from tournaments.models import Event, EventTable

__all__ = ["event", "gone", "served"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def watched(page: Page, served: Served, event: Event, gone: EventTable) -> Page:
    page.goto(served.url + reverse("public_table", args=[gone.table_id]))
    expect(page.locator("[data-words]")).to_have_text("Live")
    return page


def test_an_open_page_shows_what_was_decided(
    watched: Page, gone: EventTable, director: Client
) -> None:
    expect(watched.locator("#sheet").get_by_text("No hand yet.")).to_be_visible()
    assert decides(director, gone, "average").status_code == 200
    expect(watched.get_by_role("heading", name="Decided without the sheet")).to_be_visible()
    expect(watched.locator(".final-totals")).to_contain_text("points: 1 · hands: 4 · rounds: 1")
    expect(watched.locator("[data-words]")).to_have_text("Ended")
    expect(watched.locator(".live-pill svg")).to_be_hidden()
    expect(watched.locator("#sheet").get_by_text("No hand yet.")).to_be_hidden()
    expect(watched.get_by_text("Next: hand 1.")).to_be_hidden()
    expect(watched.get_by_text("All hands (JSON)")).to_be_hidden()
    assert takes_back(director, gone).status_code == 200
    expect(watched.locator("[data-words]")).to_have_text("Live")
    expect(watched.get_by_role("heading", name="Decided without the sheet")).to_be_hidden()
    expect(watched.locator("#sheet").get_by_text("No hand yet.")).to_be_visible()


def test_a_page_opened_after_that_shows_the_sheet_that_is_found(
    page: Page, served: Served, gone: EventTable, director: Client
) -> None:
    decides(director, gone, "annulled")
    page.goto(served.url + reverse("public_table", args=[gone.table_id]))
    expect(page.locator("[data-words]")).to_have_text("Ended")
    takes_back(director, gone)
    expect(page.locator("#sheet").get_by_text("No hand yet.")).to_be_visible()
    expect(page.locator("[data-words]")).to_have_text("Live")
