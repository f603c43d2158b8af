"""What one worker has made in its database, kept in a file for the other workers of the run."""

from __future__ import annotations

import fcntl
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import connection
from django.db.models import Model

Rows = dict[str, list[tuple[object, ...]]]


def made_once(path: Path, make: Callable[[], list[str]]) -> list[str]:
    """Make something in the database, or bring it there as another worker has made it."""
    with _alone(path):
        if path.exists():
            said: list[str]
            said, rows = pickle.loads(path.read_bytes())
            _write(rows)
            return said
        said = make()
        path.write_bytes(pickle.dumps((said, _read())))
        return said


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _models() -> list[type[Model]]:
    return [User, *apps.get_app_config("tournaments").get_models()]


def _columns(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def _read() -> Rows:
    return {
        model._meta.label: list(model._base_manager.values_list(*_columns(model)))
        for model in _models()
    }


def _write(rows: Rows) -> None:
    """The keys are checked at the end of a transaction: rows may come before what they name."""
    for model in _models():
        names = _columns(model)
        model._base_manager.bulk_create(
            model(**dict(zip(names, values, strict=True))) for values in rows[model._meta.label]
        )
    with connection.cursor() as cursor:
        for sentence in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(sentence)
