"""The house rules of a game as inputs: what a form asks for each kind, and what was typed.

A price table is a box for each price and a tick for each game that may be left out, a set a tick
for each of its choices; everything else is one input.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.options import LONGEST_TEXT, Option, Row
from sheets.words import spoken
from tournaments.common.texts import LineField

IS_WRITTEN = "written"
"""The last part of the name of the tick that says how prices of games alone are typed."""

IS_PLAYED = "played"
"""The last part of the name of the tick that says whether a row has prices."""


def name_of(option: Option, *parts: object) -> str:
    """What an input of a house rule is called.

    >>> target = Option("target", "number", "", "", 16)
    >>> name_of(target), name_of(target, "solo", 1)
    ('option-target', 'option-target-solo-1')
    """
    return "-".join(map(str, ("option", option.name, *parts)))


def inputs_of(option: Option, value: Any) -> dict[str, forms.Field]:  # noqa: ANN401 - of its kind
    """The inputs of a house rule by their names, beginning with `value`.

    >>> from scoring.options import Choice
    >>> [*inputs_of(Option("bock", "set", "Bock", "", [], (Choice("re", "Re lost"),)), [])]
    ['option-bock-re']
    """
    if option.kind == "table":
        found: dict[str, forms.Field] = {}
        if any(row.times > 1 for row in option.rows):
            label = _("For games alone I type what the soloist writes: three times as much")
            found[name_of(option, IS_WRITTEN)] = forms.BooleanField(required=False, label=label)
        for row in option.rows:
            prices = value and value[row.key]
            if row.empty:
                label = _("Played: %(what)s") % {"what": spoken(row.label)}
                is_played = forms.BooleanField(
                    required=False, label=label, initial=prices is not None
                )
                found[name_of(option, row.key, IS_PLAYED)] = is_played
            boxes = _boxes(option, prices, spoken(row.label), is_required=not row.empty)
            found |= {name_of(option, row.key, place): box for place, box in enumerate(boxes)}
        return found
    if option.kind == "amounts":
        boxes = _boxes(option, value, spoken(option.label), is_required=True)
        return {name_of(option, place): box for place, box in enumerate(boxes)}
    if option.kind == "set":
        return {
            name_of(option, choice.value): forms.BooleanField(
                required=False, label=spoken(choice.label), initial=choice.value in value
            )
            for choice in option.choices
        }
    return {name_of(option): _input(option, value)}


def _boxes(
    option: Option, prices: list[int] | None, label: str, *, is_required: bool
) -> list[forms.Field]:
    begin: list[int | None] = [None] * len(option.columns) if prices is None else [*prices]
    return [
        _whole_number(
            option,
            price,
            f"{label}: {spoken(column)}" if column else label,
            is_required=is_required,
        )
        for column, price in zip(option.columns, begin, strict=True)
    ]


def _input(option: Option, value: object) -> forms.Field:
    label = spoken(option.label)
    if option.kind == "flag":
        return forms.BooleanField(required=False, label=label, initial=value)
    if option.kind in ("number", "amount"):
        return _whole_number(option, value, label, is_required=not option.may_be_empty)
    if option.kind == "text":
        return LineField(max_length=LONGEST_TEXT, required=False, label=label, initial=value)
    undecided = [("", _("– to be decided –"))] if option.to_decide else []
    return forms.TypedChoiceField(
        choices=[*undecided, *((choice.value, spoken(choice.label)) for choice in option.choices)],
        label=label,
        initial=value,
        empty_value=None,
    )


def _whole_number(
    option: Option, value: object, label: str, *, is_required: bool
) -> forms.IntegerField:
    return forms.IntegerField(
        required=is_required,
        label=label,
        initial=value,
        min_value=option.low,
        max_value=option.high,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 6}
        ),
    )


def typed(option: Option, value: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - of its kind
    """What a browser sends where the inputs say `value`; what is empty or not ticked is not sent.

    >>> [*typed(Option("price", "amounts", "", "", [1, 2], columns=("plain", "trickless")), [2, 4])]
    [('option-price-0', '2'), ('option-price-1', '4')]
    >>> [*typed(Option("knocks_most", "number", "", "", 4, low=0), 0)]
    [('option-knocks_most', '0')]
    """
    for name, field in inputs_of(option, value).items():
        begin = field.initial
        if begin is not None and begin is not False and begin != "":
            yield name, "on" if begin is True else str(begin)


def missing(option: Option, cleaned: Mapping[str, Any]) -> list[str]:
    """The names of the prices that have to be said and are not."""
    if _is_left_open(option, cleaned):
        return []
    return [
        name
        for names in _boxes_to_fill(option, cleaned)
        for name in names
        if cleaned.get(name) is None
    ]


def read(option: Option, cleaned: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of its kind
    """The value of a house rule by its inputs, of which none is `missing`."""
    if _is_left_open(option, cleaned):
        return None
    if option.kind == "table":
        return {
            row.key: [
                cleaned[name] // _divisor(option, row, cleaned)
                for name in _boxes_of(option, row.key)
            ]
            if _is_played(option, row, cleaned)
            else None
            for row in option.rows
        }
    if option.kind == "amounts":
        return [cleaned[name] for name in _boxes_of(option)]
    if option.kind == "set":
        return [one.value for one in option.choices if cleaned.get(name_of(option, one.value))]
    return cleaned[name_of(option)]


def undivided(option: Option, cleaned: Mapping[str, Any]) -> list[str]:
    """The names of prices that were typed as somebody alone writes them and cannot be so much."""
    return [
        name
        for row in option.rows
        if _is_played(option, row, cleaned)
        for name in _boxes_of(option, row.key)
        if (cleaned.get(name) or 0) % _divisor(option, row, cleaned)
    ]


def _divisor(option: Option, row: Row, cleaned: Mapping[str, Any]) -> int:
    return row.times if cleaned.get(name_of(option, IS_WRITTEN)) else 1


def _is_left_open(option: Option, cleaned: Mapping[str, Any]) -> bool:
    """Whether nothing is typed into a price table that is to be decided."""
    if not (option.to_decide and option.kind == "table"):
        return False
    answers = (cleaned.get(name) for name in inputs_of(option, None))
    return all(answer is None or answer is False for answer in answers)


def _boxes_to_fill(option: Option, cleaned: Mapping[str, Any]) -> list[list[str]]:
    if option.kind == "amounts":
        return [_boxes_of(option)]
    played = [row for row in option.rows if _is_played(option, row, cleaned)]
    return [_boxes_of(option, row.key) for row in played]


def _is_played(option: Option, row: Row, cleaned: Mapping[str, Any]) -> bool:
    return not row.empty or bool(cleaned.get(name_of(option, row.key, IS_PLAYED)))


def _boxes_of(option: Option, *row: str) -> list[str]:
    return [name_of(option, *row, place) for place in range(len(option.columns))]
