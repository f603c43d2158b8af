"""What people type as names: one line, and nothing in it that cannot be written."""

from __future__ import annotations

import unicodedata

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.labels import UNWRITABLE
from tournaments.queries.looks import cleaned, is_visible


def on_one_line(text: str) -> None:
    """Refuse a name or a title that the record of a sheet could not hold."""
    if any(unicodedata.category(character) in UNWRITABLE for character in text):
        raise ValidationError(_("Only what can be written on one line."))


class NameField(forms.CharField):
    """A field for somebody's name, which is kept as it is seen."""

    def __init__(self, **more: object) -> None:
        super().__init__(validators=[on_one_line], **more)  # type: ignore[arg-type]

    def to_python(self, value: object) -> str:
        """The name without signs that nobody sees; ValidationError where nothing is left."""
        typed = super().to_python(value)
        if typed and not is_visible(typed):
            raise ValidationError(_("There is nothing to see in the name."))
        return cleaned(typed or "")
