"""Who works on a file of SQLite: servers share it, whoever exchanges it has it alone."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ENDING = "-in-use"


class InUse(Exception):
    """A server runs on it, or it is being exchanged."""


@contextmanager
def held(name: str | Path, *, alone: bool = False) -> Iterator[None]:
    """Hold the database `name`, together with other servers or `alone`; raises InUse.

    The system lets go of it when the process ends, however it ends. The mark is a file of its own:
    to open and close that of the database would take SQLite's own locks from it.
    """
    handle = os.open(f"{name}{ENDING}", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse from None
        yield
    finally:
        os.close(handle)


@contextmanager
def serving(database: dict[str, Any]) -> Iterator[None]:
    """Hold the database of these settings for as long as it is served; only SQLite needs it."""
    if "sqlite" not in database["ENGINE"]:
        yield
        return
    with held(database["NAME"]):
        yield
