"""The form for the name of somebody at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.labels import LONGEST_NAME
from tournaments.common.looks import looks_taken
from tournaments.common.texts import NameField

LOOKS_TAKEN = gettext_lazy(
    "A name on this sheet looks the same. Is it somebody else? Then add a letter or a number."
)


class NameForm(forms.Form):
    """Asks for a name that nobody else on the sheet has."""

    name = NameField(max_length=LONGEST_NAME, label=gettext_lazy("Name"))

    def __init__(self, taken: Sequence[str], data: Mapping[str, str]) -> None:
        super().__init__(data, auto_id="")
        self.taken = taken

    def clean_name(self) -> str:
        """No two on a sheet may bear the same name, or names that look the same."""
        name = str(self.cleaned_data["name"])
        if name.casefold() in {other.casefold() for other in self.taken}:
            raise forms.ValidationError(_("Somebody of that name is on this sheet already."))
        if looks_taken(name, self.taken):
            raise forms.ValidationError(LOOKS_TAKEN)
        return name
