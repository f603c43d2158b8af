"""What a hand is called: its place among the hands that count, whatever else is on the sheet."""

from __future__ import annotations

import csv
import io
import re

import pytest

from tests.tables.conftest import Director, FormReader, Visitor, saved
from tournaments.models import Hand, Table

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva")

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(director: Director) -> Table:
    """A hand, somebody comes, points are adjusted, somebody leaves; then another hand."""
    table = director.opens("sheepshead5-bump", *PEOPLE)
    director.enters(picker=2, partner=4, picker_points=75)
    assert saved(director.seats("join", name="Finn", after=1))
    assert saved(director.adjusts("Miscounted", points=[5, -5]))
    assert saved(director.seats("leave", column=5))
    director.enters(picker=0, partner=1, picker_points=61)
    return table


def printed_rows(visitor: Visitor) -> list[list[str]]:
    """The cells of the printed sheet, row by row."""
    page = visitor.client.get(visitor.address("print_sheet")).content.decode()
    body = page.split("<tbody>")[1].split("</tbody>")[0]
    rows = re.findall(r"<tr.*?</tr>", body, flags=re.DOTALL)
    return [
        [
            " ".join(re.sub("<[^>]+>", " ", cell).split())
            for cell in re.findall(CELL, row, re.DOTALL)
        ]
        for row in rows
    ]


CELL = r"<t[hd].*?</t[hd]>"


def test_who_comes_and_goes_uses_no_number(director: Director, table: Table) -> None:
    page = director.sees("table")
    assert "Hand 2 " in page
    assert "Save hand 3" in page
    assert "Undo hand 2" in page
    last = Hand.objects.latest("number").number
    assert last == 5
    assert director.sees("hand", last).startswith("Hand 2")
    assert "Next: hand 3." in director.sees("screen")


def test_after_three_undone_hands_the_first_is_hand_one(director: Director) -> None:
    director.opens("sheepshead5-bump", *PEOPLE)
    for number in (1, 2, 3):
        director.enters(picker=2, partner=4, picker_points=75)
        page = director.client.get(director.address("table")).content.decode()
        assert "Save hand 1" not in page
        address = director.address("withdraw_hand", number)
        assert saved(director.client.post(address, FormReader(page).sent_to(address)))
        assert "Save hand 1" in director.sees("table")
    director.enters(picker=2, partner=4, picker_points=75)
    page = director.sees("table")
    assert "Save hand 2" in page
    assert "Withdrawn hand" in director.sees("hand", 2)
    assert "It stands before the first hand." in director.sees("hand", 2)
    assert director.sees("hand", 4).startswith("Hand 1")


def test_a_withdrawn_hand_gives_its_number_up_and_takes_it_again(
    director: Director, table: Table
) -> None:
    """The address of a hand stays, whatever it is called."""
    last = Hand.objects.latest("number").number
    assert saved(director.withdraws(1))
    assert director.sees("hand", last).startswith("Hand 1")
    assert saved(director.corrects(1, picker=2, partner=4, picker_points=75))
    assert director.sees("hand", last).startswith("Hand 2")


def test_the_spreadsheet_counts_hands(director: Director, table: Table) -> None:
    text = director.client.get(director.address("sheet_csv")).content.decode("utf-8-sig")
    numbers = [row[0] for row in csv.reader(io.StringIO(text))][1:-1]
    assert numbers == ["1", "", "", "", "2"]


def test_print_leaves_blank_who_was_not_there(director: Director, table: Table) -> None:
    first, came, adjusted, left, last = printed_rows(director)
    assert (first[0], last[0]) == ("1", "2")
    assert [came[0], adjusted[0], left[0]] == ["–", "–", "–"]
    assert (len(came), len(left)) == (2, 2)
    assert first[6] == ""
    assert adjusted[6] != ""
    assert last[6] == ""
