"""Connections to SQLite stay open between requests, and notice that the file was exchanged."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from environ import Env

from config.environment import database
from config.sqlite.base import DatabaseWrapper

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


ASKS_FOR_ITS_TURN = """
import sqlite3, sys
sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None).execute("BEGIN IMMEDIATE")
"""


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BaseDatabaseWrapper:
    """A connection to a database in which Anni stands, as a request opens it."""
    kept(tmp_path / "club.sqlite3", "Anni")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/club.sqlite3")
    found = database(Env(), tmp_path, settings.SHEEPFOLD_THREADS)
    whole = connections.configure_settings({"default": found})["default"]
    return DatabaseWrapper(whole | found)


def kept(path: Path, name: str) -> None:
    """A database in which one name stands."""
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE people (name)")
        made.execute("INSERT INTO people VALUES (?)", [name])
    made.close()


def names(connection: BaseDatabaseWrapper) -> list[str]:
    """Who stands in it, asked by a new request."""
    connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        return [name for (name,) in cursor.execute("SELECT name FROM people ORDER BY rowid")]


def test_a_connection_stays_open_for_the_next_request(opened: BaseDatabaseWrapper) -> None:
    assert names(opened) == ["Anni"]
    first = opened.connection
    assert names(opened) == ["Anni"]
    assert opened.connection is first
    opened.close()


def test_a_copy_that_was_put_in_its_place_is_read_at_once(
    opened: BaseDatabaseWrapper, tmp_path: Path
) -> None:
    assert names(opened) == ["Anni"]
    kept(tmp_path / "copy.sqlite3", "Ben")
    os.replace(tmp_path / "copy.sqlite3", tmp_path / "club.sqlite3")
    assert names(opened) == ["Ben"]
    opened.close()


def test_another_process_waits_for_a_writer_also_when_others_come_and_go(
    opened: BaseDatabaseWrapper, tmp_path: Path
) -> None:
    with opened.cursor() as cursor:
        cursor.execute("BEGIN IMMEDIATE")
        cursor.execute("INSERT INTO people VALUES ('Cilli')")
        another = opened.copy()
        another.connect()
        another.close()
        asks = [sys.executable, "-c", ASKS_FOR_ITS_TURN, str(tmp_path / "club.sqlite3")]
        done = subprocess.run(asks, capture_output=True, text=True, check=False)
        cursor.execute("COMMIT")
    assert done.stderr.endswith("database is locked\n")
    assert names(opened) == ["Anni", "Cilli"]
    opened.close()
