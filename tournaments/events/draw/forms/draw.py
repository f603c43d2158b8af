"""The forms of a draw: how to draw, whom to swap, which table to keep, accepting it knowingly."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.core.exceptions import BadRequest
from django.utils.translation import gettext_lazy as _

from tournaments.common.numbers import PLACE, read_key
from tournaments.common.texts import Line
from tournaments.events.deed import DeedForm
from tournaments.events.draw.queries.drawing import FOR_TWO, WAYS, Choice
from tournaments.events.setup.queries import game_of
from tournaments.models import Event
from tournaments.settings.games import remainders_of
from tournaments.settings.labels import DRAWS, ODD

DIALS = (
    (0, _("strictly")),
    (25, _("rather strictly")),
    (50, _("in between")),
    (75, _("rather few repeats")),
    (100, _("no repeats at any price")),
)
"""How far a soft draw goes by standing."""


class DrawForm(DeedForm):
    """Asks how a round is to be drawn."""

    draw = forms.ChoiceField(
        choices=[(way, said.label) for way, said in DRAWS.items()], label=_("How to draw")
    )
    odd = forms.ChoiceField(choices=list(ODD.items()), label=_("The remainder gets"))
    dial = forms.TypedChoiceField(
        label=_("By standing"),
        choices=DIALS,
        coerce=int,
        required=False,
        empty_value=50,  # type: ignore[arg-type]  # django-stubs know texts alone
    )

    def __init__(self, event: Event, number: int, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        ruleset, _options, settings = game_of(event, number)
        remainders = remainders_of(ruleset, settings.size)
        ways = [way for way in WAYS if settings.size == 2 or way not in FOR_TWO]
        self.fields["draw"].choices = [(way, DRAWS[way].label) for way in ways]  # type: ignore[attr-defined]
        self.fields["odd"].choices = [(odd, ODD[odd]) for odd in remainders]  # type: ignore[attr-defined]

    @property
    def choice(self) -> Choice:
        """What was chosen, of a form that is valid."""
        cleaned = self.cleaned_data
        return Choice(cleaned["draw"], cleaned["odd"], cleaned["dial"])


class AcceptForm(DeedForm):
    """Asks whether a draw is accepted though something speaks against it."""

    anyway = forms.BooleanField(label=_("Accept it anyway"), required=False)


class CancelForm(DeedForm):
    """Asks why a round is taken back."""

    reason = Line(label=_("Why"), max_length=200, required=False)
    anyway = forms.BooleanField(label=_("What is entered shall not count any more"), required=False)


def read_couple(ticked: Sequence[str]) -> tuple[int, int] | None:
    """The two start numbers that were ticked, None where they are not two."""
    if len(ticked) != 2:
        return None
    one, other = (read_key(number, PLACE) for number in ticked)
    return None if one is None or other is None else (one, other)


def read_table(text: str | None) -> int:
    """The number of a table that a button names; BadRequest where it is none."""
    number = read_key(text, PLACE)
    if number is None:
        raise BadRequest("The button names no table.")
    return number
