"""Phones in a cellar: what lies between them and the site, and hands entered on them."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings
from playwright.sync_api import BrowserContext, Locator, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from kit.offer import Offer, offered
from tests.answers import there
from tests.browser.evening import PEOPLE, PHONE, Device, Sheet
from tests.browser.wire import Wire
from tests.serving import PATIENCE, Served
from tournaments.models import HandVersion

BUMP = "sheepshead5-bump"
NETWORK = ("ERR_", "Failed to load resource", "htmx:timeout", "htmx:sendError")

# Enters a hand as fast as a script can; it is known by its card points.
ENTERS = """(points) => {
    const form = document.getElementById("hand-form");
    form.querySelector('[name=picker][value="2"]').click();
    form.querySelector('[name=partner][value="4"]')?.click();
    const box = form.querySelector("[name=picker_points]");
    box.value = String(points);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    form.requestSubmit(form.querySelector("[data-save]"));
}"""


IS_LISTENING = "'htmx-internal-data' in document.getElementById('hand-form')"


@pytest.fixture
def sheet(transactional_db: None) -> Sheet:
    """A table of five without a hand."""
    return Sheet(BUMP, PEOPLE[:5])


@pytest.fixture
def wire(served: Served) -> Iterator[Wire]:
    """What lies between the phones and the site."""
    wire = Wire(served.port)
    yield wire
    wire.close()


@pytest.fixture
def phone(new_context: CreateContextCallback, served: Served, wire: Wire) -> Device:
    """A phone in the cellar."""
    return in_the_cellar(new_context(viewport=PHONE), served, wire)


@pytest.fixture
def offer(prepared_kit: Path, tmp_path: Path, read_files: Callable[[], None]) -> Iterator[Offer]:
    """This server has the engine."""
    shutil.copytree(prepared_kit, tmp_path, dirs_exist_ok=True)
    dirs = [*settings.STATICFILES_DIRS, tmp_path]
    with override_settings(STATICFILES_DIRS=dirs, SHEEPFOLD_KIT=tmp_path):
        read_files()
        yield there(offered(tmp_path))


def makes_ready(device: Device) -> None:
    """By the offer in the table's menu, which stays open."""
    menu = device.page.locator(".bar .more")
    menu.locator("summary").click()
    menu.locator("[data-do=make]").click()
    expect(menu.locator("[data-state=ready]")).to_be_visible(timeout=60_000)


def in_the_cellar(context: BrowserContext, served: Served, wire: Wire, url: str = "") -> Device:
    device = Device(context, served, url or wire.url)
    for words in NETWORK:
        device.notes_no(words)
    return device


def keeps(device: Device, *points: int, first: int = 1) -> None:
    """Hands are entered that stay on the phone, the first of them as the hand of that number."""
    for number, each in enumerate(points, first):
        device.waits_until(IS_LISTENING)
        device.page.evaluate(ENTERS, each)
        device.reads(f"Hand {number} is kept on this phone.")


def waiting(device: Device) -> Locator:
    return device.page.locator("#waiting li")


def save_button(device: Device) -> Locator:
    return device.page.locator(".save [data-save]")


def stand_on_the_sheet(device: Device, sheet: Sheet, *points: int) -> None:
    """Until the hands that waited have arrived: the page may not have drawn yet that they wait."""
    deadline = time.monotonic() + PATIENCE
    while points_on(sheet) != [*points]:
        assert time.monotonic() < deadline, points_on(sheet)
        device.page.wait_for_timeout(50)


def points_on(sheet: Sheet) -> list[int]:
    """What each hand of the sheet is known by, in their order."""
    versions = HandVersion.objects.filter(hand__table=sheet.table, number=1)
    return [version.record["picker_points"] for version in versions.order_by("hand__number")]


def browser_at(profile: Path) -> list[int]:
    """The processes of the browser that has opened a profile: what was started, and what that has
    started in its place. Their helpers end by themselves.
    """
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_text().split("\0")
        except OSError:
            continue
        if f"--user-data-dir={profile}" in words and not any("--type=" in word for word in words):
            found.append(int(folder.name))
    assert found, "no browser has this profile"
    return found
