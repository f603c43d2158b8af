"""The forms with which a table is opened, taken in, and its points adjusted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import HandProblem, Record, read_record, replay, resolve_options
from scoring.command import parse
from scoring.labels import LONGEST_NAME
from scoring.options import ANY, GROUPS, Condition, Conditions, Option, Row
from scoring.ruleset import Ruleset
from tournaments.common.house_rules import IS_PLAYED, inputs_of, missing, name_of, read
from tournaments.common.names import looks_taken
from tournaments.common.texts import Document, LineField, NameField, without_halves

# The house rules of a game on a form: each option with its words and its inputs.


@dataclass(frozen=True)
class PriceRow:
    """A line of a price table: its boxes, and the tick for a game that may be left out."""

    label: str
    is_played: forms.BoundField | None
    boxes: list[forms.BoundField]

    @property
    def problems(self) -> list[str]:
        """What is wrong in this line, each sentence once."""
        return list(dict.fromkeys(str(text) for box in self.boxes for text in box.errors))


@dataclass(frozen=True)
class HouseRule:
    """One option with its words and its inputs.

    `only_with`: sentences that say when it matters; `bound`: its one input, None where it has
    several: `rows` of a price table or a list of prices, `ticks` of a set.
    """

    option: Option
    default: str
    only_with: list[str]
    inputs: list[forms.BoundField]
    bound: forms.BoundField | None = None
    rows: list[PriceRow] = field(default_factory=list)
    ticks: list[forms.BoundField] = field(default_factory=list)

    @property
    def label(self) -> str:
        """What it is called."""
        return _(self.option.label)

    @property
    def meaning(self) -> str:
        """What it decides."""
        return _(self.option.meaning) if self.option.meaning else ""

    @property
    def columns(self) -> list[str]:
        """The heads over its prices."""
        return [_(column) for column in self.option.columns]

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
        return self.option.to_decide and all(bound.value() in (None, "") for bound in self.inputs)


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
                if option.to_decide:
                    input_field.required = self.must_decide
                    undecided = _("Nobody has written this down: decide it.")
                    input_field.error_messages["required"] = undecided
            self.fields.update(inputs)
            self.input_names[option.name] = list(inputs)

    def _post_clean(self) -> None:
        """A game that is played has all its prices, and what is chosen goes together."""
        super()._post_clean()  # type: ignore[misc]  # a hook that the stubs leave out
        for option in self.ruleset.options:
            for name in missing(option, self.cleaned_data):
                if name not in self.errors:
                    self.add_error(name, _("Say what it costs, or that it is not played."))
        if self.asks_house_rules and not self.has_rule_problems:
            try:
                resolve_options(self.ruleset, self.options)
            except HandProblem as problem:
                name = self.input_names[problem.option][0]
                self.add_error(name, problem.text.render(_, []))

    @property
    def house_rules(self) -> list[HouseRule]:
        """The options with their inputs."""
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
            RuleGroup(_(label), self._stands(rules), rules)
            for group, label in GROUPS.items()
            if (rules := [rule for rule in others if rule.option.group == group])
        ]

    def _stands(self, rules: list[HouseRule]) -> str:
        return " · ".join(
            f"{rule.label}: {rule.option.said(self.begins[rule.option.name], _)}"
            for rule in rules
            if rule.option.matters(self.begins)
        )

    def _house_rule(self, option: Option) -> HouseRule:
        inputs = [self[name] for name in self.input_names[option.name]]
        only_with = [self._only_with(condition) for condition in option.needs]
        rule = partial(HouseRule, option, option.said(option.default, _), only_with, inputs)
        if option.kind == "set":
            return rule(ticks=inputs)
        if option.kind == "amounts":
            return rule(rows=[PriceRow("", None, inputs)])
        if option.kind == "table":
            return rule(rows=[self._price_row(option, row) for row in option.rows])
        return rule(bound=inputs[0])

    def _only_with(self, condition: Condition) -> str:
        """When a rule matters, as a sentence that names the other one, or the other two."""
        if condition.otherwise is not None:
            one = self._rule_of(condition)
            other = self._rule_of(condition.otherwise)
            return _("It depends on “%(one)s” and “%(other)s” whether it matters.") % {
                "one": _(one.label),
                "other": _(other.label),
            }
        other = self._rule_of(condition)
        _name, _dot, row = condition.option.partition(".")
        if row:
            label = next(each.label for each in other.rows if each.key == row)
            return _("It matters only where “%(game)s” is played.") % {"game": _(label)}
        if ANY in condition.values or True in condition.values:
            return _("It matters only with “%(rule)s”.") % {"rule": _(other.label)}
        words = " / ".join(other.said(value, _) for value in condition.values)
        sentence = _("It matters only where “%(rule)s” is “%(value)s”.")
        return sentence % {"rule": _(other.label), "value": words}

    def _rule_of(self, condition: Condition) -> Option:
        return self.ruleset.options_by_name[condition.option.partition(".")[0]]

    def _price_row(self, option: Option, row: Row) -> PriceRow:
        boxes = [self[name_of(option, row.key, place)] for place in range(len(option.columns))]
        is_played = self[name_of(option, row.key, IS_PLAYED)] if row.empty else None
        return PriceRow(_(row.label), is_played, boxes)

    @property
    def to_decide(self) -> int:
        """How many house rules no source answers, and nobody has answered yet."""
        return sum(rule.is_open for rule in self.house_rules)

    @property
    def has_rule_problems(self) -> bool:
        """Whether something is wrong among the house rules."""
        return any(name.startswith("option-") for name in self.errors)

    @property
    def has_price_table(self) -> bool:
        """Whether whoever opens such a table types in its prices."""
        return any(option.kind == "table" and _is_first(option) for option in self.ruleset.options)

    @property
    def begins_open(self) -> bool:
        """Whether the house rules are there to be read before anybody asks for them."""
        return bool(self.to_decide) or self.has_rule_problems or self.has_price_table

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


# The form that opens a table.


class OpenTableForm(HouseRulesForm):
    """Asks who sits where, clockwise, who deals first, and in what the house differs."""

    title = LineField(max_length=80, required=False, label=gettext_lazy("Name of the sheet"))
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
                max_length=40, label=_("Player %(place)s") % {"place": seat + 1}
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


# The form that asks what a point is worth.


class WorthForm(forms.Form):
    """Asks what one point is worth in money, such as 0.25."""

    worth = forms.DecimalField(
        required=False,
        min_value=Decimal("0.01"),
        max_digits=6,
        decimal_places=2,
        label=gettext_lazy("What is a point worth?"),
    )

    def __init__(self, data: dict[str, str]) -> None:
        typed = data.get("worth", "").replace(",", ".")
        super().__init__({"worth": typed}, auto_id="")

    @property
    def cents(self) -> int | None:
        """The worth in cents; None where none was said, or it cannot be read."""
        worth = self.cleaned_data.get("worth") if self.is_valid() else None
        return None if worth is None else int(worth * 100)


# The form for the name of somebody at a table.

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


# The form that takes a sheet back in.

MOST_BYTES = 200_000
MOST_HANDS = 1_000


class ImportForm(forms.Form):
    """Asks for the record of a sheet, as a file or as text, and reads it strictly."""

    file = forms.FileField(required=False, label=gettext_lazy("File"))
    text = Document(
        required=False,
        max_length=MOST_BYTES,
        label=gettext_lazy("Or the text itself"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """Read the record; say in which hand it is wrong."""
        if self.errors:
            return self.cleaned_data
        uploaded = self.cleaned_data.get("file")
        try:
            if uploaded and uploaded.size > MOST_BYTES:
                raise forms.ValidationError(_("This file is larger than a sheet can be."))
            raw = uploaded.read() if uploaded else self.cleaned_data["text"].encode()
            self.cleaned_data["record"] = _read(raw)
        except forms.ValidationError as problem:
            self.refuse(str(problem.message))
        return self.cleaned_data

    def refuse(self, sentence: str) -> None:
        """Say at the field that was used why its record is not taken in."""
        self.add_error("file" if self.cleaned_data.get("file") else "text", sentence)


def _read(raw: bytes) -> Record:
    if not raw.strip():
        raise forms.ValidationError(_("Choose a file, or put its text into the box."))
    try:
        record = read_record(parse(raw))
        everything = range(len(record.hands))
        replay(record.ruleset, record.options, record.players, record.hands, standing=everything)
    except HandProblem as problem:
        sentence = problem.text.render(_, [])
        if problem.hand is not None:
            sentence = hand_sentence(problem.hand + 1, sentence)
        raise forms.ValidationError(without_halves(sentence)) from problem
    if len(record.hands) > MOST_HANDS:
        too_many = _("A sheet that is taken in has at most %(most)s hands.")
        raise forms.ValidationError(too_many % {"most": MOST_HANDS})
    for number, entry in enumerate(record.hands, 1):
        reason = entry.get("reason", "")
        # No zero, no half of a character: else no database keeps it and no page shows it.
        if "\0" in reason or without_halves(reason) != reason:
            why = _("The reason has a character in it that is no character.")
            raise forms.ValidationError(hand_sentence(number, why))
    return record


def hand_sentence(number: int, why: str) -> str:
    """In which hand a record is wrong, and why."""
    return _("Hand %(number)s: %(why)s") % {"number": number, "why": why}


# The form of an adjustment: points that are added as they are, and why.

MOST = 99_999


class SignedField(forms.IntegerField):
    """A whole number with a sign, whichever dash the keyboard offers for minus."""

    def to_python(self, value: object) -> int | None:
        """Read the number."""
        if isinstance(value, str):
            value = value.replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
        return super().to_python(value)


class AdjustmentForm(forms.Form):
    """Asks for each side's points and for the reason."""

    reason = LineField(max_length=120)

    def __init__(
        self,
        sides: Sequence[str],
        data: Mapping[str, str] | None = None,
        record: Mapping[str, Any] | None = None,
    ) -> None:
        self.sides = sides
        initial: dict[str, Any] = {}
        if record:
            initial = {f"points-{i}": number for i, number in enumerate(record["adjustment"])}
            initial["reason"] = record["reason"]
        super().__init__(data, initial=initial, auto_id="q-%s")
        self.general_problems: list[str] = []
        self.fields["reason"].label = _("Why")
        for side, name in enumerate(sides):
            self.fields[f"points-{side}"] = SignedField(
                required=False,
                label=name,
                min_value=-MOST,
                max_value=MOST,
                widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 6}),
            )

    @property
    def points(self) -> list[forms.BoundField]:
        """The inputs for the sides' points."""
        return [self[f"points-{side}"] for side in range(len(self.sides))]

    @property
    def record(self) -> dict[str, Any]:
        """The adjustment as the scoring contract has it; an empty box is no change."""
        answers = self.cleaned_data
        points = [answers.get(f"points-{side}") or 0 for side in range(len(self.sides))]
        return {"adjustment": points, "reason": answers.get("reason", "")}

    def clean(self) -> dict[str, Any]:
        """Something must be adjusted."""
        if not self.errors and not any(self.record["adjustment"]):
            self.general_problems.append(_("Enter the points of at least one side."))
            self.add_error(None, self.general_problems[-1])
        return self.cleaned_data

    def refuse(self, problem: HandProblem, sides: Sequence[str]) -> None:
        """Show the engine's refusal on top."""
        self.general_problems.append(problem.text.render(_, sides))

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text); the field is empty for what concerns the whole."""
        found = [("", "", text) for text in self.general_problems]
        for bound in self:
            found += [(bound.name, str(bound.label), str(text)) for text in bound.errors]
        return found
