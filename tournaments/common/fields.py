"""Inputs of an event's form for what has no input of its own: money, lists of numbers, lines."""

from __future__ import annotations

import re
from decimal import Decimal

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.common.texts import on_one_line
from tournaments.settings.labels import money

MOST_NUMBERS = 60
LARGEST = 9_999
LONGEST_TEXT = 500
AMOUNT = re.compile(r"[0-9]{1,5}(\.[0-9]{1,2})?")
BETWEEN = str.maketrans(",;/–—", "     ")


def figure(width: int = 5) -> forms.TextInput:
    """An input for a number, with the phone's keyboard for figures."""
    return forms.TextInput(
        attrs={
            "inputmode": "numeric",
            "autocomplete": "off",
            "maxlength": width,
            "class": "figure",
        }
    )


class WholeNumber(forms.IntegerField):
    """A whole number within its limits; empty is 0, where that is one of them."""

    def __init__(self, low: int, high: int) -> None:
        sentence = _("A whole number from %(low)s to %(high)s.") % {"low": low, "high": high}
        super().__init__(
            min_value=low,
            max_value=high,
            required=low > 0,
            widget=figure(),
            error_messages=dict.fromkeys(
                ("required", "invalid", "min_value", "max_value"), sentence
            ),
        )

    def clean(self, value: object) -> int:
        """The number, or 0 where nothing was typed."""
        return int(super().clean(value) or 0)


class Money(forms.CharField):
    """An amount with at most two decimals, kept in cents; empty is nothing."""

    def __init__(self) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off", "class": "figure", "maxlength": 9}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs))

    def prepare_value(self, value: object) -> object:
        """Cents as an amount."""
        return money(value) if isinstance(value, int) else value

    def to_python(self, value: object) -> int:  # type: ignore[override]  # more than the text
        """The cents of an amount."""
        text = str(super().to_python(value)).replace(",", ".") or "0"
        if not AMOUNT.fullmatch(text):
            raise ValidationError(_("An amount such as 10 or 12.50."))
        return int(Decimal(text) * 100)


class Numbers(forms.CharField):
    """Whole numbers with spaces or commas between them."""

    def __init__(self, *, most: int = MOST_NUMBERS, lowest: int = 0) -> None:
        super().__init__(required=False, widget=_plain())
        self.most, self.lowest = most, lowest

    def prepare_value(self, value: object) -> object:
        """The numbers as they are typed."""
        return " ".join(map(str, value)) if isinstance(value, tuple) else value

    def to_python(self, value: object) -> tuple[int, ...]:  # type: ignore[override]  # more than the text
        """The numbers."""
        words = str(super().to_python(value)).replace("%", " ").translate(BETWEEN).split()
        try:
            numbers = tuple(int(word) for word in words)
        except ValueError:
            raise ValidationError(_("Whole numbers with spaces between them.")) from None
        if len(numbers) > self.most:
            raise ValidationError(_("At most %(most)s numbers.") % {"most": self.most})
        if any(not self.lowest <= number <= LARGEST for number in numbers):
            values = {"low": self.lowest, "high": LARGEST}
            raise ValidationError(_("Each number from %(low)s to %(high)s.") % values)
        return numbers


class Lines(forms.CharField):
    """Names, one a line."""

    def __init__(self, *, most: int = 12, longest: int = 40) -> None:
        widget = forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST_TEXT})
        super().__init__(required=False, widget=widget)
        self.most, self.longest = most, longest

    def prepare_value(self, value: object) -> object:
        """The names as they are typed."""
        return "\n".join(value) if isinstance(value, tuple) else value

    def to_python(self, value: object) -> tuple[str, ...]:  # type: ignore[override]  # more than the text
        """The names that are not empty."""
        lines = tuple(filter(None, map(str.strip, str(super().to_python(value)).splitlines())))
        if len(lines) > self.most:
            raise ValidationError(_("At most %(most)s lines.") % {"most": self.most})
        for line in lines:
            on_one_line(line)
            if len(line) > self.longest:
                text = _("“%(line)s” is longer than %(longest)s letters.")
                raise ValidationError(text % {"line": line[:20], "longest": self.longest})
        return lines


def _plain() -> forms.TextInput:
    return forms.TextInput(attrs={"autocomplete": "off", "maxlength": LONGEST_TEXT})
