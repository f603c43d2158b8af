"""The form that starts the clock of a round."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.events.deed import DeedForm

LONGEST_MINUTES = 600


class StartClockForm(DeedForm):
    """Asks for how many minutes the clock is to run."""

    minutes = forms.IntegerField(
        min_value=1,
        max_value=LONGEST_MINUTES,
        label=_("Minutes"),
        error_messages={
            "required": _("Say for how many minutes."),
            "invalid": _("Minutes are a whole number, such as 75."),
            "min_value": _("At least one minute."),
            "max_value": _("At most 600 minutes."),
        },
    )
