"""What a table's page costs is counted in calls, which are the same on every machine."""

from __future__ import annotations

import sys
from types import FrameType
from uuid import uuid4

import pytest
from django.test import Client

from scoring import RULESETS, read_record
from tests.scoring.evenings import evening
from tournaments.models import Author
from tournaments.tables.services.hands import import_sheet

pytestmark = pytest.mark.django_db

MOST = {"saskop": 1200, "schafkopf": 560, "sheepshead5-coins": 350}
"""Calls for each further hand: it is read, scored, put into words and drawn."""


def calls_for(game: str, hands: int) -> int:
    """How many calls the page of a sheet with so many hands takes."""
    record = evening(RULESETS[game], seed=19, length=hands, options={}).record
    names = list("ABCDEFGH"[: record["players"]])
    read = read_record({**record, "names": names})
    opened = import_sheet(record=read, by=Author(), submission=uuid4())
    browser, address, calls = Client(), f"/t/{opened.write_secret}/", 0

    def count(_frame: FrameType, happens: str, _value: object) -> None:
        nonlocal calls
        calls += happens in ("call", "c_call")

    browser.get(address)
    sys.setprofile(count)
    try:
        answer = browser.get(address)
    finally:
        sys.setprofile(None)
    assert answer.content.count(b'<tr id="hand-') == hands
    return calls


@pytest.mark.parametrize("game", sorted(MOST))
def test_a_further_hand_on_the_page_takes_few_calls(game: str) -> None:
    few, many = 20, 40
    each = (calls_for(game, many) - calls_for(game, few)) / (many - few)
    assert each <= MOST[game]
