"""A database of an older version opens, whole, with a copy of what it was."""

from __future__ import annotations

import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from project_tools import copies
from project_tools.models import Upkeep
from project_tools.steps import ROOT
from scoring.figures import COUNTING
from tests.operating.installed import FILE, STARTS, Installation, on_its_own, runs, started
from tests.records.club_evenings import evening
from tests.records.seasons import takes_in
from tests.records.small_club import ANNA, BERT, CARL, FIVE, NAMES, plays_a_little
from tests.serving import PATIENCE
from tournaments.models import Club, HandVersion, Seat, SheetTally, YearTally


def a_year_of(club: Club) -> None:
    """Three evenings of five people whom the club knows."""
    takes_in(club, *NAMES)
    plays_a_little(club)


def records(address: str) -> bytes:
    """The records in the record book."""
    with urlopen(f"{address}/c/1/book/records.csv?ruleset={FIVE}", timeout=PATIENCE) as answer:
        return bytes(answer.read())


@pytest.mark.one_database
def test_the_record_book_of_an_old_database_is_full_after_the_start(
    played: Installation, left: Installation, tmp_path: Path
) -> None:
    up_to_date = tmp_path / "up to date"
    up_to_date.mkdir()
    shutil.copyfile(played.folder / FILE, up_to_date / FILE)
    with started(up_to_date) as (address, said):
        assert "copy" not in said
        assert "Counting" not in said
        before = records(address)
        assert ANNA in before.decode()
    assert not (up_to_date / "copies").exists()
    shutil.copyfile(left.folder / FILE, tmp_path / FILE)
    with started(tmp_path) as (address, said):
        assert "it is at 0004_record_book" in said
        assert "3 sheets counted." in said
        assert (
            "INFO project_tools.upgrading: The database was updated from 0004_record_book to 0"
            in said
        )
        assert records(address) == before
    (copy,) = (tmp_path / "copies").iterdir()
    assert str(copy) in said
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}-0004_record_book-counted-0\.sqlite3", copy.name)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    with closing(sqlite3.connect(copy)) as old:
        assert old.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        names = {name for (name,) in old.execute("SELECT name FROM sqlite_master")}
    assert "tournaments_hand" in names
    assert "house_upkeep" not in names
    assert "all stored points equal" in runs(tmp_path, "manage.py", "recompute", "--check")
    assert "copy" not in runs(tmp_path, "manage.py", "migrate")


def refused(folder: Path, *arguments: str) -> str:
    """What a command says that ends with a fault."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=on_its_own(folder), capture_output=True, text=True)
    assert done.returncode == 1, done.stdout
    return done.stdout + done.stderr


def test_a_database_of_a_newer_program_is_refused_and_left_as_it_is(
    tmp_path: Path, empty_database: Path
) -> None:
    file = tmp_path / FILE
    shutil.copyfile(empty_database, file)
    with closing(sqlite3.connect(file)) as held:
        held.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('tournaments', '0999_of_tomorrow', '2031-01-01'), "
            "('gone', '0001_initial', '2020-01-01')"
        )
        held.execute("DELETE FROM django_migrations WHERE app = 'house'")
        held.commit()
        held.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = file.read_bytes()
    for command in (("manage.py", "migrate"), ("-c", STARTS, "--host=127.0.0.1", "--port=0")):
        said = refused(tmp_path, *command)
        assert "changed by a newer version of Sheepfold than this one" in said
        assert "does not know tournaments 0999_of_tomorrow. Nothing was done to it." in said
        assert f"a copy from {tmp_path / 'copies'} in its place" in said
        assert "Traceback" not in said
        assert "Sheepfold is ready" not in said
    assert file.read_bytes() == before
    assert not (tmp_path / "copies").exists()


@pytest.fixture
def club(transactional_db: None) -> Club:
    return Club.objects.create(name="Skat room", is_public=True)


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """Where the copies of the test's database go."""
    settings.SHEEPFOLD_VAR = tmp_path
    return tmp_path / "copies"


def migrates() -> str:
    """What `migrate` says."""
    out = StringIO()
    call_command("migrate", verbosity=0, stdout=out)
    return out.getvalue()


def counted_otherwise(club: Club) -> None:
    """The record book as a program left it that counted something else."""
    SheetTally.objects.update(won_run=9)
    YearTally.objects.filter(club=club).update(hands=1)
    Upkeep.objects.update_or_create(pk=1, defaults={"counting": COUNTING + 1})


def test_what_was_counted_by_another_version_is_counted_anew_once(club: Club, folder: Path) -> None:
    a_year_of(club)
    Upkeep.objects.update_or_create(pk=1, defaults={"counting": COUNTING})
    assert migrates() == ""
    before = list(
        YearTally.objects.order_by("player", "ruleset", "year").values_list("hands", "figures")
    )
    counted_otherwise(club)
    said = migrates()
    assert "3 sheets counted." in said
    assert "A copy of it as it is now" in said
    (copy,) = folder.iterdir()
    assert f"-counted-{COUNTING + 1}." in copy.name
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    after = list(
        YearTally.objects.order_by("player", "ruleset", "year").values_list("hands", "figures")
    )
    assert len(after) > 5
    assert after == before
    assert not SheetTally.objects.filter(won_run=9).exists()
    assert migrates() == ""
    assert list(folder.iterdir()) == [copy]


def test_without_a_sheet_nothing_is_said_and_nothing_copied(club: Club, folder: Path) -> None:
    Upkeep.objects.all().delete()
    assert migrates() == ""
    assert Upkeep.objects.get().counting == COUNTING
    assert not folder.exists()


def test_what_stands_on_sheets_is_left_alone(club: Club, folder: Path) -> None:
    takes_in(club, ANNA, BERT, CARL)
    good, wrong = (evening(club, ANNA, BERT, CARL) for _each in range(2))
    other = evening(club, ANNA, BERT, CARL)
    HandVersion.objects.filter(hand__table=wrong).update(record={"picker": 7, "picker_points": 75})
    Seat.objects.filter(table=other, index=0).update(points=40)
    counted_otherwise(club)
    said = migrates()
    assert "2 sheets counted." in said
    assert f"counted as before: tables {wrong.pk}." in said
    assert f"left as they are (see recompute --check): tables {other.pk}." in said
    assert HandVersion.objects.get(hand__table=wrong).record["picker"] == 7
    assert Seat.objects.get(table=other, index=0).points == 40
    assert {tally.won_run for tally in SheetTally.objects.filter(table=wrong)} == {9}
    assert not SheetTally.objects.filter(table=good, won_run=9).exists()


def test_without_a_copy_sqlite_is_not_changed_and_postgresql_says_so(
    club: Club, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_year_of(club)
    counted_otherwise(club)
    folder.write_text("a file where the folder should be")
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    if connection.vendor == "sqlite":
        with pytest.raises(CommandError, match="not copied, so it was not changed"):
            migrates()
        assert Upkeep.objects.get().counting == COUNTING + 1
        assert SheetTally.objects.filter(won_run=9).exists()
        return
    folder.unlink()
    said = migrates()
    assert "No copy of the database was made. PostgreSQL's program pg_dump is not on" in said
    assert "3 sheets counted." in said
    assert list(folder.iterdir()) == []


def test_a_copy_is_whole_or_not_there(
    club: Club, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks_off(*_arguments: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(copies, "copy_sqlite", breaks_off)
    monkeypatch.setattr(copies, "_dump_postgresql", breaks_off)
    with pytest.raises(copies.NoCopy, match="no space left"):
        copies.copy_database(connection.settings_dict, folder, "now")
    assert list(folder.iterdir()) == []


def a_small_database(folder: Path) -> Path:
    """A file with a table of one row."""
    path = folder / "small.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE one (number INTEGER)")
        file.execute("INSERT INTO one VALUES (7)")
        file.commit()
    return path


def test_the_newest_ten_copies_stay_and_always_the_one_just_made(tmp_path: Path) -> None:
    held = {"ENGINE": "django.db.backends.sqlite3", "NAME": a_small_database(tmp_path)}
    folder = tmp_path / "copies"
    folder.mkdir()
    before = [f"20{year}-01-02-030405-0004_record_book-counted-0.sqlite3" for year in range(10, 22)]
    for name in (*before, "2009-kept-by-hand.sqlite3", "2009-01-01-000000-notes.txt"):
        (folder / name).touch()
    made = copies.copy_database(held, folder, "0009-counted-1")
    left = {each.name for each in folder.iterdir()}
    assert left == {
        made.name,
        *before[3:],
        "2009-kept-by-hand.sqlite3",
        "2009-01-01-000000-notes.txt",
    }
    for year in range(10):
        (folder / f"209{year}-01-02-030405-of-a-wrong-clock.sqlite3").touch()
    again = copies.copy_database(held, folder, "0010-counted-1")
    with closing(sqlite3.connect(again)) as file:
        assert file.execute("SELECT number FROM one").fetchone() == (7,)
    assert sum(each.name.endswith(".sqlite3") for each in folder.iterdir()) == 10 + 1
