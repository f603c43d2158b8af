"""A table that is watched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from django.db import transaction

from tests.serving import Served, Stream, served
from tournaments.common.locks import announce
from tournaments.live.tickets import TABLE, Ticket
from tournaments.models import Author, Table, TableLink
from tournaments.tables.services.hands import record_hand
from tournaments.tables.services.tables import open_table

__all__ = ["served"]

Opens = Callable[..., Stream]


@pytest.fixture
def table(transactional_db: None) -> Table:
    names = ("Anna", "Ben", "Cora", "Dirk", "Eva")
    return open_table(ruleset_key="sheepshead5-wikipedia", options={}, names=names).table


@pytest.fixture
def ticket(table: Table) -> Ticket:
    """For whoever holds the watching link."""
    return Ticket(TABLE, table.pk, "en", table.links.get(rights=TableLink.WATCH).pk)


@pytest.fixture
def opens(served: Served) -> Iterator[Opens]:
    """Opens streams, and closes them after the test."""
    opened = []

    def open_stream(address: str, method: str = "GET", **headers: str) -> Stream:
        opened.append(Stream(served, address, method, **headers))
        return opened[-1]

    yield open_stream
    for stream in opened:
        stream.close()


def save_hand(table: Table) -> int:
    """Save a hand, say so, and return the sheet's version."""
    record = {"picker": 2, "partner": 4, "picker_points": 75}
    saved = record_hand(table=table, record=record, by=Author(), submission=uuid4())
    tell(table)
    return saved.version.table_version


def tell(table: Table) -> None:
    with transaction.atomic():
        announce(table.pk)
