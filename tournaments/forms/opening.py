"""The form that opens a table: the people, the first dealer, the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ruleset import Option, Ruleset
from tournaments.forms.texts import on_one_line


@dataclass(frozen=True)
class HouseRule:
    """One option with its words and its input."""

    label: str
    meaning: str
    default: str
    kind: str
    bound: forms.BoundField


class OpenTableForm(forms.Form):
    """Asks who sits where, clockwise, who deals first, and in what the house differs."""

    title = forms.CharField(
        max_length=80,
        required=False,
        validators=[on_one_line],
        label=gettext_lazy("Name of the sheet"),
    )
    first_dealer = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Who deals first"))

    def __init__(
        self, ruleset: Ruleset, players: int, data: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(data, auto_id="q-%s", initial={"first_dealer": 0})
        self.ruleset = ruleset
        self.players = players
        places = [(str(seat), str(seat + 1)) for seat in range(players)]
        self.fields["first_dealer"].choices = places  # type: ignore[attr-defined]
        for seat in range(players):
            self.fields[f"name-{seat}"] = forms.CharField(
                max_length=40,
                validators=[on_one_line],
                label=_("Player %(place)s") % {"place": seat + 1},
            )
        for option in ruleset.options:
            self.fields[f"option-{option.name}"] = _option_field(option)

    @property
    def seats(self) -> list[tuple[int, forms.BoundField]]:
        """The places with their inputs."""
        return [(seat, self[f"name-{seat}"]) for seat in range(self.players)]

    @property
    def dealer(self) -> str:
        """The place that is marked as the first dealer's."""
        return str(self["first_dealer"].value())

    @property
    def house_rules(self) -> list[HouseRule]:
        """The options with their inputs."""
        return [
            HouseRule(
                _(option.label),
                _(option.meaning) if option.meaning else "",
                value_in_words(option, option.default),
                option.kind,
                self[f"option-{option.name}"],
            )
            for option in self.ruleset.options
        ]

    @property
    def has_rule_problems(self) -> bool:
        """Whether something is wrong among the house rules."""
        return any(name.startswith("option-") for name in self.errors)

    @property
    def names(self) -> list[str]:
        """The names in seat order."""
        return [self.cleaned_data[f"name-{seat}"] for seat in range(self.players)]

    @property
    def options(self) -> dict[str, Any]:
        """The chosen options that differ from the defaults."""
        chosen = {
            option.name: self.cleaned_data[f"option-{option.name}"]
            for option in self.ruleset.options
        }
        defaults = self.ruleset.defaults()
        return {name: value for name, value in chosen.items() if value != defaults[name]}

    def clean(self) -> dict[str, Any]:
        """No two at a table may bear the same name: the sheet could not tell them apart."""
        taken: set[str] = set()
        for seat in range(self.players):
            name = str(self.cleaned_data.get(f"name-{seat}", "")).casefold()
            if name and name in taken:
                self.add_error(f"name-{seat}", _("Somebody of that name sits here already."))
            taken.add(name)
        return self.cleaned_data

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text)."""
        return [
            (bound.name, str(bound.label), str(text)) for bound in self for text in bound.errors
        ]


def value_in_words(option: Option, value: object) -> str:
    """An option's value as people say it."""
    if option.kind == "flag":
        return _("yes") if value else _("no")
    if option.kind == "number":
        return _("none") if value is None else str(value)
    return next((_(choice.label) for choice in option.choices if choice.value == value), str(value))


def _option_field(option: Option) -> forms.Field:
    label = _(option.label)
    if option.kind == "flag":
        return forms.BooleanField(required=False, label=label, initial=option.default)
    if option.kind == "number":
        return forms.IntegerField(
            required=option.default is not None,
            label=label,
            initial=option.default,
            min_value=option.low,
            max_value=option.high,
            widget=forms.TextInput(
                attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 6}
            ),
        )
    return forms.ChoiceField(
        choices=[(choice.value, _(choice.label)) for choice in option.choices],
        label=label,
        initial=option.default,
    )
