"""A phone that keeps hands while it has no network and brings them in, as its script does."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from tests.answers import Answer

HAND = {"picker": 2, "result": "won"}


class Phone:
    """What a phone keeps of a table; it sends nothing before it is told to."""

    def __init__(self, secret: str) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.secret = secret
        self.waiting: list[dict[str, Any]] = []
        self.kept: dict[str, Any] = {}
        self.seq = 0
        self.fetches()

    def fetches(self) -> dict[str, Any]:
        """Take along the table as it is now."""
        answer = self.client.get(reverse("table_state", args=[self.secret]))
        assert answer.status_code == 200, answer.status_code
        self.kept = answer.json()
        return self.kept

    def enters(self, *, dealer: int | None = None, **record: object) -> dict[str, Any]:
        """Keep a hand; as the phone's own engine made it."""
        return self._keeps(dealer, record=record or HAND)

    def types(self, *, dealer: int | None = None, **answers: object) -> dict[str, Any]:
        """Keep a hand as it was typed, on a phone without an engine."""
        typed = {name: [str(value)] for name, value in answers.items()}
        return self._keeps(dealer, answers=typed)

    def _keeps(self, dealer: int | None, **said: object) -> dict[str, Any]:
        self.seq += 1
        hand = {"submission": str(uuid4()), "seq": self.seq, "dealer": dealer, "age_s": 60, **said}
        self.waiting.append(hand)
        return hand

    def sends(
        self,
        items: list[dict[str, Any]] | None = None,
        *,
        base: int | None = None,
        after: int | None = None,
    ) -> Answer:
        """Bring in what waits, or these hands; what the server answers is not taken up."""
        sent = {
            "base_version": self.kept["version"] if base is None else base,
            "after": after,
            "items": self.waiting if items is None else items,
        }
        return self.client.post(
            reverse("bring_in_hands", args=[self.secret]),
            sent,
            content_type="application/json",
            headers={"X-CSRFToken": self.kept["csrf"] or ""},
        )

    def hears(self, answer: Answer) -> dict[str, Any]:
        """Take up what the server has answered: what has arrived waits no more."""
        said: dict[str, Any] = answer.json()
        gone = {each["submission"] for each in said["results"] if each["status"] != "refused"}
        self.waiting = [hand for hand in self.waiting if hand["submission"] not in gone]
        if answer.status_code == 200:
            self.kept["version"] = said["version"]
        return said

    def brings_in(self, *, after: int | None = None) -> dict[str, Any]:
        """Send what waits, and take up the answer."""
        return self.hears(self.sends(after=after))


class Panel:
    """A panel as the phone gets it."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.words = " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
        self.buttons = re.findall(r'data-offline="([\w-]+)"', html)

    @property
    def rows(self) -> list[str]:
        """The lines of the two columns, as words."""
        found = re.findall(r"<tr.*?</tr>", self.html, flags=re.DOTALL)[1:]
        return [Panel(row).words for row in found]

    def says(self, name: str) -> list[str]:
        """What the attributes of that name say."""
        return re.findall(rf'{name}="([^"]*)"', self.html)
