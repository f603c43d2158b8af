"""Copies of the database, made before it is changed."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

KEPT = 10
"""So many copies stay in the folder."""

NAMED = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-.+\.(sqlite3|dump)")
"""What this program has put there; whatever else lies in the folder is somebody's own."""


class NoCopy(Exception):
    """The database was not copied: why, in a sentence."""


def copy_database(settings: dict[str, Any], folder: Path, state: str) -> Path:
    """Copy a database into `folder`, where its owner alone reads it; raises NoCopy.

    `settings` are the connection's. The copy is named by the time and by the state it is in, and
    is there under that name only when it is whole. Of the older ones the newest stay.
    """
    is_sqlite = "sqlite" in settings["ENGINE"]
    ending = "sqlite3" if is_sqlite else "dump"
    path = folder / f"{datetime.now():%Y-%m-%d-%H%M%S}-{state}.{ending}"
    draft = path.with_suffix(f".{os.getpid()}")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise NoCopy(f"There is no folder {folder}: {problem}.") from problem
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        if is_sqlite:
            _copy_sqlite(str(settings["NAME"]), draft)
        else:
            _dump_postgresql(settings, draft)
        draft.replace(path)
    except (OSError, sqlite3.Error) as problem:
        raise NoCopy(f"It could not be written into {folder}: {problem}.") from problem
    finally:
        draft.unlink(missing_ok=True)
    _forget_older_than(path)
    return path


def _forget_older_than(newest: Path) -> None:
    """Delete the oldest copies; the one just made stays, also where the clock was put back.

    One that cannot be deleted is no reason to stop an update.
    """
    others = [
        each
        for each in newest.parent.iterdir()
        if each.name != newest.name and NAMED.fullmatch(each.name)
    ]
    for old in sorted(others, key=lambda each: each.name, reverse=True)[KEPT - 1 :]:
        with suppress(OSError):
            old.unlink()


def _copy_sqlite(name: str, path: Path) -> None:
    """The state of one moment, whoever writes meanwhile."""
    with (
        closing(sqlite3.connect(f"{Path(name).resolve().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(path)) as target,
    ):
        source.backup(target)


def _dump_postgresql(settings: dict[str, Any], path: Path) -> None:
    """The same by PostgreSQL's own program."""
    program = shutil.which("pg_dump")
    if program is None:
        raise NoCopy("PostgreSQL's program pg_dump is not on this machine.")
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}
    given = {names[key]: str(settings[key]) for key in names if settings.get(key)}
    command = [program, "--format=custom", f"--file={path}", f"--dbname={settings['NAME']}"]
    done = subprocess.run(
        command, env=os.environ | given, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it did not say why"]
        raise NoCopy(f"pg_dump failed: {said[0]}.")
