"""The form that asks why something on the sheet is changed."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class ReasonForm(forms.Form):
    """Asks why a hand is corrected or withdrawn; shown beside the hand for good."""

    why = forms.CharField(max_length=200, required=False, label=_("Why"))
