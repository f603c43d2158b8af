"""The house rules of a game on a form: each option with its words and its input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.ruleset import Option, Ruleset
from tournaments.formats.wording import option_in_words


@dataclass(frozen=True)
class HouseRule:
    """One option with its words and its input."""

    label: str
    meaning: str
    default: str
    kind: str
    bound: forms.BoundField
    to_decide: bool = False


class HouseRulesForm(forms.Form):
    """A form that also asks in what the house differs from the game's usual rules.

    What no source answers is asked for first of all; `must_decide` says whether it may be left
    open for now.
    """

    ruleset: Ruleset
    must_decide = False

    def add_house_rules(self, ruleset: Ruleset, options: Mapping[str, Any] | None = None) -> None:
        """Ask for the options of this game, beginning with `options` or the usual ones."""
        self.ruleset = ruleset
        for option in _open_ones_first(ruleset):
            value = (options or {}).get(option.name, option.default)
            field = _option_field(option, value)
            if option.to_decide:
                field.required = self.must_decide
                field.error_messages["required"] = _("Nobody has written this down: decide it.")
            self.fields[f"option-{option.name}"] = field

    @property
    def house_rules(self) -> list[HouseRule]:
        """The options with their inputs."""
        return [
            HouseRule(
                _(option.label),
                _(option.meaning) if option.meaning else "",
                option_in_words(option, option.default),
                option.kind,
                self[f"option-{option.name}"],
                option.to_decide,
            )
            for option in _open_ones_first(self.ruleset)
        ]

    @property
    def to_decide(self) -> int:
        """How many house rules no source answers, and nobody has answered yet."""
        return sum(rule.to_decide and rule.bound.value() in (None, "") for rule in self.house_rules)

    @property
    def has_rule_problems(self) -> bool:
        """Whether something is wrong among the house rules."""
        return any(name.startswith("option-") for name in self.errors)

    @property
    def options(self) -> dict[str, Any]:
        """The chosen options that differ from the defaults."""
        chosen = {
            option.name: self.cleaned_data[f"option-{option.name}"]
            for option in self.ruleset.options
        }
        defaults = self.ruleset.defaults()
        return {name: value for name, value in chosen.items() if value != defaults[name]}


def _open_ones_first(ruleset: Ruleset) -> list[Option]:
    return sorted(ruleset.options, key=lambda option: not option.to_decide)


def _option_field(option: Option, value: object) -> forms.Field:
    label = _(option.label)
    if option.kind == "flag":
        return forms.BooleanField(required=False, label=label, initial=value)
    if option.kind == "number":
        return forms.IntegerField(
            required=option.default is not None,
            label=label,
            initial=value,
            min_value=option.low,
            max_value=option.high,
            widget=forms.TextInput(
                attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 6}
            ),
        )
    undecided = [("", _("– to be decided –"))] if option.to_decide else []
    return forms.TypedChoiceField(
        choices=[*undecided, *((choice.value, _(choice.label)) for choice in option.choices)],
        label=label,
        initial=value,
        empty_value=None,
    )
