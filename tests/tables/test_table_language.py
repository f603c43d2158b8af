"""A table keeps the language in which it was opened; whoever looks at it reads his own."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tables.conftest import Director
from tournaments.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def estonian() -> Director:
    """Opens tables with a phone that asks for Estonian."""
    found = Director()
    found.client = Client(headers={"Accept-Language": "et"})
    return found


def test_a_table_is_opened_in_the_language_of_whoever_opens_it(
    estonian: Director, director: Director
) -> None:
    assert estonian.opens("sheepshead3-coins", "Anna", "Ben", "Cora").language == "et"
    assert director.opens("sheepshead3-coins", "Anna", "Ben", "Cora").language == "en"
    assert Table.objects.count() == 2
