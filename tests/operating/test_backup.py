"""A copy is of one moment, whole or not there, and the key is not in it."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from pytest_django import Settings

from project_tools import copies
from project_tools.copies import copies_kept
from project_tools.steps import ROOT
from tests.serving import PATIENCE
from tests.tables.test_recompute import a_table
from tournaments.models import Author, Hand
from tournaments.tables.services.hands import record_hand

COPIES = """
import sys
from pathlib import Path
from project_tools.copies import copy_database
settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[1]}
copy_database(settings, Path(sys.argv[2]), "backup")
"""
LARGE = 60_000_000  # bytes: so much is not copied before the test has looked


def backs_up(*arguments: str) -> str:
    """What `backup` says."""
    out = StringIO()
    call_command("backup", *arguments, stdout=out)
    return out.getvalue()


def hands_in(copy: Path) -> int:
    """How many hands a copy holds, if it is whole."""
    with closing(sqlite3.connect(copy)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return int(file.execute("SELECT count(*) FROM tournaments_hand").fetchone()[0])


@pytest.mark.one_database
def test_a_copy_while_people_save_is_of_one_moment(transactional_db: None, tmp_path: Path) -> None:
    table, is_over, saved = a_table("sheepshead3-coins", 3), Event(), list[int]()

    def saves() -> None:
        while not is_over.is_set():
            record = {"picker": 0, "picker_points": 75}
            record_hand(table=table, record=record, by=Author(), submission=uuid4())
            saved.append(1)
        connections.close_all()

    phone = Thread(target=saves)
    phone.start()
    try:
        for number in range(1, 4):
            deadline = time.monotonic() + PATIENCE
            while len(saved) < number * 2:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            before, folder = len(saved), tmp_path / str(number)
            backs_up(str(folder))
            (copy,) = folder.iterdir()
            assert before <= hands_in(copy) <= len(saved) + 1
    finally:
        is_over.set()
        phone.join()
    assert Hand.objects.count() == len(saved)


def test_a_copy_that_is_killed_is_not_there_and_its_rest_goes_with_a_later_one(
    tmp_path: Path,
) -> None:
    large, folder = tmp_path / "large.sqlite3", tmp_path / "backups"
    with closing(sqlite3.connect(large)) as file:
        file.execute("CREATE TABLE one (content BLOB)")
        file.execute("INSERT INTO one VALUES (zeroblob(?))", [LARGE])
        file.commit()
    command = [sys.executable, "-c", COPIES, str(large), str(folder)]
    process = subprocess.Popen(command, cwd=ROOT)
    deadline = time.monotonic() + PATIENCE
    while not (folder.exists() and list(folder.iterdir())):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    left = {each.suffix for each in folder.iterdir()}
    assert ".sqlite3" not in left
    assert f".{process.pid}" in left
    subprocess.run(command, cwd=ROOT, check=True)
    assert {each.suffix for each in folder.iterdir()} == {*left, ".sqlite3"}
    draft = max(folder.glob(f"*.{process.pid}"))
    Path(f"{draft}-journal").touch()  # where SQLite had one, depending on the moment
    for each in folder.iterdir():
        os.utime(each, (1, 1))
    subprocess.run(command, cwd=ROOT, check=True)
    assert {each.suffix for each in folder.iterdir()} == {".sqlite3"}


def test_two_copies_within_a_second_are_two(tmp_path: Path) -> None:
    file_name = tmp_path / "small.sqlite3"
    held = {"ENGINE": "django.db.backends.sqlite3", "NAME": file_name}
    with closing(sqlite3.connect(file_name)) as file:
        file.execute("CREATE TABLE one (number INTEGER)")
    folder = tmp_path / "copies"
    made = [copies.copy_database(held, folder, "0004-counted-0") for _ in range(3)]
    assert sorted(folder.iterdir()) == made
    assert len(set(made)) == 3


def test_a_damaged_database_gives_no_copy(tmp_path: Path) -> None:
    path = tmp_path / "damaged.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE one (number INTEGER)")
        file.execute("CREATE INDEX by_number ON one (number)")
        file.executemany("INSERT INTO one VALUES (?)", [(each,) for each in range(5000)])
        file.commit()
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * 4096 + whole[12288:])
    held = {"ENGINE": "django.db.backends.sqlite3", "NAME": path}
    with pytest.raises(copies.NoCopy):
        copies.copy_database(held, tmp_path / "backups", copies.BACKUP)
    assert list((tmp_path / "backups").iterdir()) == []


def test_the_older_the_fewer_copies_stay() -> None:
    start, step = datetime(2031, 5, 17, 20, 30), timedelta(minutes=30)
    names = [f"{start - step * each:%Y-%m-%d-%H%M%S}-backup.dump" for each in range(5000)]
    left = sorted(copies_kept(names), reverse=True)
    assert len(left) <= 24 + 7 + 8
    assert left[0] == names[0]
    assert left[:24] == [names[0], *names[2:48:2]]
    assert [name[:10] for name in left[24:]] == [
        *(f"2031-05-{day}" for day in (15, 14, 13, 12, 11)),
        *("2031-05-04", "2031-04-27", "2031-04-20", "2031-04-13", "2031-04-06", "2031-03-30"),
    ]


@pytest.mark.one_database
def test_copies_before_changes_and_backups_do_not_push_each_other_out(
    db: None, tmp_path: Path
) -> None:
    older = [f"2009-01-{day:02}-030405-0004-counted-0.sqlite3" for day in range(1, 13)]
    for name in older:
        (tmp_path / name).touch()
    backs_up(str(tmp_path))
    names = {each.name for each in tmp_path.iterdir()}
    assert set(older) < names
    assert len(names) == len(older) + 1


@pytest.mark.django_db
def test_the_key_is_not_in_the_copy_and_goes_elsewhere_when_asked(
    settings: Settings, tmp_path: Path
) -> None:
    settings.SHEEPFOLD_VAR, settings.SECRET_KEY = tmp_path, "a key as nobody guesses it" * 3
    assert "The secret key is not in it" in backs_up()
    (copy,) = (tmp_path / "backups").iterdir()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    assert settings.SECRET_KEY.encode() not in copy.read_bytes()
    key = tmp_path / "stick" / "key"
    key.parent.mkdir()
    assert f"The secret key is in {key}." in backs_up("--key", str(key))
    assert key.read_text() == settings.SECRET_KEY
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert "already" in backs_up("--key", str(key))
    key.write_text("another")
    with pytest.raises(CommandError, match="holds something else"):
        backs_up("--key", str(key))
    with pytest.raises(CommandError, match="is not written into"):
        backs_up("--key", str(tmp_path / "backups" / "key"))


@pytest.mark.django_db
def test_without_pg_dump_there_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("PostgreSQL's")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="pg_dump is not on this machine"):
        backs_up(str(tmp_path / "backups"))


@pytest.mark.django_db
def test_the_programs_of_postgresql_are_told_all_that_the_address_says(tmp_path: Path) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("PostgreSQL's")
    nowhere = connection.settings_dict["OPTIONS"] | {"host": str(tmp_path)}
    settings = connection.settings_dict | {"HOST": "", "OPTIONS": nowhere}
    with pytest.raises(copies.NoCopy, match=f"pg_dump failed.*{tmp_path}"):
        copies.copy_database(settings, tmp_path / "backups", copies.BACKUP)
