"""Reading an event's file: whatever is wrong with it is said in a sentence with its place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import NOT_PROVIDED
from django.utils.translation import gettext as _

from tournaments.archive.graph import (
    AnyField,
    Misfit,
    Part,
    check_options,
    check_settings,
    check_shape,
    from_json,
    is_key,
    is_whole,
    parts,
)
from tournaments.archive.writing import FORMAT, FORMAT_VERSION, Digest
from tournaments.models import MOST_BYTES, Event

Json = Any


class BadFile(Exception):
    """A file that is not brought in: why, in a sentence or several."""

    def __init__(self, sentence: str, *more: str) -> None:
        super().__init__(sentence, *more)
        self.sentences = [sentence, *more]


@dataclass(frozen=True)
class Rows:
    """The rows of a part: their values in the order of the fields; keys are places from 1."""

    fields: tuple[AnyField, ...]
    rows: list[list[Any]]

    def named(self) -> list[dict[str, Any]]:
        """The rows, each with its values by the names of their fields."""
        names = [field.name for field in self.fields]
        return [dict(zip(names, row, strict=True)) for row in self.rows]


@dataclass(frozen=True)
class Archive:
    """A file that was read: every value fits its field, and every key has its row."""

    program: str
    standing: Json
    rows: Mapping[str, Rows]

    @cached_property
    def count(self) -> dict[str, int]:
        """How many rows each part has."""
        return {name: len(part.rows) for name, part in self.rows.items()}

    @cached_property
    def event(self) -> Event:
        """The event itself, of no club and not kept."""
        return Event(**self.rows["Event"].named()[0])


def read_archive(raw: bytes) -> Archive:
    """The event in a file; raises BadFile."""
    whole = _parsed(raw)
    _check_head(whole)
    _check_sum(whole)
    rows = {part.name: _rows_of(part, whole["parts"]) for part in _known(whole["parts"])}
    if len(rows["Event"].rows) != 1:
        raise BadFile(_("There is not one event in this file."))
    _check_keys(rows)
    _check_rules(rows)
    return Archive(str(whole["program"])[:40], whole["standing"], rows)


def _parsed(raw: bytes) -> dict[str, Json]:
    if len(raw) > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise BadFile(_("This file is larger than %(most)s MB.") % {"most": most})
    if not raw.strip():
        raise BadFile(_("This file is empty."))
    try:
        whole = json.loads(raw.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        text = _("This file cannot be read: it is damaged, or no event that was taken away.")
        raise BadFile(text) from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise BadFile(_("This file is no event that was taken away from Sheepfold."))
    return whole


def _refuse_constant(word: str) -> None:
    raise ValueError(word)


def _check_head(whole: Mapping[str, Json]) -> None:
    version = whole.get("version")
    if not is_whole(version, 1):
        raise BadFile(_("This file does not say of which format it is."))
    if version != FORMAT_VERSION:
        text = _("This file was written by a later version of Sheepfold. Update this one first.")
        raise BadFile(text)
    for name, kind in (("program", str), ("standing", list), ("parts", dict), ("sha256", str)):
        if not isinstance(whole.get(name), kind):
            raise BadFile(_("Something is missing in this file: “%(name)s”.") % {"name": name})
    for name, part in whole["parts"].items():
        is_table = isinstance(part, dict) and all(
            isinstance(part.get(member), list) for member in ("fields", "rows")
        )
        if not is_table:
            raise BadFile(_("%(part)s: There are no rows in it.") % {"part": name[:40]})


def _check_sum(whole: Mapping[str, Json]) -> None:
    digest = Digest()
    try:
        for name in ("format", "version", "program", "standing"):
            digest.add(name)
            digest.add(whole[name])
        for name, part in whole["parts"].items():
            digest.add(name)
            digest.add(part["fields"])
            for row in part["rows"]:
                digest.add(row)
    except (ValueError, RecursionError):
        raise BadFile(_("There is a text in this file that nobody can read.")) from None
    if digest.text != whole["sha256"]:
        text = _("This file was changed or damaged after it was written: its checksum is another.")
        raise BadFile(text)


def _known(written: Mapping[str, Json]) -> Sequence[Part]:
    names = {part.name for part in parts()}
    unknown = next((name for name in written if name not in names), None)
    if unknown is not None:
        text = _("%(part)s: This version of Sheepfold does not know what this is. Update it first.")
        raise BadFile(text % {"part": unknown[:40]})
    return parts()


def _rows_of(part: Part, parts_written: Mapping[str, Json]) -> Rows:
    """Every row of a part, each value read by its field."""
    # A part that came with a later version is not in older files.
    written = parts_written.get(part.name, {"fields": [], "rows": []})
    fields = _fields_of(part, written)
    for number, row in enumerate(written["rows"], 1):
        if not isinstance(row, list) or len(row) != len(fields):
            text = _("%(place)s: There are not as many values as fields.")
            raise BadFile(text % {"place": place_of(part.name, number)})
        for place, field in enumerate(fields):
            with _misfits_said(part.name, number, field.name):
                row[place] = _value(part, field, row[place])
    return Rows(fields, written["rows"])


def _fields_of(part: Part, written: Mapping[str, Json]) -> tuple[AnyField, ...]:
    known = {field.name: field for field in part.fields}
    names = written["fields"]
    for name in names:
        if not isinstance(name, str) or name not in known or names.count(name) > 1:
            text = _("%(part)s: This version of Sheepfold does not know the field “%(field)s”.")
            raise BadFile(text % {"part": part.name, "field": str(name)[:40]})
    for name, field in known.items():
        may_lack = field.null or field.default is not NOT_PROVIDED or field.blank
        if written["rows"] and name not in names and not may_lack:
            text = _("%(part)s: The field “%(field)s” is missing.")
            raise BadFile(text % {"part": part.name, "field": name})
    return tuple(known[name] for name in names)


def _value(part: Part, field: AnyField, value: Json) -> object:
    if is_key(field):
        if not (field.null if value is None else is_whole(value, 1)):
            raise Misfit(_("It must be the number of a row."))
        return value
    found = from_json(field, value)
    check_shape(part.name, field, found)
    return found


@contextmanager
def _misfits_said(part: str, number: int, field: str) -> Iterator[None]:
    """Of a value that its field cannot hold it is said where in the file it stands."""
    try:
        yield
    except Misfit as misfit:
        raise BadFile(f"{place_of(part, number, field)}: {misfit}") from None


def place_of(part: str, number: int, field: str = "") -> str:
    """Where in the file something is.

    >>> place_of("Entry", 3, "name")
    'Entry, row 3, “name”'
    """
    if field:
        words = _("%(part)s, row %(number)s, “%(field)s”")
        return words % {"part": part, "number": number, "field": field}
    return _("%(part)s, row %(number)s") % {"part": part, "number": number}


def _check_keys(rows: Mapping[str, Rows]) -> None:
    """Every key must be the number of a row; and what hangs on a sheet must have its sheet."""
    for part in parts():
        own = rows[part.name]
        for place, field in enumerate(own.fields):
            target = part.keys.get(field.name)
            if target is None:
                continue
            count = len(rows[target.__name__].rows)
            for number, row in enumerate(own.rows, 1):
                most = number - 1 if target is part.model else count
                if row[place] is not None and row[place] > most:
                    at = place_of(part.name, number, field.name)
                    raise BadFile(_("%(place)s: There is no such row.") % {"place": at})
    sheets = [row["table"] for row in rows["EventTable"].named()]
    if sorted(sheets) != list(range(1, len(rows["Table"].rows) + 1)):
        raise BadFile(_("There are sheets in this file that belong to no table of a round."))


def _check_rules(rows: Mapping[str, Rows]) -> None:
    """The settings of the event, and the house rules of every sheet."""
    with _misfits_said("Event", 1, "settings"):
        check_settings(rows["Event"].named()[0].get("settings", {}))
    checked: tuple[str, Json] | None = None
    for part in ("Event", "Table"):
        for number, row in enumerate(rows[part].named(), 1):
            rules = (row["ruleset"], row.get("options", {}))
            if rules != checked:
                with _misfits_said(part, number, "options"):
                    check_options(*rules)
                checked = rules
