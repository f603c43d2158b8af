"""All kinds of pages, each loaded once and measured in every state in which somebody reads it."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.evening import PHONE, Device
from tests.browser.looks import AXE, CONTRAST, SMALL_LETTERS, TO_TAP, breaks_of_axe
from tests.browser.pages import WORLDS, Kind

pytestmark = [pytest.mark.browser, pytest.mark.made_up, pytest.mark.django_db(transaction=True)]

MEASURES = (Path(__file__).parent / "measures.js").read_text()
CSS = Path(__file__).parents[2] / "static" / "css"
LINKED = "[...document.styleSheets].map(({ href }) => href.split('/').pop())"
RAIL = """[...document.querySelectorAll(".rail")].every(
    (rail) => getComputedStyle(rail).position === "fixed")"""
USED = 0.85
SHEETS, COMPRESSED = 4, 30_000
STATES = {
    "phone": "[...looks.sizes(), ...looks.overlaps(), ...looks.cut()]",
    "spaced": "(looks.spaced(true), looks.spills())",
    "large letters": "(looks.spaced(false), looks.larger(2), looks.spills())",
    "own colours": "(looks.spaced(false), looks.larger(1), looks.alike())",
    "narrowest": "[...looks.spills(), ...looks.cut()]",
    "large letters, wider": "(looks.larger(2), looks.spills())",
    "laptop": "(looks.larger(1), [...looks.spills(), ...looks.overlaps(), ...looks.cut()])",
    "longer words": "(looks.lengthened(), looks.spills())",
    "wall": "[...looks.sizes(), ...looks.overlaps(), ...looks.cut()]",
    "longer words, phone": "[...looks.spills(), ...looks.overlaps()]",
}


@pytest.mark.parametrize("world", WORLDS)
def test_every_page_in_every_state(phone: Device, world: str) -> None:
    phone.context.add_init_script(f"{MEASURES} {AXE}")
    phone.notes_no("status of 404")
    wrong: dict[str, list[str]] = {}
    for kind in WORLDS[world](phone):
        for fault in faults_of(phone, kind):
            wrong.setdefault(fault, []).append(kind.name)
    assert not phone.said, phone.said
    assert not wrong, "\n".join(f"{fault} ({', '.join(on)})" for fault, on in wrong.items())


@cache
def compressed(sheet: str) -> int:
    return len(gzip.compress((CSS / sheet).read_bytes()))


def weighs_too_much(page: Page) -> list[str]:
    sheets = page.evaluate(LINKED)
    bytes_ = sum(compressed(sheet) for sheet in sheets)
    is_light = len(sheets) <= SHEETS and bytes_ <= COMPRESSED
    return [] if is_light else [f"{bytes_} bytes of {sheets}"]


def leaves_bare(page: Page, kind: Kind) -> list[str]:
    used = page.evaluate("looks.used()") if kind.is_large else 1
    return [] if used >= USED else [f"only {used:.0%} of it is used"]


def faults_of(device: Device, kind: Kind) -> list[str]:
    page = device.page
    found: list[str] = []

    def sized(width: int, height: int = 844) -> None:
        page.set_viewport_size({"width": width, "height": height})

    def notes(state: str, faults: list[str]) -> None:
        found.extend(f"{state}: {each}" for each in faults)

    def measures(state: str) -> None:
        notes(state, page.evaluate(STATES[state]))

    page.emulate_media(color_scheme="light", forced_colors="none")
    sized(*((1920, 1080) if kind.is_wall else PHONE.values()))
    device.opens(kind.address)
    kind.then(device)
    page.wait_for_load_state()
    high = page.evaluate("document.documentElement.scrollHeight")
    if kind.highest and high > kind.highest:
        found.append(f"{high} px high")
    notes("style", weighs_too_much(page))
    page.evaluate("looks.opened()")
    notes("axe", breaks_of_axe(page))
    if kind.is_wall:
        page.emulate_media(color_scheme="dark")
        notes("axe, dark", breaks_of_axe(page, *CONTRAST))
        measures("wall")
        notes("wall", leaves_bare(page, kind))
        notes("wall", page.evaluate(SMALL_LETTERS, 1080 * 0.03 - 0.5))
        for width, height in ((1920, 1080), (1024, 768)):
            sized(width, height)
            notes("wall", page.evaluate("looks.spills()"))
            if page.evaluate("document.documentElement.scrollHeight") > height:
                found.append(f"higher than a screen of {width} × {height}")
        return found
    measures("phone")
    notes("phone", [] if page.evaluate(RAIL) else ["the sections of the desk are no bar"])
    notes("phone", page.evaluate(TO_TAP))
    measures("spaced")
    if kind.is_handheld:
        measures("large letters")
    page.emulate_media(forced_colors="active")
    measures("own colours")
    page.emulate_media(color_scheme="dark", forced_colors="none")
    sized(320)
    measures("narrowest")
    sized(640)
    measures("large letters, wider")
    sized(1280, 800)
    measures("laptop")
    notes("laptop", page.evaluate(TO_TAP))
    notes("axe, dark", breaks_of_axe(page, *CONTRAST))
    sized(1920, 1080)
    notes("large", page.evaluate("looks.spills()"))
    notes("large", leaves_bare(page, kind))
    measures("longer words")
    sized(390)
    measures("longer words, phone")
    return found
