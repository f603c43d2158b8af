"""The form that asks for the house rules of a game: each option with its words and its inputs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import HandProblem, resolve_options
from scoring.options import ANY, GROUPS, Condition, Conditions, Option, Row
from scoring.ruleset import Ruleset
from sheets.words import spoken
from tournaments.common.actions import ActionForm
from tournaments.common.house_rules import (
    IS_PLAYED,
    IS_WRITTEN,
    inputs_of,
    missing,
    name_of,
    read,
    undivided,
)
from tournaments.common.texts import Document, LineField
from tournaments.models import LONGEST_RULES_NAME
from tournaments.rules.queries import SentRules, UnreadRules, differing, read_rules


@dataclass(frozen=True)
class PriceRow:
    """A line of a price table: its boxes, and the tick for a game that may be left out."""

    label: str
    is_played: forms.BoundField | None
    boxes: list[forms.BoundField]
    times: int = 1

    @property
    def problems(self) -> list[str]:
        """What is wrong in this line, each sentence once."""
        return list(dict.fromkeys(str(text) for box in self.boxes for text in box.errors))


@dataclass(frozen=True)
class HouseRule:
    """One option with its words and its inputs.

    `only_with`: sentences that say when it matters; `bound`: its one input, None where it has
    several: `rows` of a price table or a list of prices, `ticks` of a set. `written`: the tick that
    says how the prices of games alone are typed.
    """

    option: Option
    default: str
    only_with: list[str]
    inputs: list[forms.BoundField]
    bound: forms.BoundField | None = None
    written: forms.BoundField | None = None
    rows: list[PriceRow] = field(default_factory=list)
    ticks: list[forms.BoundField] = field(default_factory=list)

    @property
    def label(self) -> str:
        """What it is called."""
        return spoken(self.option.label)

    @property
    def meaning(self) -> str:
        """What it decides."""
        return spoken(self.option.meaning) if self.option.meaning else ""

    @property
    def columns(self) -> list[str]:
        """The heads over its prices."""
        return [spoken(column) for column in self.option.columns]

    @property
    def needs_json(self) -> str:
        """With which others it matters, for the page's script: pairs of an option and values."""
        return _as_json(self.option.needs)

    @property
    def unless_json(self) -> str:
        """With which others it does not matter."""
        return _as_json(self.option.unless)

    @property
    def has_problems(self) -> bool:
        """Whether something is wrong in it."""
        return any(bound.errors for bound in self.inputs)

    @property
    def is_open(self) -> bool:
        """Whether no source answers it and nobody has decided it yet."""
        values = [bound.value() for bound in self.inputs]
        return self.option.to_decide and all(
            value is None or value is False or value == "" for value in values
        )


@dataclass(frozen=True)
class RuleGroup:
    """House rules under one head, and how they stand: those that matter, in words."""

    label: str
    stands: str
    rules: list[HouseRule]

    @property
    def has_problems(self) -> bool:
        """Whether something is wrong in one of them."""
        return any(rule.has_problems for rule in self.rules)


class HouseRulesForm(forms.Form):
    """A form that also asks in what the house differs from the game's usual rules.

    What no source answers is asked for first of all; `must_decide` says whether it may be left
    open for now.
    """

    ruleset: Ruleset
    begins: dict[str, Any]
    input_names: dict[str, list[str]]
    must_decide = False
    asks_house_rules = False

    def add_house_rules(self, ruleset: Ruleset, options: Mapping[str, Any] | None = None) -> None:
        """Ask for the options of this game, beginning with `options` or the usual ones."""
        self.ruleset, self.asks_house_rules = ruleset, True
        self.begins = ruleset.defaults() | dict(options or {})
        self.input_names = {}
        for option in _open_ones_first(ruleset):
            inputs = inputs_of(option, self.begins[option.name])
            for input_field in inputs.values():
                # In a price table nobody has to tick a game, or to price one that is not ticked.
                if option.to_decide and (option.kind != "table" or input_field.required):
                    input_field.required = self.must_decide
                    undecided = _("Nobody has written this down: decide it.")
                    input_field.error_messages["required"] = undecided
            self.fields.update(inputs)
            self.input_names[option.name] = list(inputs)

    def _post_clean(self) -> None:
        """A game that is played has all its prices, and what is chosen goes together."""
        super()._post_clean()  # type: ignore[misc]  # a hook that the stubs leave out
        if not self.asks_house_rules:
            return
        for option in self.ruleset.options:
            for name in missing(option, self.cleaned_data):
                if name not in self.errors:
                    self.add_error(name, _("Say what it costs, or that it is not played."))
            for name in undivided(option, self.cleaned_data):
                self.add_error(name, _("Each opponent pays a third of it, and this has none."))
        if not self.has_rule_problems:
            try:
                resolve_options(self.ruleset, self.options)
            except HandProblem as problem:
                name = self.input_names[problem.option][0]
                self.add_error(name, spoken(problem.text))

    @cached_property
    def house_rules(self) -> list[HouseRule]:
        """The options with their inputs; a page asks for them again and again."""
        return [self._house_rule(option) for option in _open_ones_first(self.ruleset)]

    @property
    def first_rules(self) -> list[HouseRule]:
        """Those that are asked first of all."""
        return [rule for rule in self.house_rules if _is_first(rule.option)]

    @property
    def rule_groups(self) -> list[RuleGroup]:
        """All others, under their heads."""
        others = [rule for rule in self.house_rules if not _is_first(rule.option)]
        return [
            RuleGroup(spoken(label), self._stands(rules), rules)
            for group, label in GROUPS.items()
            if (rules := [rule for rule in others if rule.option.group == group])
        ]

    def _stands(self, rules: list[HouseRule]) -> str:
        return " · ".join(
            f"{rule.label}: {rule.option.said(self.begins[rule.option.name], spoken)}"
            for rule in rules
            if rule.option.matters(self.begins)
        )

    def _house_rule(self, option: Option) -> HouseRule:
        inputs = [self[name] for name in self.input_names[option.name]]
        only_with = [self._only_with(condition) for condition in option.needs]
        rule = partial(HouseRule, option, option.said(option.default, spoken), only_with, inputs)
        if option.kind == "set":
            return rule(ticks=inputs)
        if option.kind == "amounts":
            return rule(rows=[PriceRow("", None, inputs)])
        if option.kind == "table":
            written = name_of(option, IS_WRITTEN)
            return rule(
                written=self[written] if written in self.fields else None,
                rows=[self._price_row(option, row) for row in option.rows],
            )
        return rule(bound=inputs[0])

    def _only_with(self, condition: Condition) -> str:
        """When a rule matters, as a sentence that names the other one, or the other two."""
        if condition.otherwise is not None:
            one = self._rule_of(condition)
            other = self._rule_of(condition.otherwise)
            return _("Whether it matters depends on these: %(one)s; %(other)s.") % {
                "one": spoken(one.label),
                "other": spoken(other.label),
            }
        other = self._rule_of(condition)
        _name, _dot, row = condition.option.partition(".")
        if row:
            label = next(each.label for each in other.rows if each.key == row)
            return _("It matters only where this is played: %(game)s.") % {"game": spoken(label)}
        if ANY in condition.values or True in condition.values:
            return _("It matters only with this house rule: %(rule)s.") % {
                "rule": spoken(other.label)
            }
        words = " / ".join(other.said(value, spoken) for value in condition.values)
        sentence = _("It matters only with this choice: %(rule)s – %(value)s.")
        return sentence % {"rule": spoken(other.label), "value": words}

    def _rule_of(self, condition: Condition) -> Option:
        return self.ruleset.options_by_name[condition.option.partition(".")[0]]

    def _price_row(self, option: Option, row: Row) -> PriceRow:
        boxes = [self[name_of(option, row.key, place)] for place in range(len(option.columns))]
        is_played = self[name_of(option, row.key, IS_PLAYED)] if row.empty else None
        return PriceRow(spoken(row.label), is_played, boxes, row.times)

    @property
    def to_decide(self) -> int:
        """How many house rules no source answers, and nobody has answered yet."""
        return sum(rule.is_open for rule in self.house_rules)

    @property
    def has_rule_problems(self) -> bool:
        """Whether something is wrong among the house rules."""
        return any(name.startswith("option-") for name in self.errors)

    @property
    def named_options(self) -> dict[str, Any]:
        """In what the house rules with which it begins differ from the usual ones."""
        return differing(self.ruleset, self.begins) if self.asks_house_rules else {}

    @property
    def has_price_table(self) -> bool:
        """Whether whoever opens such a table types in its prices."""
        return any(option.kind == "table" and _is_first(option) for option in self.ruleset.options)

    @property
    def begins_open(self) -> bool:
        """Whether the house rules are there to be read before anybody asks for them."""
        return bool(self.to_decide) or self.has_rule_problems or self.has_price_table

    @property
    def house(self) -> Mapping[str, Any] | None:
        """All house rules as they stand on the form; None where something is wrong among them."""
        if not self.is_bound:
            return self.begins
        return None if self.has_rule_problems else self.ruleset.defaults() | self.options

    @property
    def options(self) -> dict[str, Any]:
        """The chosen options that differ from the defaults."""
        chosen = {option.name: read(option, self.cleaned_data) for option in self.ruleset.options}
        defaults = self.ruleset.defaults()
        return {name: value for name, value in chosen.items() if value != defaults[name]}


def _as_json(conditions: Conditions) -> str:
    """Conditions for a script: an option, its values as an input says them, what is enough too."""
    return json.dumps([*map(_for_script, conditions)])


def _for_script(condition: Condition) -> list[object]:
    other = condition.otherwise
    values = [*map(_as_input, condition.values)]
    return [condition.option, values, None if other is None else _for_script(other)]


def _as_input(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_first(option: Option) -> bool:
    return option.to_decide or not option.group


def _open_ones_first(ruleset: Ruleset) -> list[Option]:
    return sorted(ruleset.options, key=lambda option: not option.to_decide)


# The forms about house rules of a club.


class RulesNameForm(ActionForm):
    """Asks what house rules are called."""

    name = LineField(
        max_length=LONGEST_RULES_NAME,
        label=gettext_lazy("Name of these house rules"),
        error_messages={"required": gettext_lazy("Say what these house rules are called.")},
    )


class NamedRulesForm(HouseRulesForm, RulesNameForm):
    """Asks for house rules and what they are called; a name that is given already is not asked."""

    def __init__(
        self,
        ruleset: Ruleset,
        options: Mapping[str, Any],
        data: Mapping[str, str] | None = None,
        *,
        name: str = "",
        has_name: bool = False,
    ) -> None:
        super().__init__(data, auto_id="q-%s", initial={"name": name})
        if has_name:
            del self.fields["name"]
        self.add_house_rules(ruleset, options)


class BringInForm(ActionForm):
    """Asks for house rules as a text: what a program wrote, or the letters below a code."""

    text = Document(
        label=gettext_lazy("House rules as a text"),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Paste the text of the house rules.")},
    )
    sent: SentRules | None = None

    def clean_text(self) -> str:
        """Read what was pasted; an address that holds them is as good."""
        text = str(self.cleaned_data["text"]).strip()
        code = parse_qs(urlsplit(text).query).get("with", [text])[0] if "with=" in text else text
        try:
            self.sent = read_rules(code)
        except UnreadRules as problem:
            raise forms.ValidationError(str(problem)) from None
        return text
