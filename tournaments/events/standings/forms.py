"""The form in which a director names who had the highest game."""

from __future__ import annotations

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.actions import ActionForm
from tournaments.common.fields import figure
from tournaments.common.requests import read_key
from tournaments.common.texts import LineField

LONGEST = 200


class ReopenForm(ActionForm):
    """Asks why; the reason stands under every later list."""

    reason = LineField(
        max_length=LONGEST,
        label=gettext_lazy("Reason"),
        error_messages={
            "required": gettext_lazy("Say why: the reason stands under the amended list.")
        },
    )


MOST_DIGITS = 6
MOST_WINNERS = 20
LONGEST_WORDS = 120

_BETWEEN = re.compile(r"[\s,;/+&]+")


class StartNumbers(forms.CharField):
    """Start numbers with spaces or commas between them."""

    def to_python(self, value: object) -> list[int]:  # type: ignore[override]  # more than the text
        """The numbers, each once."""
        words = list(filter(None, _BETWEEN.split(str(super().to_python(value)))))
        if len(words) > MOST_WINNERS:
            raise ValidationError(_("At most %(most)s numbers.") % {"most": MOST_WINNERS})
        numbers = [read_key(word, MOST_DIGITS) for word in words]
        if None in numbers:
            raise ValidationError(_("A start number such as 12; with a space between several."))
        return sorted({number for number in numbers if number is not None})


class HighestForm(ActionForm):
    """Asks who had the highest game, by start number, and what it was."""

    winners = StartNumbers(
        max_length=LONGEST_WORDS,
        label=gettext_lazy("Start number"),
        help_text=gettext_lazy("Several who are level: with a space between them."),
        widget=figure(LONGEST_WORDS),
        error_messages={"required": gettext_lazy("Say who had it: the start number.")},
    )
    words = LineField(
        max_length=LONGEST_WORDS,
        label=gettext_lazy("What it was"),
        help_text=gettext_lazy("Such as “Tout with five runners, round 2”."),
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Say in a word what it was: everybody hears it.")},
    )
