"""Every field for a text reads it in one way: nothing is kept that no page can show."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django import forms
from django.conf import settings
from django.contrib.auth.forms import UsernameField
from django.core.exceptions import ValidationError

from tests.declared_forms import modules_of_forms
from tournaments.common.texts import Document, LineField, NameField, Prose

UNWRITABLE = ("\0", "\t", "\x0b", "\x1b", "\x7f", "\x85", "\u2028", "\u2029", "\ud800")


def text_fields() -> Iterator[tuple[str, forms.CharField]]:
    """Every field of every form that is declared and takes a text."""
    for module in modules_of_forms():
        for name, kind in vars(module).items():
            if isinstance(kind, type) and issubclass(kind, forms.Form):
                for key, field in kind.base_fields.items():
                    if isinstance(field, forms.CharField) and not is_read_elsewhere(field):
                        yield f"{module.__name__}.{name}.{key}", field


def is_read_elsewhere(field: forms.CharField) -> bool:
    """Documents are read line by line, passwords kept as a digest alone, accounts looked up."""
    return isinstance(field, Document | UsernameField) or isinstance(
        field.widget, forms.PasswordInput
    )


def kept_of(field: forms.CharField, text: str) -> str:
    """What a form would hand on of a text: nothing where it is refused."""
    try:
        found = field.clean(text)
    except ValidationError:
        return ""
    return "".join(map(str, found)) if isinstance(found, tuple) else str(found)


def test_nothing_is_kept_that_cannot_be_written() -> None:
    fields = dict(text_fields())
    assert len(fields) > 50
    lax = {name for name, field in fields.items() if any(keeps(field, sign) for sign in UNWRITABLE)}
    assert lax == set()
    on_lines = {name for name, field in fields.items() if keeps(field, "\n")}
    assert on_lines == {name for name, field in fields.items() if isinstance(field, Prose)}


def keeps(field: forms.CharField, sign: str) -> bool:
    return any(sign in kept_of(field, f"{side}{sign}{side}") for side in "1A")


def test_no_form_makes_a_field_of_its_own_for_a_text() -> None:
    """Also not while it is made: those fields are not declared."""
    made = [
        (path.name, node.lineno)
        for part in ("tournaments", "accounts", "project_tools", "config")
        for path in (Path(settings.BASE_DIR) / part).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("forms.CharField", "CharField")
    ]
    assert made == []


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Table 3\u200b was\u00a0 loud ", "Table 3 was loud"), ("Lo\u0308we", "Löwe"), (None, "")],
)
def test_a_line_is_kept_as_it_is_seen(typed: str | None, kept: str) -> None:
    assert LineField(required=False).clean(typed) == kept


def test_lines_are_kept_as_they_are_seen() -> None:
    assert Prose().clean(" One\u200b \r\n\r\n two\rthree\n\n") == "One\n\ntwo\nthree"


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        (LineField(), "Only what can be written on one line."),
        (Prose(), "Only what can be written, on as many lines as you like."),
        (NameField(), "Only what can be written on one line."),
    ],
)
def test_a_refusal_is_said_once(field: forms.CharField, sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        field.clean("Read\x1banew")
    assert refused.value.messages == [sentence]


def test_too_many_letters_are_counted() -> None:
    with pytest.raises(ValidationError, match="At most 5 letters; these are 6"):
        Prose(max_length=5).clean("12\r\n456")
