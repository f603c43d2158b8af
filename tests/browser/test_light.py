"""A page of a table is light: the first visit, a hand on a phone that watches, and a hand saved."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from playwright.sync_api import expect

from scoring import RULESETS
from tests.browser.evening import PEOPLE, Device, Sheet
from tests.browser.wire_bytes import Received
from tests.scoring.evenings import evening
from tournaments.common.locks import announce
from tournaments.live import asgi as streams

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HANDS = 40


def has_collected(folder: Path) -> override_settings:
    """The site has its files in that folder."""
    kit = folder / "kit"
    return override_settings(
        STATIC_ROOT=folder / "static",
        STATICFILES_DIRS=[settings.BASE_DIR / "static", kit],
        SHEEPFOLD_KIT=kit,
        STORAGES={"staticfiles": {"BACKEND": "config.hashed.HashedFiles"}},
        SHEEPFOLD_COLLECTED=True,
        WHITENOISE_USE_FINDERS=False,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collected once: to make them small takes seconds."""
    folder = tmp_path_factory.mktemp("collected")
    with has_collected(folder):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


@pytest.fixture
def collected(folder: Path, read_files: Callable[[], None]) -> Iterator[None]:
    """The files as `start` collects them."""
    with has_collected(folder):
        read_files()
        yield


GAMES: dict[str, tuple[int, dict[str, str]]] = {
    "sheepshead5-coins": (5, {"Picker": "Cora", "Partner": "Eva", "Result": "Won"}),
    "saskop": (4, {"Makers": "Anna + Cora", "Trumps": "Hearts", "Result": "Won"}),
    "schafkopf": (
        4,
        {"Spieler (declarer)": "Cora", "Mitspieler (partner)": "Dirk", "Result": "Won"},
    ),
}
FIRST, MOST_ASKED, WATCHED, SAVED = 60_000, 8, 5_000, 5_000
MAIN = """() => {
    const main = document.getElementById("main").cloneNode(true);
    main.querySelector("[data-stream]").removeAttribute("data-stream");
    main.querySelector("[data-csrf]").removeAttribute("data-csrf");
    for (const it of main.querySelectorAll("[type=hidden]")) it.removeAttribute("value");
    for (const it of main.querySelectorAll(".is-new")) it.classList.remove("is-new");
    for (const it of [main, ...main.querySelectorAll("[class]")]) {
        it.setAttribute("class", [...it.classList].join(" "));
    }
    for (const it of main.querySelectorAll("[class='']")) it.removeAttribute("class");
    const words = main.outerHTML.replace(/\\s+/g, " ").replaceAll("> ", ">");
    return words.replaceAll(" <", "<");
}"""


def played(key: str, players: int) -> list[dict[str, Any]]:
    """The hands of an evening with so many people."""
    ruleset = RULESETS[key]
    rules = dict(ruleset.defaults())
    records = (evening(ruleset, seed, HANDS + 3, rules).record for seed in count())
    return next(list(each["hands"]) for each in records if each["players"] == players)


@pytest.mark.parametrize("key", GAMES)
def test_a_table_of_forty_hands_is_light(
    phone: Device, other: Device, collected: None, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setattr(streams, "BEAT_EVERY", 0.3)  # what came is counted with what comes next
    players, answers = GAMES[key]
    hands = played(key, players)
    sheet = Sheet(key, PEOPLE[:players]).saved(*hands[:HANDS])
    first = Received(phone.page)
    phone.opens(sheet.write)
    phone.is_live()
    print(key, "first visit:", first.bytes, "in", len(first.asked))
    assert first.bytes < FIRST
    assert len(first.asked) <= MOST_ASKED
    watches = Received(other.page)
    other.opens(sheet.watch)
    other.is_live()
    for hand in hands[HANDS:]:
        other.page.wait_for_timeout(500)
        before = watches.bytes
        sheet.saved(hand)
        announce(sheet.table.pk)
        expect(other.hand(sheet.hands())).to_be_visible()
        other.page.wait_for_timeout(500)
        print(key, "a hand that is watched:", watches.bytes - before)
        assert watches.bytes - before < WATCHED
    expect(phone.hand(sheet.hands())).to_be_visible()
    for question, answer in answers.items():
        phone.chooses(question, answer)
    expect(phone.page.locator("#preview .told")).to_be_visible()
    phone.page.wait_for_timeout(500)
    saves = Received(phone.page)
    phone.page.locator("[data-save]").click()
    expect(phone.hand(HANDS + 4)).to_be_visible()
    phone.page.wait_for_timeout(500)
    print(key, "a hand that is saved:", saves.bytes)
    assert saves.bytes < SAVED
    assert phone.page.locator("tr[id^=hand-]").count() == HANDS + 4 == sheet.hands()
    assert phone.said == other.said == []
    save = phone.page.get_by_role("button", name="Save hand")
    expect(save).not_to_have_attribute("aria-label", re.compile("."))  # its own words again
    shown = phone.page.evaluate(MAIN)
    phone.page.reload()
    assert phone.page.evaluate(MAIN) == shown
