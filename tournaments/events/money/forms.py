"""The forms of the cash book, and of handing prizes over."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.fields import (
    AMOUNT,
    LONGEST_TEXT,
    Lines,
    Money,
    Numbers,
    figure,
)
from tournaments.common.texts import Line
from tournaments.events.deed import DeedForm, OnceForm
from tournaments.models import CashLine
from tournaments.settings.labels import PRIZE_HINTS, REST_WORDS, STEP_WORDS, money
from tournaments.settings.prizes import goods_of, group_prize_of, lost_money

# The inputs for prizes on an event's form.

MOST_PLACES = 60
LONGEST_GOODS = 60
LONGEST_RULE = 120

_BETWEEN = re.compile(r"[\s;/–—]+|,\s+")


class Amounts(forms.CharField):
    """Amounts with spaces between them, kept in cents."""

    def __init__(self) -> None:
        attrs = {"autocomplete": "off", "maxlength": LONGEST_TEXT}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs))

    def prepare_value(self, value: object) -> object:
        """The amounts as they are typed."""
        return " ".join(map(money, value)) if isinstance(value, tuple) else value

    def to_python(self, value: object) -> tuple[int, ...]:  # type: ignore[override]  # more than the text
        """The cents of the amounts."""
        words = list(filter(None, _BETWEEN.split(str(super().to_python(value)))))
        if len(words) > MOST_PLACES:
            raise ValidationError(_("At most %(most)s amounts.") % {"most": MOST_PLACES})
        texts = [word.replace(",", ".") for word in words]
        if not all(AMOUNT.fullmatch(text) and Decimal(text) for text in texts):
            raise ValidationError(_("Amounts with spaces between them, such as 300 200 100."))
        return tuple(int(Decimal(text) * 100) for text in texts)


class ReadLines(Lines):
    """Lines of which each must be readable."""

    def __init__(self, reads: Callable[[str], object], sentence: str) -> None:
        super().__init__(most=20, longest=LONGEST_GOODS)
        self.reads, self.sentence = reads, sentence

    def to_python(self, value: object) -> tuple[str, ...]:  # type: ignore[override]  # as there
        """The lines, each of which could be read."""
        lines = super().to_python(value)
        for line in lines:
            if not self.reads(line):
                raise ValidationError(self.sentence % {"line": line})
        return lines


def prize_fields() -> dict[str, forms.Field]:
    """The inputs by name, in the order of the form; labels are given to them later."""
    fields: dict[str, forms.Field] = {
        "prize_amounts": Amounts(),
        "group_prizes": ReadLines(
            group_prize_of, _("“%(line)s”: write group, colon and prize, such as Ladies: 20.")
        ),
        "solos_prize": _prize(),
        "high_prize": _prize(),
        "last_prize": _prize(),
        "plus_prize": _prize(),
        "goods": ReadLines(
            goods_of, _("“%(line)s”: write places, colon and goods, such as 41–60: a crate.")
        ),
        "team_prizes": ReadLines(
            goods_of, _("“%(line)s”: write places, colon and prize, such as 1: 100 or 2–3: 5 %%.")
        ),
        "prizes_apart": forms.BooleanField(required=False),
        "reserve": Money(),
        "sponsored": Money(),
        "lost_games": Amounts(),
        "lost_to_prizes": forms.BooleanField(required=False),
        "prize_step": forms.TypedChoiceField(
            choices=[(str(step), words) for step, words in STEP_WORDS.items()], coerce=int
        ),
        "prize_rest": forms.ChoiceField(choices=list(REST_WORDS.items())),
        "absent_winners": _prize(LONGEST_RULE),
        "prizes_public": forms.BooleanField(required=False),
    }
    for name, field in fields.items():
        field.help_text = str(PRIZE_HINTS.get(name, ""))
    return fields


def _prize(longest: int = LONGEST_GOODS) -> forms.CharField:
    attrs = {"autocomplete": "off", "maxlength": longest}
    return Line(
        required=False,
        max_length=longest,
        widget=forms.TextInput(attrs=attrs),
    )


LONGEST = 200
LONGEST_REASON = 80
KINDS = (
    (CashLine.PUT_IN, gettext_lazy("put in")),
    (CashLine.TAKEN_OUT, gettext_lazy("taken out")),
)


class SomeMoney(Money):
    """An amount that must be there; 0 is one."""

    def clean(self, value: object) -> object:
        """The cents; refused where nothing was typed."""
        if not str(value or "").strip():
            raise ValidationError(_("How much is it?"))
        return super().clean(value)


def _words(label: object, longest: int = LONGEST) -> forms.CharField:
    attrs = {"autocomplete": "off", "maxlength": longest}
    widget = forms.TextInput(attrs=attrs)
    return Line(required=False, max_length=longest, label=label, widget=widget)


class LineForm(OnceForm):
    """What else was put into the box or taken out of it."""

    prefix = "line"
    kind = forms.ChoiceField(choices=KINDS, initial=CashLine.PUT_IN, widget=forms.RadioSelect)
    amount = SomeMoney()
    note = _words(gettext_lazy("What for"))

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.fields["amount"].label = _("Amount")
        self.fields["kind"].label = _("Which way")


class LostForm(OnceForm):
    """Lost-game money of a table: the amount, or how many games each lost where these have prices.

    Where neither is typed the hands of the table are to be counted.
    """

    prefix = "lost"
    round = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Round"))
    table = forms.IntegerField(
        min_value=1,
        max_value=999,
        label=gettext_lazy("Table"),
        widget=figure(3),
        error_messages={"required": gettext_lazy("Which table?")},
    )
    amount = SomeMoney()
    note = _words(gettext_lazy("Note"))

    def __init__(
        self, rounds: int, prices: Sequence[int] = (), data: Mapping[str, str] | None = None
    ) -> None:
        """`rounds`: how many there are or will be; the last one comes first in mind. `prices`: of
        the lost games of a list, in cents."""
        super().__init__(data, initial={"round": rounds})
        chosen = [(str(number), str(number)) for number in range(1, max(1, rounds) + 1)]
        field = self.fields["round"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = chosen
        self.prices = tuple(prices)
        if self.prices:
            self.fields["amount"] = Money()
            self.fields["games"] = Numbers(most=8)
            self.fields["games"].label = _("Or lost games of each")
        self.fields["amount"].label = _("Amount")

    def clean(self) -> dict[str, Any]:
        """Refuse two answers to one question."""
        typed = self.cleaned_data
        if typed.get("amount") and typed.get("games"):
            self.refuse(_("Either the amount, or the lost games."), "amount")
        return typed

    @property
    def lost(self) -> tuple[int, ...]:
        """The lost games that were typed, of a form that is valid."""
        return tuple(self.cleaned_data.get("games") or ())

    def cents_for(self, lost: Sequence[int]) -> int:
        """What was typed, or what so many lost games cost."""
        return int(self.cleaned_data["amount"]) or lost_money(lost, self.prices)


class CountForm(DeedForm):
    """What somebody counted in the box."""

    prefix = "count"
    amount = SomeMoney()
    note = _words(gettext_lazy("Note"))

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.fields["amount"].label = _("Counted")


class FreeForm(DeedForm):
    """Why somebody plays for nothing."""

    reason = _words(gettext_lazy("Why for nothing"), LONGEST_REASON)


class PartForm(DeedForm):
    """How much is paid of the fee; what is more than that may stay in the box."""

    part = SomeMoney()
    keeps_rest = forms.BooleanField(required=False)

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.fields["part"].label = _("Amount")


class RefundForm(DeedForm):
    """How much is given back, and why."""

    amount = SomeMoney()
    refund_reason = _words(gettext_lazy("Why"))

    def __init__(self, data: Mapping[str, str] | None = None, has: int = 0) -> None:
        """`has`: what was paid, in cents."""
        super().__init__(data, initial={"amount": has})
        self.fields["amount"].label = _("Given back")
