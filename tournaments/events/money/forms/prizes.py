"""The inputs for prizes on an event's form."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.common.texts import Line
from tournaments.events.setup.forms.fields import AMOUNT, LONGEST_TEXT, Lines, Money
from tournaments.formats.prize_words import PRIZE_HINTS, REST_WORDS, STEP_WORDS
from tournaments.formats.prizes import goods_of, group_prize_of
from tournaments.formats.wording import money

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
