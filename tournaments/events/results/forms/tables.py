"""The forms about a table: its code, its sheet confirmed or due, and leaving it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.letting_in import LettingInForm, plain_text
from accounts.networks import network_of
from accounts.tries import count_code, was_right
from config.middleware import pass_of
from scoring.labels import LONGEST_NAME
from tournaments.common.actions import ActionForm
from tournaments.common.fields import figure
from tournaments.common.texts import LineField
from tournaments.events.results.queries.leaving import LABELS
from tournaments.events.results.queries.sheet_codes import (
    CODE_LETTERS,
    LENGTH,
    bare_code,
    is_sheet_code,
    place_of_code,
)
from tournaments.events.rulings.forms import LONGEST
from tournaments.models import EventTable, Leaving
from tournaments.tables.forms import SignedField

# The form for the short code of a table's card; whoever guesses has to wait.


OF_A_SHEET = gettext_lazy(
    "This is the number of a score sheet: with it the directors find the sheet. To write on your "
    "phone, type the code on the card of your table."
)
NOT_ONE = gettext_lazy("A code has eight letters and digits, such as K7QM-2XHD: read it once more.")
UNKNOWN = gettext_lazy(
    "No table that is being played has this code: read it once more, or ask a director."
)


class TypedCodeForm(LettingInForm):
    """Asks for the code; `place` is the table to which it leads."""

    code = LineField(
        max_length=40,
        label=gettext_lazy("Code"),
        error_messages={"required": gettext_lazy("Type the code on the card of your table.")},
        widget=plain_text(autocapitalize="characters", placeholder="K7QM-2XHD"),
    )
    begins_with = "code"

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request.POST if request.method == "POST" else None)
        self.request = request
        self.place: EventTable | None = None

    def clean_code(self) -> str:
        """Count the try before looking; what is no code at all is none."""
        code = str(self.cleaned_data["code"])
        if len(bare_code(code)) != LENGTH or not set(bare_code(code)) <= set(CODE_LETTERS):
            raise ValidationError(OF_A_SHEET if is_sheet_code(code) else NOT_ONE)
        # What the visitor was let in to before that is not open to everybody.
        given = pass_of(self.request)
        browser = f"pass {given.kind} {given.key}" if given and given.is_trusted else ""
        tried = self.counted(count_code, network=network_of(self.request), browser=browser)
        self.place = place_of_code(code)
        if self.place is None:
            raise ValidationError(OF_A_SHEET if is_sheet_code(code) else UNKNOWN)
        was_right(tried)  # his wrong ones stay: whoever has one code may guess at another
        return code


class ConfirmForm(forms.Form):
    """Asks who somebody is, and who entered the hands where no phone said it."""

    who = LineField(required=False)
    entered_by = LineField(required=False)

    def __init__(
        self,
        names: Sequence[str],
        scorer: str,
        *,
        who: str = "",
        data: Mapping[str, str] | None = None,
    ) -> None:
        self.names = [name for name in names if name != scorer]
        self.everybody = names
        self.scorer = scorer
        self.asks_scorer = not scorer
        super().__init__(data, initial={"who": who})
        self.refusals: list[str] = []

    def refuse(self, sentence: str) -> None:
        """Note why it cannot be confirmed so."""
        self.refusals.append(sentence)

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text)."""
        return [("", _("Confirming"), text) for text in self.refusals]


OUT = "out"
"""What is to become of whoever leaves, if it is more than that: disqualified."""

MOST = 99_999
MOST_HANDS = 999


class LeavingForm(ActionForm):
    """Asks for what the program cannot know; which boxes are shown depends on the way on."""

    remedy = forms.ChoiceField(choices=list(LABELS.items()))
    reason = LineField(label=gettext_lazy("Why"), max_length=200, required=False)
    hands = forms.IntegerField(
        label=gettext_lazy("After how many hands"),
        required=False,
        widget=figure(),
        min_value=0,
        max_value=MOST_HANDS,
    )
    points = SignedField(
        label=gettext_lazy("Points until then"),
        required=False,
        min_value=-MOST,
        max_value=MOST,
        widget=figure(6),
    )
    solos = forms.IntegerField(
        label=gettext_lazy("Solos won until then"),
        required=False,
        widget=figure(),
        min_value=0,
        max_value=MOST_HANDS,
    )
    stand_in = LineField(
        label=gettext_lazy("Who plays on"), max_length=LONGEST_NAME, required=False
    )
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


class ReasonForm(ActionForm):
    """Asks for a reason alone."""

    reason = LineField(label=gettext_lazy("Why"), max_length=200, required=False)


class DueForm(ActionForm):
    """Asks for day and time; with `deed` `off` there is no such time any more."""

    day = forms.DateField(
        required=False,
        label=gettext_lazy("Day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": gettext_lazy("A day such as 2026-05-01.")},
    )
    time = forms.TimeField(
        required=False,
        label=gettext_lazy("Time"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": gettext_lazy("A time such as 22:00.")},
    )
    reason = LineField(required=False, max_length=LONGEST, label=gettext_lazy("Why it is moved"))
    deed = LineField(required=False, max_length=8)

    def __init__(
        self,
        before: datetime | None,
        data: Mapping[str, str] | None = None,
        day: date | None = None,
    ) -> None:
        initial: dict[str, object] = {"day": day}
        if before:
            moment = timezone.localtime(before)
            initial = {"day": moment.date(), "time": moment.time()}
        super().__init__(data, initial=initial)

    def clean(self) -> dict[str, Any]:
        """Both must be said, but for taking the time away."""
        answers: dict[str, Any] = super().clean() or {}
        if answers.get("deed") != "off":
            if not answers.get("day") and "day" not in self.errors:
                self.add_error("day", _("Say the day."))
            if not answers.get("time") and "time" not in self.errors:
                self.add_error("time", _("Say the time."))
        return answers

    @property
    def moment(self) -> datetime | None:
        """The moment that was typed, None for none any more."""
        answers = self.cleaned_data
        if answers.get("deed") == "off":
            return None
        return timezone.make_aware(datetime.combine(answers["day"], answers["time"]))
