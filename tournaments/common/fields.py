"""Inputs for what has none of its own (money, lists of numbers, lines), and for each setting."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from accounts.letting_in import LettingInForm
from formats.figures import typed_money
from formats.options import Setting, labelled
from scoring.ruleset import Ruleset
from tournaments.common.texts import LineField, Prose, on_one_line

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST_NUMBERS = 60
LARGEST = 9_999
LONGEST_TEXT = 500
AMOUNT = re.compile(r"[0-9]{1,5}(\.[0-9]{1,2})?")
BETWEEN = str.maketrans(",;/–—", "     ")
BETWEEN_AMOUNTS = re.compile(r"[\s;/–—]+|,\s+")


def figure(width: int = 5) -> forms.TextInput:
    """An input for a number, with the phone's keyboard for figures."""
    return forms.TextInput(
        attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": width, "class": "figure"}
    )


def _plain(longest: int = LONGEST_TEXT) -> forms.TextInput:
    return forms.TextInput(attrs={"autocomplete": "off", "maxlength": longest})


class WholeNumber(forms.IntegerField):
    """A whole number within its limits; empty is 0, where that is one of them."""

    def __init__(self, low: int, high: int, label: str | None = None) -> None:
        sentence = _("A whole number from %(low)s to %(high)s.") % {"low": low, "high": high}
        super().__init__(
            min_value=low,
            max_value=high,
            required=low > 0,
            label=label,
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

    def __init__(self, label: StrPromise | str | None = None) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off", "class": "figure", "maxlength": 9}
        super().__init__(required=False, label=label, widget=forms.TextInput(attrs=attrs))

    def prepare_value(self, value: object) -> object:
        """Cents as an amount."""
        return typed_money(value) if isinstance(value, int) else value

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
    """Names, or what `reads` can read, one a line; `unread` says that a line cannot be read."""

    def __init__(
        self, *, most: int, longest: int, reads: Callable[[str], object] = bool, unread: str = ""
    ) -> None:
        widget = forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST_TEXT})
        super().__init__(required=False, widget=widget)
        self.most, self.longest, self.reads, self.unread = most, longest, reads, unread

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
        for line in lines:
            if not self.reads(line):
                raise ValidationError(self.unread % {"line": line})
        return lines


class Amounts(forms.CharField):
    """Amounts with spaces between them, kept in cents."""

    def __init__(self) -> None:
        super().__init__(required=False, widget=_plain())

    def prepare_value(self, value: object) -> object:
        """The amounts as they are typed."""
        return " ".join(map(typed_money, value)) if isinstance(value, tuple) else value

    def to_python(self, value: object) -> tuple[int, ...]:  # type: ignore[override]  # more than the text
        """The cents of the amounts."""
        words = list(filter(None, BETWEEN_AMOUNTS.split(str(super().to_python(value)))))
        if len(words) > MOST_NUMBERS:
            raise ValidationError(_("At most %(most)s amounts.") % {"most": MOST_NUMBERS})
        texts = [word.replace(",", ".") for word in words]
        if not all(AMOUNT.fullmatch(text) and Decimal(text) for text in texts):
            raise ValidationError(_("Amounts with spaces between them, such as 300 200 100."))
        return tuple(int(Decimal(text) * 100) for text in texts)


# The input of a setting of an event or a series.


def field_for(option: Setting, game: Ruleset | None = None) -> forms.Field:
    """The input for a setting with its label and hint; `game` says what can be chosen.

    What takes several inputs (`ordered`, `games`) has none of its own here.
    """
    field = _bare_input(option, game)
    field.label = gettext(option.label)
    field.help_text = gettext(option.meaning) if option.meaning else ""
    return field


def _bare_input(option: Setting, game: Ruleset | None) -> forms.Field:
    if option.kind == "choice" or option.offers is not None:
        choices = option.choices if game is None else option.choices_for(game)
        return forms.TypedChoiceField(
            choices=labelled(choices),
            coerce=int if isinstance(option.default, int) else str,
            required=all(choice.value != "" for choice in choices),
        )
    if option.kind == "flag":
        return forms.BooleanField(required=False)
    if option.kind == "number":
        return WholeNumber(option.low, option.high)
    if option.kind == "money":
        return Money()
    if option.kind == "numbers":
        return Numbers(most=option.most, lowest=option.low)
    if option.kind == "amounts":
        return Amounts()
    if option.kind == "lines":
        reads, unread = option.reads or bool, gettext(option.unread)
        return Lines(most=option.most, longest=option.longest, reads=reads, unread=unread)
    if option.kind == "prose":
        area = forms.Textarea(attrs={"rows": 4})
        return Prose(required=False, max_length=option.longest, widget=area)
    return LineField(required=False, max_length=option.longest, widget=_plain(option.longest))


SHORTEST, LONGEST_PHONE, LONGEST_MAIL = 6, 15, 120
SAME_DIGITS = 9
"""So many last digits are the same however a number was written, with or without the country."""

_BETWEEN = re.compile(r"[\s()/.\-–]+")
_PHONE = re.compile(rf"\+?[0-9]{{{SHORTEST},{LONGEST_PHONE}}}")
_MAIL = re.compile(r"[^@\s,;<>\"]+@[^@\s,;<>\"]+\.[^@\s,;<>\".]{2,}")


class Reached(NamedTuple):
    """How somebody is reached: a phone number, an e-mail address, "" where there is none."""

    phone: str = ""
    mail: str = ""


def read_phone(typed: str) -> str | None:
    """A phone number in digits, None where it is none.

    >>> read_phone("0151 / 234-5678"), read_phone("0049 (151) 2345678"), read_phone("call me")
    ('01512345678', '+491512345678', None)
    """
    digits = _BETWEEN.sub("", typed)
    if digits.startswith("00"):
        digits = f"+{digits[2:]}"
    return digits if _PHONE.fullmatch(digits) else None


def read_mail(typed: str) -> str | None:
    """An e-mail address in small letters, None where it is none.

    >>> read_mail(" Anna@Example.org "), read_mail("anna@home")
    ('anna@example.org', None)
    """
    mail = typed.strip().casefold()
    return mail if len(mail) <= LONGEST_MAIL and _MAIL.fullmatch(mail) else None


class MailField(LineField):
    """Asks for an e-mail address to which a letter is sent."""

    def __init__(self, **more: Any) -> None:  # noqa: ANN401 - as Django has it
        keys = {"inputmode": "email", "autocapitalize": "none", "spellcheck": "false"}
        widget = forms.TextInput({"autocomplete": "email", **keys})
        super().__init__(max_length=LONGEST_MAIL, widget=widget, **more)

    def clean(self, typed: Any) -> str:  # noqa: ANN401 - as Django has it
        """The address in small letters, "" of none."""
        line = str(super().clean(typed))
        if not line:
            return ""
        problem = ValidationError(_("No e-mail address, such as anna@example.org."))
        found = read_mail(line)
        if found is None:
            raise problem
        try:
            validate_email(found)
        except ValidationError:
            raise problem from None
        return found


class MailForm(LettingInForm):
    """Asks to which address a letter is sent."""

    mail = MailField(label=gettext_lazy("E-mail"))

    def say_many(self) -> None:
        """That no more letters go there today."""
        self.add_error("mail", _("Several letters went to this address today: try it tomorrow."))


def read_either(typed: str) -> Reached | None:
    """Whichever of the two somebody typed, None where it is neither.

    >>> read_either("0151 2345678"), read_either("anna@example.org"), read_either("?")
    (Reached(phone='01512345678', mail=''), Reached(phone='', mail='anna@example.org'), None)
    """
    if not typed.strip():
        return Reached()
    if "@" in typed:
        mail = read_mail(typed)
        return None if mail is None else Reached(mail=mail)
    phone = read_phone(typed)
    return None if phone is None else Reached(phone=phone)


def marks_of(reached: Reached) -> frozenset[str]:
    """By what two are compared: equal marks are the same phone or the same address.

    >>> marks_of(Reached("01512345678")) == marks_of(Reached("+491512345678"))
    True
    """
    marks = [f"phone {reached.phone[-SAME_DIGITS:]}"] if reached.phone else []
    return frozenset(marks + ([f"mail {reached.mail}"] if reached.mail else []))
