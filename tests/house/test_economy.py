"""What the tests save leaves the next test as much alone as before."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.records.club_evenings import evening
from tournaments.models import Club, Hand, Player, Seat, Table

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_after_a_test_no_row_is_left_whatever_refers_to_it_and_no_table_is_written_anew() -> None:
    evening(Club.objects.create(name="Skat room"), "Anna", "Ben", "Cora")
    with CaptureQueriesContext(connection) as run:
        call_command("flush", interactive=False, verbosity=0, reset_sequences=False)
    for model in (Club, Hand, Player, Seat, Table):
        assert not model.objects.exists()
    assert not [query for query in run if "TRUNCATE" in query["sql"]]
