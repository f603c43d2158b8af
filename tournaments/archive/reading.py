"""Reading an event's file: whatever is wrong with it is said in a sentence with its place."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
from tournaments.models import MOST_BYTES

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

    def column(self, name: str) -> list[Any]:
        """The values of one field, row by row."""
        place = [field.name for field in self.fields].index(name)
        return [row[place] for row in self.rows]


@dataclass(frozen=True)
class Archive:
    """A file that was read: every value fits its field, and every key has its row."""

    program: str
    standing: Json
    rows: Mapping[str, Rows]

    def count(self, part: str) -> int:
        """How many rows a part has."""
        return len(self.rows[part].rows)

    def event(self, name: str) -> Any:  # noqa: ANN401 - a value of whatever field
        """A value of the event itself."""
        return self.rows["Event"].column(name)[0]


def read_archive(raw: bytes) -> Archive:
    """The event in a file; raises BadFile."""
    whole = _parsed(raw)
    _check_head(whole)
    _check_sum(whole)
    rows = {part.name: _Reader(part, whole["parts"]).rows() for part in _known(whole["parts"])}
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


class _Reader:
    """Reads the rows of one part."""

    def __init__(self, part: Part, written: Mapping[str, Json]) -> None:
        self.part = part
        # A part that came with a later version is not in older files.
        self.written = written.get(part.name, {"fields": [], "rows": []})

    def rows(self) -> Rows:
        """Every row, each value read by its field."""
        fields = self._fields()
        width = len(fields)
        for number, row in enumerate(self.written["rows"], 1):
            if not isinstance(row, list) or len(row) != width:
                text = _("%(place)s: There are not as many values as fields.")
                raise BadFile(text % {"place": place_of(self.part.name, number)})
            for place, field in enumerate(fields):
                row[place] = self._value(field, row[place], number)
        return Rows(fields, self.written["rows"])

    def _fields(self) -> tuple[AnyField, ...]:
        known = {field.name: field for field in self.part.fields}
        names = self.written["fields"]
        for name in names:
            if not isinstance(name, str) or name not in known or names.count(name) > 1:
                text = _("%(part)s: This version of Sheepfold does not know the field “%(field)s”.")
                raise BadFile(text % {"part": self.part.name, "field": str(name)[:40]})
        if self.written["rows"]:
            for field in self.part.fields:
                if field.name not in names and not _may_lack(field):
                    text = _("%(part)s: The field “%(field)s” is missing.")
                    raise BadFile(text % {"part": self.part.name, "field": field.name})
        return tuple(known[name] for name in names)

    def _value(self, field: AnyField, value: Json, number: int) -> object:
        try:
            if is_key(field):
                if not (field.null if value is None else is_whole(value, 1)):
                    raise Misfit(_("It must be the number of a row."))
                return value
            found = from_json(field, value)
            check_shape(self.part.name, field, found)
        except Misfit as misfit:
            place = place_of(self.part.name, number, field.name)
            raise BadFile(f"{place}: {misfit.sentence}") from None
        return found


def place_of(part: str, number: int, field: str = "") -> str:
    """Where in the file something is.

    >>> place_of("Entry", 3, "name")
    'Entry, row 3, “name”'
    """
    if field:
        words = _("%(part)s, row %(number)s, “%(field)s”")
        return words % {"part": part, "number": number, "field": field}
    return _("%(part)s, row %(number)s") % {"part": part, "number": number}


def _may_lack(field: AnyField) -> bool:
    return field.null or field.default is not NOT_PROVIDED or bool(field.blank)


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
    sheets = rows["EventTable"].column("table") if rows["EventTable"].rows else []
    if sorted(sheets) != list(range(1, len(rows["Table"].rows) + 1)):
        raise BadFile(_("There are sheets in this file that belong to no table of a round."))


def _check_rules(rows: Mapping[str, Rows]) -> None:
    """The settings of the event, and the house rules of every sheet."""
    _said("Event", 1, "settings", lambda: check_settings(rows["Event"].column("settings")[0]))
    seen: list[tuple[str, Json]] = []
    for part in ("Event", "Table"):
        if not rows[part].rows:
            continue
        both = zip(rows[part].column("ruleset"), rows[part].column("options"), strict=True)
        for number, pair in enumerate(both, 1):
            if pair not in seen[-1:]:
                ruleset, options = pair
                _said(part, number, "options", lambda r=ruleset, o=options: check_options(r, o))  # type: ignore[misc]
                seen.append(pair)


def _said(part: str, number: int, field: str, check: Callable[[], None]) -> None:
    try:
        check()
    except Misfit as misfit:
        raise BadFile(f"{place_of(part, number, field)}: {misfit.sentence}") from None
