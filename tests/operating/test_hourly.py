"""A server copies its database by itself, once an hour, and says when it did so last."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from io import StringIO
from pathlib import Path
from threading import Thread
from threading import enumerate as threads

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.test import Client
from pytest_django import Settings

from project_tools import copies, hourly, views
from project_tools.hourly import Copier
from project_tools.models import Upkeep
from project_tools.views import Health
from scoring.figures import COUNTING
from tests.door.conftest import asks
from tests.serving import PATIENCE, Served, served
from tournaments.models import Club

__all__ = ["served"]

HOUR = 3600
TOKEN = {"Authorization": "Bearer of the operator"}


@pytest.fixture
def folder(transactional_db: None, settings: Settings, tmp_path: Path) -> Path:
    """Where copies of a club's database go."""
    settings.SHEEPFOLD_VAR, settings.SHEEPFOLD_BACKUP = tmp_path, str(tmp_path / "copies")
    Upkeep.objects.update_or_create(pk=1, defaults={"counting": COUNTING})
    writes()
    return tmp_path / "copies"


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server on which nobody has to wait."""
    monkeypatch.setattr(Copier, "first", 0.05)
    monkeypatch.setattr(Copier, "looks", 0.05)


@pytest.fixture
def copying(folder: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Copier:
    """What copies in a process that has just been started, and what asks for it."""
    made = Copier()
    monkeypatch.setattr(views, "copier", made)
    monkeypatch.setattr("config.asgi.copier", made)
    monkeypatch.setattr(views, "health", Health())
    settings.SHEEPFOLD_METRICS_TOKEN = "of the operator"
    return made


def writes() -> None:
    """Somebody writes."""
    Club.objects.create(name=f"Club {Club.objects.count()}")
    is_counted()


def is_counted() -> None:
    """PostgreSQL counts what a connection wrote when that ends, and otherwise within seconds."""
    if connection.vendor == "postgresql":
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's
        time.sleep(0.5)


def copiers() -> set[Thread]:
    return {each for each in threads() if each.name == "copies"}


def copies_in(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*") if path.suffix in {".sqlite3", ".dump"}]


def passes(copying: Copier, folder: Path, hours: float) -> None:
    """Let so many hours go by."""
    copying._tried_at -= hours * HOUR
    for path in copies_in(folder):
        then = path.stat().st_mtime - hours * HOUR
        os.utime(path, (then, then))
        # Also in its name: two that were made within a second would have one.
        path.rename(
            path.with_stem(f"{datetime.fromtimestamp(then):%Y-%m-%d-%H%M%S}-{copies.BACKUP}")
        )


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_an_hour_after_the_last_copy_there_is_another_if_anything_was_written(folder: Path) -> None:
    copying = Copier()
    copying.copy_if_due()
    assert len(copies_in(folder)) == 1
    writes()
    copying.copy_if_due()
    passes(copying, folder, 0.9)
    copying.copy_if_due()
    assert len(copies_in(folder)) == 1
    passes(copying, folder, 0.2)
    copying.copy_if_due()
    assert len(copies_in(folder)) == 2
    passes(copying, folder, 2)
    Upkeep.objects.update(counting=F("counting"))  # somebody asks whether it is well
    is_counted()
    copying.copy_if_due()
    assert len(copies_in(folder)) == 2
    writes()
    copying.copy_if_due()
    assert len(copies_in(folder)) == 3


def test_a_copy_of_another_counts_and_one_a_day_is_made_in_any_case(folder: Path) -> None:
    copying = Copier()
    copying.copy_if_due()
    passes(copying, folder, 0.5)
    Copier().copy_if_due()
    assert len(copies_in(folder)) == 1
    passes(copying, folder, 22.5)
    copying.copy_if_due()
    assert len(copies_in(folder)) == 1
    passes(copying, folder, 1.1)
    copying.copy_if_due()
    assert len(copies_in(folder)) == 2


def test_a_copy_from_the_future_keeps_nobody_from_copying(folder: Path) -> None:
    copying = Copier()
    copying.copy_if_due()
    passes(copying, folder, -48)
    assert copying.age() is None
    copying._tried_at = float("-inf")
    copying.copy_if_due()
    copying.copy_if_due()
    assert len(copies_in(folder)) == 2


def test_what_fails_is_one_line_in_an_hour_and_the_server_goes_on(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    copying = Copier()
    folder.touch()  # no folder
    for _minute in range(3):
        copying.copy_if_due()
    (line,) = (each.getMessage() for each in caplog.records if each.name == hourly.log.name)
    assert line.startswith(f"The database was not copied. There is no folder {folder}")
    (failed,) = copying.figures()
    assert (failed.name, failed.values) == ("sheepfold_copies_failed_total", {"": 1})
    folder.unlink()
    passes(copying, folder, 1)
    copying.copy_if_due()
    assert len(copies_in(folder)) == 1


def test_one_process_copies_and_another_when_that_one_ends(
    folder: Path, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, looked = Copier(), Copier(), list[Copier]()
    monkeypatch.setattr(Copier, "copy_if_due", lambda each: looked.append(each))
    with ExitStack() as life:
        life.enter_context(first.at_work())
        until(lambda: bool(looked))
        with second.at_work():
            time.sleep(0.3)
            assert set(looked) == {first}
            life.close()
            until(lambda: looked[-1] is second)


def test_a_server_copies_while_it_serves(
    folder: Path, soon: None, copying: Copier, served: Served
) -> None:
    until(lambda: len(copies_in(folder)) == 1)
    answer = asks(served, "/healthz", headers=TOKEN)
    assert (answer.status, answer.text) == (200, "ok\nthe last copy was made 0.0 hours ago\n")
    lines = asks(served, "/metrics", headers=TOKEN).text.splitlines()
    (age,) = (line.split()[1] for line in lines if line.startswith("sheepfold_copy_age_seconds "))
    assert 0 <= int(age) < PATIENCE
    assert "sheepfold_copies_failed_total 0" in lines


def test_a_server_does_not_begin_with_it_and_without_the_setting_never_does(
    folder: Path, settings: Settings
) -> None:
    site = Served()
    for wanted in (str(folder), ""):
        settings.SHEEPFOLD_BACKUP = wanted
        before = copiers()
        site.start()
        begun = copiers() - before
        site.stop()
        assert len(begun) == bool(wanted)
        for each in begun:
            each.join(PATIENCE)
            assert not each.is_alive()
    assert len(copies_in(folder)) == 0


def test_a_copy_that_is_late_is_said_to_the_operator_alone(
    folder: Path, copying: Copier, client: Client
) -> None:
    def told(**headers: str) -> tuple[int, str]:
        answer = client.get("/healthz", headers=headers)
        return answer.status_code, answer.content.decode()

    assert told(**TOKEN) == (200, "ok\n")
    copying._since -= 27 * HOUR
    assert told(**TOKEN) == (503, "there is no copy\n")
    copying.copy_if_due()
    assert told(**TOKEN) == (200, "ok\nthe last copy was made 0.0 hours ago\n")
    passes(copying, folder, 25)
    assert told(**TOKEN) == (200, "ok\nthe last copy was made 25.0 hours ago\n")
    passes(copying, folder, 1.5)
    assert told(**TOKEN) == (503, "the last copy was made 26.5 hours ago\n")
    assert told() == told(Authorization="Bearer of another") == (200, "ok\n")


def test_of_copies_nothing_is_said_where_none_are_made(
    folder: Path, copying: Copier, client: Client, settings: Settings
) -> None:
    settings.SHEEPFOLD_BACKUP = ""
    copying._since -= 27 * HOUR
    assert client.get("/healthz", headers=TOKEN).content == b"ok\n"
    assert "copy_age" not in client.get("/metrics", headers=TOKEN).content.decode()
    call_command("backup", stdout=StringIO())  # as a timer would
    passes(copying, settings.SHEEPFOLD_VAR / "backups", 27)
    assert client.get("/healthz", headers=TOKEN).status_code == 503


@pytest.mark.parametrize("named", ["", "elsewhere"])
def test_the_command_copies_to_where_the_server_does(
    folder: Path, settings: Settings, named: str
) -> None:
    settings.SHEEPFOLD_BACKUP = str(folder.parent / named) if named else ""
    call_command("backup", stdout=StringIO())
    assert len(copies_in(folder.parent / (named or "backups"))) == 1
