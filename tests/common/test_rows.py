"""What is read and written without the mapper is what it would be with it."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Model

from tournaments.common.rows import Rows, insert
from tournaments.models import Hand, HandVersion, Table, TableLink
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
