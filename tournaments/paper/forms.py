"""Forms for spare sheets: how many are printed, and of which table one was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.common.actions import ActionForm

MOST_TABLES = 9999
NUMBER = dict.fromkeys(
    ("required", "invalid", "min_value", "max_value"),
    gettext_lazy("Enter the number of the table."),
)
ROUND = dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose one of the rounds."))


class PrintSparesForm(ActionForm):
    """Asks how many spare sheets are wanted, and for which round's game."""

    round = forms.TypedChoiceField(
        label=pgettext_lazy("of an event", "Round"), coerce=int, error_messages=ROUND
    )

    def __init__(
        self, rounds: Iterable[int], most: int, data: Mapping[str, str] | None = None
    ) -> None:
        """`rounds`: those that can be chosen beside leaving it open; `most`: sheets at once."""
        super().__init__(data)
        named = [(str(each), str(each)) for each in rounds]
        self.fields["round"].choices = [("0", _("left open")), *named]  # type: ignore[attr-defined]
        sentence = _("Enter a number from 1 to %(most)s.") % {"most": most}
        self.fields["tables"] = forms.IntegerField(
            label=_("How many"),
            min_value=1,
            max_value=most,
            error_messages=dict.fromkeys(
                ("required", "invalid", "min_value", "max_value"), sentence
            ),
        )


class NameSpareForm(ActionForm):
    """Asks of which table a spare sheet is."""

    round = forms.TypedChoiceField(
        label=pgettext_lazy("of an event", "Round"), coerce=int, error_messages=ROUND
    )
    table = forms.IntegerField(
        label=gettext_lazy("Table"), min_value=1, max_value=MOST_TABLES, error_messages=NUMBER
    )

    def __init__(
        self, rounds: Iterable[int], likely: int, data: Mapping[str, str] | None = None
    ) -> None:
        """`rounds`: those with tables; `likely`: which one it is where nobody says another."""
        super().__init__(data, initial={"round": likely})
        named = [(str(each), str(each)) for each in rounds]
        self.fields["round"].choices = named  # type: ignore[attr-defined]

    @property
    def numbers(self) -> tuple[int, int]:
        """Round and table that were chosen, of a valid form."""
        return self.cleaned_data["round"], self.cleaned_data["table"]

    @property
    def has_tables(self) -> bool:
        """Whether there is anything to choose."""
        return bool(self.fields["round"].choices)  # type: ignore[attr-defined]


class NameSpareByPeopleForm(ActionForm):
    """Asks the same where tables open one by one: by who sat there."""

    place = forms.ChoiceField(
        label=gettext_lazy("Whose sheet it is"),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Choose one of the tables.")
        ),
    )

    def __init__(
        self, tables: Sequence[tuple[int, int, str]], data: Mapping[str, str] | None = None
    ) -> None:
        """`tables`: round, number and people of each that was opened."""
        super().__init__(data)
        self.tables = {f"{number}-{table}": (number, table) for number, table, _who in tables}
        named = [(f"{number}-{table}", who) for number, table, who in tables]
        self.fields["place"].choices = [("", _("choose one")), *named]  # type: ignore[attr-defined]

    @property
    def numbers(self) -> tuple[int, int]:
        """Round and table that were chosen, of a valid form."""
        return self.tables[self.cleaned_data["place"]]

    @property
    def has_tables(self) -> bool:
        """Whether there is anything to choose."""
        return bool(self.tables)
