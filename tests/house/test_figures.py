"""How large the house is, and how far one deed goes in it: no figure gets worse.

`pytest -s tests/house/test_figures.py` prints them. A figure that got better takes its limit along.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Callable
from functools import cache, partial
from types import FrameType
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from project_tools.steps import ROOT
from tests.answers import Answer
from tests.events.draw.drawn_rounds import hidden_of
from tests.events.results import sheets
from tournaments.models import Event

OF_EVENTS = ROOT / "tournaments"
DRAW = {"draw": "random_wishes", "odd": "up", "dial": "50"}

LIMITS = {
    "modules in tournaments": 237,  # nine for those who run a club, nine for registering
    "lines of the product": 108_000,  # two thousand for roles and privacy, 1,800 for registering
    "lines for each address": 214,
    "arrows up between rooms": 0,
    "files not strictly typed": 0,
    "modules passed by a hand": 19,
    "modules passed by a keyed total": 29,  # with what each may
    "modules passed by a drawn round": 25,
}


def is_at_most(figure: str, found: int) -> None:
    print(f"{figure}: {found} (limit {LIMITS[figure]})")
    assert found <= LIMITS[figure]


@cache
def sources(*folders: str) -> dict[str, str]:
    """The text of each module that people write and keep: migrations stay as they were made."""
    return {
        str(path.relative_to(ROOT)): path.read_text()
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        if "migrations" not in path.parts
    }


def lines_of(*folders: str) -> int:
    return sum(text.count("\n") for text in sources(*folders).values())


def addresses(resolver: URLResolver) -> int:
    found = resolver.url_patterns
    return sum(addresses(each) if isinstance(each, URLResolver) else 1 for each in found)


def test_modules() -> None:
    """Those with something in them."""
    found = [text for text in sources("tournaments").values() if ast.parse(text).body]
    is_at_most("modules in tournaments", len(found))


def test_lines() -> None:
    is_at_most("lines of the product", lines_of(*tool()["importlinter"]["root_packages"]))
    is_at_most("lines for each address", lines_of("tournaments") // addresses(get_resolver()))


def tool() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    return found


def test_arrows() -> None:
    contracts = tool()["importlinter"]["contracts"]
    is_at_most(
        "arrows up between rooms", sum(len(each.get("ignore_imports", ())) for each in contracts)
    )


def test_types() -> None:
    left = [each for each in tool()["mypy"]["overrides"] if each.get("ignore_errors")]
    is_at_most("files not strictly typed", sum(len(each["module"]) for each in left))


def passed(deed: Callable[[], Answer]) -> set[str]:
    """The modules of `tournaments` that a deed passes which is done."""
    files = set()

    def notes(frame: FrameType, happens: str, _value: object) -> None:
        if happens == "call":
            files.add(frame.f_code.co_filename)

    sys.setprofile(notes)
    try:
        answer = deed()
    finally:
        sys.setprofile(None)
    assert answer.status_code in (200, 302), answer.content.decode()
    return {name for name in files if name.startswith(f"{OF_EVENTS}/")}


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, ruleset="sheepshead4-cutthroat", hands=4, rounds=2)


def test_a_hand(event: Event) -> None:
    at = sheets.at(sheets.table(sheets.opens(event, [1, 2, 3, 4]), 1))

    assert at.enters(picker=1, result="won").status_code == 302
    sent = {**at.form("table"), "picker": "1", "result": "won"}
    files = passed(lambda: at.client.post(at.address("record_hand"), sent))
    is_at_most("modules passed by a hand", len(files))


def test_a_keyed_total(event: Event, director: Client) -> None:
    played = sheets.opens(event, [1, 2, 3, 4], [5, 6, 7, 8])
    sheets.keys(director, sheets.table(played, 1), 3, -1, -1, -1)
    action, sent = sheets.keying_form(director, sheets.table(played, 2))
    form = sheets.filled(sent, 3, -1, -1, -1)
    files = passed(lambda: director.post(action, form))
    is_at_most("modules passed by a keyed total", len(files))


def test_a_drawn_round(event: Event, director: Client) -> None:
    """Proposed and accepted."""
    page = reverse("round", args=[event.pk, 1])
    files: set[str] = set()
    for deed, more in (("draw_round", DRAW), ("accept_draw", {})):
        sent = {**hidden_of(director.get(page).content.decode()), **more}
        address = reverse(deed, args=[event.pk, 1])
        files |= passed(partial(director.post, address, sent))
    is_at_most("modules passed by a drawn round", len(files))
