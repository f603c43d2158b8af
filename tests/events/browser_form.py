"""What a browser would send of a form: inputs, chosen options, texts."""

from __future__ import annotations

from html.parser import HTMLParser

from django.test import Client

from tests.answers import Answer


class _Form(HTMLParser):
    """Reads the fields of the form that leads to an address."""

    def __init__(self, page: str, action: str) -> None:
        super().__init__()
        self.action, self.is_in = action, False
        self.fields: dict[str, str] = {}
        self._select = self._area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if tag == "form":
            self.is_in = found.get("action") == self.action
        if not self.is_in:
            return
        name = found.get("name") or ""
        if tag == "input" and name:
            if found.get("type") not in ("radio", "checkbox") or "checked" in found:
                self.fields[name] = found.get("value") or (
                    "on" if found.get("type") == "checkbox" else ""
                )
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in found or self._select not in self.fields:
                self.fields[self._select] = found.get("value") or ""
        elif tag == "textarea":
            self._area, self.fields[name] = name, ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.fields[self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_in = False
        elif tag == "select":
            self._select = ""
        elif tag == "textarea" and self._area:
            text = self.fields[self._area]
            self.fields[self._area] = text.removeprefix("\r\n").removeprefix("\n")
            self._area = ""


def fields_of(page: str, action: str) -> dict[str, str]:
    """The fields of the form on a page that is sent to an address."""
    return _Form(page, action).fields


def form_on(client: Client, page: str, action: str = "") -> dict[str, str]:
    """What the form of a page that is sent to `action` (or to the page itself) has in it."""
    response = client.get(page)
    assert response.status_code == 200, response.status_code
    fields = fields_of(response.content.decode(), action or page.partition("?")[0])
    assert fields, f"no form on {page}"
    return fields


def fills_in(client: Client, page: str, action: str = "", **answers: str | None) -> Answer:
    """Fill in a form and send it; None takes an answer (a tick) away. `draw_1` is `draw-1`."""
    sent = form_on(client, page, action)
    for name, answer in answers.items():
        known = name if name in sent else name.replace("_", "-")
        sent.pop(known, None)
        if answer is not None:
            sent[known] = answer
    return client.post(action or page.partition("?")[0], sent)
