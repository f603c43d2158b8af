"""A public server refuses to start unsafe; a local start needs nothing to be set."""

from __future__ import annotations

import os
import re
import runpy
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, override_settings

from config import checks
from config.environment import local_secret_key, sqlite_options
from project_tools.steps import ROOT

LONG_KEY = "".join(chr(ord("a") + number % 26) + str(number) for number in range(40))
OURS = ("SHEEPFOLD_", "DJANGO_", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "DATABASE_URL")
SAFE = {
    "SECRET_KEY": LONG_KEY,
    "ALLOWED_HOSTS": "club.example",
    "SHEEPFOLD_OPERATOR": "Card club",
    "SHEEPFOLD_CONTACT": "shepherd@club.example",
}

Reads = Callable[..., dict[str, Any]]


def run(folder: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run Python in an environment that holds these settings and none of this process's."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    clean |= {"SHEEPFOLD_VAR": str(folder), "SHEEPFOLD_NO_VENV": "1", **settings}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=clean, capture_output=True, text=True
    )


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Reads:
    """Reads the settings as a public server does that is told these, in this process."""

    def read(**told: str) -> dict[str, Any]:
        for name in os.environ:
            if name.startswith(OURS):
                monkeypatch.delenv(name)
        for name, value in (
            {"SHEEPFOLD_VAR": str(tmp_path), "SHEEPFOLD_LOCAL": "0"} | told
        ).items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "config" / "settings.py"))

    return read


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"ALLOWED_HOSTS": "club.example"}, "Set SECRET_KEY"),
        (SAFE | {"SECRET_KEY": "short"}, "Set SECRET_KEY"),
        (SAFE | {"SECRET_KEY": "x" * 80}, "Set SECRET_KEY"),
        (SAFE | {"DEBUG": "1"}, "DEBUG must be off"),
        (SAFE | {"ALLOWED_HOSTS": "*"}, "'*' is not accepted"),
        (SAFE | {"ALLOWED_HOSTS": ""}, "Set ALLOWED_HOSTS"),
        (SAFE | {"DATABASE_URL": "mysql://club.example/x"}, "SQLite or a PostgreSQL"),
        (SAFE | {"SHEEPFOLD_LANGUAGE": "fr"}, "SHEEPFOLD_LANGUAGE must be one of en, de, et."),
        (SAFE | {"SHEEPFOLD_CLUBS": "yes"}, "must be one of closed, ask, open."),
        (SAFE | {"SHEEPFOLD_SECOND_FACTOR": "yes"}, "must be one of off, owners, all."),
    ],
)
def test_unsafe_settings_are_refused(reads: Reads, settings: dict[str, str], sentence: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=re.escape(sentence)):
        reads(**settings)


@pytest.mark.parametrize("door", ["config.asgi", "config.wsgi"])
def test_a_public_server_reads_them_as_one_and_does_not_start(tmp_path: Path, door: str) -> None:
    done = run(tmp_path, "-c", f"import {door}", ALLOWED_HOSTS="club.example")
    assert done.returncode != 0
    assert "ImproperlyConfigured" in done.stderr
    assert "Set SECRET_KEY" in done.stderr


def test_a_public_server_passes_the_deployment_checklist(tmp_path: Path) -> None:
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = run(tmp_path, *check, **SAFE)
    assert done.returncode == 0, done.stderr
    assert "sheepfold.I001" in done.stderr


def test_plain_http_is_a_setting_of_its_own_and_warned_of(tmp_path: Path) -> None:
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = run(tmp_path, *check, SHEEPFOLD_PLAIN_HTTP="1", **SAFE)
    assert done.returncode != 0
    assert "sheepfold.W001" in done.stderr


def test_a_proxy_that_nobody_names_is_warned_of(tmp_path: Path) -> None:
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = run(tmp_path, *check, SHEEPFOLD_TRUST_PROXY="1", **SAFE)
    assert done.returncode != 0
    assert "sheepfold.W003" in done.stderr
    assert "All visitors count as one" in done.stderr
    named = run(tmp_path, *check, SHEEPFOLD_TRUST_PROXY="1", SHEEPFOLD_PROXIES="127.0.0.1", **SAFE)
    assert named.returncode == 0, named.stderr


@pytest.mark.parametrize(
    ("settings", "are_hashed"),
    [
        (SAFE, True),
        ({"SHEEPFOLD_LOCAL": "1"}, False),
        ({"SHEEPFOLD_LOCAL": "1", "SHEEPFOLD_COLLECTED": "1"}, True),  # as `start` says
        ({"SHEEPFOLD_LOCAL": "1", "SHEEPFOLD_COLLECTED": "1", "DEBUG": "1"}, False),
    ],
)
def test_files_have_hashed_names_but_where_they_are_worked_on(
    reads: Reads, settings: dict[str, str], are_hashed: bool
) -> None:
    found = reads(**settings)
    assert ("HashedFiles" in found["STATIC_STORAGE"]) == are_hashed
    assert found["WHITENOISE_USE_FINDERS"] != are_hashed


@pytest.mark.parametrize(
    ("settings", "header"),
    [
        ({}, "max-age=31536000"),
        ({"SHEEPFOLD_HSTS_SECONDS": "600"}, "max-age=600"),
        ({"SHEEPFOLD_HSTS_SUBDOMAINS": "1"}, "max-age=31536000; includeSubDomains"),
        ({"SHEEPFOLD_HSTS_SECONDS": "0"}, "None"),
        ({"SHEEPFOLD_PLAIN_HTTP": "1"}, "None"),
    ],
)
def test_how_long_browsers_insist_on_https(
    reads: Reads, settings: dict[str, str], header: str
) -> None:
    found = reads(**SAFE | settings)
    told = ("HTTPS", "ALLOWED_HOSTS", *(name for name in found if name.startswith("SECURE_")))
    with override_settings(**{name: found[name] for name in told}):
        answer = Client().get("/robots.txt", secure=True, headers={"host": "club.example"})
    assert str(answer.headers.get("Strict-Transport-Security")) == header


def test_a_public_server_says_so_for_a_year(tmp_path: Path) -> None:
    told = (
        "import config.wsgi; from django.test import Client; "
        "print(Client().get('/robots.txt', secure=True, headers={'host': 'club.example'})"
        ".headers.get('Strict-Transport-Security'))"
    )
    done = run(tmp_path, "-c", told, **SAFE)
    assert done.stdout.strip() == "max-age=31536000", done.stderr


def test_a_local_run_makes_its_own_key_and_keeps_it(tmp_path: Path) -> None:
    key = local_secret_key(tmp_path)
    assert len(key) >= 50
    assert local_secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.parametrize(("safe", "journal"), [(True, "WAL"), (False, "DELETE")])
def test_the_journal_depends_on_the_sqlite_at_hand(
    monkeypatch: pytest.MonkeyPatch, safe: bool, journal: str
) -> None:
    monkeypatch.setattr("config.environment.sqlite_has_safe_wal", lambda: safe)
    options = sqlite_options()
    assert f"journal_mode={journal};" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]
    assert "mmap" not in options["init_command"]


@override_settings(HTTPS=True)
def test_no_warning_over_https() -> None:
    assert checks.plain_http(None) == []


def test_a_server_keeps_what_is_loaded_out_of_every_collection(tmp_path: Path) -> None:
    told = "print(len(gc.get_objects()) < gc.get_freeze_count(), gc.get_threshold()[0])"
    done = run(tmp_path, "-c", f"import config.asgi, gc; {told}", **SAFE)
    assert done.stdout.split() == ["True", "10000"], done.stderr


LARGE = {"networkx", "openpyxl"}
"""What is read where pairs are matched or a workbook is written, and longer than all of Django."""


def test_what_few_commands_need_is_not_read_by_all(tmp_path: Path) -> None:
    told = "print(*{name.split('.')[0] for name in sys.modules})"
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "SHEEPFOLD_LOCAL": "1"}
    done = run(tmp_path, "-c", f"import sys, django; django.setup(); {told}", **settings)
    found = set(done.stdout.split())
    assert "tournaments" in found, done.stderr
    assert not LARGE & found
