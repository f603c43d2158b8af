"""A ruling that excludes somebody who is playing leads to how the table goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.events.results import sheets
from tests.events.rulings.ruled import decide, withdraws
from tests.tables.conftest import FormReader, words_of
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Entry, Event, EventTable, Leaving, Round, Ruling

ASKED = "How does the table go on?"
STILL = "Anna 2 is excluded, and the table still counts on that seat."


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2, ruleset="sheepshead4-cutthroat")


@pytest.fixture
def on(event: Event) -> EventTable:
    """The table of the first four, with two of four hands on the phone."""
    played = sheets.opens(event, [1, 2, 3, 4], [5, 6, 7, 8])
    sheets.plays(sheets.table(played, 1), 2)
    return sheets.table(played, 1)


def entry(event: Event, number: int) -> Entry:
    return Entry.objects.get(event=event, number=number)


def excludes(client: Client, on: EventTable, number: int | None) -> Answer:
    """A director decides on the page that somebody, or the whole table, is excluded."""
    event = on.round.event
    where = reverse("new_ruling", args=[event.pk])
    page = client.get(where, {"place": on.pk}).content.decode()
    who = "table" if number is None else str(entry(event, number).pk)
    decided = {"who": who, "offence": "Marked the cards", "kind": "out"}
    answer = client.post(where, FormReader(page).sent_to(where) | decided)
    assert answer.status_code == 302, words_of(answer)
    return client.get(answer["Location"])


def goes_on(client: Client, event: Event, number: int, remedy: str, **more: str) -> Answer:
    address = reverse("leaving", args=[event.pk])
    page = client.get(address, {"entry": str(entry(event, number).pk), "remedy": remedy})
    return client.post(address, FormReader(page.content.decode()).sent_to(address) | more)


def at_desk(client: Client, on: EventTable) -> str:
    return words_of(client.get(reverse("desk_table", args=[on.round.event_id, on.pk])))


def test_the_page_of_the_ruling_says_what_follows(director: Client, on: EventTable) -> None:
    where = reverse("new_ruling", args=[on.round.event_id])
    said = "the next page asks how the table goes on"
    assert said in words_of(director.get(where, {"place": on.pk}))
    Round.objects.filter(pk=on.round_id).update(state=Round.CLOSED, closed_at=on.round.published_at)
    assert said not in words_of(director.get(where, {"place": on.pk}))


def test_the_ruling_leads_to_how_the_table_goes_on(
    director: Client, event: Event, on: EventTable
) -> None:
    asked = excludes(director, on, 2)
    words = words_of(asked)
    assert "Anna 2 is disqualified" in words
    assert ASKED in words
    assert "The exclusion is written down." in words
    assert "Who is disqualified hands nothing on." in words
    assert STILL in at_desk(director, on)
    answer = goes_on(director, event, 2, "void")
    assert answer.status_code == 302
    assert STILL not in at_desk(director, on)
    leaving = Leaving.objects.get()
    assert (leaving.remedy, leaving.hands, leaving.reason) == ("void", 2, "Marked the cards")
    assert entry(event, 2).status == Entry.OUT
    assert 2 not in event_standing(event).places


def test_the_way_from_the_table_excludes_as_well(
    director: Client, by: Author, event: Event, on: EventTable
) -> None:
    decide(on, by, "out", 2)
    way = f"{reverse('leaving', args=[event.pk])}?entry={entry(event, 2).pk}"
    page = director.get(reverse("desk_table", args=[event.pk, on.pk])).content.decode()
    assert way in page
    assert "Who is disqualified hands nothing on." in words_of(director.get(way))
    goes_on(director, event, 2, "outside", stand_in="Cora")
    assert entry(event, 2).status == Entry.OUT
    history = words_of(director.get(reverse("history", args=[event.pk])))
    assert "Anna 2 was disqualified, hands until then: 2" in history


def test_the_whole_table_is_asked_for_one_by_one(
    director: Client, event: Event, on: EventTable
) -> None:
    words = words_of(excludes(director, on, None))
    assert ASKED not in words
    for number in range(1, 5):
        assert f"Anna {number} is excluded, and the table still counts" in words
    goes_on(director, event, 1, "void")
    assert "still counts on that seat" not in at_desk(director, on)


def test_where_the_sheet_is_in_nothing_is_asked(
    director: Client, event: Event, on: EventTable
) -> None:
    sheets.plays(on, 2)
    words = words_of(excludes(director, on, 2))
    assert ASKED not in words
    assert "still counts on that seat" not in words
    assert "Excluded" in words


@pytest.mark.parametrize("first", ["leaving", "ruling"])
def test_taken_back_in_either_order_she_plays_again(
    first: str, director: Client, by: Author, event: Event, on: EventTable
) -> None:
    excludes(director, on, 2)
    goes_on(director, event, 2, "void")

    def stays() -> None:
        stay = reverse("stay", args=[event.pk, entry(event, 2).pk])
        page = director.get(reverse("leaving", args=[event.pk]), {"entry": entry(event, 2).pk})
        form = FormReader(page.content.decode()).sent_to(stay)
        assert director.post(stay, form | {"reason": "It was Ben"}).status_code == 302

    if first == "ruling":
        withdraws(Ruling.objects.get(), by)
        stays()
    else:
        stays()
        assert entry(event, 2).status == Entry.OUT
        assert STILL in at_desk(director, on)
        withdraws(Ruling.objects.get(), by)
    assert (entry(event, 2).status, entry(event, 2).last_round) == (Entry.HERE, None)
