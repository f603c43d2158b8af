"""Reading pages as a browser does: the forms with what they hold, and the words of a refusal."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = ("area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
CHOSEN_BY_HAND = ("radio", "checkbox")
WITHOUT_VALUE = ("submit", "button", "reset", "image", "file")

Attributes = dict[str, str | None]


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


class _Reader(HTMLParser):
    """Collects the forms of a page, and the words of whatever is an alert."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.alerts: list[str] = []
        self.select = ""
        self.text_name = ""
        self.text: list[str] = []
        self.alert_depth = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        found = dict(attributes)
        if self.alert_depth and tag not in VOID:
            self.alert_depth += 1
        elif found.get("role") == "alert" and tag not in VOID:
            self.alert_depth = 1
        if tag == "form":
            self.form = Form(found.get("action") or "")
            self.forms.append(self.form)
        elif self.form is not None:
            self._inside(self.form, tag, found)

    def _inside(self, form: Form, tag: str, found: Attributes) -> None:
        name = found.get("name") or ""
        if tag == "input" and name:
            self._input(form, name, found)
        elif tag == "button" and name:
            form.buttons.append((name, found.get("value") or ""))
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select:
            value = found.get("value") or ""
            form.choices.setdefault(self.select, []).append(value)
            if "selected" in found or self.select not in form.fields:
                form.fields[self.select] = [value]
        elif tag == "textarea":
            self.text_name, self.text = name, []

    @staticmethod
    def _input(form: Form, name: str, found: Attributes) -> None:
        kind, value = found.get("type") or "text", found.get("value") or ""
        if kind in CHOSEN_BY_HAND:
            value = value or "on"
            form.choices.setdefault(name, []).append(value)
            if "checked" not in found:
                return
        elif kind in WITHOUT_VALUE:
            return
        form.fields.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if self.alert_depth and tag not in VOID:
            self.alert_depth -= 1
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = ""
        elif tag == "textarea" and self.form is not None and self.text_name:
            self.form.fields[self.text_name] = ["".join(self.text).removeprefix("\n")]
            self.text_name = ""

    def handle_data(self, data: str) -> None:
        """Take the words between two tags."""
        if self.text_name:
            self.text.append(data)
        elif self.alert_depth and data.strip():
            self.alerts.append(" ".join(data.split()))


@dataclass(frozen=True)
class Page:
    """An answer: its address and status, its forms, and what it says was wrong."""

    address: str
    status: int
    text: str
    forms: tuple[Form, ...]
    alerts: tuple[str, ...]

    @property
    def refusal(self) -> str:
        """What the page says was wrong, in one line."""
        return " ".join(dict.fromkeys(self.alerts))

    def form_to(self, action: str) -> Form | None:
        """The first form that is sent there."""
        return next((form for form in self.forms if form.action.split("#")[0] == action), None)


def read_page(address: str, status: int, text: str) -> Page:
    """The parts of a page.

    >>> page = read_page("/", 200, '<form action="/a"><input name="n" value="3"></form>')
    >>> page.form_to("/a").fields
    {'n': ['3']}
    """
    reader = _Reader()
    reader.feed(text)
    return Page(address, status, text, tuple(reader.forms), tuple(reader.alerts))
