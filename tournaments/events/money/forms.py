"""The forms of the cash book, and of handing prizes over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.common.actions import ActionForm, OnceForm
from tournaments.common.fields import Money, Numbers, figure
from tournaments.common.texts import Document, LineField
from tournaments.events.money.bank import read_statement
from tournaments.models import CashLine

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LONGEST = 200
LONGEST_REASON = 80
MOST_LETTERS = 100_000
KINDS = ((CashLine.PUT_IN, gettext_lazy("put in")), (CashLine.TAKEN_OUT, gettext_lazy("taken out")))


class SomeMoney(Money):
    """An amount that must be there; 0 is one."""

    def clean(self, value: object) -> object:
        """The cents; refused where nothing was typed."""
        if not str(value or "").strip():
            raise ValidationError(_("How much is it?"))
        return super().clean(value)


def _words(label: StrPromise, longest: int = LONGEST) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off", "maxlength": longest})
    return LineField(required=False, max_length=longest, label=label, widget=widget)


class LineForm(OnceForm):
    """What else was put into the box or taken out of it."""

    prefix = "line"
    kind = forms.ChoiceField(
        choices=KINDS,
        initial=CashLine.PUT_IN,
        widget=forms.RadioSelect,
        label=gettext_lazy("Which way"),
    )
    amount = SomeMoney(gettext_lazy("Amount"))
    note = _words(gettext_lazy("What for"))


class LostForm(OnceForm):
    """Lost-game money of a table: the amount, or how many games each lost where these have prices.

    Where neither is typed the hands of the table are to be counted.
    """

    prefix = "lost"
    round = forms.TypedChoiceField(coerce=int, label=pgettext_lazy("of an event", "Round"))
    table = forms.IntegerField(
        min_value=1,
        max_value=999,
        label=gettext_lazy("Table"),
        widget=figure(3),
        error_messages={"required": gettext_lazy("Which table?")},
    )
    amount = SomeMoney(gettext_lazy("Amount"))
    note = _words(pgettext_lazy("remark", "Note"))

    def __init__(
        self, rounds: int, prices: Sequence[int] = (), data: Mapping[str, str] | None = None
    ) -> None:
        """`rounds`: how many there are or will be; the last one comes first in mind. `prices`: of
        the lost games of a list, in cents."""
        super().__init__(data, initial={"round": rounds})
        field = self.fields["round"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(number), str(number)) for number in range(1, max(1, rounds) + 1)]
        self.prices = tuple(prices)
        if self.prices:
            self.fields["amount"] = Money(_("Amount"))
            self.fields["games"] = Numbers(most=8)
            self.fields["games"].label = _("Or lost games of each")

    def clean(self) -> dict[str, Any]:
        """Refuse two answers to one question."""
        typed = self.cleaned_data
        if typed.get("amount") and typed.get("games"):
            self.refuse(_("Either the amount, or the lost games."), "amount")
        return typed


class CountForm(ActionForm):
    """What somebody counted in the box."""

    prefix = "count"
    amount = SomeMoney(gettext_lazy("Counted"))
    note = _words(pgettext_lazy("remark", "Note"))


class FreeForm(ActionForm):
    """Why somebody plays for nothing."""

    reason = _words(gettext_lazy("Why for nothing"), LONGEST_REASON)


class PartForm(ActionForm):
    """How much is paid of the fee; what is more than that may stay in the box."""

    part = SomeMoney(gettext_lazy("Amount"))
    keeps_rest = forms.BooleanField(required=False)


class RefundForm(ActionForm):
    """How much is given back, and why."""

    amount = SomeMoney(gettext_lazy("Given back"))
    refund_reason = _words(gettext_lazy("Why"))


class StatementForm(ActionForm):
    """Asks for the lines of a bank, as text or as a file."""

    text = Document(
        required=False,
        max_length=MOST_LETTERS,
        label=gettext_lazy("The lines of the bank"),
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        required=False,
        label=gettext_lazy("Or a CSV file"),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )

    def clean_file(self) -> str:
        """The text of the file, in either of the two ways in which banks write letters."""
        uploaded = self.cleaned_data["file"]
        if not uploaded:
            return ""
        if uploaded.size > MOST_LETTERS:
            raise ValidationError(_("This file is too long: ask the bank for fewer days."))
        content: bytes = uploaded.read()
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            return content.decode("cp1252", "replace")

    def clean(self) -> dict[str, Any]:
        """One of both must hold something: its `lines`."""
        typed = self.cleaned_data
        typed["text"] = text = str(typed.get("file") or typed.get("text") or "")
        if not self.errors and not text.strip():
            self.add_error("text", _("Paste the lines here, or choose a file."))
        try:
            typed["lines"] = read_statement(text)
        except ValidationError as error:
            self.add_error("text", error)
        return typed
