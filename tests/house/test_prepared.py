"""The test database is a copy of one that was migrated: made once, and never an old one."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.prepared import digest, made_once, migrate, migrations


@pytest.mark.one_database
def test_it_is_made_also_where_a_server_was_loaded_for_another_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEEPFOLD_LOCAL", "0")
    monkeypatch.delenv("SECRET_KEY", raising=False)
    migrate(f"sqlite:///{tmp_path / 'made.sqlite3'}")
    assert (tmp_path / "made.sqlite3").stat().st_size > 100_000


@pytest.mark.django_db
def test_the_copy_that_the_tests_work_on_knows_every_migration() -> None:
    executor = MigrationExecutor(connection)
    assert executor.loader.applied_migrations.keys() == executor.loader.disk_migrations.keys()


def test_another_migration_or_another_module_that_one_imports_is_another_database(
    tmp_path: Path,
) -> None:
    files = list(migrations())
    assert {"0001_initial.py", "forgotten_columns.py"} <= {path.name for path in files}
    for place in range(len(files)):
        changed = tmp_path / files[place].name
        changed.write_bytes(files[place].read_bytes() + b"\n")
        assert digest(iter([*files[:place], changed, *files[place + 1 :]])) != digest(iter(files))


def test_it_is_made_once_while_the_others_wait_and_an_old_one_goes(tmp_path: Path) -> None:
    folder = tmp_path / "prepared"

    def make(path: Path) -> None:
        with folder.with_suffix(".lock").open() as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.write_text(f"{len(made)}")
        made.append(path)

    made: list[Path] = []
    for name in ("old", "new", "new"):
        with made_once(folder, name, make) as path:
            pass
    assert len(made) == 2
    assert path.read_text() == "1"
    assert not (folder / "old").exists()


def test_what_a_killed_run_has_left_is_not_taken_for_it(tmp_path: Path) -> None:
    folder = tmp_path / "prepared"

    def dies(path: Path) -> None:
        path.write_text("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), made_once(folder, "it", dies):
        pass
    with made_once(folder, "it", lambda path: path.touch(exist_ok=False)) as path:
        assert path.read_text() == ""
