"""Whatever is killed while it copies, updates or restores leaves all of it, or nothing."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from tests.operating.installed import Installation, new_installation
from tests.operating.steps import GOES_TO

pytestmark = pytest.mark.django_db

HANDS = """
import django; django.setup()
import json
from tournaments.models import HandVersion
kept = HandVersion.objects.order_by("pk").values_list("pk", "hand", "record", "submission")
print(json.dumps(list(kept), default=str))
"""

SAVES = """
import django; django.setup()
from uuid import uuid4
from tests.tables.test_recompute import a_table
from tournaments.models import Author
from tournaments.tables.services.hands import record_hand
record = {"picker": 0, "picker_points": 75}
record_hand(table=a_table("sheepshead3-coins", 3), record=record, by=Author(), submission=uuid4())
"""


@pytest.fixture
def installation(played: Installation, tmp_path: Path) -> Iterator[Installation]:
    """A test's own."""
    with new_installation(tmp_path, like=played) as made:
        yield made


@pytest.fixture
def old(left: Installation, tmp_path: Path) -> Iterator[Installation]:
    """A test's own old one."""
    with new_installation(tmp_path, like=left) as made:
        yield made


def whole_copies(folder: Path) -> list[Path]:
    """What lies in a folder of copies under a copy's name; each can be read to its end."""
    found = sorted(path for path in folder.glob("*") if path.suffix in {".sqlite3", ".dump"})
    for path in found:
        if path.suffix == ".dump":
            read = ["pg_restore", "--file=-", str(path)]
            assert subprocess.run(read, capture_output=True).returncode == 0
            continue
        with closing(sqlite3.connect(path)) as file:
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert file.execute("SELECT count(*) FROM tournaments_hand").fetchone() > (0,)
    return found


def test_an_update_that_is_killed_again_and_again_ends_whole(old: Installation) -> None:
    copies, update = old.folder / "copies", ("migrate", "--verbosity=1")
    assert "copy of it" not in old.dies("os.rename", *update)
    assert whole_copies(copies) == []
    for number, point in enumerate(
        (
            "A copy of it as it is now",
            "Applying tournaments.0006",
            'CREATE TABLE "tournaments_sentform"',
            "Applying tournaments.0009",
            "Counting the record book anew",
            'INSERT INTO "tournaments_sheettally"',
        ),
        start=1,
    ):
        old.dies(point, *update)
        assert len(whole_copies(copies)) == number
    assert "3 sheets counted." in old.manages(*update)
    old.is_in_order()
    assert "copy" not in old.manages("migrate")


def test_a_backup_that_is_killed_leaves_the_one_before(installation: Installation) -> None:
    backups, before = installation.folder / "backups", installation.runs("-c", HANDS)
    installation.manages("backup")
    (hourly,) = whole_copies(backups)
    installation.runs("-c", SAVES)
    for the, point in enumerate(points_of_a_backup(), start=1):
        installation.dies(point, "backup", the=the if point == "subprocess.Popen" else 1)
        assert whole_copies(backups) == [hourly]
    installation.is_in_order()
    with new_installation(installation.folder / "elsewhere", "elsewhere") as elsewhere:
        elsewhere.manages("restore", str(hourly))
        assert elsewhere.runs("-c", HANDS) == before
        elsewhere.is_in_order()


def points_of_a_backup() -> list[str]:
    """Before the copy is made, when it is written but not read again, when it has no name yet."""
    if connection.vendor == "sqlite":
        return ["sqlite3.connect", "os.rename"]
    return ["subprocess.Popen", "subprocess.Popen", "os.rename"]


def test_a_restore_that_is_killed_puts_nothing_half_in_place(old: Installation) -> None:
    backups = old.folder / "backups"
    old.manages("backup")
    (copy,) = whole_copies(backups)
    oldest = copy.rename(old.folder / copy.name)
    old.runs("-c", GOES_TO, "0019")  # so that the way to each point is shorter
    old.manages("backup")
    old.manages("migrate")
    (newer,) = whole_copies(backups)
    with new_installation(old.folder / "elsewhere", "elsewhere") as elsewhere:
        for point in points_of_a_restore():
            elsewhere.dies(point, "restore", str(newer))
            assert elsewhere.is_empty()
        elsewhere.manages("restore", str(oldest))
        elsewhere.is_in_order()
        assert elsewhere.runs("-c", HANDS) == old.runs("-c", HANDS)


def points_of_a_restore() -> list[str]:
    """Before anything is there; with SQLite also in what is put in place when it is proved."""
    if connection.vendor != "sqlite":
        return ["subprocess.Popen"]
    return [
        "sqlite3.connect",
        'CREATE TABLE "tournaments_clubrequest"',
        "Counting the record book anew",
        "stored points against a replay: in order",
        "os.rename",
    ]
