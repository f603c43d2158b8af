"""A second database beside the one of the settings: empty, filled as a whole or not at all."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.utils import CursorWrapper

from config.environment import database_at, own_folder
from config.in_use import InUse, held
from project_tools.copies import put_in_place, remove_file
from project_tools.moving import NotMoved
from project_tools.rights import files_of

OTHER = "other"
"""What Django calls it for as long as it is worked on."""

PATIENCE = 2
"""Seconds: so long may PostgreSQL still know a connection of a server that has just ended."""

NOT_EMPTY = "There is something in the other database already: make an empty one, and name that."


def named(url: str) -> dict[str, Any]:
    """The settings of the database at an address; raises NotMoved."""
    try:
        return database_at(url)
    except (ImproperlyConfigured, ValueError) as problem:
        raise NotMoved("Name a database such as postgres://user@host/name.") from problem


@contextmanager
def left_alone() -> Iterator[None]:
    """Have the present database as it is now, with nobody else at work on it; raises NotMoved."""
    here = connections[DEFAULT_DB_ALIAS]
    if here.vendor == "sqlite":
        name = here.settings_dict["NAME"]
        try:
            with held(name, alone=True), transaction.atomic():
                yield
        except InUse as problem:
            raise NotMoved(f"A server runs on {name}: stop it first.") from problem
        return
    with _without_pool(), here.cursor() as cursor:
        last = time.monotonic() + PATIENCE
        while others := _others(cursor):
            if time.monotonic() > last:
                raise NotMoved(
                    f"Something else is connected to the database ({others}): "
                    "stop the servers first."
                )
            time.sleep(0.1)
        with transaction.atomic():
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield


def _others(cursor: CursorWrapper) -> int:
    """How many others are connected."""
    cursor.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    (count,) = cursor.fetchone()
    return int(count)


@contextmanager
def _without_pool() -> Iterator[None]:
    """One connection and no others that wait to be used."""
    here = connections[DEFAULT_DB_ALIAS]
    here.close()
    here.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's
    options = here.settings_dict["OPTIONS"]
    pool = options.pop("pool", None)
    try:
        yield
    finally:
        here.close()
        if pool is not None:
            options["pool"] = pool


@contextmanager
def filled_whole(settings: dict[str, Any]) -> Iterator[None]:
    """Work on an empty database, called OTHER; a fault, or a kill, leaves it as empty as it was."""
    if "sqlite" in settings["ENGINE"]:
        path = Path(settings["NAME"]).absolute()
        with _draft_of(path) as draft, _opened(settings | {"NAME": str(draft)}):
            yield
            with connections[OTHER].cursor() as cursor:
                cursor.execute("PRAGMA journal_mode=DELETE")  # all of it is in the one file
        return
    with _opened(settings), transaction.atomic(using=OTHER):
        if connections[OTHER].introspection.table_names():
            raise NotMoved(NOT_EMPTY)
        yield


@contextmanager
def _draft_of(path: Path) -> Iterator[Path]:
    """A file that is put in its place when it is finished."""
    if any(each.exists() for each in files_of(path)):
        raise NotMoved(f"There is a file {path} already: name another one.")
    own_folder(path.parent)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        yield draft
        put_in_place(draft, path)
    finally:
        remove_file(draft)


@contextmanager
def _opened(settings: dict[str, Any]) -> Iterator[None]:
    configured = connections.configure_settings({DEFAULT_DB_ALIAS: {}, OTHER: settings})
    connections.settings[OTHER] = configured[OTHER]
    try:
        yield
    finally:
        connections[OTHER].close()
        del connections[OTHER]
        del connections.settings[OTHER]


@contextmanager
def as_its_own() -> Iterator[None]:
    """Let the program work on OTHER as if it were the one of the settings."""
    usual = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[OTHER]
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual
        ContentType.objects.clear_cache()
