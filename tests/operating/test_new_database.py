"""A new database is the same whether it was made at once or has grown with the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.operating.installed import new_installation
from tests.operating.steps import tables

pytestmark = pytest.mark.django_db

GROWS = """
import django; django.setup()
import json
from tests.operating.steps import go_to, tables
go_to()
print(json.dumps(tables()))
"""


def test_a_database_made_at_once_is_the_one_that_has_grown(tmp_path: Path) -> None:
    with new_installation(tmp_path) as grown:
        said = json.loads(grown.runs("-c", GROWS).splitlines()[-1])
    assert said == tables()
