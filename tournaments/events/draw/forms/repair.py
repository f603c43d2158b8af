"""The form of a repair: what happened, and to whom."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.common.numbers import PLACE, read_key
from tournaments.common.texts import Line
from tournaments.events.deed import DeedForm
from tournaments.events.draw.queries.repairing import LATE, NO_SHOW, REDRAW, REPLACE, SWAP, Ask

LARGEST_NUMBER = 2**31 - 1
MOST_TURNS = 1000
NEEDED = {NO_SHOW: 1, REPLACE: 1, SWAP: 2}
"""How many people a repair is about, where that is fixed."""


class Numbers(forms.Field):
    """Start numbers, as many as were ticked or chosen."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: object) -> tuple[int, ...]:
        """The numbers, in the order in which they came."""
        texts = [str(text) for text in value] if isinstance(value, list) else []
        numbers = [read_key(text, PLACE) for text in texts if text]
        known = tuple(number for number in dict.fromkeys(numbers) if number is not None)
        if None in numbers:
            raise forms.ValidationError(_("A start number is a whole number."))
        return known


WORDS = {
    NO_SHOW: _("Somebody is missing"),
    REPLACE: _("Somebody is missing, and somebody takes the seat"),
    LATE: _("Somebody came late"),
    SWAP: _("Two sit in each other’s place"),
    REDRAW: _("Draw the rest anew"),
}
"""What each repair is called."""


class RepairForm(DeedForm):
    """What is asked of a drawn round; `mark` only when it is to be done."""

    kind = forms.ChoiceField(choices=list(WORDS.items()))
    who = Numbers(label=_("Who"), required=False)
    by = forms.IntegerField(
        label=_("Who takes the seat"), required=False, min_value=1, max_value=LARGEST_NUMBER
    )
    turn = forms.IntegerField(required=False, min_value=1, max_value=MOST_TURNS)
    mark = Line(required=False, max_length=32)
    comes_no_more = forms.BooleanField(required=False)

    def clean(self) -> None:
        """Whether as many are named as the repair needs."""
        kind, who = self.cleaned_data.get("kind"), self.cleaned_data.get("who", ())
        if kind in NEEDED and len(who) != NEEDED[kind]:
            text = _("Name two different people.") if NEEDED[kind] == 2 else _("Say who it is.")
            self.add_error("who", text)
        if kind == LATE and not who:
            self.add_error("who", _("Tick who has come."))
        if kind == REPLACE and not self.cleaned_data.get("by"):
            self.add_error("by", _("Say who takes the seat."))

    @property
    def ask(self) -> Ask:
        """What is asked, of a form that is valid."""
        cleaned = self.cleaned_data
        turn = cleaned["turn"] or 1 if cleaned["kind"] == REDRAW else 1
        by = cleaned["by"] if cleaned["kind"] == REPLACE else 0
        return Ask(cleaned["kind"], cleaned["who"], by, turn)
