"""The demo club, played once for all tests of this folder, which only look at it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db.models import QuerySet
from pytest_django import DjangoDbBlocker

from simulation.demo import build_demo
from tests.demo.shared import made_once
from tests.prepared import folder_of_the_run, taken_back
from tournaments.models import Event, Table


@pytest.fixture(scope="package")
def played(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[list[str]]:
    """All that the start plays, once for this run and taken back at the end; what was said."""
    with django_db_blocker.unblock(), taken_back():
        yield made_once(_file(tmp_path_factory), _says)


def _file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_of_the_run(tmp_path_factory) / "demo"


@pytest.fixture
def played_until(played: list[str], tmp_path_factory: pytest.TempPathFactory) -> datetime:
    """When the demo club was there: what is under way in it is of that hour, however long ago."""
    return datetime.fromtimestamp(_file(tmp_path_factory).stat().st_mtime, UTC)


def _says() -> list[str]:
    said: list[str] = []
    build_demo(said.append)
    return said


@pytest.fixture(autouse=True)
def demo(played: list[str], db: None) -> None:
    """The demo club is there; what a test changes is taken back after it."""


@pytest.fixture
def tables() -> QuerySet[Table]:
    """The tables of evenings."""
    return Table.objects.filter(event_table=None)


@pytest.fixture
def finished(tables: QuerySet[Table]) -> list[Table]:
    return list(tables.exclude(ended_at=None))


@pytest.fixture
def running(tables: QuerySet[Table]) -> list[Table]:
    return list(tables.filter(ended_at=None))


def called(title: str) -> Event:
    """The event whose title has these words."""
    return Event.objects.get(title__contains=title)
