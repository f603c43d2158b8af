"""What the pages of a table ask the rooms above, where the table belongs to an event."""

from __future__ import annotations

from typing import Protocol

from django import forms

from tournaments.common.followers import Question
from tournaments.tables.access import Visit
from tournaments.tables.queries.sheets import Sheet


class AtEvent(Protocol):
    """The place of a table in an event, with its sheet, for the templates."""

    @property
    def is_done(self) -> bool:
        """Whether everything that was due is played."""


at_event: Question[[Visit, Sheet], AtEvent | None] = Question()
"""The place of the visited table, None at people's own tables."""

confirm_form: Question[[Visit], forms.Form] = Question()
"""The question whether the sheet is right."""
