"""Lists for spreadsheets: numbers are numbers, and whatever a name begins with it stays a name."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import datetime
from fractions import Fraction
from operator import itemgetter
from typing import Any
from uuid import uuid4

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.intervals import Estimate
from tests.answers import Answer, there
from tests.events.played import plays, starts
from tests.tables.conftest import words_of
from tournaments.archive import lists, views
from tournaments.common.listing import Column, Kind, Listing, Only, csv_lines
from tournaments.common.workbook import write_workbook
from tournaments.models import Author, Club, Entry, Event, Player
from tournaments.tables.services.hands import record_hand, withdraw_hand

HAND = {"picker": 0, "contract": "partner", "partner": 2, "picker_points": 75}
LISTS = ["start-list", "seats", "results", "standing", "hands", "history"]


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author) -> Event:
    made = new_event(entries=8, hands=4, rounds=2)
    Entry.objects.filter(number=1).update(name="=1+1")
    Entry.objects.filter(number=2).update(name="Äöß, „Ben“\t2")
    plays(made, by)
    return Event.objects.get(pk=made.pk)


def content(response: Answer) -> bytes:
    assert response.status_code == 200
    return b"".join(response.streaming_content)  # type: ignore[attr-defined]


def csv_of(client: Client, event: Event, name: str) -> list[list[str]]:
    raw = content(client.get(reverse("take_list", args=[event.pk, name]))).decode()
    assert raw.startswith("\ufeff")
    return list(csv.reader(io.StringIO(raw.removeprefix("\ufeff"))))


def workbook_of(client: Client, event: Event) -> openpyxl.Workbook:
    raw = content(client.get(reverse("take_workbook", args=[event.pk])))
    return openpyxl.load_workbook(io.BytesIO(raw))


def rows_of(listing: Listing[Any]) -> list[list[str]]:
    lines = "".join(csv_lines(listing)).removeprefix("\ufeff")
    return list(csv.reader(io.StringIO(lines)))


def tab_of(listing: Listing[Any]) -> Any:
    out = io.BytesIO()
    write_workbook([listing], out)
    return openpyxl.load_workbook(io.BytesIO(out.getvalue())).active


def a_listing(heads: dict[str, Kind], *cells: object, title: str = "A") -> Listing[Any]:
    """A list of one row, or of none without cells."""
    columns = [
        Column(head, itemgetter(place), kind) for place, (head, kind) in enumerate(heads.items())
    ]
    return Listing("a", title, columns, lambda: [cells] if cells else [])


FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://a.b")', "=cmd|' /C"]


@pytest.mark.parametrize("name", FORMULAS)
def test_a_text_is_never_a_formula(name: str) -> None:
    listing = a_listing({"Name": Kind.TEXT, "Points": Kind.POINTS}, name, -4)
    (_head, row) = rows_of(listing)
    assert row == [f"'{name}", "-4"]
    cell, figure = tab_of(listing)["A2"], tab_of(listing)["B2"]
    assert cell.data_type == "s"
    assert str(cell.value).strip() == name.strip()
    assert (figure.data_type, figure.value) == ("n", -4)


def test_a_head_is_no_formula_either() -> None:
    listing = a_listing({"=1+1": Kind.TEXT})
    assert rows_of(listing) == [["'=1+1"]]
    assert tab_of(listing)["A1"].data_type == "s"


def test_numbers_are_numbers() -> None:
    heads = {
        "Points": Kind.POINTS,
        "Hands": Kind.NUMBER,
        "Fee": Kind.MONEY,
        "Average": Kind.POINTS,
        "Whole": Kind.POINTS,
    }
    listing = a_listing(heads, 12, 32, 1250, Fraction(7, 3), Fraction(4, 2))
    assert rows_of(listing)[1] == ["12", "32", "12.50", "2.3333", "2"]
    cells = next(tab_of(listing).iter_rows(min_row=2))
    assert [cell.value for cell in cells] == [12, 32, 12.5, pytest.approx(7 / 3), 2]
    assert {cell.data_type for cell in cells} == {"n"}
    assert cells[0].number_format == "+0;-0;0"
    assert cells[2].number_format == "0.00"
    assert cells[3].number_format == "+0.00;-0.00;0.00"


def test_nothing_is_an_empty_cell() -> None:
    listing = a_listing({"Name": Kind.TEXT, "Points": Kind.POINTS}, "", None)
    assert rows_of(listing)[1] == ["", ""]
    assert [cell.value for cell in next(tab_of(listing).iter_rows(min_row=1, max_row=1))] == [
        "Name",
        "Points",
    ]


def test_signs_that_no_workbook_takes_are_left_out() -> None:
    title = "A/B: [C]*" + "x" * 40
    listing = a_listing({"Name": Kind.TEXT}, "A\x0bnna" * 9_000, title=title)
    tab = tab_of(listing)
    assert tab.title == "A B   C  " + "x" * 22
    assert "\x0b" not in tab["A2"].value
    assert len(tab["A2"].value) == 32_767


def test_two_tabs_have_two_names() -> None:
    listing = a_listing({"Name": Kind.TEXT}, title="Ä" * 40)
    out = io.BytesIO()
    write_workbook([listing, listing, listing], out)
    names = openpyxl.load_workbook(io.BytesIO(out.getvalue())).sheetnames
    assert len(set(names)) == 3


def test_a_moment_is_one() -> None:
    moment = datetime.fromisoformat("2026-05-01T18:30:00+00:00")
    tab = tab_of(a_listing({"When": Kind.MOMENT, "Day": Kind.DATE}, moment, moment))
    assert tab["A2"].is_date
    assert tab["B2"].is_date


def test_how_sure_a_figure_is_stands_in_three_columns() -> None:
    heads = {"Won": Kind.SHARE, "Per hand": Kind.MEAN}
    listing = a_listing(heads, Estimate(1 / 3, 9, 0.1, 0.6), Estimate(-1.5, 2, None, None))
    assert rows_of(listing) == [
        [
            "Won", "Won (at least)", "Won (at most)",
            "Per hand", "Per hand (at least)", "Per hand (at most)",
        ],
        ["0.3333", "0.1", "0.6", "-1.5", "", ""],
    ]  # fmt: skip
    won, _low, _high, mean, *_none = next(tab_of(listing).iter_rows(min_row=2))
    assert won.number_format == "0.0%"
    assert mean.number_format == "+0.00;-0.00;0.00"


def test_a_column_of_a_page_alone_is_in_no_file_and_the_last_row_sums_up() -> None:
    columns = [
        Column[int]("Pair", str, only=Only.PAGE),
        Column[int]("Hands", lambda row: row, Kind.NUMBER),
    ]
    listing = Listing("a", "A", columns, lambda: [3, 4], foot=7)
    assert rows_of(listing) == [["Hands"], ["3"], ["4"], ["7"]]


@pytest.mark.parametrize("name", LISTS)
def test_every_list_is_there(name: str, event: Event, director: Client) -> None:
    head, *rows = csv_of(director, event, name)
    assert all(len(row) == len(head) for row in rows)
    assert bool(rows) == (name != "hands")


def test_results_of_a_round(event: Event, director: Client) -> None:
    head, first, *_rest = csv_of(director, event, "results")
    assert head == [
        "Round", "Table", "No.", "Name", "Points", "Hands", "Solos", "Solos played", "Games",
        "Lost", "Complete", "Decided",
    ]  # fmt: skip
    assert first == ["1", "1", "1", "'=1+1", "9", "4", "0", "", "0", "0", "yes", ""]


def test_the_workbook(event: Event, director: Client) -> None:
    book = workbook_of(director, event)
    assert book.sheetnames == ["Start list", "Seats", "Results", "Standing", "Hands", "History"]
    tab = book["Results"]
    assert tab.freeze_panes == "A2"
    assert tab.auto_filter.ref == "A1:L9"
    assert tab.column_dimensions["D"].width > 20
    assert tab["D2"].value == "=1+1"
    assert {tab[f"D{row}"].data_type for row in range(2, 10)} == {"s"}
    assert {tab[f"E{row}"].data_type for row in range(2, 10)} == {"n"}
    standing = book["Standing"]
    assert [cell.value for cell in standing[1]][:6] == [
        "Place", "No.", "Name", "Team", "Round 1", "Total",
    ]  # fmt: skip
    assert sorted(standing[f"F{row}"].value for row in range(2, 10)) == [-3] * 6 + [9] * 2


def test_teams_and_groups_where_there_are_some(
    new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    event = new_event(entries=8, hands=4, rounds=1, team_size=2, groups=("Ladies",))
    for entry in event.entries.all():
        entry.team, entry.groups = (
            f"=Team {there(entry.number) % 2}",
            ["Ladies"] * (there(entry.number) < 3),
        )
        entry.save()
    plays(event, by)
    _head, *teams = csv_of(director, event, "teams")
    assert {row[1] for row in teams} == {"'=Team 0", "'=Team 1"}
    _head, *ladies = csv_of(director, event, "groups")
    assert [(row[0], row[1], row[3]) for row in ladies] == [
        ("Ladies", "1", "Anna 1"),
        ("Ladies", "2", "Anna 2"),
    ]
    assert {"Teams", "Groups"} <= set(workbook_of(director, event).sheetnames)


def test_hands_of_all_tables(new_event: Callable[..., Event], by: Author, director: Client) -> None:
    event = new_event(entries=4, hands=4, rounds=1, ruleset="sheepshead4-coins")
    table = starts(event, by).tables.get().table
    for _ in range(2):
        record_hand(table=table, record=HAND, by=Author(who="=Anna"), submission=uuid4())
    withdraw_hand(
        hand=table.hands.get(number=2),
        by=Author(who="Ben"),
        submission=uuid4(),
        seen_version=1,
        reason="Played twice",
    )
    head, first, second = csv_of(director, event, "hands")
    line = dict(zip(head, first, strict=True))
    assert (line["Round"], line["Table"], line["Hand"]) == ("1", "1", "1")
    assert line["No. 1"] == "1"
    assert line["Entered by"] == "'=Anna"
    assert sum(int(line[f"Points {side}"]) for side in (1, 2, 3, 4)) == 0
    assert "Picker" in line["What"]
    assert "Anna 1" in line["What"]
    gone = dict(zip(head, second, strict=True))
    assert (gone["Counts"], gone["Version"], gone["Why"]) == ("no", "2", "Played twice")
    assert (gone["Points 1"], gone["Hand"]) == ("", "")


def test_too_many_hands_for_a_workbook(
    event: Event, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "MOST_HANDS", -1)
    monkeypatch.setattr(views, "MOST_HANDS", -1)
    assert "Hands" not in workbook_of(director, event).sheetnames
    page = words_of(director.get(reverse("take_away", args=[event.pk])))
    assert "The hands are too many for a workbook" in page
    assert csv_of(director, event, "hands")


def test_hands_need_no_more_queries_with_more_tables(
    new_event: Callable[..., Event],
    by: Author,
    director: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for entries in (4, 40):
        event = new_event(entries=entries, hands=4, rounds=1, ruleset="sheepshead4-coins")
        for place in starts(event, by).tables.select_related("table"):
            record_hand(table=place.table, record=HAND, by=Author(), submission=uuid4())
        address = reverse("take_list", args=[event.pk, "hands"])
        with django_assert_max_num_queries(14):
            content(director.get(address))


def test_players_of_the_club(club: Club, director: Client) -> None:
    Player.objects.create(club=club, name="@Anna", home="Berlin", groups=["Ladies"])
    raw = content(director.get(reverse("take_players", args=[club.pk, "csv"]))).decode()
    assert "'@Anna,Berlin,Ladies," in raw
    book = content(director.get(reverse("take_players", args=[club.pk, "xlsx"])))
    assert openpyxl.load_workbook(io.BytesIO(book)).worksheets[0]["A2"].value == "@Anna"
    assert director.get(reverse("take_players", args=[club.pk, "exe"])).status_code == 404


def test_the_page(event: Event, director: Client) -> None:
    page = director.get(reverse("take_away", args=[event.pk]))
    words = words_of(page)
    assert "All lists in one workbook" in words
    for name in LISTS:
        assert reverse("take_list", args=[event.pk, name]) in page.content.decode()
    assert reverse("take_list", args=[event.pk, "teams"]) not in page.content.decode()


def test_files_are_called_after_the_event(event: Event, director: Client) -> None:
    response = director.get(reverse("take_event", args=[event.pk]))
    content(response)
    assert f'filename="thursday-cup-{event.made_at:%Y-%m}' in response["Content-Disposition"]


def test_no_list_of_that_name(event: Event, director: Client) -> None:
    assert director.get(f"/desk/{event.pk}/take-away/secrets.csv").status_code == 404
