"""The form that opens a table: the people, the first dealer, the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ruleset import Ruleset
from tournaments.common.looks import looks_taken
from tournaments.common.texts import Line, NameField
from tournaments.tables.forms.house_rules import HouseRulesForm
from tournaments.tables.forms.people import LOOKS_TAKEN


class OpenTableForm(HouseRulesForm):
    """Asks who sits where, clockwise, who deals first, and in what the house differs."""

    title = Line(
        max_length=80,
        required=False,
        label=gettext_lazy("Name of the sheet"),
    )
    must_decide = True
    first_dealer = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Who deals first"))

    def __init__(
        self, ruleset: Ruleset, players: int, data: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(data, auto_id="q-%s", initial={"first_dealer": 0})
        self.players = players
        places = [(str(seat), str(seat + 1)) for seat in range(players)]
        self.fields["first_dealer"].choices = places  # type: ignore[attr-defined]
        for seat in range(players):
            self.fields[f"name-{seat}"] = NameField(
                max_length=40,
                label=_("Player %(place)s") % {"place": seat + 1},
            )
        self.add_house_rules(ruleset)

    @property
    def seats(self) -> list[tuple[int, forms.BoundField]]:
        """The places with their inputs."""
        return [(seat, self[f"name-{seat}"]) for seat in range(self.players)]

    @property
    def dealer(self) -> str:
        """The place that is marked as the first dealer's."""
        return str(self["first_dealer"].value())

    @property
    def names(self) -> list[str]:
        """The names in seat order."""
        return [self.cleaned_data[f"name-{seat}"] for seat in range(self.players)]

    def clean(self) -> dict[str, Any]:
        """No two at a table may bear names that nobody could tell apart on the sheet."""
        taken: list[str] = []
        for seat in range(self.players):
            name = str(self.cleaned_data.get(f"name-{seat}", ""))
            if name and name.casefold() in map(str.casefold, taken):
                self.add_error(f"name-{seat}", _("Somebody of that name sits here already."))
            elif name and looks_taken(name, taken):
                self.add_error(f"name-{seat}", LOOKS_TAKEN)
            taken += [name] if name else []
        return self.cleaned_data

    def refuse_club(self) -> None:
        """Whoever opens the table is no director of the club that was chosen, or no longer."""
        self.add_error(None, _("Sign in again: the table can be opened for your own club alone."))

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text)."""
        return [("", "", str(text)) for text in self.non_field_errors()] + [
            (bound.name, str(bound.label), str(text)) for bound in self for text in bound.errors
        ]
