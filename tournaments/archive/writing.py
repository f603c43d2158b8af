"""Writing an event out: a JSON file with every row, the same bytes whenever the event is the same.

The rows stand in the order in which they were written down, and a key is the place of a row in its
part, from 1. The checksum is the SHA-256 of the file's values in their order, each as compact JSON
with sorted names, each followed by a line feed: see `Digest`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, BinaryIO, NamedTuple

from django.conf import settings
from django.db import connection, transaction

from tournaments.archive.graph import INSIDE, LEFT_OUT_ROWS, Part, as_json, parts
from tournaments.common.cache import uncached
from tournaments.events.standings.queries.final import final_rows
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Event

FORMAT = "sheepfold event"
FORMAT_VERSION = 1
ROWS_AT_ONCE = 2_000

Tell = Callable[[str, int], None]
"""Is told the name of a part and how many of its rows are done."""


class Written(NamedTuple):
    """What was written: the checksum, and how many rows of each part."""

    checksum: str
    rows: dict[str, int]


class Digest:
    """The checksum of values, one after the other."""

    def __init__(self) -> None:
        self._digest = sha256()

    def add(self, value: object) -> str:
        """Take a value in; its text."""
        text = compact(value)
        self._digest.update(f"{text}\n".encode())
        return text

    @property
    def text(self) -> str:
        """The checksum so far, as hexadecimal digits."""
        return self._digest.hexdigest()


def compact(value: object) -> str:
    """A value as the shortest JSON, names sorted.

    >>> compact({"b": 1, "a": ["é"]})
    '{"a":["é"],"b":1}'
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def program_version() -> str:
    """The version of this program."""
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))
    version: str = project["project"]["version"]
    return version


def standing_rows(event: Event) -> list[list[object]]:
    """The standing as a list of start number, place and total."""
    with uncached():
        return [list(row) for row in final_rows(event_standing(event))]


def write_event(event: Event, out: BinaryIO, tell: Tell = lambda name, rows: None) -> Written:
    """Write everything that belongs to an event, as it is at one moment."""
    with one_moment():
        writer = _Writer(Event.objects.get(pk=event.pk), tell)
        for text in writer.texts():
            out.write(text.encode())
    rows = {name: len(numbers) for name, numbers in writer.numbers.items()}
    return Written(writer.digest.text, rows)


@contextmanager
def one_moment() -> Iterator[None]:
    """Everything that is read inside is of the same moment, while others go on writing.

    Inside a transaction it is that transaction's business.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        # Not by `atomic`, which would take the lock of those who write.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")


class _Writer:
    """Writes one event, and keeps which number took the place of which key."""

    def __init__(self, event: Event, tell: Tell) -> None:
        self.event = event
        self.tell = tell
        self.digest = Digest()
        self.numbers: dict[str, dict[int, int]] = {}

    def texts(self) -> Iterator[str]:
        """The whole file, piece by piece."""
        head = {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "program": program_version(),
            "standing": standing_rows(self.event),
        }
        yield "{\n"
        for name, value in head.items():
            self.digest.add(name)
            yield f'"{name}":{self.digest.add(value)},\n'
        yield '"parts":{\n'
        for place, part in enumerate(parts()):
            yield ",\n" if place else ""
            yield from self._part(part)
        yield f'\n}},\n"sha256":"{self.digest.text}"\n}}\n'

    def _part(self, part: Part) -> Iterator[str]:
        names = [field.name for field in part.fields]
        yield f'{self.digest.add(part.name)}:{{"fields":{self.digest.add(names)},"rows":['
        numbers = self.numbers[part.name] = dict[int, int]()
        for key, *row in self._rows_of(part):
            numbers[key] = len(numbers) + 1
            yield ",\n" if len(numbers) > 1 else "\n"
            yield self.digest.add(self._row(part, row))
            if len(numbers) % ROWS_AT_ONCE == 0:
                self.tell(part.name, len(numbers))
        yield "]}"
        self.tell(part.name, len(numbers))

    def _row(self, part: Part, row: Sequence[Any]) -> list[object]:
        found = []
        for field, value in zip(part.fields, row, strict=True):
            target = part.keys.get(field.name)
            if target is not None:
                value = None if value is None else self.numbers[target.__name__][value]
            elif (part.name, field.name) in INSIDE:
                value = INSIDE[part.name, field.name](value, self.numbers)
            found.append(as_json(value))
        return found

    def _rows_of(self, part: Part) -> Iterator[tuple[Any, ...]]:
        columns = ("pk", *(field.attname for field in part.fields))
        manager = part.model._default_manager
        if part.path is None:
            yield from self._pointed_at(part, columns)
        else:
            own = {part.path: self.event} if part.path else {"pk": self.event.pk}
            rows = manager.filter(**own).order_by("pk").values_list(*columns)
            if part.name in LEFT_OUT_ROWS:
                rows = rows.exclude(**LEFT_OUT_ROWS[part.name])
            yield from rows.iterator(chunk_size=ROWS_AT_ONCE)

    def _pointed_at(self, part: Part, columns: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
        """The rows at which others point, in the order in which they do: their own keys say
        nothing about the event."""
        keys: dict[int, None] = {}
        for other in parts():
            for name, target in other.keys.items():
                if target is part.model:
                    own = other.model._default_manager.filter(**{f"{other.path}": self.event})
                    keys |= dict.fromkeys(own.order_by("pk").values_list(f"{name}_id", flat=True))
        wanted = [key for key in keys if key is not None]
        for start in range(0, len(wanted), 500):
            some = wanted[start : start + 500]
            rows = part.model._default_manager.filter(pk__in=some).values_list(*columns)
            found = {row[0]: row for row in rows}
            yield from (found[key] for key in some)
