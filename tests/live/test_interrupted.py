"""The database goes away while a hand is saved: the phone is told when to come again."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import InterfaceError, OperationalError, connection, transaction
from django.test import Client

from config.errors import COME_AGAIN, is_for_a_moment
from tests.serving import PATIENCE, Served, impatient
from tests.tables.conftest import FormReader
from tournaments.models import Hand, Table
from tournaments.tables.services.tables import open_table

__all__ = ["impatient"]

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

WAITS = """
SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()
"""


class Phone:
    """A phone with a filled form, which it may send again and again."""

    def __init__(self, served: Served) -> None:
        opened = open_table(
            ruleset_key="sheepshead5-wikipedia", options={}, names=("A", "B", "C", "D", "E")
        )
        self.served, self.table = served, opened.table
        self.address = f"/t/{opened.write_secret}/hands/"
        client = Client()
        page = client.get(f"/t/{opened.write_secret}/").content.decode()
        form = FormReader(page).sent_to(self.address)
        form |= {"picker": "2", "partner": "4", "picker_points": "75", "submission": str(uuid4())}
        self.body = urlencode(form)
        self.headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"sheepfold_csrf={client.cookies['sheepfold_csrf'].value}",
        }

    def sends(self) -> tuple[HTTPResponse, str]:
        """The answer and its page."""
        line = HTTPConnection("127.0.0.1", self.served.port, timeout=PATIENCE)
        line.request("POST", self.address, self.body, self.headers)
        answer = line.getresponse()
        return answer, answer.read().decode()


@pytest.fixture
def phone(served: Served) -> Phone:
    return Phone(served)


@contextmanager
def interrupted(table: Table) -> Iterator[None]:
    """The table is locked, and whoever waits for it is thrown out by the database."""
    if connection.vendor == "sqlite":
        with transaction.atomic():
            yield
        return
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        thrower = threading.Thread(target=throw_out)
        thrower.start()
        yield
        thrower.join(PATIENCE)


def throw_out() -> None:
    """End the connection that waits for a lock, as a restart of the server does."""
    deadline = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < deadline:
            with connection.cursor() as cursor:
                cursor.execute(WAITS)
                if found := cursor.fetchone():
                    cursor.execute("SELECT pg_terminate_backend(%s)", found)
                    return
            time.sleep(0.05)
    finally:
        connection.close()


def test_a_hand_that_is_cut_off_is_saved_once_when_it_comes_again(
    phone: Phone, impatient: None
) -> None:
    with interrupted(phone.table):
        answer, page = phone.sends()
    assert answer.status == 503
    assert answer.headers["Retry-After"] == str(COME_AGAIN)
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Wait a few seconds, then load this page again" in page
    assert not Hand.objects.exists()
    for _again in range(2):
        answer, _page = phone.sends()
        assert answer.status == 302
    assert Hand.objects.get().table == phone.table


def test_other_errors_are_no_matter_of_waiting() -> None:
    assert is_for_a_moment(OperationalError("database is locked"))
    assert is_for_a_moment(InterfaceError("connection already closed"))
    assert not is_for_a_moment(ValueError("database is locked"))
    assert not is_for_a_moment(None)
    has_tables = is_for_a_moment(OperationalError("no such table: tournaments_hand"))
    assert has_tables is (connection.vendor != "sqlite")
