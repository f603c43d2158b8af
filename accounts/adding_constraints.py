"""The step of a migration that adds constraints, and first names the rows that break one.

The migrations of every app use it; it stands in the lowest one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import (
    BaseConstraint,
    BooleanField,
    CheckConstraint,
    Count,
    ExpressionWrapper,
    Model,
    Q,
    QuerySet,
    UniqueConstraint,
)

MOST_NAMED = 10

Constraints = Mapping[str, Sequence[BaseConstraint]]
"""By the name of a model, those that it gets."""


class BrokenRows(Exception):
    """There are rows as none may be from now on: which, and what is wrong with them."""

    def __init__(self, sentences: Sequence[str]) -> None:
        listed = "\n".join(f"- {sentence}" for sentence in sentences)
        super().__init__(
            "There are rows in the database as none may be from this version on. Nothing was "
            f"changed by this step. What is wrong, and in which table:\n{listed}\n"
            "docs/upgrading.md says what to do."
        )


class AddConstraints(Operation):
    """Adds constraints to several models at once; raises BrokenRows, and then changes nothing.

    SQLite makes a table anew for its constraints: here each one once, however many it gets.
    """

    def __init__(self, constraints: Constraints) -> None:
        self.constraints = constraints

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Let the models have them, and make all of them anew at once, which takes a while."""
        keys = [(app_label, name.lower()) for name in self.constraints]
        for key, added in zip(keys, self.constraints.values(), strict=True):
            options = state.models[key].options
            options["constraints"] = [*options.get("constraints", []), *added]
        state.reload_models(keys, delay=True)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Look for rows that break one, then add them."""
        alias = schema_editor.connection.alias
        broken = [
            sentence
            for name, added in self.constraints.items()
            for constraint in added
            for sentence in broken_rows(
                from_state.apps.get_model(app_label, name)._default_manager.using(alias).all(),
                constraint,
            )
        ]
        if broken:
            raise BrokenRows(broken)
        for model, constraint in self._one_by_one(app_label, schema_editor, to_state):
            schema_editor.add_constraint(model, constraint)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Take them away again."""
        for model, constraint in self._one_by_one(app_label, schema_editor, to_state):
            schema_editor.remove_constraint(model, constraint)

    def describe(self) -> str:
        """What is done, for whoever lists migrations."""
        return f"Add {sum(map(len, self.constraints.values()))} constraints"

    def _one_by_one(
        self, app_label: str, editor: BaseDatabaseSchemaEditor, state: ProjectState
    ) -> Iterator[tuple[type[Model], BaseConstraint]]:
        """Those that are added, or taken away, one after the other.

        SQLite makes a table anew for its first check, with all constraints that its model has then.
        """
        for name, added in self.constraints.items():
            model = state.apps.get_model(app_label, name)
            checks = [each for each in added if isinstance(each, CheckConstraint)]
            is_made_anew = checks and editor.connection.vendor == "sqlite"
            yield from ((model, each) for each in (checks[:1] if is_made_anew else added))


def broken_rows(rows: QuerySet[Model], constraint: BaseConstraint) -> Iterator[str]:
    """A sentence where some of the rows break a constraint, with the first of their keys."""
    if isinstance(constraint, CheckConstraint):
        is_allowed = ExpressionWrapper(Q(constraint.condition), BooleanField())
        broken = rows.annotate(is_allowed=is_allowed).filter(is_allowed=False)
    else:
        assert isinstance(constraint, UniqueConstraint)
        rows = rows.filter(constraint.condition or Q())
        several = rows.order_by().values(*constraint.fields).annotate(rows=Count("pk"))
        same = Q()
        for values in several.filter(rows__gt=1).values(*constraint.fields):
            same |= Q(**values)
        broken = rows.filter(same) if same else rows.none()
    keys = broken.order_by("pk").values_list("pk", flat=True)
    first = list(keys[: MOST_NAMED + 1])
    if first:
        named = ", ".join(map(str, first[:MOST_NAMED]))
        more = f" and {keys.count() - MOST_NAMED} more" if len(first) > MOST_NAMED else ""
        yield f"{rows.model._meta.db_table} {named}{more}: {constraint.violation_error_message}"
