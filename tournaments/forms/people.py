"""The form for the name of somebody at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.labels import LONGEST_NAME
from tournaments.forms.texts import on_one_line


class NameForm(forms.Form):
    """Asks for a name that nobody else on the sheet has."""

    name = forms.CharField(
        max_length=LONGEST_NAME, validators=[on_one_line], label=gettext_lazy("Name")
    )

    def __init__(self, taken: Sequence[str], data: Mapping[str, str]) -> None:
        super().__init__(data, auto_id="")
        self.taken = {other.casefold() for other in taken}

    def clean_name(self) -> str:
        """No two on a sheet may bear the same name."""
        name = str(self.cleaned_data["name"])
        if name.casefold() in self.taken:
            raise forms.ValidationError(_("Somebody of that name is on this sheet already."))
        return name
