"""Rows that every save reads or writes, by statements that are put together once.

The mapper puts a statement together each time, and that costs more than the statement: five times
as much for a hand and its version. What such rows are stays with their models.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, cached_property
from itertools import islice
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Field, Model
from django.db.models.expressions import Col
from django.db.models.signals import post_save

M = TypeVar("M", bound=Model)


class Rows(Generic[M]):
    """The rows of a model in a statement that is written out, which calls its table `name`.

    `later`: the fields that are read when somebody asks for them.
    """

    def __init__(self, model: type[M], name: str, later: Collection[str] = ()) -> None:
        self.model = model
        self._fields = [one for one in model._meta.concrete_fields if one.name not in later]
        self.columns = ", ".join(f'"{name}"."{field.column}"' for field in self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def read(self, row: Sequence[Any]) -> M:
        """The object of a row with these columns, as the mapper makes it."""
        values = list(row)
        for place, column in self._converted:
            for convert in _converters(column):
                values[place] = convert(values[place], column, connection)
        names = [field.attname for field in self._fields]
        return self.model.from_db(connection.alias, names, values)

    @cached_property
    def _converted(self) -> list[tuple[int, Col]]:
        """The columns that are kept in another way than they are read."""
        columns = [field.cached_col for field in self._fields]
        return [(place, each) for place, each in enumerate(columns) if _converters(each)]


class Joined(Generic[M]):
    """The rows of a model, each with those that it names, in a statement that is written out.

    `along`: what is read with a row, as `select_related` has it, "round" before "round__event". The
    model's table is called `name`, and every other one as it stands in `along`.
    """

    def __init__(self, model: type[M], name: str, *along: str) -> None:
        rows: dict[str, Rows[Any]] = {name: Rows(model, name)}
        self._relations: list[tuple[str, str, Any]] = []
        self.tables = f'{model._meta.db_table} AS "{name}"'
        for path in along:
            before, _, word = path.rpartition("__")
            holder = before or name
            relation: Any = rows[holder].model._meta.get_field(word)
            rows[path] = Rows(relation.related_model, path)
            self._relations.append((path, holder, relation))
            ((ours, theirs),) = relation.get_joining_fields()
            self.tables += (
                f' LEFT JOIN {relation.related_model._meta.db_table} AS "{path}"'
                f' ON "{path}".{theirs.column} = "{holder}".{ours.column}'
            )
        self.columns = ", ".join(each.columns for each in rows.values())
        self._rows = rows

    def read(self, row: Sequence[Any]) -> M:
        """The object of a row of these columns, with those that it names."""
        left, found = iter(row), dict[str, Any]()
        for path, rows in self._rows.items():
            part = list(islice(left, len(rows)))
            found[path] = None if part.count(None) == len(part) else rows.read(part)
        for path, holder, relation in self._relations:
            if found[holder] is not None:
                relation.set_cached_value(found[holder], found[path])
            if found[path] is not None and relation.one_to_one:
                relation.remote_field.set_cached_value(found[path], found[holder])
        thing: M = next(iter(found.values()))
        return thing


def _converters(column: Col) -> list[Any]:
    return connection.ops.get_db_converters(column) + column.get_db_converters(connection)


def insert(row: Model) -> None:
    """Write a new row and give it its key, and tell whoever hears of saved rows, as `save` does."""
    statement, fields = _insert(type(row))
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row.pk = cursor.fetchone()[0] if cursor.description else cursor.lastrowid
    row._state.adding, row._state.db = False, connection.alias
    post_save.send(type(row), instance=row, created=True)


@cache
def _insert(model: type[Model]) -> tuple[str, list[Field[Any, Any]]]:
    meta = model._meta
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(["%s"] * len(fields))
    returning = ' RETURNING "id"' if connection.vendor == "postgresql" else ""
    return f'INSERT INTO "{meta.db_table}" ({columns}) VALUES ({values}){returning}', fields
