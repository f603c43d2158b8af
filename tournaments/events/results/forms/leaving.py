"""The form of leaving in the middle of a round: how the table goes on, and what paper says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.labels import LONGEST_NAME
from tournaments.common.texts import Line
from tournaments.events.deed import DeedForm
from tournaments.events.results.queries.leaving_table import LABELS
from tournaments.models import Leaving
from tournaments.tables.forms.adjustment import SignedField

OUT = "out"
"""What is to become of whoever leaves, if it is more than that: disqualified."""

MOST = 99_999
MOST_HANDS = 999


class LeavingForm(DeedForm):
    """Asks for what the program cannot know; which boxes are shown depends on the way on."""

    remedy = forms.ChoiceField(choices=list(LABELS.items()))
    reason = Line(label=gettext_lazy("Why"), max_length=200, required=False)
    hands = forms.IntegerField(
        label=gettext_lazy("After how many hands"),
        required=False,
        min_value=0,
        max_value=MOST_HANDS,
    )
    points = SignedField(
        label=gettext_lazy("Points until then"), required=False, min_value=-MOST, max_value=MOST
    )
    solos = forms.IntegerField(
        label=gettext_lazy("Solos won until then"),
        required=False,
        min_value=0,
        max_value=MOST_HANDS,
    )
    stand_in = Line(label=gettext_lazy("Who plays on"), max_length=LONGEST_NAME, required=False)
    place = forms.TypedChoiceField(
        coerce=int,
        required=False,
        empty_value=0,  # type: ignore[arg-type]  # django-stubs know texts alone
    )
    then = forms.ChoiceField(choices=[(OUT, OUT)], required=False)

    def __init__(
        self,
        persons: Sequence[tuple[int, str]],
        data: Mapping[str, str] | None = None,
        initial: dict[str, object] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.fields["place"].choices = persons  # type: ignore[attr-defined]

    def clean_stand_in(self) -> str:
        """The name on one line; who plays for nobody needs letters as well."""
        name = " ".join(str(self.cleaned_data["stand_in"]).split())
        if name and not any(letter.isalpha() for letter in name):
            raise forms.ValidationError(_("There are no letters in the name."))
        return name

    @property
    def needs_person(self) -> bool:
        """Whether somebody takes the points over."""
        return self.data.get("remedy") == Leaving.INHERITED


class ReasonForm(DeedForm):
    """Asks for a reason alone."""

    reason = Line(label=gettext_lazy("Why"), max_length=200, required=False)
