from __future__ import annotations

import pytest
from babel.messages import Catalog

from project_tools.messages import extracted


@pytest.fixture(scope="session")
def messages() -> Catalog:
    """All messages of the source: reading it takes seconds."""
    return extracted()
