"""What the forms for a director's deed share: what is wrong, in one list for the page's head."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class DeedForm(forms.Form):
    """A form whose deed may be refused by the event as well as by its own fields."""

    def refuse(self, sentence: str, field: str = "") -> None:
        """Note what the event refused, at the field that it is about."""
        self.add_error(field if field in self.fields else None, sentence)

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text); the first two empty where no field is meant."""
        own = [(bound.name, str(bound.label), str(text)) for bound in self for text in bound.errors]
        return [*own, *(("", "", str(text)) for text in self.non_field_errors())]


class OnceForm(DeedForm):
    """A form whose deed asks before the same is written down twice within a minute."""

    is_sure = forms.BooleanField(required=False, label=_("Once more"))
