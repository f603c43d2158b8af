"""The form that takes an event's file in."""

from __future__ import annotations

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import MOST_BYTES


class EventFileForm(forms.Form):
    """Asks for the file of an event."""

    file = forms.FileField(
        label=gettext_lazy("The event’s file"),
        allow_empty_file=True,
        error_messages={"required": gettext_lazy("Choose the file of an event.")},
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> UploadedFile[bytes]:
        """Refuse what is larger than any event, before anybody reads it."""
        sent: UploadedFile[bytes] = self.cleaned_data["file"]
        if (sent.size or 0) > MOST_BYTES:
            text = _("This file is larger than %(most)s MB.")
            raise forms.ValidationError(text % {"most": MOST_BYTES // 1_000_000})
        return sent
