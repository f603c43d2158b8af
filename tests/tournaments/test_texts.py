"""Every field for a text reads it in one way: nothing is kept that no page can show."""

from __future__ import annotations

import pytest
from django import forms
from django.core.exceptions import ValidationError

from tournaments.forms.texts import Line, NameField, Prose


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Table 3\u200b was\u00a0 loud ", "Table 3 was loud"),
        ("Lo\u0308we", "Löwe"),
        (None, ""),
    ],
)
def test_a_line_is_kept_as_it_is_seen(typed, kept):
    assert Line(required=False).clean(typed) == kept


def test_lines_are_kept_as_they_are_seen():
    assert Prose().clean(" One\u200b \r\n\r\n two\rthree\n\n") == "One\n\ntwo\nthree"


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        (Line(), "Only what can be written on one line."),
        (Prose(), "Only what can be written, on as many lines as you like."),
        (NameField(), "Only what can be written on one line."),
    ],
)
def test_a_refusal_is_said_once(field: forms.CharField, sentence: str):
    with pytest.raises(ValidationError) as refused:
        field.clean("Read\x1banew")
    assert refused.value.messages == [sentence]


def test_too_many_letters_are_counted():
    with pytest.raises(ValidationError, match="At most 5 letters; these are 6"):
        Prose(max_length=5).clean("12\r\n456")
