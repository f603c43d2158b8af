"""The form by which a second person at the table says that the sheet is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext as _

from tournaments.common.texts import Line


class ConfirmForm(forms.Form):
    """Asks who somebody is, and who entered the hands where no phone said it."""

    who = Line(required=False)
    entered_by = Line(required=False)

    def __init__(
        self,
        names: Sequence[str],
        scorer: str,
        *,
        who: str = "",
        data: Mapping[str, str] | None = None,
    ) -> None:
        self.names = [name for name in names if name != scorer]
        self.everybody = names
        self.scorer = scorer
        self.asks_scorer = not scorer
        super().__init__(data, initial={"who": who})
        self.refusals: list[str] = []

    def refuse(self, sentence: str) -> None:
        """Note why it cannot be confirmed so."""
        self.refusals.append(sentence)

    @property
    def chosen(self) -> str:
        """Who is chosen."""
        return self["who"].value() or ""

    @property
    def chosen_scorer(self) -> str:
        """Who is said to have entered the hands."""
        return self["entered_by"].value() or ""

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text)."""
        return [("", _("Confirming"), text) for text in self.refusals]
