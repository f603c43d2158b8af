"""One value of one field, as the file has it; read back strictly, whoever wrote it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from math import isfinite
from typing import Any
from uuid import UUID

from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils.translation import gettext as _

from tournaments.archive.graph import AnyField

LARGEST = 2**63 - 1
DEEPEST = 12
RANGES: Mapping[str, tuple[int, int]] = BaseDatabaseOperations.integer_field_ranges


class Misfit(Exception):
    """A value that its field cannot hold: why, in a sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def written(value: object) -> object:
    """A value as JSON has it: moments in UTC, numbers and texts as they are."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    return str(value) if isinstance(value, UUID) else value


def read(field: AnyField, value: object) -> object:
    """The value that `written` wrote; raises Misfit."""
    if value is None:
        if field.null:
            return None
        raise Misfit(_("It must not be empty."))
    for kind, reader in _READERS:
        if isinstance(field, kind):
            return reader(field, value)
    raise Misfit(_("Nobody knows how to read it."))


def is_text(value: object, most: int) -> bool:
    """Whether it is a text that a database keeps and a page shows, of so many letters at most."""
    if not isinstance(value, str) or len(value) > most or "\0" in value:
        return False
    return not any("\ud800" <= sign <= "\udfff" for sign in value)


def is_whole(value: object, lowest: int = -LARGEST, highest: int = LARGEST) -> bool:
    """Whether it is a whole number between these two."""
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


def _text(field: AnyField, value: object) -> str:
    most = field.max_length or 10_000
    if not isinstance(value, str):
        raise Misfit(_("It must be a text."))
    if not is_text(value, most):
        text = _("It must be a text of at most %(most)s ordinary letters.")
        raise Misfit(text % {"most": most})
    if not value and not field.blank:
        raise Misfit(_("It must not be empty."))
    return value


def _whole(field: AnyField, value: object) -> int:
    lowest, highest = RANGES.get(field.get_internal_type(), (-LARGEST, LARGEST))
    if not isinstance(value, int) or not is_whole(value, lowest, highest):
        text = _("It must be a whole number between %(lowest)s and %(highest)s.")
        raise Misfit(text % {"lowest": lowest, "highest": highest})
    return value


def _flag(field: AnyField, value: object) -> bool:
    if not isinstance(value, bool):
        raise Misfit(_("It must be true or false."))
    return value


def _moment(field: AnyField, value: object) -> datetime:
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or found.tzinfo is None or not 1900 <= found.year <= 9000:
        raise Misfit(_("It must be a moment, such as 2026-05-01T18:30:00Z."))
    return found.astimezone(UTC)


def _uuid(field: AnyField, value: object) -> UUID:
    try:
        return UUID(value if isinstance(value, str) else "")
    except ValueError:
        raise Misfit(_("It must be the number of a form, 32 letters and digits.")) from None


def _json(field: AnyField, value: object) -> object:
    _look_through(value, DEEPEST)
    return value


def _look_through(value: object, deepest: int) -> None:
    """Refuse what no database keeps: numbers and texts beyond measure, boxes in boxes in boxes."""
    if deepest == 0:
        raise Misfit(_("It goes too deep."))
    if isinstance(value, list):
        for each in value:
            _look_through(each, deepest - 1)
    elif isinstance(value, dict):
        for name, each in value.items():
            _look_through(name, deepest)
            _look_through(each, deepest - 1)
    elif isinstance(value, str):
        if not is_text(value, 10_000):
            raise Misfit(_("There is a text in it that nobody can read."))
    elif isinstance(value, float):
        if not isfinite(value):
            raise Misfit(_("There is a number in it that is too large."))
    elif not (value is None or isinstance(value, bool) or is_whole(value)):
        raise Misfit(_("There is a number in it that is too large."))


_READERS: tuple[tuple[type[AnyField], Callable[[AnyField, object], Any]], ...] = (
    (models.CharField, _text),
    (models.TextField, _text),
    (models.BooleanField, _flag),
    (models.IntegerField, _whole),
    (models.DateTimeField, _moment),
    (models.UUIDField, _uuid),
    (models.JSONField, _json),
)
