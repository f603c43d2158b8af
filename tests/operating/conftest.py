"""What tests of operating begin with."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.operating.installed import FILE
from tests.prepared import prepared_file


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite with all tables and nothing in them, for installations that tests make."""
    file = tmp_path_factory.mktemp("empty") / FILE
    with prepared_file() as path:
        shutil.copy(path, file)
    return file
