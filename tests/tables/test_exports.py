"""A sheet taken away as a record or for a spreadsheet, and taken in again with the same points."""

from __future__ import annotations

import csv
import json
from io import StringIO
from uuid import uuid4

import pytest

from scoring import score_record
from tests.tables.conftest import Director, Visitor, saved, words_of
from tournaments.models import Hand, Table
from tournaments.tables.services.hands import differences

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva")

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(director: Director) -> Director:
    """A table with everything on its sheet: house rules, a penalty, a newcomer, a withdrawal."""
    director.opens(
        "sheepshead5-bump", *PEOPLE, first_dealer=3, all_pass="doubler", title="Upstairs"
    )
    director.enters(picker=2, partner=4, picker_points=75)
    director.enters(picker="none")
    director.adjusts("=Revoked", points=[-3, 3])
    director.seats("join", name="=1+1", after=1)
    director.enters(picker=5, partner="none", picker_points=60)
    director.enters(picker=1, partner=2, picker_points=91)
    director.withdraws(6, why="Never played")
    director.seats("leave", column=3)
    director.enters(at="?dealer=5", picker=1, partner=2, picker_points=61)
    return director


def takes_in(visitor: Visitor, text: str) -> Visitor:
    """Take a record in; whoever holds the link of the table that it becomes."""
    sent = {"submission": str(uuid4()), "seen_version": "0", "text": text}
    response = visitor.client.post("/import/", sent)
    assert response.status_code == 302, words_of(response)
    return Visitor(response["Location"].split("/")[2])


def text_of(visitor: Visitor) -> str:
    return visitor.client.get(visitor.address("sheet_json")).content.decode()


def rows_of(visitor: Visitor) -> list[list[str]]:
    response = visitor.client.get(visitor.address("sheet_csv"))
    return list(csv.reader(StringIO(response.content.decode("utf-8-sig"))))


def test_the_command_line_counts_the_same(evening: Director) -> None:
    answer = score_record(evening.record())
    assert answer["totals"] == evening.totals()
    counting = [number for number in range(1, 9) if number != 6]
    assert [hand["points"] for hand in answer["hands"]] == [
        evening.points_of(number) for number in counting
    ]
    assert answer["next"]["seated"] == [0, 1, 5, 2, 4]


def test_what_is_in_the_record(evening: Director) -> None:
    record = evening.record()
    assert record["title"] == "Upstairs"
    assert record["options"] == {"all_pass": "doubler"}
    assert (record["players"], record["names"]) == (5, [*PEOPLE, "=1+1"])
    assert record["hands"][0]["dealer"] == 3
    assert record["hands"][2] == {"adjustment": [-3, 3, 0, 0, 0], "reason": "=Revoked"}
    assert record["hands"][3] == {"seated": [0, 1, 5, 2, 3, 4]}
    assert record["hands"][-1]["dealer"] == 5
    assert len(record["hands"]) == 7


def test_there_and_back(evening: Director, stranger: Visitor) -> None:
    text = text_of(evening)
    copy = takes_in(stranger, text)
    assert json.loads(text_of(copy)) == json.loads(text)
    assert copy.totals() == evening.totals()
    first, second = Table.objects.order_by("pk")
    for field in ("title", "ruleset", "options", "players"):
        assert getattr(first, field) == getattr(second, field)
    assert not differences(second)
    assert Hand.objects.filter(table=second).count() == 7
    for visitor in (evening, copy):
        assert "Cora deals." in visitor.sees("table")
        assert saved(visitor.enters(picker=4, partner=5, picker_points=61))
    assert copy.totals() == evening.totals()
    assert saved(copy.corrects(1, picker_points=91))
    assert saved(evening.corrects(1, picker_points=91))
    assert copy.totals() == evening.totals()


def enter(director: Director, hands: list[dict[str, object]]) -> None:
    for hand in hands:
        assert saved(director.enters(**hand))


def test_strokes_there_and_back(director: Director, stranger: Visitor) -> None:
    director.opens("saskop", "Mart", "Kati", "Jaan", "Liis", first_dealer=2)
    tied = {"makers": 0, "trump": "hearts", "card_points": [60, 60]}
    enter(director, [tied, {"card_points": [61, 59]}])
    enter(director, [{"makers": 1, "trump": "clubs", "result": "won_schwarz"}, tied])
    copy = takes_in(stranger, text_of(director))
    assert copy.totals() == director.totals()
    for page in (copy.sees("table"), director.sees("table")):
        assert "Game 1: Kati + Liis 2 : 16" in page
        assert "The tied hand is played again" in page
        assert "Mart deals." in page


def test_a_file_for_the_disk(evening: Director) -> None:
    response = evening.client.get(evening.address("sheet_json"))
    assert response.headers["Content-Type"] == "application/json"
    name = f"upstairs-{Table.objects.get().opened_at:%Y-%m-%d}-sheepshead5-bump"
    assert response.headers["Content-Disposition"] == f'attachment; filename="{name}.json"'
    response = evening.client.get(evening.address("sheet_csv"))
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert response.headers["Content-Disposition"] == f'attachment; filename="{name}.csv"'
    assert response.content.startswith(b"\xef\xbb\xbf")


def test_the_rows_for_a_spreadsheet(evening: Director) -> None:
    head, *lines, totals = rows_of(evening)
    assert head == ["No.", "Dealer", *PEOPLE, "'=1+1", "Times", "Why", "When"]
    # Hands are counted: who came, corrected points and what was withdrawn have no number.
    assert [line[0] for line in lines] == ["1", "2", "", "", "3", "", "", "4"]
    assert lines[0][:9] == ["1", "Dirk", "-1", "-1", "2", "-1", "1", "0", "1"]
    assert lines[2][:9] == ["", "", "-3", "3", "0", "0", "0", "0", ""]
    assert lines[2][9] == "Adjusted: =Revoked"
    # A formula would begin with its sign: the name of the newcomer is put in quotes.
    assert lines[3][9] == "'=1+1 joins the table."
    # Alone and lost: 1, the bump: 2, the doubled hand: 4 to each of four.
    assert lines[4][:9] == ["3", "Eva", "4", "4", "4", "4", "0", "-16", "2"]
    assert lines[5][:10] == ["", *[""] * 8, "Withdrawn: does not count."]
    assert lines[7][1] == "'=1+1"
    assert totals[:8] == ["Total", "", *map(str, evening.totals())]
    assert all(line[10].startswith("20") for line in lines)


def test_a_watcher_takes_it_too(evening: Director, player: Visitor) -> None:
    player.secret = evening.watch_secret()
    assert text_of(player) == text_of(evening)
    assert rows_of(player) == rows_of(evening)


def test_the_printed_sheet(evening: Director, player: Visitor) -> None:
    player.secret = evening.watch_secret()
    page = player.sees("print_sheet")
    assert "Upstairs" in page
    assert "Adjusted: =Revoked" in page
    assert "Withdrawn: does not count." in page
    figures = " ".join(str(total).replace("-", "−") for total in evening.totals())
    assert f"Total {figures}" in page
    assert "Anna · Ben · Cora" in page  # nobody is named twice whose name fits the head of a column
