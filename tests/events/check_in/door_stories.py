"""What the tests of the door share: somebody at the desk, who types and taps."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.events.conftest import FormReader, words_of
from tournaments.events.check_in.services import Person, enter
from tournaments.models import Author, Entry, Event

BUTTON = re.compile(r'<button[^>]*name="deed" value="(\w+)"[^>]*>')


class Desk:
    """The door of an event in a director's browser, without JavaScript."""

    def __init__(self, client: Client, event: Event) -> None:
        self.client = client
        self.event = event
        self.address = reverse("door", args=[event.pk])

    def sees(self, typed: str = "") -> str:
        """The words of the door when this is typed into its search."""
        return words_of(self.page(typed))

    def page(self, typed: str = "") -> Answer:
        response = self.client.get(self.address, {"q": typed} if typed else {})
        assert response.status_code == 200
        return response

    def taps(self, deed: str, who: str, typed: str = "") -> Answer:
        """Tap a button beside somebody's name, and see what comes of it."""
        html = self.page(typed).content.decode()
        form = self._form_of(html, deed, who)
        return self.client.post(form["action"], form["fields"] | {"deed": deed}, follow=True)

    def _form_of(self, html: str, deed: str, who: str) -> dict[str, Any]:
        for part in re.findall(r"<form.*?</form>", html, flags=re.DOTALL):
            [(action, fields)] = FormReader(part).all_forms
            named = fields.get("person-0-name", "") + " " + words_of(HttpResponse(part))
            if deed in BUTTON.findall(part) and who in named:
                return {"action": action, "fields": fields}
        raise AssertionError(f"no button {deed} for {who}: {words_of(HttpResponse(html))}")


def registers(event: Event, by: Author, *names: str, **more: object) -> Entry:
    """Enter somebody (or a pair) through the service."""
    done = enter(
        event=event,
        people=[Person(name=name) for name in names],
        by=by,
        submission=uuid4(),
        **more,  # type: ignore[arg-type]
    )
    assert done.change is not None
    entry = done.change.entry
    assert entry is not None
    return entry


def arrives(event: Event, by: Author, *names: str) -> Entry:
    """Somebody comes in, and pays."""
    return registers(event, by, *names, arrives=True, is_paid=True)
