"""What people type: names, one line, several lines; nothing in them that cannot be written.

Every field for a text is one of these. Whatever has a grammar of its own, such as an amount, reads
it by that.
"""

from __future__ import annotations

import unicodedata

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext_lazy as _

from scoring.labels import UNWRITABLE
from tournaments.common.names import cleaned, is_visible

LONGEST_LINE = 200
"""Letters of the longest reason, note or other line that has no limit of its own."""


def on_one_line(text: str) -> None:
    """Refuse a name or a title that the record of a sheet could not hold."""
    if any(unicodedata.category(character) in UNWRITABLE for character in text):
        raise ValidationError(_("Only what can be written on one line."))


def on_lines(text: str) -> None:
    """Refuse a text in which anything but a new line cannot be written."""
    if any(unicodedata.category(sign) in UNWRITABLE for sign in text if sign != "\n"):
        raise ValidationError(_("Only what can be written, on as many lines as you like."))


def without_halves(text: str) -> str:
    """The same with a question mark for each half of a sign, which cannot be written."""
    return text.encode("utf-8", "replace").decode()


class _Written(forms.CharField):
    """A field for what is kept as it is seen."""

    default_error_messages = {
        "max_length": _("At most %(limit_value)s letters; these are %(show_value)s.")
    }

    def __init__(self, *, max_length: int = LONGEST_LINE, **more: object) -> None:
        super().__init__(max_length=max_length, **more)  # type: ignore[arg-type]
        # A zero character is a character that no line can hold: that is said once.
        self.validators = [
            each
            for each in self.validators
            if not isinstance(each, ProhibitNullCharactersValidator)
        ]


class LineField(_Written):
    """A field for one line, such as a reason, which is kept as it is seen."""

    default_validators = [on_one_line]

    def to_python(self, value: object) -> str:
        """The line without signs that nobody sees."""
        return cleaned(super().to_python(value) or "")


class Prose(_Written):
    """A field for several lines, such as what happened, which are kept as they are seen."""

    default_validators = [on_lines]
    widget = forms.Textarea

    def to_python(self, value: object) -> str:
        """The lines without signs that nobody sees."""
        typed = (super().to_python(value) or "").replace("\r\n", "\n").replace("\r", "\n")
        return "\n".join(map(cleaned, typed.split("\n"))).strip()


class Document(forms.CharField):
    """A field for the text of a file: its reader says which line cannot be read, and why."""

    def __init__(self, **more: object) -> None:
        super().__init__(strip=False, **more)  # type: ignore[arg-type]


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
