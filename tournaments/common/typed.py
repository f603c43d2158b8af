"""What a form says, in words: each field that was filled in, with what it is called."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from tournaments.common.told import choice_called, field_called, is_told

LONGEST_SHOWN = 400


class Typed(NamedTuple):
    """A field as it was filled in."""

    label: str
    value: str


def typed_words(
    posted: QueryDict, unseen: Collection[str], kinds: Iterable[type[forms.Form]], page: str
) -> list[Typed]:
    """Every field that says something; its label and choices are those of the form that has it.

    `page`: the name of the address to which the form was sent.
    """
    fields: dict[str, forms.Field] = {}
    for kind in kinds:
        fields |= kind.base_fields
    return [
        _typed(name, values, fields, page)
        for name, values in posted.lists()
        if name not in unseen and is_told(name) and any(value.strip() for value in values)
    ]


def _typed(name: str, values: Iterable[str], fields: dict[str, forms.Field], page: str) -> Typed:
    key = name.rpartition("-")[2]
    field = fields.get(key)
    label = field_called(name, fields) or _plain(key)
    words = ", ".join(
        _value(field, value.strip()) or choice_called(page, key, value.strip()) or value.strip()
        for value in values
        if value.strip()
    )
    return Typed(str(label), words[:LONGEST_SHOWN])


def _value(field: forms.Field | None, value: str) -> str:
    """What a field's own form calls a value, "" where it does not say."""
    if isinstance(field, forms.BooleanField):
        return _("yes")
    if isinstance(field, forms.ChoiceField):
        choices = {str(key): str(words) for key, words in field.choices}  # type: ignore[misc, union-attr]
        return choices.get(value, "")
    return ""


def _plain(key: str) -> str:
    return key.replace("_", " ").capitalize()
