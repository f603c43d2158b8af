"""Each link leads where its text says: to that table, that round, that person."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import there
from tests.events.played import keys, plays, starts
from tournaments.models import Author, Entry, Event, Player

NAMES = (
    *("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn", "Gerd", "Hanna", "Ida", "Jan", "Karl", "Lena"),
)
DESK = (
    *("desk", "checklist", "event_tables", "keying", "rounds", "history", "prizes", "cash"),
    *("cash_entries", "lock_final", "door", "rulings", "ties", "protests", "trouble", "leaving"),
)
ROUND = ("round", "repair_round", "round_lists", "close_round")
EVERYBODYS = ("event", "event_seats", "event_prizes", "event_story")


class Reader(HTMLParser):
    """The links of a page with their texts, and whom or what it is about.

    That is told by its headings and by what is chosen already in its forms.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.told: list[str] = []
        self.inside: list[tuple[str, list[str], str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag in ("a", "h1", "h2", "title") or (tag == "option" and "selected" in found):
            self.inside.append((tag, [], found.get("href") or ""))
        elif tag == "input" and "checked" in found:
            self.inside.append(("label", [], ""))

    def handle_data(self, data: str) -> None:
        for _tag, said, _href in self.inside:
            said.append(data)

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1][0] == tag:
            _tag, said, href = self.inside.pop()
            text = " ".join("".join(said).split())
            if tag == "a":
                self.links.append((text, href))
            else:
                self.told.append(text)


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author) -> Event:
    """Round 1 closed; in round 2 one sheet is in, two are missing."""
    event = new_event(entries=12, rounds=3, hands=4, fee=1000, payout=(50, 30))
    for entry, name in zip(event.entries.order_by("number"), NAMES, strict=True):
        Entry.objects.filter(pk=entry.pk).update(name=name, is_paid=there(entry.number) > 2)
        Player.objects.filter(memberships__entry=entry).update(name=name)
    plays(event, by)
    places = starts(event, by, 2).tables
    keys(places.get(number=1), by, 9, -3, -3, -3)
    event.refresh_from_db()
    return event


def pages(event: Event) -> Iterator[str]:
    for name in (*DESK, *EVERYBODYS):
        yield reverse(name, args=[event.pk])
    for name in ROUND:
        yield reverse(name, args=[event.pk, 2])
    yield reverse("club", args=[event.club_id])
    yield reverse("players", args=[event.club_id])
    for place in event.rounds.get(number=2).tables.all():
        yield reverse("desk_table", args=[event.pk, place.pk])
    for number in (1, 7):
        yield reverse("event_entry", args=[event.pk, number])


def said_by(text: str) -> list[str]:
    """What a text promises of the page behind it."""
    tables = re.findall(r"\bTable \d+", text)
    return tables[:1] + [name for name in NAMES if re.search(rf"\b{name}\b", text)][:1]


def test_each_link_leads_where_its_text_says(director: Client, event: Event) -> None:
    read: dict[str, Reader] = {}

    def reads(address: str) -> Reader:
        if address not in read:
            answer = director.get(address, follow=True)
            assert answer.status_code == 200, address
            read[address] = Reader(answer.content.decode())
        return read[address]

    followed = set()
    for page in pages(event):
        for text, href in reads(page).links:
            address = urljoin(page, href).split("#")[0]
            for promised in said_by(text):
                told = " | ".join(reads(address).told)
                assert re.search(rf"\b{promised}\b", told, re.IGNORECASE), (page, text, address)
                followed.add((page, address))
    assert len(followed) > 100


def test_each_number_of_what_is_still_missing_leads_to_that_table(
    director: Client, event: Event
) -> None:
    keying = reverse("keying", args=[event.pk])
    page = director.get(keying).content.decode()
    aside = page[page.index("<aside") :].split("</aside>")[0]
    numbers = []
    for text, href in Reader(aside).links:
        target = director.get(urljoin(keying, href)).content.decode()
        assert re.search(rf"<h[12][^>]*>\s*Table {text}\b", target), (text, href)
        names = {
            each.name
            for each in Entry.objects.filter(
                results__event_table__number=text, results__round__number=2
            )
        }
        assert all(name in target for name in names)
        numbers.append(text)
    assert numbers == ["2", "3"]
