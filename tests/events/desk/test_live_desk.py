"""Directors' pages say how they are kept up to date: from where, for what, and which parts."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.sign_ins import NOTED
from tests.answers import Answer, there
from tests.events.check_in.door_stories import registers
from tests.events.conftest import arrive
from tests.events.played import draws, keys, plays, starts
from tournaments.events.check_in.services import arrive as let_in
from tournaments.events.draw.services.rounds import accept_draw, publish_round
from tournaments.events.results.services.sheets import close_round
from tournaments.events.standings.queries.snapshots import SHEETS
from tournaments.live.state import event_states
from tournaments.live.tickets import EVENT, Ticket, read_ticket
from tournaments.models import Author, Event, EventTable
from tournaments.tables.services.hands import record_hand

pytestmark = pytest.mark.django_db

HAND = {"picker": 1, "picker_points": 75}


class LiveReader(HTMLParser):
    """The root of a page with its data, and the parts that are replaced."""

    def __init__(self, response: Answer) -> None:
        super().__init__()
        self.roots: list[dict[str, str | None]] = []
        self.parts: list[str | None] = []
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if "data-stream" in found:
            self.roots.append(found)
        if "data-live" in found:
            self.parts.append(found.get("id"))

    @property
    def root(self) -> dict[str, str]:
        [root] = self.roots
        return {name: value or "" for name, value in root.items()}

    @property
    def seen(self) -> int:
        return int(self.root["data-seen"])

    @property
    def ticket(self) -> Ticket:
        ticket = read_ticket(self.root["data-stream"].split("/")[2])
        return there(ticket)


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2, fee=500)


def looks_at(client: Client, address: str) -> LiveReader:
    response = client.get(address)
    assert response.status_code == 200
    return LiveReader(response)


def follows(client: Client, page: LiveReader) -> LiveReader:
    """The page again, as it fetches itself; it brings a new self of every part."""
    again = looks_at(client, page.root["data-address"])
    assert page.parts
    assert None not in page.parts
    assert again.parts == page.parts
    assert again.root["data-address"] == page.root["data-address"]
    return again


def state(event: Event) -> int:
    return event_states([event.pk])[event.pk].version


def plays_a_hand(event: Event) -> EventTable:
    place = EventTable.objects.filter(round__event=event).earliest("number")
    record_hand(table=place.table, record=HAND, by=Author(), submission=uuid4())
    return place


NAMES = ("desk", "event_tables", "keying", "rounds", "door")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("is_running", [False, True])
def test_every_page_brings_the_same_parts_again(
    director: Client, event: Event, by: Author, name: str, is_running: bool
) -> None:
    if is_running:
        starts(event, by)
    page = looks_at(director, reverse(name, args=[event.pk]))
    assert follows(director, page).seen == page.seen
    watches = {"is_director": True, "sign_in": director.session[NOTED]["pk"]}
    assert page.ticket == Ticket(EVENT, event.pk, "en", view="changes", **watches)
    assert int(page.root["data-deed"]) == SHEETS


@pytest.mark.parametrize("name", ["desk", "event_tables", "keying", "round"])
def test_a_page_that_phones_change_knows_the_state_of_the_stream(
    director: Client, event: Event, by: Author, name: str
) -> None:
    starts(event, by)
    address = reverse(name, args=[event.pk, 1] if name == "round" else [event.pk])
    before = looks_at(director, address)
    assert before.seen == state(event)
    assert int(before.root["data-pace"]) >= 2000
    plays_a_hand(event)
    after = follows(director, before)
    assert before.seen < after.seen == state(event)
    assert after.seen // SHEETS == before.seen // SHEETS  # no deed of a director


@pytest.mark.parametrize("name", ["door", "rounds"])
def test_a_page_that_only_directors_change_takes_no_notice_of_hands(
    director: Client, event: Event, by: Author, name: str
) -> None:
    starts(event, by)
    before = looks_at(director, reverse(name, args=[event.pk]))
    assert before.root["data-pace"] == "deeds"
    plays_a_hand(event)
    assert follows(director, before).seen == before.seen
    registers(event, by, "Late Lois")
    assert follows(director, before).seen == before.seen + SHEETS


def test_a_round_at_another_stage_is_another_page(
    director: Client, event: Event, by: Author
) -> None:
    address = reverse("round", args=[event.pk, 1])
    pages = [looks_at(director, address)]
    draws(event, by)
    assert looks_at(director, address).parts == []  # a draw is looked at by one at a time
    accept_draw(event=event, number=1, anyway=True, by=by, submission=uuid4())
    pages.append(looks_at(director, address))
    publish_round(event=event, number=1, by=by, submission=uuid4())
    pages.append(looks_at(director, address))
    for one, other in pairwise(pages):
        assert one.parts
        assert not set(one.parts) & set(other.parts)


def test_keying_at_a_closed_round_is_another_page(
    director: Client, event: Event, by: Author
) -> None:
    address = reverse("keying", args=[event.pk])
    no_tables = looks_at(director, address)
    starts(event, by)
    is_open = looks_at(director, address)
    for place in EventTable.objects.filter(round__event=event):
        keys(place, by, 6, -6, 2, -2)
    assert follows(director, is_open).parts == is_open.parts
    close_round(event=event, number=1, by=by, submission=uuid4())
    closed = looks_at(director, address)
    assert len({*no_tables.parts, *is_open.parts, *closed.parts}) == 3


def test_keying_asks_only_for_what_is_missing(director: Client, event: Event, by: Author) -> None:
    """Not for the sheet that is being typed, and for the round that was chosen."""
    plays(event, by)
    starts(event, by, 2)
    where = reverse("keying", args=[event.pk])
    for query in ("?table=1", "?round=1&table=2", "?round=1&saved=2"):
        page = looks_at(director, where + query)
        assert "table=" not in page.root["data-address"]
        follows(director, page)


def test_a_refused_sheet_still_follows(director: Client, event: Event, by: Author) -> None:
    starts(event, by)
    where = reverse("keying", args=[event.pk])
    fields = {"table": "1", "submission": str(uuid4()), "seen_version": "0", "points-0": "x"}
    response = director.post(where, fields)
    assert response.status_code == 422
    follows(director, LiveReader(response))


def test_a_page_that_says_no_follows_from_where_it_can_be_fetched(
    director: Client, event: Event, by: Author
) -> None:
    """Its own address takes only what is posted."""
    draws(event, by)
    accept_draw(event=event, number=1, anyway=True, by=by, submission=uuid4())
    start = reverse("start_round", args=[event.pk, 1])
    response = director.post(start, {"submission": str(uuid4()), "seen_version": "0"})
    assert response.status_code == 422
    follows(director, LiveReader(response))
    out = event.entries.latest("pk")
    out.status = "out"
    out.save()
    fields = {"submission": str(uuid4()), "seen_version": "0", "entry": out.pk, "deed": "here"}
    response = director.post(reverse("check_in", args=[event.pk]), fields)
    assert response.status_code == 422
    page = LiveReader(response)
    assert "door-news" not in page.parts  # what was refused stays to be read
    again = looks_at(director, page.root["data-address"])
    assert set(page.parts) < set(again.parts)


def test_the_door_asks_for_the_same_words_page_and_news(
    director: Client, event: Event, by: Author
) -> None:
    entry = registers(event, by, "Anna Huber")
    done = let_in(entry=entry, by=by, submission=uuid4()).change
    for number in range(250):
        registers(event, by, f"Ben {number}")
    where = reverse("door", args=[event.pk])
    response = director.get(f"{where}?q=ben&page=2&done={there(done).pk}")
    page = LiveReader(response)
    again = director.get(page.root["data-address"])
    for name in ("page", "typed", "change"):
        assert str(again.context[name]) == str(response.context[name])
    assert [line.entry for line, _ in again.context["lines"]] == [
        line.entry for line, _ in response.context["lines"]
    ]
    assert again.context["page"].number == 2


def test_the_htmx_answer_to_a_tap_carries_the_newest_state(
    director: Client, event: Event, by: Author
) -> None:
    entry = registers(event, by, "Anna Huber")
    before = looks_at(director, reverse("door", args=[event.pk]))
    fields = {"submission": str(uuid4()), "seen_version": "0", "entry": entry.pk, "deed": "here"}
    answer = director.post(
        reverse("check_in", args=[event.pk]),
        fields,
        headers={"HX-Request": "true", "HX-Target": "door"},
        follow=True,
    )
    page = LiveReader(answer)
    assert page.seen == before.seen + SHEETS
    assert "door-news" in follows(director, page).parts


def test_the_stream_of_a_directors_page_is_open_before_the_event_is_published(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(published=False)
    page = looks_at(director, reverse("desk", args=[event.pk]))
    assert event_states([event.pk])[event.pk].admits(page.ticket)


def test_at_the_end_the_desk_has_the_same_parts_as_at_the_start(
    director: Client, event: Event, by: Author
) -> None:
    """None of them comes or goes, so that whatever happens the page never has to be left."""
    where = reverse("desk", args=[event.pk])
    before = looks_at(director, where)
    arrive(event, 4)
    starts(event, by)
    during = looks_at(director, where)
    for place in EventTable.objects.filter(round__event=event):
        keys(place, by, 6, -6, 2, -2)
    close_round(event=event, number=1, by=by, submission=uuid4())
    assert before.parts == during.parts == looks_at(director, where).parts
