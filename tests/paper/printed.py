"""Reading what was printed: the text of each page of a PDF, as a reader finds it."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.answers import Answer
from tests.events.played import plays, starts
from tournaments.models import Author, Entry, Event, Player

LONG = "Bartholomäus Xaver von Katzenellenbogen-U"[:40]
TRICKY = r"#1 $x$ *b* _i_ [a] @c <d> \e //f ~g `h` {j}"[:40]

NewEvent = Callable[..., Event]


def opened(pdf: bytes) -> PdfReader:
    """The PDF in a reader that refuses what is not in order."""
    return PdfReader(BytesIO(pdf), strict=True)


def page_texts(pdf: bytes) -> list[str]:
    """The words of each page, one space between them."""
    return [words(page.extract_text()) for page in opened(pdf).pages]


def words(text: str) -> str:
    """The same without line breaks and without the places where a long name may break."""
    return re.sub(r"\s+", " ", text.replace("\u200b", ""))


def bare(text: str) -> str:
    """Only what is printed with ink."""
    return re.sub(r"[\s\u200b]+", "", text)


def event_pdf(client: Client, event: Event, wanted: str, **query: Any) -> Answer:
    """A paper of the event."""
    return client.get(reverse("event_paper", args=[event.pk, wanted]), query)


def round_pdf(client: Client, event: Event, number: int, wanted: str, **query: Any) -> Answer:
    """A paper of one of its rounds."""
    return client.get(reverse("round_paper", args=[event.pk, number, wanted]), query)


def renamed(event: Event, *names: str) -> None:
    """Give the first entries these names."""
    for entry, name in zip(event.entries.order_by("number"), names, strict=False):
        Entry.objects.filter(pk=entry.pk).update(name=name)
        Player.objects.filter(memberships__entry=entry).update(name=name)
    event.refresh_from_db()


def an_evening(new_event: NewEvent, by: Author) -> Event:
    """Nine people, one round played and one begun: a table of four and one of five."""
    event = new_event(
        entries=9, hands=30, rounds=3, counted="solos", ruleset="sheepshead4-coins", fee=1000
    )
    renamed(event, TRICKY, LONG, "Õnne Šžäöüß ♣♠♥♦", "Ben")
    plays(event, by, 1)
    starts(event, by, 2)
    event.refresh_from_db()
    return event


def a_match(new_event: NewEvent, by: Author) -> Event:
    """Five pairs of Sasku; one sits out."""
    event = new_event(entries=5, unit="pair", size=2, hands=0, rounds=3, ruleset="sasku-karvane12")
    starts(event, by)
    return event
