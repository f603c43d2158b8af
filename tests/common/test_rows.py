"""What is read and written without the mapper is what it would be with it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Model
from pytest_django import DjangoAssertNumQueries

from tests.events.results.sheets import opens
from tournaments.common.rows import Joined, Rows, insert
from tournaments.models import (
    Event,
    EventTable,
    Hand,
    HandVersion,
    RegistrationTerms,
    Series,
    Table,
    TableLink,
)
from tournaments.tables.services.tables import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Table:
    names = ["Anna", "Ben", "Cora"]
    return open_table(
        ruleset_key="sheepshead3-coins", options={}, names=names, submission=uuid4()
    ).table


def values(row: Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.parametrize("model", [Table, TableLink])
def test_a_row_is_read_as_the_mapper_reads_it(evening: Table, model: type[Model]) -> None:
    rows = Rows(model, "one")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {rows.columns} FROM {model._meta.db_table} AS one ORDER BY id")
        read = [rows.read(row) for row in cursor.fetchall()]
    mapped = list(model._default_manager.order_by("pk"))
    assert mapped
    assert [values(row) for row in read] == [values(row) for row in mapped]
    assert not any(row._state.adding for row in read)


def told(row: Model | None, *along: str) -> object:
    """All that is known of a row, and of those that it names; asked without a query."""
    if row is None:
        return None
    words = {path.split("__")[0] for path in along}
    named = {
        word: told(
            getattr(row, word, None),
            *(path.removeprefix(f"{word}__") for path in along if path.startswith(f"{word}__")),
        )
        for word in words
    }
    return type(row), values(row), named


@pytest.mark.parametrize(
    ("model", "along"),
    [
        (Event, ("club", "registration_terms")),
        (Series, ("club", "final")),
        (EventTable, ("round", "round__event", "round__event__registration_terms")),
    ],
)
def test_rows_and_those_that_they_name_are_read_as_the_mapper_reads_them(
    new_event: Callable[..., Event],
    django_assert_num_queries: DjangoAssertNumQueries,
    model: type[Model],
    along: tuple[str, ...],
) -> None:
    """With some that name nothing among them."""
    event, other = new_event(entries=4, hands=4, rounds=1), new_event()
    RegistrationTerms.objects.create(event=event)
    opens(event, [1, 2, 3, 4])
    Series.objects.create(club=event.club, title="Autumn", final=event)
    Series.objects.create(club=other.club, title="Spring")
    rows = Joined(model, "one", *along)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {rows.columns} FROM {rows.tables} ORDER BY one.id")
        found = cursor.fetchall()
    mapped = list(model._default_manager.select_related(*along).order_by("pk"))
    with django_assert_num_queries(0):
        read = [rows.read(row) for row in found]
        assert [told(row, *along) for row in read] == [told(row, *along) for row in mapped]
    assert mapped


def test_a_row_is_written_as_the_mapper_writes_it(evening: Table) -> None:
    hand = Hand(table=evening, number=1)
    insert(hand)
    version = HandVersion(
        hand=hand,
        number=1,
        record={"picker": 2, "why": "“Ä”", "tricks": [1, None]},
        submission=uuid4(),
        table_version=7,
        device="77aa",
        link=evening.links.get(rights=TableLink.WRITE),
    )
    insert(version)
    assert values(Hand.objects.get()) == values(hand)
    assert values(HandVersion.objects.get()) == values(version)
    assert not version._state.adding
    with pytest.raises(TypeError):
        version.save()
