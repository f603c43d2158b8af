"""What tests of operating begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.operating.installed import FILE, runs


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite with all tables and nothing in them, for installations that tests make.

    Making it takes ten seconds.
    """
    folder = tmp_path_factory.mktemp("empty")
    runs(folder, "manage.py", "migrate", "--verbosity=0")
    return folder / FILE
