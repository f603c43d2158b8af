"""The test database: migrated once for all processes and runs, and copied wherever one is needed.

Migrating from the beginning takes ten seconds, most of them for models as they once were.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import django
import pytest
from django.apps import apps
from django.conf import settings
from django.db.backends.base.creation import BaseDatabaseCreation
from django.test import TestCase

from project_tools.steps import COMPILED_ONCE, ROOT
from scoring.figures import COUNTING

FOLDER = ROOT / "var" / "prepared"
WORD = "sheepfold_prepared_"
OURS = [path.parent.name for path in ROOT.glob("[!.]*/__init__.py")]
IMPORTED = re.compile(rf"^(?:from|import) ((?:{'|'.join(OURS)})[\w.]*)", re.MULTILINE)
LOCK = 7_337_003
"""Of PostgreSQL's advisory locks that of whoever looks for the prepared database there."""


def migrations() -> Iterator[Path]:
    """The files of all migrations, and the modules of ours that they import."""
    for app in apps.get_app_configs():
        for path in sorted(Path(app.path).glob("migrations/*.py")):
            yield path
            for name in IMPORTED.findall(path.read_text()):
                found = importlib.util.find_spec(name)
                if found is not None and found.origin is not None:
                    yield Path(found.origin)


def digest(files: Iterator[Path]) -> str:
    """What a migrated database depends on, in few letters."""
    read = hashlib.sha256(f"{django.__version__} {COUNTING} {settings.INSTALLED_APPS}".encode())
    for path in files:
        read.update(path.name.encode() + path.read_bytes())
    return read.hexdigest()[:16]


def migrate(address: str) -> None:
    """Migrate a new database with the program's own command, in a process of its own.

    It installs nothing, for whoever runs the tests has chosen the interpreter; and it is this
    machine's own, whatever a server that was loaded for a test has said in the environment.
    """
    own = {"SHEEPFOLD_NO_VENV": "1", "SHEEPFOLD_LOCAL": "1", "DATABASE_URL": address}
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=ROOT,
        env=os.environ | COMPILED_ONCE | own,
        check=True,
    )


@contextmanager
def made_once(folder: Path, name: str, make: Callable[[Path], None]) -> Iterator[Path]:
    """A file that the first who asks makes; those of other names go, and the others wait.

    It has its name only when it is whole: what a killed run has left is never taken for it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path, draft = folder / name, folder / "draft"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            shutil.rmtree(folder)
            draft.mkdir(parents=True)
            make(draft / name)
            (draft / name).rename(path)
        yield path


def folder_of_the_run(factory: pytest.TempPathFactory) -> Path:
    """The folder of this run of the tests, which all its processes know."""
    folder = factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@contextmanager
def prepared_file() -> Iterator[Path]:
    """The database of SQLite with all tables and nothing in them."""
    name = f"{digest(migrations())}.sqlite3"
    with made_once(FOLDER, name, lambda path: migrate(f"sqlite:///{path}")) as path:
        yield path


@contextmanager
def prepared_database(creation: BaseDatabaseCreation) -> Iterator[str]:
    """The name of the same on PostgreSQL; until the end nobody else makes or drops one."""
    name, draft = WORD + digest(migrations()), f"{WORD}draft"
    with creation._nodb_cursor() as cursor:  # type: ignore[attr-defined]  # Django's own
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [WORD])
        there = {one for (one,) in cursor.fetchall()}
        if name not in there:
            for other in there:
                cursor.execute(f"DROP DATABASE {other} WITH (FORCE)")
            cursor.execute(f"CREATE DATABASE {draft}")
            migrate(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{draft}").geturl())
            cursor.execute(f"ALTER DATABASE {draft} RENAME TO {name}")
        yield name


def create_test_db(
    creation: BaseDatabaseCreation,
    verbosity: int = 1,
    autoclobber: bool = False,
    serialize: bool = False,
    keepdb: bool = False,
) -> str:
    """In the place of Django's, which migrates: copy what is prepared, and connect to the copy."""
    connection = creation.connection
    name: str = creation._get_test_db_name()  # type: ignore[attr-defined]  # Django's own
    if connection.vendor == "sqlite":
        with prepared_file() as path:
            shutil.copy(path, name)
    else:
        with prepared_database(creation) as template:
            connection.settings_dict["TEST"]["TEMPLATE"] = template
            creation._create_test_db(verbosity, autoclobber, keepdb)  # type: ignore[attr-defined]  # Django's own
    connection.close()
    settings.DATABASES[connection.alias]["NAME"] = name
    connection.settings_dict["NAME"] = name
    connection.ensure_connection()
    return name


@contextmanager
def taken_back() -> Iterator[None]:
    """A transaction as Django's own tests have it around theirs, taken back at the end."""
    transactions = TestCase._enter_atomics()  # type: ignore[attr-defined]  # Django's own
    try:
        yield
    finally:
        TestCase._rollback_atomics(transactions)  # type: ignore[attr-defined]  # Django's own
