"""What tests of operating begin with, made once for all of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.operating.installed import (
    FILE,
    Installation,
    migrated_installation,
    new_installation,
    on_file,
)
from tests.prepared import folder_of_the_run, made_once, prepared_file

MAKES_A_CLUB = """
import django; django.setup()
from tests.operating.test_upgrading import a_year_of
from tournaments.models import Club
a_year_of(Club.objects.create(name="Skat room", is_public=True))
"""

MAKES_IT_OLD = """
import shutil
import django; django.setup()
from django.conf import settings
from django.core.management import call_command
from tests.operating.steps import go_to
from tournaments.models import CountedSheet, MonthTally, SheetTally, YearTally
for model in (CountedSheet, MonthTally, SheetTally, YearTally):
    model.objects.all().delete()
go_to("0004")
call_command("migrate", "house", "zero", verbosity=0)
shutil.rmtree(settings.SHEEPFOLD_VAR / "copies")
"""
"""As one was left that had been migrated to the first version with a record book."""


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite with all tables and nothing in them, for installations that tests make."""
    file = tmp_path_factory.mktemp("empty") / FILE
    with prepared_file() as path:
        shutil.copy(path, file)
    return file


@pytest.fixture(scope="session")
def played(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Installation]:
    """A club that has played three evenings."""
    folder = tmp_path_factory.mktemp("played")
    with migrated_installation(folder, "played", django_db_blocker) as made:
        made.runs("-c", MAKES_A_CLUB)
        yield made


@pytest.fixture(scope="session")
def left(played: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """The same as an older version left it; on SQLite one process goes the long way back."""
    folder = tmp_path_factory.mktemp("left")
    if connection.vendor == "sqlite":
        shared = folder_of_the_run(tmp_path_factory) / "left"
        with made_once(shared, FILE, lambda path: _makes_old(on_file(path.parent, played.folder))):
            made = on_file(folder, shared)
        yield made
    else:
        with new_installation(folder, "left", like=played) as made:
            _makes_old(made)
            yield made


def _makes_old(installation: Installation) -> None:
    installation.runs("-c", MAKES_IT_OLD)
