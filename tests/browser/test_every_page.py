"""All kinds of pages, each loaded once and measured in every state in which somebody reads it."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

import pytest

from tests.browser.evening import PHONE, Device
from tests.browser.looks import AXE, CONTRAST, SMALL_LETTERS, TO_TAP, breaks_of_axe
from tests.browser.pages import WORLDS, Kind

pytestmark = [
    pytest.mark.browser,
    pytest.mark.made_up,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("kept_files"),
]

MEASURES = (Path(__file__).parent / "measures.js").read_text()
CSS = Path(__file__).parents[2] / "static" / "css"
RAIL = """[...document.querySelectorAll(".rail")]
    .filter((rail) => getComputedStyle(rail).position !== "fixed")
    .map(() => "the sections of the desk are no bar")"""
USED = 0.85
BARE = f"""[looks.used()].filter((used) => !(used >= {USED}))
    .map((used) => `only ${{Math.round(used * 100)}}% of it is used`)"""
SHEETS, COMPRESSED = 4, 30_000
CAME = """[
    document.documentElement.scrollHeight,
    [...document.styleSheets].map(({ href }) => href.split("/").pop()),
    looks.opened(),
]"""
STATES = {
    "phone": f"[...looks.found('sizes', 'overlaps', 'cut'), ...{RAIL}, ...({TO_TAP})()]",
    "spaced": "(looks.spaced(true), looks.found('spills'))",
    "large letters": "(looks.spaced(false), looks.larger(2), looks.found('spills'))",
    "own colours": "(looks.spaced(false), looks.larger(1), looks.alike())",
    "narrowest": "looks.found('spills', 'cut')",
    "large letters, wider": "(looks.larger(2), looks.found('spills'))",
    "laptop": f"""(looks.larger(1),
        [...looks.found('spills', 'overlaps', 'cut'), ...({TO_TAP})()])""",
    "large": "looks.found('spills')",
    "bare": BARE,
    "longer words": "(looks.lengthened(), looks.found('spills'))",
    "wall": "looks.found('sizes', 'overlaps', 'cut')",
    "longer words, phone": "looks.found('spills', 'overlaps')",
}
"""What is done to a page, and what is wrong with it then."""


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


def weighs_too_much(sheets: list[str]) -> list[str]:
    bytes_ = sum(compressed(sheet) for sheet in sheets)
    is_light = len(sheets) <= SHEETS and bytes_ <= COMPRESSED
    return [] if is_light else [f"{bytes_} bytes of {sheets}"]


def faults_of(device: Device, kind: Kind) -> list[str]:
    page = device.page
    found: list[str] = []

    def sized(width: int, height: int = 844) -> None:
        page.set_viewport_size({"width": width, "height": height})

    def notes(state: str, faults: list[str]) -> None:
        found.extend(f"{state}: {each}" for each in faults)

    def measures(*states: str) -> None:
        """One after the other, in one call: each costs more than what is measured with it."""
        of_each = ",".join(f"{json.dumps(state)}: {STATES[state]}" for state in states)
        for state, faults in page.evaluate(f"({{{of_each}}})").items():
            notes(state, faults)

    page.emulate_media(color_scheme="light", forced_colors="none")
    sized(*((1920, 1080) if kind.is_wall else PHONE.values()))
    device.opens(kind.address)
    kind.then(device)
    page.wait_for_load_state()
    high, sheets, _ = page.evaluate(CAME)
    if kind.highest and high > kind.highest:
        found.append(f"{high} px high")
    notes("style", weighs_too_much(sheets))
    notes("axe", breaks_of_axe(page))
    bare = ("bare",) if kind.is_large else ()
    if kind.is_wall:
        page.emulate_media(color_scheme="dark")
        notes("axe, dark", breaks_of_axe(page, *CONTRAST))
        measures("wall", *bare)
        notes("wall", page.evaluate(SMALL_LETTERS, 1080 * 0.03 - 0.5))
        for width, height in ((1920, 1080), (1024, 768)):
            sized(width, height)
            measures("large")
            if page.evaluate("document.documentElement.scrollHeight") > height:
                found.append(f"higher than a screen of {width} × {height}")
        return found
    measures("phone", "spaced", *(("large letters",) if kind.is_handheld else ()))
    page.emulate_media(forced_colors="active")
    measures("own colours")
    page.emulate_media(color_scheme="dark", forced_colors="none")
    sized(320)
    measures("narrowest")
    sized(640)
    measures("large letters, wider")
    sized(1280, 800)
    measures("laptop")
    notes("axe, dark", breaks_of_axe(page, *CONTRAST))
    sized(1920, 1080)
    measures("large", *bare, "longer words")
    sized(390)
    measures("longer words, phone")
    return found
