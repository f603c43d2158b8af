"""A copy becomes the database when it has proved itself, and nothing is lost on the way."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from pytest_django import Settings

from config.in_use import held
from project_tools.models import Upkeep
from project_tools.steps import ROOT
from scoring.figures import COUNTING
from tests.operating.installed import on_its_own
from tests.serving import PATIENCE, Served, served
from tests.tables.test_recompute import a_table
from tournaments.models import Author, HandPoints, Table
from tournaments.tables.services.hands import record_hand

__all__ = ["served"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]
HAND = {"picker": 0, "picker_points": 75}
SAVES = 40


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.SHEEPFOLD_VAR = tmp_path
    Upkeep.objects.update_or_create(pk=1, defaults={"counting": COUNTING})
    return tmp_path


@pytest.fixture
def table() -> Table:
    return a_table("sheepshead3-coins", 3)


def saves(table: Table) -> UUID:
    """One hand; its number when it is acknowledged."""
    submission = uuid4()
    record_hand(table=table, record=HAND, by=Author(), submission=submission)
    return submission


def says(*command: Any, **options: Any) -> str:
    """What a command says."""
    out = StringIO()
    call_command(*map(str, command), stdout=out, **options)
    return out.getvalue()


def copied(folder: Path) -> Path:
    """A copy of the test's database as it is now."""
    says("backup", folder / "backups")
    return max((folder / "backups").iterdir())


def rows(path: Path) -> list[tuple[object, ...]]:
    """The hands of a database with all that was declared, in the order in which they came."""
    with closing(sqlite3.connect(path)) as file:
        return file.execute("SELECT * FROM tournaments_handversion ORDER BY id").fetchall()


def database() -> Path:
    return Path(connection.settings_dict["NAME"])


def test_a_copy_made_while_people_save_has_every_hand_acknowledged_before(
    folder: Path, table: Table
) -> None:
    acknowledged = list[UUID]()

    def phone() -> None:
        for _each in range(SAVES):
            acknowledged.append(saves(table))
        connections.close_all()

    saving = Thread(target=phone)
    saving.start()
    deadline = time.monotonic() + PATIENCE
    while len(acknowledged) < SAVES // 4:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    before = len(acknowledged)
    copy = copied(folder)
    saving.join()
    elsewhere = folder / "elsewhere" / "club.sqlite3"
    said = says("restore", copy, to=elsewhere)
    assert f"The copy is in {elsewhere} now." in said
    assert said.count("in order") == 7
    found, all_of_them = rows(elsewhere), rows(database())
    assert before <= len(found) <= SAVES == len(all_of_them)
    assert found == all_of_them[: len(found)]
    assert f"hands {len(found)}. The last was saved on" in said
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o600
    assert connection.settings_dict["NAME"] == str(database())
    assert sorted(each.name for each in elsewhere.parent.iterdir()) == [
        "club.sqlite3",
        "club.sqlite3-in-use",
    ]


@pytest.fixture
def target(folder: Path, table: Table) -> Path:
    """Another place in which there is something."""
    saves(table)
    target = folder / "elsewhere" / "club.sqlite3"
    says("restore", copied(folder), to=target)
    return target


def test_what_is_there_is_replaced_only_when_asked_and_copied_before(
    folder: Path, table: Table, target: Path
) -> None:
    before = target.read_bytes()
    saves(table)
    copy = copied(folder)
    with pytest.raises(CommandError, match="There is a database in"):
        says("restore", copy, to=target)
    assert target.read_bytes() == before
    said = says("restore", copy, to=target, replace=True)
    (aside,) = (folder / "copies").iterdir()
    assert f"What was there before is in {aside}." in said
    assert len(rows(aside)) == 1
    assert len(rows(target)) == 2


def test_a_damaged_database_is_set_aside_as_it_is(folder: Path, target: Path) -> None:
    target.write_bytes(b"no database any more" * 1000)
    copy = max((folder / "backups").iterdir())
    says("restore", copy, to=target, replace=True)
    (aside,) = (folder / "copies").iterdir()
    (kept,) = aside.iterdir()
    assert kept.read_bytes() == b"no database any more" * 1000
    assert len(rows(target)) == 1


def test_it_is_refused_while_a_server_runs_on_that_database(
    folder: Path, target: Path, served: Served
) -> None:
    copy = copied(folder)
    with pytest.raises(CommandError, match=r"A server runs on .*: stop it first"):
        says("restore", copy, replace=True)
    with held(target), pytest.raises(CommandError, match="A server runs on"):
        says("restore", copy, to=target, replace=True)
    says("restore", copy, to=target, replace=True)


def test_no_server_starts_while_it_is_being_done(folder: Path) -> None:
    with held(database(), alone=True):
        with pytest.raises(CommandError, match="is being restored at this moment"):
            call_command("start", port=0, host="127.0.0.1")
        command = [sys.executable, "-m", "uvicorn", "--port=0", "config.asgi:application"]
        own = on_its_own(folder) | {"DATABASE_URL": f"sqlite:///{database()}"}
        done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True)
        assert done.returncode != 0
        assert "is being restored at this moment" in done.stderr


def test_a_copy_with_faults_is_not_put_in_place_unless_asked(folder: Path, table: Table) -> None:
    saves(table)
    HandPoints.objects.filter(side=0).update(points=77)
    copy, target = copied(folder), folder / "elsewhere.sqlite3"
    with pytest.raises(CommandError, match=r"Nothing was restored.* With --anyway"):
        says("restore", copy, to=target)
    assert not target.exists()
    assert "stored 77" in says("restore", copy, to=target, anyway=True)
    assert target.exists()


def test_what_is_no_copy_is_refused(folder: Path) -> None:
    (folder / "text.sqlite3").write_text("some text" * 1000)
    with closing(sqlite3.connect(folder / "foreign.sqlite3")) as file:
        file.execute("CREATE TABLE one (number)")
    for name, why in (
        ("none.sqlite3", "There is no file"),
        ("text.sqlite3", "not a database"),
        ("foreign.sqlite3", "no database of Sheepfold"),
    ):
        with pytest.raises(CommandError, match=f"Nothing was restored.*{why}"):
            says("restore", folder / name, to=folder / "new.sqlite3")
        assert not (folder / "new.sqlite3").exists()
    with pytest.raises(CommandError, match="the database itself"):
        says("restore", database(), replace=True)
