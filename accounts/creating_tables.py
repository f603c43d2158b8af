"""The step of a migration of any app that creates the tables of several models."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateTables(Operation):
    """Creates the tables of several models at once; each may refer to any other of them.

    For each model that comes by itself Django makes all classes of models anew that have to do with
    it, which takes longer than its table: here that is done once, when the first is asked for.
    """

    reversible = False

    def __init__(self, models: Sequence[CreateModel]) -> None:
        self.models = models

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Let the models be there, without their classes."""
        state.__dict__.pop("apps", None)
        for model in self.models:
            model.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Create them; what refers to what is looked at when all are there."""
        for model in self.models:
            model.database_forwards(app_label, schema_editor, from_state, to_state)
