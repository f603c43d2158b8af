"""The commands that set Sheepfold up and start it."""

from __future__ import annotations

import importlib.util
import re
import socket
import subprocess
import sys
from io import StringIO
from pathlib import Path
from types import ModuleType

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from pytest_django import Settings

from project_tools.management.commands import start
from project_tools.management.commands.test import (
    PURE,
    alone,
    files_with,
    reads_first,
    run_pytest_alone,
    together,
)
from project_tools.steps import ROOT, Step, module, run_side_by_side


@pytest.fixture
def manage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """manage.py as a module, with its environment in an empty folder."""
    spec = importlib.util.spec_from_file_location("manage", ROOT / "manage.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "VENV", tmp_path)
    monkeypatch.setattr(module, "PYTHON", tmp_path / "bin" / "python")
    return module


def test_the_environment_is_redone_when_the_lock_or_the_interpreter_changes(
    manage: ModuleType, tmp_path: Path
) -> None:
    lock = tmp_path / "some.lock"
    lock.write_text("one")
    assert manage.is_stale(lock)
    manage.PYTHON.parent.mkdir()
    manage.PYTHON.symlink_to(sys.executable)
    assert manage.is_stale(lock)
    manage.stamp_path(lock).write_bytes(manage.stamp_of(lock))
    assert not manage.is_stale(lock)
    lock.write_text("two")
    assert manage.is_stale(lock)
    lock.write_text("one")
    manage.PYTHON.unlink()
    assert manage.is_stale(lock)


def test_the_running_interpreter_is_kept_when_asked(
    manage: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEEPFOLD_NO_VENV", "1")
    assert not manage.uses_project_venv()


def test_an_interpreter_without_environment_uses_the_projects(
    manage: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SHEEPFOLD_NO_VENV", raising=False)
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert manage.uses_project_venv()


def test_a_busy_port_is_said_in_a_sentence() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} is in use.*--port {port + 1}"):
            call_command("start", port=port, host="127.0.0.1")


def test_an_impossible_port_is_said_in_a_sentence() -> None:
    with pytest.raises(CommandError, match="Cannot listen on"):
        start.listen("127.0.0.1", 123456)


@pytest.mark.parametrize("network", ["192.0.2.7", None])
def test_start_says_where_the_site_is(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, network: str | None
) -> None:
    settings.SHEEPFOLD_NETWORK_ADDRESS = ""
    monkeypatch.setattr(start, "lan_address", lambda: network)
    out = StringIO()
    start.Command(stdout=out).say_where("0.0.0.0", 8000)
    assert "http://localhost:8000/" in out.getvalue()
    assert ("http://192.0.2.7:8000/" in out.getvalue()) is (network is not None)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Sheepfold is ready: "), ("de", "Sheepfold läuft: "), ("et", "Sheepfold töötab: ")],
)
def test_start_speaks_the_language_of_the_site(
    settings: Settings, language: str, words: str
) -> None:
    """Whatever language the event left behind that the demo played last."""
    settings.SHEEPFOLD_LANGUAGE = language
    out = StringIO()
    with translation.override("de" if language == "et" else "et"):
        start.Command(stdout=out).say_where("127.0.0.1", 8000)
    assert out.getvalue() == f"\n{words}http://localhost:8000/\n"


def test_the_check_runs_on_postgresql_only_where_there_is_one() -> None:
    for kind, name in ((together, "tests on {}"), (alone, "tests on {}, alone")):
        assert [step.name for step in kind(None)] == [name.format("SQLite")]
        both = [step.name for step in kind("postgresql://somewhere/")]
        assert both == [name.format(database) for database in ("SQLite", "PostgreSQL")]


def test_all_tests_are_read_first_where_that_was_never_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("project_tools.management.commands.test.ROOT", tmp_path)
    (step,) = reads_first()
    assert step.command[-1] == "--collect-only"
    kept = tmp_path / "tests" / "__pycache__"
    kept.mkdir(parents=True)
    (kept / "conftest.cpython.pyc").touch()
    assert reads_first() == []


def test_what_says_little_is_told_where_it_failed(capfd: pytest.CaptureFixture[str]) -> None:
    for ending, told in ((0, False), (3, True)):
        says = [sys.executable, "-c", f"print('a long list'); raise SystemExit({ending})"]
        step = Step("reads", says, says_little=True)
        assert step.run(beside_others=True) is not told
        assert ("a long list" in capfd.readouterr().out) is told


def test_every_test_is_run_by_one_step_on_sqlite() -> None:
    steps = (*together(None), *alone(None))
    marks = [step.command[step.command.index("-q") + 2] for step in steps]
    assert marks == ["not alone", "alone"]


def test_what_is_not_collected_where_a_database_is_needed_needs_none() -> None:
    needs = re.compile(r"\b(django_db\w*|transactional_db|db: None|mark\.(alone|postgresql))\b")
    found = [path for folder in PURE for path in (ROOT / folder).rglob("*.py")]
    assert len(found) > 50
    assert [path for path in found if needs.search(path.read_text())] == []


def test_what_runs_alone_is_looked_for_only_where_a_test_is_marked_so() -> None:
    files = files_with("alone")
    assert len(files) > 20
    assert all((ROOT / path).is_file() for path in files)
    marks_elsewhere = "add_" + "marker"
    assert [
        path for path in (ROOT / "tests").rglob("*.py") if marks_elsewhere in path.read_text()
    ] == []


def test_some_tests_run_on_postgresql_alone() -> None:
    first, second = (" ".join(one.command) for one in together("postgresql://it/"))
    assert "not alone and not postgresql" in first
    assert "(django_db or postgresql) and not alone" in second
    assert "alone and not one_database" in alone("postgresql://it/")[1].command


def test_checks_side_by_side_are_told_one_after_the_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    program = "print('It says why'); raise SystemExit({})"
    names = {"good": 0, "bad": 1, "worse": 2}
    ran = [Step(name, [sys.executable, "-c", program.format(of)]) for name, of in names.items()]
    assert run_side_by_side(ran) == ["bad", "worse"]
    said = capsys.readouterr().out
    for name, verdict in (("good", "ok"), ("bad", "FAILED"), ("worse", "FAILED")):
        assert f"== {name}\nIt says why\n== {name}: {verdict}, " in said


def test_what_a_step_has_compiled_is_kept_for_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    asks = "import sys; sys.exit(sys.dont_write_bytecode)"
    assert Step("asks", [sys.executable, "-c", asks]).run()


def test_what_some_tests_have_compiled_is_kept_for_the_next_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    asks = tmp_path / "test_asks.py"
    asks.write_text("import sys\n\ndef test_it():\n    assert not sys.dont_write_bytecode\n")
    alone = ["-p", "no:django", "-c", str(ROOT / "pyproject.toml"), f"--rootdir={tmp_path}"]
    assert run_pytest_alone([*alone, "-q", str(asks)]) == 0


def test_what_is_stuck_fails_and_says_where(tmp_path: Path) -> None:
    stuck = tmp_path / "test_stuck.py"
    stuck.write_text("import time\n\ndef test_waits():\n    time.sleep(60)\n")
    alone = ["-p", "no:django", "-c", str(ROOT / "pyproject.toml"), f"--rootdir={tmp_path}"]
    done = subprocess.run(
        module("pytest", *alone, "--timeout=1", "-q", str(stuck)), capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "test_waits" in done.stdout
    assert "Timeout" in done.stdout


def test_every_test_has_a_time_limit(pytestconfig: pytest.Config) -> None:
    assert 0 < float(pytestconfig.getini("timeout")) <= 300
