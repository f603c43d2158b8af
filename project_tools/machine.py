"""What this machine has for the tests: a browser, and a server for databases of their own."""

from __future__ import annotations

import getpass
import os
import shutil
from collections.abc import Iterator

import psycopg

BROWSERS = (
    "chromium-headless-shell",  # the same pages for half the work
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)

SOCKET_FOLDER = "/var/run/postgresql"


def find_chromium() -> str | None:
    """Return the path of an installed Chromium, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def candidates() -> Iterator[str]:
    """Yield the addresses worth a try: the one that was given, else the usual local ones."""
    given = os.environ.get("DATABASE_URL", "")
    if given:
        if given.startswith(("postgres://", "postgresql://")):
            yield given
        return
    yield f"postgresql://{getpass.getuser()}@/postgres?host={SOCKET_FOLDER}"
    yield f"postgresql://{getpass.getuser()}@127.0.0.1:5432/postgres"
    yield "postgresql://postgres@127.0.0.1:5432/postgres"


def may_create_databases(address: str) -> bool:
    """Say whether this address answers and its role may create databases."""
    question = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
    try:
        with psycopg.connect(address, connect_timeout=3) as connection:
            row = connection.execute(question).fetchone()
    except psycopg.Error:
        return False
    return bool(row and row[0])


def find_server() -> str | None:
    """Return the address of a server the tests can use, or None."""
    return next(filter(may_create_databases, candidates()), None)
