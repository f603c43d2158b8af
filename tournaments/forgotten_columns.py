"""Columns that two migrations got when databases had gone through them already.

Such a database is said to have the column, and has it not. SQLite does not even complain: where
it makes the table anew, each row gets the name of the column as its value.
"""

from __future__ import annotations

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython


def add_if_missing(model_name: str, name: str) -> RunPython:
    """The step of a migration that adds a column where it is not there."""

    def add(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        model = apps.get_model("tournaments", model_name)
        field, connection = model._meta.get_field(name), editor.connection
        with connection.cursor() as cursor:
            found = connection.introspection.get_table_description(cursor, model._meta.db_table)
        if name not in {column.name for column in found}:
            editor.add_field(model, field)

    return RunPython(add, RunPython.noop)


def forget_names(model_name: str, name: str) -> RunPython:
    """The step that puts what a new row has where SQLite has put the name of the column."""

    def forget(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor != "sqlite":
            return
        model = apps.get_model("tournaments", model_name)
        usual = model._meta.get_field(name).get_default()
        is_text = f"""typeof("{name}") = 'text'"""
        with editor.connection.cursor() as cursor:
            cursor.execute(
                f'UPDATE "{model._meta.db_table}" SET "{name}" = %s WHERE {is_text}', [usual]
            )

    return RunPython(forget, RunPython.noop)
