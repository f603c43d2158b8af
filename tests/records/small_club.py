"""A small club whose figures were counted by hand, and somebody who reads its record book."""

from __future__ import annotations

import csv
import io
from datetime import date
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.records.seasons import plays
from tests.tables.conftest import words_of
from tournaments.models import Club

FIVE, FOUR = "sheepshead5-wikipedia", "saskop"
ANNA, BERT, CARL, DORA, EMIL = NAMES = ("Anna", "Bert", "Carl", "Dora", "Emil")
FIRST: list[dict[str, Any]] = [
    {"picker": 0, "partner": 2, "picker_points": 75},
    {"picker": 1, "partner": None, "picker_points": 120, "picker_tricks": 6},
    {"picker": 3, "partner": 4, "picker_points": 25},
    {"picker": None, "card_points": [10, 20, 30, 25, 35], "tricks": [1, 1, 2, 1, 1]},
    {"adjustment": [0, -4, 1, 1, 2], "reason": "misplay"},
]
"""+2 −1 +1 −1 −1; −3 +12 −3 −3 −3; +2 +2 +2 −4 −2; +4 −1 −1 −1 −1."""
SECOND: list[dict[str, Any]] = [{"picker": 0, "partner": 2, "picker_points": 61}] * 2
"""+2 −1 +1 −1 −1, twice."""
SASKOP: list[dict[str, Any]] = [
    {"makers": 0, "trump": "hearts", "card_points": [70, 50]},
    {"makers": 1, "trump": "diamonds", "card_points": [95, 25]},
    {"makers": None, "card_points": [61, 59]},
    {"makers": 0, "trump": "clubs", "card_points": [60, 60]},
    {"makers": 0, "trump": "clubs", "card_points": [120, 0], "tricks": [9, 0]},
]


def plays_a_little(club: Club) -> None:
    """Two evenings of five and one of Saskop."""
    plays(club, FIVE, NAMES, FIRST, on=date(2025, 11, 6))
    plays(club, FIVE, NAMES, SECOND, on=date(2026, 11, 5))
    plays(club, FOUR, NAMES[:4], SASKOP, on=date(2026, 11, 12))


class Reader:
    """Somebody who reads a club's record book."""

    def __init__(self, client: Client, club: Club) -> None:
        self.client = client
        self.club = club

    def address(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.club.pk, *args])

    def reads(self, name: str, *args: object, **asked: str | int) -> str:
        response = self.client.get(self.address(name, *args), asked)
        assert response.status_code == 200
        return words_of(response)

    def rows(self, name: str, *args: object, **asked: str | int) -> list[list[str]]:
        """The lines of a table that is taken away as CSV."""
        response = self.client.get(self.address(name, *args), asked)
        assert response.status_code == 200
        text = response.getvalue().decode().removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
        return list(csv.reader(io.StringIO(text)))
