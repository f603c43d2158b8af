"""The form for opening a final list again."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.events.deed import DeedForm

LONGEST = 200


class ReopenForm(DeedForm):
    """Asks why; the reason stands under every later list."""

    reason = forms.CharField(
        max_length=LONGEST,
        label=_("Reason"),
        error_messages={
            "required": _("Say why: the reason stands under the amended list."),
            "max_length": _("At most %(limit_value)s letters; these are %(show_value)s."),
        },
    )
