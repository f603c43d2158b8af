"""Reading pages as a browser does: the forms with what they hold, and the words of a refusal."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from html.parser import HTMLParser

VOID = ("area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
CHOSEN_BY_HAND = ("radio", "checkbox")
WITHOUT_VALUE = ("submit", "button", "reset", "image", "file")

_INSIDE = r"""((?:[^>"']+|"[^"]*"|'[^']*')*)"""
FORM = re.compile(rf"<form\b{_INSIDE}>(.*?)</form>", re.DOTALL)
INPUT = re.compile(rf"<(input|button|select|option|textarea)\b{_INSIDE}>([^<]*)")
ATTRIBUTE = re.compile(r"""([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+)))?""")

Attributes = dict[str, str]


@dataclass
class Form:
    """A form: where it is sent, what it holds as it stands, its buttons and what can be chosen.

    `buttons` are names and values; `choices` the values of radio buttons, boxes and lists.
    """

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)

    def filled(self, answers: dict[str, object]) -> dict[str, list[str]]:
        """What is sent after these answers were given; None empties a field."""
        sent = dict(self.fields)
        for name, value in answers.items():
            values = value if isinstance(value, list) else [value]
            sent[name] = ["" if each is None else str(each) for each in values]
        return sent


class _Alerts(HTMLParser):
    """Collects the words of whatever is an alert."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        if tag not in VOID and (self.depth or ("role", "alert") in attributes):
            self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if self.depth and tag not in VOID:
            self.depth -= 1

    def handle_data(self, data: str) -> None:
        """Take the words between two tags."""
        if self.depth and data.strip():
            self.found.append(" ".join(data.split()))


def read_forms(text: str) -> list[Form]:
    """The forms of a page, from top to bottom.

    >>> read_forms('<form action="/a"><input name="n" value="&lt;3"></form>')[0].fields
    {'n': ['<3']}
    """
    forms: list[Form] = []
    for found in FORM.finditer(text):
        form = Form(_attributes(found[1]).get("action", ""))
        _fill(form, found[2])
        forms.append(form)
    return forms


def _fill(form: Form, inside: str) -> None:
    select = ""
    for tag, attributes, text in INPUT.findall(inside):
        has = _attributes(attributes)
        name, value = has.get("name", ""), has.get("value", "")
        if tag == "input":
            _take_input(form, name, value, has)
        elif tag == "button":
            form.buttons += [(name, value)] if name else []
        elif tag == "select":
            select = name
        elif tag == "option" and select:
            form.choices.setdefault(select, []).append(value)
            if "selected" in has or select not in form.fields:
                form.fields[select] = [value]
        elif tag == "textarea" and name:
            form.fields[name] = [unescape(text).removeprefix("\n")]


def _take_input(form: Form, name: str, value: str, has: Attributes) -> None:
    kind = has.get("type", "text")
    if not name or kind in WITHOUT_VALUE:
        return
    if kind in CHOSEN_BY_HAND:
        value = value or "on"
        form.choices.setdefault(name, []).append(value)
        if "checked" not in has:
            return
    form.fields.setdefault(name, []).append(value)


def _attributes(text: str) -> Attributes:
    """What stands in a tag; an attribute without a value has an empty one.

    >>> _attributes(' name="a&amp;b" checked')
    {'name': 'a&b', 'checked': ''}
    """
    return {
        name: unescape(double or single or bare)
        for name, double, single, bare in ATTRIBUTE.findall(text)
    }


class Page:
    """An answer: its address and status, its forms, and what it says was wrong.

    It is only taken apart where somebody looks for a form or a refusal in it.

    >>> page = Page("/", 200, '<form action="/a"><input name="n" value="3"></form>')
    >>> page.form_to("/a").fields
    {'n': ['3']}
    """

    def __init__(self, address: str, status: int, text: str = "") -> None:
        self.address, self.status, self._text = address, status, text

    @property
    def text(self) -> str:
        """The page as it was sent."""
        return self._text

    @cached_property
    def forms(self) -> list[Form]:
        """Its forms, from top to bottom."""
        return read_forms(self.text)

    @property
    def refusal(self) -> str:
        """What the page says was wrong, in one line."""
        alerts = _Alerts()
        alerts.feed(self.text)
        return " ".join(dict.fromkeys(alerts.found))

    def form_to(self, action: str) -> Form | None:
        """The first form that is sent there."""
        return next((form for form in self.forms if form.action.split("#")[0] == action), None)
