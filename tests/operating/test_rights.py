"""Nobody else on the machine reads what the program keeps."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.environment import local_secret_key
from project_tools.rights import close_to_others, kept_paths
from tests.house.test_settings import SAFE, run
from tests.operating.installed import FILE, runs, started

NAMES = ("", "secret_key", FILE)


@pytest.fixture
def careless() -> Iterator[None]:
    """A machine on which new files are open to everybody."""
    before = os.umask(0)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_a_new_installation_keeps_is_its_owners_alone_whatever_the_umask(
    careless: None, tmp_path: Path
) -> None:
    folder = tmp_path / "parent" / "var"
    runs(folder, "manage.py", "migrate", "--verbosity=0")
    assert {name: rights(folder / name) for name in NAMES} == {
        "": 0o700,
        "secret_key": 0o600,
        FILE: 0o600,
    }


def test_start_closes_what_was_open_to_others_and_says_so_once(
    careless: None, tmp_path: Path, empty_database: Path
) -> None:
    folder = tmp_path / "var"
    (folder / "copies").mkdir(parents=True)
    shutil.copyfile(empty_database, folder / FILE)
    local_secret_key(folder)
    (folder / "copies" / "old.sqlite3").touch()
    opened = [folder / name for name in (*NAMES, "copies", "copies/old.sqlite3")]
    for path in opened:
        path.chmod(0o755 if path.is_dir() else 0o644)
    with started(folder) as (_address, said):
        for path in opened:
            assert f"Others on this machine could read {path}: now only you can." in said
            assert rights(path) == (0o700 if path.is_dir() else 0o600)
    with started(folder) as (_address, said):
        assert "Others on this machine" not in said


def test_what_cannot_be_closed_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_arguments: object) -> None:
        raise PermissionError("it is another's")

    tmp_path.chmod(0o755)
    monkeypatch.setattr(os, "chmod", refuses)
    database = {"ENGINE": "django.db.backends.postgresql", "NAME": "x"}
    (said,) = close_to_others(kept_paths(tmp_path, database))
    assert said.endswith(f"{tmp_path}, and that cannot be changed: it is another's.")


def test_a_server_is_warned_of_what_others_can_read(tmp_path: Path, empty_database: Path) -> None:
    shutil.copyfile(empty_database, tmp_path / FILE)
    (tmp_path / FILE).chmod(0o644)
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = run(tmp_path, *check, **SAFE)
    assert done.returncode == 1
    assert f"Others on this machine can read {tmp_path / 'sheepfold.sqlite3'}." in done.stderr
    (tmp_path / FILE).chmod(0o600)
    assert run(tmp_path, *check, **SAFE).returncode == 0
