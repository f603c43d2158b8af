"""A device at the desk's laptop reads the codes and types them, as a keyboard would."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page, ViewportSize, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.events.check_in.test_door_in_browser import Desk
from tests.events.registration.registering import opens, own_address, registers
from tests.serving import Served, served
from tournaments.models import Entry, Event, Registration

__all__ = ["served"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAPTOP: ViewportSize = {"width": 1280, "height": 800}


@pytest.fixture
def laptop(new_context: CreateContextCallback, served: Served, director: Client) -> Desk:
    desk = Desk(new_context(viewport=LAPTOP), served)
    desk.signs_in(director)
    return desk


@pytest.fixture
def codes(served: Served, new_event: Callable[..., Event]) -> list[str]:
    """What the codes of Anna, Ben and Cora say."""
    event = opens(new_event(fee=1000))
    own = [own_address(registers(event, name)) for name in ("Anna", "Ben", "Cora")]
    return [served.url + address.replace("/r/", "/in/") for address in own]


def scans(page: Page, code: str) -> None:
    """As such a device does it: letter by letter, with Enter behind it."""
    page.keyboard.type(code)
    page.keyboard.press("Enter")


def focused(page: Page, words: str) -> None:
    expect(page.get_by_role("button", name=words)).to_be_focused()


def here() -> list[str]:
    return sorted(Entry.objects.filter(status=Entry.HERE).values_list("name", flat=True))


def test_one_key_after_the_scan_and_the_door_is_ready_for_the_next(
    laptop: Desk, codes: list[str]
) -> None:
    event, page = Event.objects.get(), laptop.page
    laptop.opens(f"/desk/{event.pk}/door/")
    for number, (code, name) in enumerate(zip(codes, ("Anna", "Ben", "Cora"), strict=True), 1):
        scans(page, code)
        focused(page, f"Paid, here : {name}")
        laptop.presses("Enter")
        laptop.called(f"No. {number}")
        expect(page.get_by_role("textbox")).to_be_focused()
        expect(page.get_by_role("textbox")).to_have_value("")
    assert laptop.keys == 3
    assert here() == ["Anna", "Ben", "Cora"]
    scans(page, codes[0])
    expect(page.get_by_text("Here already since")).to_be_visible()
    expect(page.get_by_role("textbox")).to_be_focused()
    assert not laptop.said


def test_the_next_scan_presses_no_button_of_the_one_before(laptop: Desk, codes: list[str]) -> None:
    event, page = Event.objects.get(), laptop.page
    laptop.opens(f"/desk/{event.pk}/door/")
    for code, name in zip(codes, ("Anna", "Ben", "Cora"), strict=True):
        scans(page, code)
        focused(page, f"Paid, here : {name}")
        page.wait_for_load_state()
    assert here() == []


def test_typed_letters_show_the_person_and_enter_leads_on(laptop: Desk, codes: list[str]) -> None:
    event, page = Event.objects.get(), laptop.page
    ben = Registration.objects.get(entry__name="Ben")
    laptop.opens(f"/desk/{event.pk}/door/")
    page.keyboard.type(f"{ben.code[:4]} {ben.code[4:]}".lower())
    expect(page.locator("#found li")).to_have_count(1)
    expect(page.locator("#found")).to_contain_text("Ben")
    page.keyboard.press("Enter")
    focused(page, "Paid, here : Ben")
    assert here() == []
    # Whoever has pressed Enter once and types on is not led away either.
    laptop.opens(f"/desk/{event.pk}/door/")
    scans(page, "Nobody at all")
    expect(page.locator("#found")).to_contain_text("Nobody at all")
    page.get_by_role("textbox").select_text()
    page.keyboard.type(ben.code)
    expect(page.locator("#found li")).to_have_count(1)
    expect(page.locator("#found")).to_contain_text("Ben")
    page.wait_for_timeout(300)
    assert page.url.endswith("/door/")
