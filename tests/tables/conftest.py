"""The same three people everywhere: a director, a player and a stranger, without JavaScript."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring import RULESETS
from tests.answers import Answer
from tournaments.common.house_rules import typed
from tournaments.models import Table


class FormReader(HTMLParser):
    """What a browser would send of each form on a page: filled, checked and hidden inputs."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.all_forms: list[tuple[str, dict[str, str]]] = []
        self.chips: dict[str, list[str]] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if tag == "form":
            self.all_forms.append((found.get("action") or "", {}))
        elif tag == "input" and self.all_forms and found.get("name"):
            self._take(found)

    def _take(self, found: dict[str, str | None]) -> None:
        name, kind = str(found["name"]), found.get("type")
        if kind == "radio":
            self.chips.setdefault(name, []).append(found.get("value") or "")
        if kind not in ("radio", "checkbox") or "checked" in found:
            self.all_forms[-1][1][name] = found.get("value") or ("on" if kind == "checkbox" else "")

    @property
    def forms(self) -> list[tuple[str, dict[str, str]]]:
        """Each with its action, but for that of the language, which every page has."""
        return [form for form in self.all_forms if form[0] != reverse("choose_language")]

    def sent_to(self, action: str) -> dict[str, str]:
        """The fields of the first form with that action."""
        return next(fields for where, fields in self.all_forms if where == action)


def words_of(response: Answer | HttpResponse) -> str:
    """The words on a page, without its tags."""
    text = re.sub(r"<(style|script).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


class Visitor:
    """Somebody with a browser and perhaps a link to a table."""

    def __init__(self, secret: str = "") -> None:
        self.client = Client()
        self.secret = secret

    def address(self, name: str, *args: int) -> str:
        """The address of a page of the table, by the visitor's own link."""
        return reverse(name, args=[self.secret, *args])

    def sees(self, name: str, *args: int) -> str:
        """The words of a page of the table."""
        response = self.client.get(self.address(name, *args))
        assert response.status_code == 200, response.status_code
        return words_of(response)

    def totals(self) -> list[int]:
        """The running totals on the sheet."""
        page = self.client.get(self.address("table")).content.decode()
        row = page[page.index('class="total"') :].split("</tr>")[0]
        cells = re.findall(r"<td class=\"(?:won|lost|even)[^>]*>\s*([−\d]+)", row)
        return [int(cell.replace("−", "-")) for cell in cells]

    def points_of(self, number: int) -> list[int]:
        """What a hand's own page says it is worth, for each side."""
        page = self.client.get(self.address("hand", number)).content.decode()
        figures = re.findall(r"<dd class=\"(?:won|lost|even)\">([^<]+)</dd>", page)
        return [int(figure.replace("−", "-")) for figure in figures]

    def record(self) -> dict[str, Any]:
        """The record of the sheet, as it is taken away."""
        record: dict[str, Any] = json.loads(self.client.get(self.address("sheet_json")).content)
        return record

    def form(self, name: str, *args: int, at: str = "") -> dict[str, str]:
        """What the form of a page would send as it stands."""
        address = self.address(name, *args)
        page = self.client.get(address + at).content.decode()
        action = self.address("record_hand") if name == "table" else address
        return FormReader(page).sent_to(action)

    def chips(self, field: str, at: str = "") -> list[str]:
        """What can be chosen in a field of the next hand's form."""
        page = self.client.get(self.address("table") + at).content.decode()
        return FormReader(page).chips[field]

    def enters(self, **answers: object) -> Answer:
        """Fill in the form for the next hand and send it; `at`: as if at that moment."""
        sent = self.form("table", at=str(answers.pop("at", ""))) | texts(answers)
        return self.client.post(self.address("record_hand"), sent)

    def corrects(self, number: int, **answers: object) -> Answer:
        """Change some answers of a hand and send them; None empties a box.

        Where a reason is asked for, the first one is tapped.
        """
        address = self.address("correct_hand", number)
        page = FormReader(self.client.get(address).content.decode())
        taps = {"quick": page.chips["quick"][0]} if "quick" in page.chips else {}
        return self.client.post(address, page.sent_to(address) | taps | texts(answers))

    def adjusts(self, why: str, **points: object) -> Answer:
        """Adjust points by the form; `points=[4, -4]` fills the boxes of the first two sides."""
        sent = self.form("adjust") | texts(points) | {"reason": why}
        return self.client.post(self.address("adjust"), sent)

    def people_form(self, deed: str, **answers: object) -> dict[str, str]:
        """What one of the forms of the page of people would send."""
        page = self.client.get(self.address("people")).content.decode()
        forms = [sent for where, sent in FormReader(page).forms if where.endswith("/people/")]
        hidden = ("csrfmiddlewaretoken", "submission", "seen_version")
        return {name: forms[0][name] for name in hidden} | texts(answers) | {"deed": deed}

    def seats(self, deed: str, **answers: object) -> Answer:
        """Rename somebody, or let somebody join, leave or come back."""
        return self.client.post(self.address("people"), self.people_form(deed, **answers))

    def presses(self, page: str, button: str) -> Answer:
        """Press the button of a page that asks for nothing else."""
        action = self.address(button)
        sent = FormReader(self.client.get(self.address(page)).content.decode()).sent_to(action)
        return self.client.post(action, sent)

    def withdraws(self, number: int, why: str = "") -> Answer:
        """Withdraw a hand by the form on its page."""
        page = self.client.get(self.address("hand", number)).content.decode()
        action = self.address("withdraw_hand", number)
        sent = FormReader(page).sent_to(action) | {"why": why}
        return self.client.post(action, sent)


def saved(response: Answer) -> bool:
    """Whether an answer leads back to the sheet, where what was saved is announced."""
    return response.status_code == 302 and "?saved=" in response["Location"]


def texts(answers: dict[str, object]) -> dict[str, str]:
    """Answers as a browser sends them; `card_points=[75, 45]` fills the boxes of both sides."""
    sent: dict[str, str] = {}
    for name, value in answers.items():
        if isinstance(value, list):
            sent |= {f"{name}-{place}": str(number) for place, number in enumerate(value)}
        elif isinstance(value, dict):
            sent |= {f"{name}-{place}": str(number) for place, number in value.items()}
        else:
            sent[name] = "" if value is None else str(value)
    return sent


class Director(Visitor):
    """Whoever opens the table, by the pages alone."""

    def opens(self, ruleset: str, *names: str, **more: object) -> Table:
        """Open a table and keep its writing link."""
        fields = self.opening(ruleset, *names, **more)
        response = self.client.post(reverse("open_table", args=[ruleset]), fields)
        assert response.status_code == 302, words_of(response)
        self.secret = response["Location"].split("/")[2]
        return Table.objects.latest("pk")

    def opening(
        self,
        ruleset: str,
        *names: str,
        first_dealer: object = 0,
        title: object = "",
        **options: object,
    ) -> dict[str, str]:
        """The filled form that opens a table."""
        sent = {"players": len(names), "first_dealer": first_dealer, "title": title}
        sent |= {f"name-{seat}": name for seat, name in enumerate(names)}
        action = reverse("open_table", args=[ruleset])
        page = self.client.get(f"{action}?players={len(names)}").content.decode()
        fields = FormReader(page).sent_to(action)
        fields |= {key: str(value) for key, value in self._selects(page).items()}
        fields |= {key: str(value) for key, value in sent.items()}
        rules = RULESETS[ruleset].options_by_name
        for key, value in options.items():
            is_table = isinstance(value, dict)
            fields |= typed(rules[key], value) if is_table else {f"option-{key}": str(value)}
        return fields

    @staticmethod
    def _selects(page: str) -> dict[str, str]:
        selects = re.findall(r"<select name=\"([^\"]+)\".*?</select>", page, flags=re.DOTALL)
        bodies = re.findall(r"<select name=\"[^\"]+\"(.*?)</select>", page, flags=re.DOTALL)
        chosen = [re.search(r'value="([^"]*)" selected', body) for body in bodies]
        return {name: found.group(1) for name, found in zip(selects, chosen, strict=True) if found}

    def watch_secret(self) -> str:
        """The secret of the watching link, as the links' page shows it."""
        page = self.client.get(self.address("table_links")).content.decode()
        secrets: set[str] = set(re.findall(r'/t/([\w-]+)/"', page)) - {self.secret}
        assert len(secrets) == 1
        return secrets.pop()


@pytest.fixture
def director(db: None) -> Director:
    """Opens tables and enters hands."""
    return Director()


@pytest.fixture
def player(db: None) -> Visitor:
    """Gets the watching link from the director: set `secret`."""
    return Visitor()


@pytest.fixture
def stranger(db: None) -> Visitor:
    """Has no link at all."""
    return Visitor("A" * 43)
