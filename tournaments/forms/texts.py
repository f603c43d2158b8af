"""What people type as names: one line, and nothing in it that cannot be written."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.labels import UNWRITABLE


def on_one_line(text: str) -> None:
    """Refuse a name or a title that the record of a sheet could not hold."""
    if any(unicodedata.category(character) in UNWRITABLE for character in text):
        raise ValidationError(_("Only what can be written on one line."))
