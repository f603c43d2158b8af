"""A page costs the same number of SQL queries, however long the evening."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from tests.tables.conftest import Director, Visitor
from tournaments.common.locks import SheetEnded
from tournaments.models import Author, Club, Hand, Player, SheetTally, Table
from tournaments.tables.queries import SheetReading
from tournaments.tables.services.hands import SheetMoved, differences, record_hand
from tournaments.tables.services.tables import end_evening, put_into_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(director: Director) -> Table:
    return director.opens("sheepshead5-wikipedia", "Anna", "Ben", "Cora", "Dirk", "Eva")


TOLD = int(connection.vendor == "postgresql")
"""PostgreSQL tells every server process of a change: a query more."""


def play(table: Table, hands: int) -> None:
    for _ in range(hands):
        record = {"picker": 2, "partner": 4, "picker_points": 75}
        record_hand(table=table, record=record, by=Author(), submission=uuid4())


@pytest.mark.parametrize("hands", [5, 60])
def test_a_sheet(
    director: Director,
    evening: Table,
    django_assert_num_queries: DjangoAssertNumQueries,
    hands: int,
) -> None:
    play(evening, hands)
    with django_assert_num_queries(3):
        assert director.client.get(director.address("table")).status_code == 200
    with django_assert_num_queries(4):
        assert director.client.get(director.address("hand", 3)).status_code == 200


@pytest.mark.parametrize("hands", [5, 60])
def test_saving_a_hand(
    director: Director,
    evening: Table,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    hands: int,
) -> None:
    play(evening, hands)
    sent = director.form("table") | {"picker": "1", "picker_points": "61"}
    with django_assert_max_num_queries(10 + TOLD):
        director.client.post(director.address("record_hand"), sent)


@pytest.mark.parametrize("hands", [5, 60])
def test_saving_a_hand_on_a_page_that_stays_open(
    director: Director,
    evening: Table,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    hands: int,
) -> None:
    play(evening, hands)
    sent = director.form("table") | {"picker": "1", "picker_points": "61"}
    with django_assert_max_num_queries(11 + TOLD):
        answer = director.client.post(
            director.address("record_hand"), sent, headers={"HX-Request": "true"}
        )
    assert answer.status_code == 200


def test_a_hand_that_came_after_the_sheet_was_read_counts_too(evening: Table) -> None:
    play(evening, 1)
    evening.refresh_from_db()
    read = SheetReading(evening)
    assert len(read.replay.rows) == 1
    play(evening, 1)
    record = {"picker": 1, "picker_points": 61}
    record_hand(table=evening, record=record, by=Author(), submission=uuid4(), read=read)
    assert Hand.objects.filter(table=evening).count() == 3
    assert differences(evening) == []


@pytest.mark.parametrize("is_ended", [False, True])
def test_whoever_read_the_sheet_before_it_changed_saves_nothing(
    evening: Table, is_ended: bool
) -> None:
    play(evening, 1)
    evening.refresh_from_db()
    read = SheetReading(evening)
    assert len(read.replay.rows) == 1
    if is_ended:
        end_evening(table=evening, by=Author(), submission=uuid4())
    else:
        play(evening, 1)
    now = Table.objects.get(pk=evening.pk)
    with pytest.raises(SheetEnded if is_ended else SheetMoved):
        record_hand(
            table=evening,
            record={"picker": 1, "picker_points": 61},
            by=Author(),
            submission=uuid4(),
            seen_version=evening.version,
            read=read,
        )
    assert Table.objects.get(pk=evening.pk).version == now.version
    assert differences(evening) == []


def test_a_hand_is_saved_below_the_sheet_as_it_was_read(evening: Table) -> None:
    play(evening, 2)
    evening.refresh_from_db()
    read = SheetReading(evening)
    for points in (61, 120):
        submission = uuid4()
        saved = record_hand(
            table=evening,
            record={"picker": 1, "picker_points": points},
            by=Author(),
            submission=submission,
            seen_version=evening.version,
            read=read,
        )
        assert (saved.version.table_version, saved.is_repeat) == (evening.version + 1, False)
        evening.refresh_from_db()
        read = SheetReading(evening)
    assert differences(evening) == []


@pytest.mark.parametrize("hands", [5, 60])
def test_saving_a_hand_that_the_record_book_counts(
    director: Director,
    evening: Table,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    hands: int,
) -> None:
    club = Club.objects.create(name="Club", is_public=True)
    Player.objects.bulk_create(Player(club=club, name=name) for name in ("Anna", "Ben", "Cora"))
    put_into_club(table=evening, club=club, by=Author(), submission=uuid4())
    play(evening, hands)
    sent = director.form("table") | {"picker": "1", "picker_points": "61"}
    with django_assert_max_num_queries(17 + TOLD):
        director.client.post(director.address("record_hand"), sent)
    assert SheetTally.objects.filter(hands=hands + 1).count() == 3


@pytest.mark.parametrize("hands", [5, 60])
@pytest.mark.parametrize(
    ("page", "queries"),
    [
        ("table", 3),
        ("screen", 3),
        ("pays", 3),
        ("table_rules", 1),
        ("print_sheet", 3),
        ("sheet_csv", 3),
        ("sheet_json", 3),
    ],
)
def test_whoever_watches(
    director: Director,
    player: Visitor,
    evening: Table,
    django_assert_num_queries: DjangoAssertNumQueries,
    hands: int,
    page: str,
    queries: int,
) -> None:
    play(evening, hands)
    player.secret = director.watch_secret()
    with django_assert_num_queries(queries):
        assert player.client.get(player.address(page)).status_code == 200


@pytest.mark.parametrize("hands", [5, 60])
@pytest.mark.parametrize("page", ["people", "end_evening", "adjust"])
def test_whoever_writes(
    director: Director,
    evening: Table,
    django_assert_num_queries: DjangoAssertNumQueries,
    hands: int,
    page: str,
) -> None:
    play(evening, hands)
    with django_assert_num_queries(3):
        assert director.client.get(director.address(page)).status_code == 200


@pytest.mark.parametrize("hands", [5, 60])
def test_a_preview(
    director: Director,
    evening: Table,
    django_assert_num_queries: DjangoAssertNumQueries,
    hands: int,
) -> None:
    play(evening, hands)
    answers = {"picker": "1", "picker_points": "91"}
    sent, correction = director.form("table"), director.form("correct_hand", 3)
    with django_assert_num_queries(3):
        director.client.post(director.address("preview"), sent | answers)
    with django_assert_num_queries(3):
        director.client.post(director.address("preview_correction", 3), correction | answers)


@pytest.mark.parametrize("tables", [1, 6])
def test_the_first_page(
    director: Director, django_assert_num_queries: DjangoAssertNumQueries, tables: int
) -> None:
    club = Club.objects.create(name="Club", is_public=True)
    for _ in range(tables):
        table = director.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
        Table.objects.filter(pk=table.pk).update(club=club)
    with django_assert_num_queries(5):
        assert director.client.get("/").status_code == 200
