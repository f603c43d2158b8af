"""Who saves a hand on an open page gets what is new of it; everybody else gets the whole page."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client

from tests.answers import Answer
from tests.tables.conftest import FormReader
from tournaments.models import Author
from tournaments.tables.services.hands import record_hand
from tournaments.tables.services.tables import OpenedTable, open_table

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Ben", "Cora", "Dirk", "Eva")
HAND = {"picker": 2, "partner": 4, "picker_points": 75}
OPEN = {"HX-Request": "true", "HX-Boosted": "true"}


@pytest.fixture
def opened(db: None) -> OpenedTable:
    opened = open_table(ruleset_key="sheepshead5-wikipedia", options={}, names=NAMES)
    for _ in range(3):
        saves_elsewhere(opened)
    return opened


def saves_elsewhere(opened: OpenedTable) -> None:
    record_hand(table=opened.table, record=HAND, by=Author(), submission=uuid4())


def save(opened: OpenedTable, **headers: str) -> Answer:
    """Open the page, enter a hand and save it."""
    address = f"/t/{opened.write_secret}/"
    browser = Client()
    form = FormReader(browser.get(address).content.decode()).sent_to(f"{address}hands/")
    typed = form | {name: str(value) for name, value in HAND.items()}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return browser.post(f"{address}hands/", typed, headers=named)


def lines_of(page: Answer) -> list[str]:
    return re.findall(r'<tr id="hand-(\d+)"', page.content.decode())


def test_the_new_line_alone_comes_to_a_page_that_shows_the_others(opened: OpenedTable) -> None:
    page = save(opened, **OPEN, Sheepfold_Shows="3")
    text = page.content.decode()
    assert (page.status_code, lines_of(page)) == (200, ["4"])
    assert 'data-lines="4" data-alone' in text
    assert "Hand 4 is saved." in text
    assert 'data-seen="4"' in text
    assert 'id="total-0"' in text
    assert '<header class="bar' not in text
    assert page.headers["Sheepfold-Shows"] == "4"
    assert "Content-Security-Policy" not in page.headers  # the page's own rules it
    assert page.headers["HX-Push-Url"] == f"/t/{opened.write_secret}/?saved=4"


def test_what_the_form_has_in_common_with_the_one_before_is_not_sent_again(
    opened: OpenedTable,
) -> None:
    address = f"/t/{opened.write_secret}/"
    before = Client().get(address).content.decode()
    keys = re.findall(r'data-keep="(\w+)"', before)
    assert len(keys) == len(set(keys)) > 5
    page = save(opened, **OPEN, Sheepfold_Shows="3", Sheepfold_Keeps=" ".join(keys[1:]))
    text = page.content.decode()
    gaps = re.findall(r'<(?:\w+) data-kept="(\w+)"></\w+>', text)
    assert set(gaps) <= set(keys[1:])
    assert len(gaps) > 4
    assert not set(re.findall(r'data-keep="(\w+)"', text)) & set(keys[1:])
    assert "data-kept" not in save(opened, **OPEN, Sheepfold_Shows="4").content.decode()
    assert "data-kept" not in before


@pytest.mark.parametrize("shown", ["2", "4", "nonsense", ""])
def test_all_lines_come_to_a_page_that_shows_another_sheet(opened: OpenedTable, shown: str) -> None:
    page = save(opened, **OPEN, Sheepfold_Shows=shown)
    assert (page.status_code, lines_of(page)) == (200, ["4", "3", "2", "1"])
    assert "data-alone" not in page.content.decode()


def test_without_a_script_the_whole_page_comes_at_its_own_address(opened: OpenedTable) -> None:
    answer = save(opened, Sheepfold_Shows="3")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/t/{opened.write_secret}/?saved=4"
    page = Client().get(answer.headers["Location"])
    assert lines_of(page) == ["4", "3", "2", "1"]
    assert '<header class="bar' in page.content.decode()


def test_the_same_form_sent_again_is_told_the_same(opened: OpenedTable) -> None:
    address = f"/t/{opened.write_secret}/"
    browser = Client(headers=OPEN | {"Sheepfold-Shows": "3"})
    form = FormReader(browser.get(address).content.decode()).sent_to(f"{address}hands/")
    typed = form | {name: str(value) for name, value in HAND.items()}
    first, again = (browser.post(f"{address}hands/", typed) for _ in range(2))
    assert lines_of(first) == lines_of(again) == ["4"]
    saves_elsewhere(opened)
    assert lines_of(browser.post(f"{address}hands/", typed)) == ["5", "4", "3", "2", "1"]
