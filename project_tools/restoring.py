"""Putting a copy in the place of a database: proved first, and never over what is not copied."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import connection

from config.environment import own_folder
from config.in_use import InUse, held
from project_tools.copies import NoCopy, copy_database, copy_sqlite, put_in_place, remove_file
from project_tools.programs import ProgramFailed, run_program
from project_tools.rights import files_of

Prove = Callable[[], None]


class NotRestored(Exception):
    """Nothing was put in place: why, in a sentence."""


def restore_sqlite(file: Path, target: Path, prove: Prove, copies: Path | None) -> Path | None:
    """Put `file` in the place of `target` when `prove` holds for it.

    What is there is copied into `copies` before, and the path of that copy given back; without
    a folder for it, there must be nothing.
    """
    if not file.is_file():
        raise NotRestored(f"There is no file {file}.")
    if target.exists() and file.samefile(target):
        raise NotRestored("That is the database itself.")
    own_folder(target.parent)
    try:
        with held(target, alone=True):
            return _exchange(file, target, prove, copies)
    except InUse as problem:
        raise NotRestored(f"A server runs on {target}: stop it first.") from problem
    except (NoCopy, OSError, sqlite3.Error) as problem:
        raise NotRestored(str(problem)) from problem


def _exchange(file: Path, target: Path, prove: Prove, copies: Path | None) -> Path | None:
    is_there = any(path.exists() and path.stat().st_size for path in files_of(target))
    if is_there and copies is None:
        raise NotRestored(
            f"There is a database in {target} already. With --replace it is copied first, and "
            "replaced then; --to names another place."
        )
    draft = target.with_name(f"{target.name}.restoring")
    remove_file(draft)
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        copy_sqlite(str(file), draft)
        with _connected_to(draft):
            prove()
        aside = _set_aside(target, copies) if is_there and copies is not None else None
        for path in files_of(target)[1:]:  # they belong to the one that goes
            path.unlink(missing_ok=True)
        put_in_place(draft, target)
    finally:
        remove_file(draft)
    return aside


def _set_aside(target: Path, copies: Path) -> Path:
    """Copy what is there; what is too damaged for it, file by file."""
    try:
        with closing(sqlite3.connect(target)) as there:
            there.execute("PRAGMA journal_mode=DELETE")
        settings = {"ENGINE": "sqlite3", "NAME": str(target)}
        return copy_database(settings, copies, "before-restoring")
    except (NoCopy, sqlite3.Error):
        folder = copies / f"{datetime.now():%Y-%m-%d-%H%M%S}-damaged"
        own_folder(folder)
        for path in files_of(target):
            if path.exists():
                shutil.copy2(path, folder)
        return folder


@contextmanager
def _connected_to(path: Path) -> Iterator[None]:
    """Let the program work on that file for a while."""
    settings: dict[str, Any] = connection.settings_dict
    connection.close()
    before, settings["NAME"] = settings["NAME"], str(path)
    try:
        yield
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=DELETE")  # all of it is in the one file
    finally:
        connection.close()
        settings["NAME"] = before


def restore_postgresql(file: Path, prove: Prove) -> None:
    """Read a dump into an empty database: all of it, or nothing."""
    with connection.cursor() as cursor:
        if connection.introspection.table_names(cursor):
            raise NotRestored(
                "There is something in the database already. Make an empty one, name it in "
                "DATABASE_URL, and restore into that."
            )
    whole = ("--no-owner", "--single-transaction", "--exit-on-error", str(file))
    try:
        run_program("pg_restore", *whole, settings=connection.settings_dict)
    except ProgramFailed as problem:
        raise NotRestored(str(problem)) from problem
    prove()
