"""Installations of their own for tests of operating: real processes on a database of their own."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from project_tools.machine import find_server
from project_tools.steps import ROOT
from tests.prepared import prepared_database, prepared_file
from tests.serving import PATIENCE

FILE = "sheepfold.sqlite3"

DIES = """
import os, signal, sys
point, *sys.argv = sys.argv[1:]
points = int(os.environ.get("DIES_AT_THE", "1"))

def passes(what):
    global points
    if point in what:
        points -= 1
        if not points:
            os.kill(os.getpid(), signal.SIGKILL)

class Watched:
    def __init__(self, out):
        self.out = out
    def write(self, text):
        self.out.write(text)
        self.out.flush()
        passes(text)
    def __getattr__(self, name):
        return getattr(self.out, name)

def follows(execute, sql, params, many, context):
    found = execute(sql, params, many, context)
    passes(sql if isinstance(sql, str) else "")
    return found

sys.stdout = Watched(sys.stdout)
sys.addaudithook(lambda event, _arguments: passes(event))
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
from django.core.management import execute_from_command_line
from django.db.backends.signals import connection_created
connection_created.connect(
    lambda connection, **more: connection.execute_wrappers.append(follows), weak=False
)
execute_from_command_line(sys.argv)
"""
"""A command that kills itself when it has printed a text, sent a statement or done a deed."""

STARTS = """
import sys
from tests.compressed import remember
remember()
from manage import main
sys.exit(main(["manage.py", "start", *sys.argv[1:]]))
"""
"""`manage.py start`, which compresses no file that the tests have compressed before."""


def on_its_own(folder: Path) -> dict[str, str]:
    """The environment of an installation that keeps everything in `folder`."""
    own = {
        "SHEEPFOLD_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/sheepfold.sqlite3",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SHEEPFOLD_NO_VENV": "1",
        "SHEEPFOLD_LOCAL": "1",
    }
    return os.environ | own


def runs(folder: Path, *arguments: str) -> str:
    """What a command of an installation says."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=on_its_own(folder), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@contextmanager
def started(folder: Path) -> Iterator[tuple[str, str]]:
    """An installation that is started: its address, and what the terminal said."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ("-c", STARTS, "--no-demo", "--host=127.0.0.1", f"--port={port}")
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env=on_its_own(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = "".join(iter(process.stdout.readline, "Stop it with Ctrl-C.\n"))
        yield f"http://127.0.0.1:{port}", said
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


class Installation:
    """A folder and a database; `address` is what DATABASE_URL says."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address
        self.forks: subprocess.Popen[str] | None = None

    @property
    def database(self) -> str:
        """Its name on the server of PostgreSQL."""
        return urlsplit(self.address).path.removeprefix("/")

    def process(self, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
        """What becomes of a command: in a process of its own, which `forks` begins."""
        if self.forks is None:
            self.forks = subprocess.Popen(
                [sys.executable, "-m", "tests.operating.forks"],
                cwd=ROOT,
                env=on_its_own(self.folder) | {"DATABASE_URL": self.address},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            weakref.finalize(self, self.forks.communicate, timeout=PATIENCE)
        assert self.forks.stdin is not None
        assert self.forks.stdout is not None
        with NamedTemporaryFile("r") as out, NamedTemporaryFile("r") as err:
            asked = {"command": command, "more": more, "out": out.name, "err": err.name}
            print(json.dumps(asked), file=self.forks.stdin, flush=True)
            code = int(self.forks.stdout.readline())
            return subprocess.CompletedProcess(command, code, out.read(), err.read())

    def runs(self, *command: str) -> str:
        """What a command says that ends well."""
        done = self.process(*command)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def manages(self, *command: str) -> str:
        return self.runs("manage.py", *command)

    def dies(self, point: str, *command: str, the: int = 1) -> str:
        """What a command says that is killed at a point, when it comes there first or later."""
        done = self.process("-c", DIES, point, "manage.py", *command, DIES_AT_THE=str(the))
        assert done.returncode == -9, done.stdout + done.stderr
        return done.stdout

    def is_empty(self) -> bool:
        """Whether nothing is in the database, and no file of that name."""
        if self.address.startswith("sqlite"):
            return not (self.folder / FILE).exists()
        with psycopg.connect(self.address) as there:
            found = there.execute("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")
            return found.fetchone() is None

    def is_in_order(self) -> None:
        assert self.manages("verify").count("in order") == 7
        assert "all stored points equal" in self.manages("recompute", "--check")


def address_of(name: str) -> str:
    """Where a database of this name is on the tests' server."""
    return urlsplit(server())._replace(path=f"/{name}").geturl()


def server() -> str:
    """The PostgreSQL server; without one the test is skipped, or fails where CI is set."""
    found = find_server()
    if found is None:
        reason = "no PostgreSQL server was found"
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@contextmanager
def new_database(word: str, like: str = "template1") -> Iterator[str]:
    """The name of a database of PostgreSQL that is there for a while, at first like another."""
    name = f"sheepfold_{word}_{os.getpid()}"
    with psycopg.connect(server(), autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        admin.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
        try:
            yield name
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def on_file(folder: Path, like: Path | None = None) -> Installation:
    """One on SQLite, at first with the database of the installation in another folder."""
    if like is not None:
        shutil.copyfile(like / FILE, folder / FILE)
    return Installation(folder, f"sqlite:///{folder}/{FILE}")


@contextmanager
def new_installation(
    folder: Path, word: str = "installation", like: Installation | None = None
) -> Iterator[Installation]:
    """One on the kind of database on which the tests run, at first with another's database."""
    if connection.vendor == "sqlite":
        yield on_file(folder, like.folder if like else None)
    else:
        with new_database(word, *([] if like is None else [like.database])) as name:
            yield Installation(folder, address_of(name))


@contextmanager
def migrated_installation(
    folder: Path, word: str, blocker: DjangoDbBlocker
) -> Iterator[Installation]:
    """One with all tables and nothing in them, as `migrate` has left them, which takes long."""
    with ExitStack() as until_the_end:
        if connection.vendor == "sqlite":
            with prepared_file() as path:
                shutil.copyfile(path, folder / FILE)
            yield on_file(folder)
        else:
            with blocker.unblock(), prepared_database(connection.creation) as template:
                name = until_the_end.enter_context(new_database(word, template))
            yield Installation(folder, address_of(name))
