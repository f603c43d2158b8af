"""Running PostgreSQL's own programs on the database of a connection."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import Any

from psycopg.pq import Conninfo


class ProgramFailed(Exception):
    """PostgreSQL's program is not there, or ended with a fault: why, in a sentence."""


def has_program(name: str) -> bool:
    """Whether this program of PostgreSQL's is on this machine."""
    return shutil.which(name) is not None


def run_program(name: str, *arguments: str, settings: dict[str, Any] | None = None) -> None:
    """Run it to its end, on the database of a connection's `settings`; raises ProgramFailed."""
    program = shutil.which(name)
    if program is None:
        raise ProgramFailed(f"PostgreSQL's program {name} is not on this machine.")
    where = [f"--dbname={settings['NAME']}"] if settings else []
    done = subprocess.run(
        [program, *where, *arguments],
        env=os.environ | environment(settings or {}),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it did not say why"]
        raise ProgramFailed(f"{name} failed: {said[0]}.")


def environment(settings: dict[str, Any]) -> dict[str, str]:
    """How such a program is told where the database is, out of sight of others.

    Also what stands behind the question mark of DATABASE_URL, such as `sslmode`.

    >>> found = environment({"HOST": "db", "PORT": 5433, "OPTIONS": {"sslmode": "require"}})
    >>> sorted(found.items())
    [('PGHOST', 'db'), ('PGPORT', '5433'), ('PGSSLMODE', 'require')]
    """
    told = {word: settings.get(word.upper()) for word in ("host", "port", "user", "password")}
    told |= settings.get("OPTIONS") or {}
    names = {each.keyword.decode(): each.envvar for each in Conninfo.get_defaults()}
    return {
        name.decode(): str(value)
        for word, value in told.items()
        if value and (name := names.get(word))
    }
