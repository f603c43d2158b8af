"""Who else on this machine may read what the program keeps: nobody."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER, FILE = 0o700, 0o600
FOLDERS = ("backups", "copies", "https")
FILES = ("secret_key", "demo_director")


def files_of(database: object) -> list[Path]:
    """The file of a database of SQLite, and those that it may have beside it; there or not."""
    return [Path(f"{database}{end}") for end in ("", "-journal", "-wal", "-shm")]


def kept_paths(folder: Path, database: dict[str, Any]) -> Iterator[Path]:
    """Everything private that there is: in the program's `folder`, and a file of SQLite."""
    found = [folder, *(folder / name for name in FILES)]
    for each in FOLDERS:
        found += [folder / each, *(folder / each).glob("*")]
    if "sqlite" in database["ENGINE"]:
        found += files_of(database["NAME"])
    yield from (path for path in found if path.exists() and not path.is_symlink())


def open_to_others(paths: Iterator[Path]) -> list[Path]:
    """Those of these that somebody else on the machine could read, change or enter."""
    return [path for path in paths if stat.S_IMODE(path.stat().st_mode) & 0o077]


def close_to_others(paths: Iterator[Path]) -> Iterator[str]:
    """Take their rights from all others; a sentence for each of what was open to them."""
    for path in open_to_others(paths):
        try:
            os.chmod(path, FOLDER if path.is_dir() else FILE)
        except OSError as problem:
            yield f"Others on this machine can read {path}, and that cannot be changed: {problem}."
        else:
            yield f"Others on this machine could read {path}: now only you can."
