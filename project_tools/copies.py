"""Copies of the database, made before it is changed."""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from datetime import date, datetime
from pathlib import Path
from typing import Any

from project_tools.programs import ProgramFailed, has_program, run_program
from project_tools.rights import files_of

KEPT = 10
"""So many copies stay that were made before the database was changed."""

BACKUP = "backup"
"""What the others are called, of which fewer stay the older they are."""

HOURS, DAYS, WEEKS = 24, 7, 8
"""Of the copies of so many of each the newest stay."""

UNFINISHED = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-.+\.\d+(-journal|-wal|-shm)?")
LONGEST = 3600  # seconds; what is not finished by then was broken off

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
    # Two within a second would bear one name, and the second would take the place of the first.
    while (path := folder / f"{datetime.now():%Y-%m-%d-%H%M%S}-{state}.{ending}").exists():
        time.sleep(0.05)
    draft = path.with_suffix(f".{os.getpid()}")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise NoCopy(f"There is no folder {folder}: {problem}.") from problem
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        if is_sqlite:
            copy_sqlite(str(settings["NAME"]), draft)
        else:
            _dump_postgresql(settings, draft)
        put_in_place(draft, path)
    except (OSError, sqlite3.Error) as problem:
        raise NoCopy(f"It could not be written into {folder}: {problem}.") from problem
    finally:
        draft.unlink(missing_ok=True)
    _forget_older_than(path)
    return path


def last_backup(folder: Path) -> float | None:
    """When the newest copy in it was made that is no copy before a change; None without any."""
    try:
        named = [path for path in folder.iterdir() if NAMED.fullmatch(path.name)]
        made = [path.stat().st_mtime for path in named if _is_backup(path.name)]
    except OSError:
        return None  # the disk is not there
    return max(made, default=None)


def put_in_place(draft: Path, path: Path) -> None:
    """Give a finished file its name; a loss of power leaves the whole of it, or nothing."""
    _write_out(draft)
    draft.replace(path)
    _write_out(path.parent)


def remove_file(path: Path) -> None:
    """Remove a database of SQLite and what lies beside it, as far as it is there."""
    for each in files_of(path):
        with suppress(OSError):
            each.unlink()


def _write_out(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _forget_older_than(newest: Path) -> None:
    """Delete old copies of the same kind; the one just made stays, whatever the clock says.

    One that cannot be deleted is no reason to stop an update.
    """
    here = list(newest.parent.iterdir())
    names = [each.name for each in here if NAMED.fullmatch(each.name) and each != newest]
    backups = {name for name in names if _is_backup(name)}
    if _is_backup(newest.name):
        gone = backups - copies_kept([*backups, newest.name])
    else:
        gone = set(sorted(set(names) - backups, reverse=True)[KEPT - 1 :])
    # What copies have left that were not finished: the program was killed, or the machine.
    drafts = [path for path in here if UNFINISHED.fullmatch(path.name)]
    gone |= {path.name for path in drafts if path.stat().st_mtime < time.time() - LONGEST}
    for name in gone:
        with suppress(OSError):
            (newest.parent / name).unlink()


def copies_kept(names: Iterable[str]) -> set[str]:
    """Of copies named by their time (2031-05-17-203000-…) those that stay.

    The newest of each of the last 24 hours, 7 days and 8 weeks in which one was made: a machine
    that stood in a cupboard for a year loses none of those of the year before.

    >>> made = ["2031-05-17-203000-x", "2031-05-17-204500-x", "2031-05-17-190000-x"]
    >>> sorted(copies_kept(made))
    ['2031-05-17-190000-x', '2031-05-17-204500-x']
    """
    newest_first = sorted(names, reverse=True)
    hour, day = len("2031-05-17-20"), len("2031-05-17")
    periods: tuple[tuple[int, Callable[[str], object]], ...] = (
        (HOURS, lambda name: name[:hour]),
        (DAYS, lambda name: name[:day]),
        (WEEKS, lambda name: date.fromisoformat(name[:day]).isocalendar()[:2]),
    )
    kept = set()
    for most, period in periods:
        newest = dict[object, str]()
        for name in newest_first:
            newest.setdefault(period(name), name)
        kept.update(list(newest.values())[:most])
    return kept


def _is_backup(name: str) -> bool:
    return Path(name).stem.endswith(f"-{BACKUP}")


def copy_sqlite(name: str, path: Path) -> None:
    """The state of one moment, whoever writes meanwhile, in one file that needs no other.

    Whoever writes waits until all is read, so that nobody waits for the disk in between: that the
    file is written out is left to `put_in_place`.
    """
    with (
        closing(sqlite3.connect(f"{Path(name).resolve().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(path)) as target,
    ):
        target.execute("PRAGMA synchronous=OFF")
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
        (found,) = target.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise NoCopy(f"The database is damaged: {found}.")


def _dump_postgresql(settings: dict[str, Any], path: Path) -> None:
    """The same by PostgreSQL's own program, read once by the one that would restore it."""
    try:
        run_program("pg_dump", "--format=custom", f"--file={path}", settings=settings)
        if has_program("pg_restore"):
            run_program("pg_restore", "--list", str(path))
    except ProgramFailed as problem:
        raise NoCopy(str(problem)) from problem
