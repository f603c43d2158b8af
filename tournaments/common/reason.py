"""The form that asks why something on the sheet is changed."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.common.texts import Line


class ReasonForm(forms.Form):
    """Asks why a hand is corrected or withdrawn; shown beside the hand for good.

    `is_due`: at a table of an event others must be able to read why a hand counts no more, or
    otherwise. `often` can be said with one tap.
    """

    often = (_("Typed wrong"), _("Counted again"), _("Wrong player"))

    why = Line(max_length=200, required=False, label=_("Why"))
    quick = Line(max_length=200, required=False)

    def __init__(self, data: Mapping[str, str] | None = None, *, is_due: bool = False) -> None:
        super().__init__(data)
        self.is_due = is_due

    @classmethod
    def not_yet_asked(cls, typed: Mapping[str, str], *, is_due: bool) -> ReasonForm:
        """With what was typed so far, where nobody has pressed save: nothing lacks yet."""
        form = cls(is_due=is_due)
        form.initial = {name: typed.get(name, "") for name in form.fields}
        return form

    def clean(self) -> dict[str, object]:
        """What was typed counts before the chip that was tapped."""
        cleaned = super().clean() or {}
        if "why" in cleaned:
            cleaned["why"] = cleaned["why"] or cleaned.get("quick", "")
            if self.is_due and not cleaned["why"]:
                self.add_error("why", gettext("Say why: it stands beside the hand for good."))
        return cleaned
