"""The forms of a table of a free night: who leaves it, who joins, who comes back."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.events.deed import DeedForm

LEAVES, JOINS, COMES_BACK = "leave", "join", "return"
DEEDS = {
    LEAVES: gettext_lazy("Leaves"),
    JOINS: gettext_lazy("Sits down"),
    COMES_BACK: gettext_lazy("Comes back"),
}


class StayForm(DeedForm):
    """Asks who, and for those who sit down to whose left.

    Each deed has buttons of its own on the page; this reads whichever was pressed.
    """

    deed = forms.ChoiceField(choices=list(DEEDS.items()))
    entry = forms.IntegerField(
        min_value=1,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value"), gettext_lazy("Say who it is.")
        ),
    )
    after = forms.IntegerField(required=False, min_value=0, max_value=99)

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data, auto_id="q-%s")

    def asked(self, deed: str) -> bool:
        """Whether that deed is the one that was refused."""
        return self.is_bound and self.data.get("deed") == deed

    @property
    def sentences(self) -> list[str]:
        """What was wrong, a sentence each."""
        return list(dict.fromkeys(text for _name, _label, text in self.all_problems()))
