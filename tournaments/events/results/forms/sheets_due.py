"""The form for the time until which sheets have to be in."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.texts import Line
from tournaments.events.deed import DeedForm
from tournaments.events.rulings.forms import LONGEST


class DueForm(DeedForm):
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
    reason = Line(required=False, max_length=LONGEST, label=gettext_lazy("Why it is moved"))
    deed = Line(required=False, max_length=8)

    def __init__(
        self,
        before: datetime | None,
        data: Mapping[str, str] | None = None,
        day: date | None = None,
    ) -> None:
        moment = timezone.localtime(before) if before else None
        initial = {
            "day": moment.date() if moment else day,
            "time": moment.time() if moment else None,
        }
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
