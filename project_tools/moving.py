"""All rows of a database into another, and whether they are the same in both."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

AT_A_TIME = 1000  # rows; so few are held in memory
SECONDS_OF_SILENCE = 2
MOST_NAMED = 20
DIGESTS = 2**256

Row = tuple[Any, ...]
Say = Callable[[str], None]


class NotMoved(Exception):
    """Nothing was moved: why, in a sentence."""


class Sum(NamedTuple):
    """How many rows a table has, and a number that is another one if any value in it is."""

    rows: int
    digest: str


def tables() -> list[type[Model]]:
    """All that the program keeps rows in; also those of frameworks, and those between two."""
    found = apps.get_models(include_auto_created=True)
    return [each for each in found if each._meta.managed and not each._meta.proxy]


def unknown_tables(alias: str) -> list[str]:
    """Tables that somebody else has put into a database."""
    known = {"django_migrations", *(each._meta.db_table for each in tables())}
    return sorted(set(connections[alias].introspection.table_names()) - known)


def sums(alias: str, say: Say) -> dict[str, Sum]:
    """The sum of each table."""
    return {each._meta.db_table: sum_of(rows_told(each, alias, say)) for each in tables()}


def rows_told(model: type[Model], alias: str, say: Say) -> Iterator[Row]:
    """The rows of a table as they are, by their keys; now and then a line says how far it is."""
    said = time.monotonic()
    names = [field.attname for field in model._meta.concrete_fields]
    found = model._base_manager.using(alias).order_by("pk").values_list(*names)
    for number, row in enumerate(found.iterator(chunk_size=AT_A_TIME)):
        if number % AT_A_TIME == 0 and time.monotonic() - said > SECONDS_OF_SILENCE:
            say(f"  {model._meta.db_table}: {number:,} rows…")
            said = time.monotonic()
        yield row


def sum_of(rows: Iterable[Row]) -> Sum:
    """Count rows, and add up their digests: databases do not agree on the order of texts.

    >>> sum_of([(1, "Anna"), (2, "Bert")]) == sum_of([(2, "Bert"), (1, "Anna")])
    True
    >>> sum_of([(1, "Anna")]) == sum_of([(1, "Bert")])
    False
    """
    count = total = 0
    for row in rows:
        text = json.dumps([canonical(value) for value in row], sort_keys=True)
        total = (total + int.from_bytes(sha256(text.encode()).digest())) % DIGESTS
        count += 1
    return Sum(count, f"{total:064x}")


def canonical(value: object) -> object:
    """A value as JSON has it, the same from each database.

    >>> canonical({"points": 2.0, "shares": [0.5]})
    {'points': 2, 'shares': [0.5]}
    >>> canonical(memoryview(b"ab"))
    '6162'
    """
    match value:
        case None | bool() | int() | str():
            return value
        case float():  # PostgreSQL gives 1e16 back as a whole number
            return int(value) if value.is_integer() else value
        case dict():
            return {name: canonical(each) for name, each in value.items()}
        case list():
            return [canonical(each) for each in value]
        case bytes() | memoryview():
            return bytes(value).hex()
        case datetime():
            return value.astimezone(UTC).isoformat()
    return str(value)  # a date, a number of a form


def refuse_unfit(source: str, target: str, say: Say) -> None:
    """Raise NotMoved where a value would not go into the target; names each place."""
    found = list(islice(unfit_values(source, target, say), MOST_NAMED + 1))
    if found:
        more = "\n… and more" if len(found) > MOST_NAMED else ""
        raise NotMoved(
            "The other database cannot hold everything that is in this one:\n"
            + "\n".join(found[:MOST_NAMED])
            + more
        )


def unfit_values(source: str, target: str, say: Say) -> Iterator[str]:
    """Where something stands that only SQLite takes."""
    ranges = connections[target].ops.integer_field_ranges
    if connections[target].vendor == "sqlite":
        return
    for model in tables():
        fields = model._meta.concrete_fields
        kept_as = [getattr(field, "target_field", field) for field in fields]
        limits = [(kept.max_length, ranges.get(kept.get_internal_type())) for kept in kept_as]
        for row in rows_told(model, source, say):
            for field, (longest, range_), value in zip(fields, limits, row, strict=True):
                if why := why_unfit(value, longest, range_):
                    key = row[fields.index(model._meta.pk)]
                    yield f"  {model._meta.db_table} {key}, {field.column}: {why}."


def why_unfit(value: object, longest: int | None, range_: tuple[int, int] | None) -> str:
    r"""Why PostgreSQL would not take a value; "" where it does.

    >>> why_unfit("Anna", 80, None)
    ''
    >>> why_unfit(["Anna", {"a": "Be\0rt"}], None, None)
    'text with the character NUL'
    >>> why_unfit("Anna", 3, None)
    'a text of 4 characters where there is room for 3'
    >>> why_unfit(32768, None, (-32768, 32767))
    'the number 32768, which is too large'
    """
    match value:
        case str():
            if range_ is not None:
                return "text where a number belongs"
            if "\0" in value:
                return "text with the character NUL"
            if any("\ud800" <= character <= "\udfff" for character in value):
                return "text with half a character"
            if longest is not None and len(value) > longest:
                return f"a text of {len(value)} characters where there is room for {longest}"
        case bool():
            return ""
        case int() if range_ is not None and not range_[0] <= value <= range_[1]:
            return f"the number {value}, which is too large"
        case float() if not math.isfinite(value):
            return "a number that is none"
        case dict():
            return why_unfit([*value, *value.values()], None, None)
        case list():
            return next(filter(None, (why_unfit(each, None, None) for each in value)), "")
    return ""


def copy_rows(source: str, target: str, say: Say) -> None:
    """Put the rows of all tables into a database that has the tables, in one transaction.

    What the migrations have put there goes: keys are those of the source. To what a row belongs is
    looked at in the end, so their order is free.
    """
    there = connections[target]
    with transaction.atomic(using=target), there.cursor() as cursor:
        for model in tables():
            cursor.execute(f"DELETE FROM {there.ops.quote_name(model._meta.db_table)}")
        for model in tables():
            copy_table(model, source, target, say)
        put_last_keys(there, last_keys(connections[source]))


def copy_table(model: type[Model], source: str, target: str, say: Say) -> None:
    """Put the rows of one table into the other database."""
    there, fields = connections[target], model._meta.concrete_fields
    quoted = there.ops.quote_name
    columns = ", ".join(quoted(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    insert = f"INSERT INTO {quoted(model._meta.db_table)} ({columns}) VALUES ({places})"
    rows = rows_told(model, source, say)
    with there.cursor() as cursor:
        while some := list(islice(rows, AT_A_TIME)):
            taken = (zip(fields, row, strict=True) for row in some)
            prepared = [[each.get_db_prep_value(v, there) for each, v in row] for row in taken]
            cursor.executemany(insert, prepared)


def last_keys(there: BaseDatabaseWrapper) -> dict[str, int]:
    """The last number that each table has given to a row, also to one that is gone since."""
    found = dict[str, int]()
    with there.cursor() as cursor:
        if there.vendor == "sqlite":
            cursor.execute("SELECT name, seq FROM sqlite_sequence")
            return dict(cursor.fetchall())
        for table, sequence in sequences(there):
            cursor.execute(f"SELECT last_value, is_called FROM {there.ops.quote_name(sequence)}")
            last, is_given = cursor.fetchone()
            found[table] = last if is_given else last - 1
    return found


def put_last_keys(there: BaseDatabaseWrapper, last: dict[str, int]) -> None:
    """Go on counting where the other database stopped: no number is given a second time."""
    with there.cursor() as cursor:
        if there.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence")
            cursor.executemany("INSERT INTO sqlite_sequence VALUES (%s, %s)", list(last.items()))
            return
        for table, sequence in sequences(there):
            given = last.get(table, 0)
            cursor.execute(
                "SELECT setval(%s, %s, %s)",
                [there.ops.quote_name(sequence), max(given, 1), given > 0],
            )


def sequences(there: BaseDatabaseWrapper) -> list[tuple[str, str]]:
    """Each table of PostgreSQL that numbers its rows, with what counts them."""
    with there.cursor() as cursor:
        return [
            (model._meta.db_table, found["name"])
            for model in tables()
            for found in there.introspection.get_sequences(cursor, model._meta.db_table)
        ]
