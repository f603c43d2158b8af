"""What the tests of repairs share: what would be done is asked for, looked at, and done."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.events.conftest import FormReader, words_of
from tournaments.events.draw.services.tables import write_secret
from tournaments.models import Event, Round


def secrets_of(played: Round) -> dict[int, str]:
    return {place.number: write_secret(place) for place in played.tables.all()}


def asks(director: Client, event: Event, question: str) -> Answer:
    return director.get(reverse("repair_round", args=[event.pk, 1]) + f"?{question}")


def does(director: Client, event: Event, question: str, **more: str) -> Answer:
    """Look at what would be done, and do it."""
    shown = asks(director, event, question)
    assert shown.status_code == 200, words_of(shown)
    where = reverse("do_repair", args=[event.pk, 1])
    sent = FormReader(shown.content.decode()).sent_to(where)
    who = [value for name, value in pairs_of(question) if name == "who"]
    return director.post(where, {**sent, "who": who, **more})


def pairs_of(question: str) -> list[tuple[str, str]]:
    return [tuple(part.split("=")) for part in question.split("&")]  # type: ignore[misc]
