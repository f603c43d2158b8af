from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from babel.messages import Catalog

from project_tools.messages import extracted
from tests.prepared import folder_of_the_run, made_once


@pytest.fixture(scope="session")
def messages(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """All messages of the source: reading it takes seconds, and one process does it for all."""
    with made_once(folder_of_the_run(tmp_path_factory) / "messages", "catalogue", _extract) as path:
        found: Catalog = pickle.loads(path.read_bytes())
    return found


def _extract(path: Path) -> None:
    path.write_bytes(pickle.dumps(extracted()))
