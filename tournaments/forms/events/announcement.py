"""The form for an announcement."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.events.deed import DeedForm

LONGEST = 200


class AnnouncementForm(DeedForm):
    """Asks for the sentence that everybody is to read."""

    text = forms.CharField(
        max_length=LONGEST,
        label=_("Announcement"),
        error_messages={
            "required": _("Write what everybody is to read."),
            "max_length": _("At most %(limit_value)s letters; these are %(show_value)s."),
        },
    )
