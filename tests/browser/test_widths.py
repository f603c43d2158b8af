"""Every kind of page on a phone in languages whose words are longer: nothing sticks out or is cut.

One of them nobody speaks: it has each message in brackets and a third longer, as a translation may
be. The others are those that are whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog
from django.test import override_settings

from tests.browser.evening import Device
from tests.browser.pages import NAMES, WORLDS
from tests.browser.test_every_page import MEASURES
from tests.languages.conftest import messages
from tests.languages.pseudo import PSEUDO, longer, speaks
from tests.languages.whole import LANGUAGES_WHOLE

__all__ = ["messages"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.made_up,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("kept_files"),
]

TOO_HIGH = """([words, most]) => [...document.querySelectorAll(words)].filter((chip) => {
    const seen = [...chip.childNodes].filter((node) => !node.matches?.(".unseen, svg, .count"));
    const lines = new Set(seen.flatMap((node) => {
        const words = document.createRange();
        words.selectNodeContents(node);
        return [...words.getClientRects()].map((line) => Math.round(line.bottom / 9));
    }));
    return chip.checkVisibility() && lines.size > most;
}).map((chip) => `more lines than ${most}: ${chip.textContent.trim().replace(/\\s+/g, " ")}`)"""
LINES = {"main .chip > span": 2, ".rail > ul > li > :is(a, summary)": 1}
"""How many lines the words of a chip may have, and those of the bar of the desk."""
ROWS = """() => new Set([...document.querySelectorAll(".masthead nav a")]
    .filter((link) => link.checkVisibility())
    .map((link) => Math.round(link.getBoundingClientRect().top))).size"""
MOST_ROWS = 2
FAULTS = f"""async (lines) => {{
    looks.opened();
    await new Promise((done) => setTimeout(done)); // until the page has heard of it
    return [looks.found("spills", "cut"), lines.flatMap({TOO_HIGH}), ({ROWS})()];
}}"""


@pytest.fixture(autouse=True)
def long_words(messages: Catalog, tmp_path: Path) -> Iterator[None]:
    made_in_english = override_settings(SHEEPFOLD_LANGUAGE="en")
    with speaks(messages, longer, tmp_path), made_in_english:
        yield


@pytest.mark.parametrize("world", WORLDS)
def test_every_page_has_room_for_longer_words(phone: Device, world: str) -> None:
    phone.context.add_init_script(MEASURES)
    phone.notes_no("status of 404")
    wrong: dict[str, list[str]] = {}
    for kind in WORLDS[world](phone):
        for language in () if kind.is_wall else (PSEUDO, *LANGUAGES_WHOLE):
            phone.reads_in(language)
            phone.opens(kind.address)
            for fault in faults_of(phone, language):
                wrong.setdefault(f"{language}: {fault}", []).append(kind.name)
    assert not phone.said, phone.said
    assert not wrong, "\n".join(f"{fault} ({', '.join(on)})" for fault, on in wrong.items())


def faults_of(device: Device, language: str) -> list[str]:
    lines = [] if language == PSEUDO else [*LINES.items()]  # a line more may be the brackets
    found, high, rows = device.page.evaluate(FAULTS, lines)
    found += [chip for chip in high if not any(name in chip for name in NAMES)]
    return found if rows <= MOST_ROWS else [*found, f"{rows} rows of links at the top"]
