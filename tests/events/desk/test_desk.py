"""The desk: what is missing now and what comes next, in every state of an event."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.events.conftest import arrive
from tests.events.played import draws, keys, plays, starts
from tests.tables.conftest import FormReader, words_of
from tournaments.events.desk.queries.concerns import NOTE, OPEN, PROBLEM, missing, next_step
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.desk.services import announce
from tournaments.events.draw.services.rounds import accept_draw, publish_round
from tournaments.events.results.services.sheets import mark_table, reopen_sheet
from tournaments.events.standings.services import lock_final
from tournaments.models import Author, Entry, Event, Table
from tournaments.tables.services.hands import record_hand

HAND = {"picker": 1, "picker_points": 75}


def texts(event: Event, weight: str = "") -> list[str]:
    lines = missing(desk_of(Event.objects.get(pk=event.pk)))
    return [line.sentence for line in lines if weight in ("", line.weight)]


def said(event: Event, part: str) -> list[str]:
    """The names on the line in which that stands."""
    lines = missing(desk_of(Event.objects.get(pk=event.pk)))
    [line] = [line for line in lines if part in line.sentence]
    return [way.label for way in line.each]


def step(event: Event) -> tuple[str, str]:
    found = next_step(desk_of(Event.objects.get(pk=event.pk)))
    return found.links[0].label, found.links[0].page


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2)


def registers(event: Event, *names: str) -> None:
    for name in names:
        Entry.objects.create(event=event, name=name)


def test_the_way_through_a_day(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(published=False, hands=4, rounds=1)
    assert step(event) == ("To the settings", "event_settings")
    Event.objects.filter(pk=event.pk).update(place="The Lamb", starts_at=event.made_at)
    assert step(event) == ("Publish the event", "publish_event")
    Event.objects.filter(pk=event.pk).update(published_at=event.made_at)
    assert step(event) == ("Open the door", "door")
    arrive(event, 8)
    registers(event, "Late Lois")
    assert step(event) == ("Open the door", "door")
    event.entries.filter(name="Late Lois").delete()
    assert step(event) == ("Draw round 1", "rounds")
    draws(event, by)
    assert step(event) == ("Look at the draw of round 1", "round")
    accept_draw(event=event, number=1, anyway=True, by=by, submission=uuid4())
    assert step(event) == ("Publish the seats of round 1", "publish_round")
    publish_round(event=event, number=1, by=by, submission=uuid4())
    assert step(event) == ("Start round 1", "start_round")


def test_one_tap_publishes_and_starts_a_round(event: Event, by: Author, director: Client) -> None:
    draws(event, by)
    accept_draw(event=event, number=1, anyway=True, by=by, submission=uuid4())
    address = reverse("desk", args=[event.pk])
    for wanted in ("published_at", "started_at"):
        assert getattr(event.rounds.get(), wanted) is None
        response = director.get(address)
        action = response.context["step"].links[0].address
        form = FormReader(response.content.decode()).sent_to(action)
        assert director.post(action, form).status_code == 302
        assert getattr(event.rounds.get(), wanted) is not None


def test_from_the_sheets_to_the_final_list(event: Event, by: Author) -> None:
    played = starts(event, by)
    assert step(event) == ("Enter results", "keying")
    for place in played.tables.all():
        keys(place, by, 9, -3, -3, -3)
    assert step(event) == ("Close round 1", "close_round")
    event.rounds.all().delete()
    plays(event, by, 1)
    assert step(event) == ("Draw round 2", "rounds")
    plays(event, by, 2)
    assert step(event) == ("Lock the final list", "lock_final")
    lock_final(event=event, by=by, submission=uuid4())
    assert step(event) == ("See and print the final list", "lock_final")
    assert texts(event) == []


def test_what_is_not_decided_stops_the_publication(new_event: Callable[..., Event]) -> None:
    event = new_event(published=False)
    assert "Say where it is." in texts(event, PROBLEM)
    assert len(texts(event, PROBLEM)) == 2
    Event.objects.filter(pk=event.pk).update(place="The Lamb", starts_at=event.made_at)
    assert not any("Say" in text for text in texts(event))


def test_forty_three(new_event: Callable[..., Event]) -> None:
    event = new_event(entries=43)
    assert texts(event) == ["43 people · tables of 4: 7 · tables of 5: 3"]


def test_too_few(new_event: Callable[..., Event]) -> None:
    event = new_event(entries=3)
    assert texts(event, OPEN) == ["3 are too few for tables of 4."]


def test_who_has_not_come_or_paid(new_event: Callable[..., Event]) -> None:
    event = new_event(entries=4, fee=1000)
    event.entries.filter(number__in=(1, 2)).update(is_paid=True)
    registers(event, "Late Lois", "Ray")
    assert said(event, "have not paid") == ["3 Anna 3", "4 Anna 4"]
    assert said(event, "have not come") == ["Late Lois", "Ray"]
    house = event.entries.get(number=4)
    house.is_house = True
    house.save()
    assert said(event, "has not paid") == ["3 Anna 3"]


def test_without_a_fee_nobody_owes_anything(event: Event) -> None:
    assert not any("paid" in text for text in texts(event))


def test_many_are_not_all_named(new_event: Callable[..., Event]) -> None:
    event = new_event(entries=30, fee=500)
    [line] = [each for each in missing(desk_of(event)) if "paid" in each.sentence]
    assert (len(line.named), line.more) == (12, 18)


def test_the_waiting_list(event: Event) -> None:
    Entry.objects.create(event=event, name="Late Lois", status=Entry.WAITING)
    assert texts(event, NOTE)[0] == "1 is on the waiting list"


def test_here_without_a_seat(event: Event, by: Author) -> None:
    starts(event, by)
    arrive(event, 1)
    assert texts(event, PROBLEM) == ["1 is here and has no seat in round 1"]
    assert said(event, "no seat") == ["9 Anna 9"]
    event.entries.filter(number=9).update(first_round=2)
    assert texts(event, PROBLEM) == []


def test_sheets_by_what_they_lack(event: Event, by: Author) -> None:
    played = starts(event, by)
    first, second = played.tables.order_by("number")
    assert said(event, "2 sheets are outstanding") == ["Table 1", "Table 2"]
    record_hand(table=first.table, record=HAND, by=Author(), submission=uuid4())
    assert said(event, "outstanding") == ["Table 1: 1 of 4", "Table 2"]
    for _hand in range(3):
        record_hand(table=first.table, record=HAND, by=Author(), submission=uuid4())
    assert said(event, "outstanding") == ["Table 2"]
    assert said(event, "not confirmed") == ["Table 1"]
    keys(first, by, 9, -3, -3, -3)
    assert said(event, "differs between paper and phone") == ["Table 1"]
    assert texts(event)[0].startswith("1 sheet differs")
    keys(second, by, 9, -3, -3, -3)
    assert step(event) == ("See all tables", "event_tables")


def test_a_sheet_that_is_open_again(event: Event, by: Author) -> None:
    played = plays(event, by)
    place = played.tables.get(number=2)
    reopen_sheet(event=event, place=place, reason="Hand 3", by=by, submission=uuid4())
    assert said(event, "open again") == ["Table 2, round 1"]
    assert len(texts(event, PROBLEM)) == 1


def test_notes_and_slow_tables(event: Event, by: Author) -> None:
    played = starts(event, by)
    place = played.tables.get(number=2)
    mark_table(event=event, place=place, reason="Sheet is wet", by=by, submission=uuid4())
    assert said(event, "has a note") == ["Table 2: Sheet is wet"]
    assert "1 table has a note" in texts(event, OPEN)


def test_everything_leads_somewhere(event: Event, by: Author, director: Client) -> None:
    """Each line and each button has an address that opens for the director."""
    played = starts(event, by)
    record_hand(
        table=played.tables.get(number=1).table, record=HAND, by=Author(), submission=uuid4()
    )
    arrive(event, 1)
    registers(event, "Late Lois")
    response = director.get(reverse("desk", args=[event.pk]))
    concerns = [response.context["step"], *response.context["missing"]]
    links = [link for concern in concerns for link in (*concern.links, *concern.each)]
    assert len(links) > 8
    assert {director.get(link.address, follow=True).status_code for link in links} == {200}


def test_the_page_says_it_in_words(event: Event, by: Author, director: Client) -> None:
    starts(event, by)
    announce(event=event, text="Soup is ready", by=by, submission=uuid4())
    words = words_of(director.get(reverse("desk", args=[event.pk])))
    assert "2 sheets are outstanding" in words
    assert "Soup is ready" in words
    assert "Round 1 was started" in words
    assert "No clock runs for round 1." in words


def test_nothing_missing(event: Event, by: Author, director: Client) -> None:
    for number in (1, 2):
        plays(event, by, number)
    lock_final(event=event, by=by, submission=uuid4())
    words = words_of(director.get(reverse("desk", args=[event.pk])))
    assert "Nothing is missing." in words


@pytest.mark.parametrize("name", ["desk", "clock", "announce", "history", "lock_final"])
def test_only_the_clubs_directors_see_it(
    name: str, event: Event, director: Client, other_director: Client, stranger: Client
) -> None:
    address = reverse(name, args=[event.pk])
    assert director.get(address).status_code == 200
    assert other_director.get(address).status_code == 404
    assert stranger.get(address).status_code == 302


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("clock_start", (1,)),
        ("clock_pause", (1,)),
        ("clock_resume", (1,)),
        ("clock_shift", (1,)),
        ("clock_stop", (1,)),
        ("announce", ()),
        ("end_announcement", (1,)),
        ("lock_final", ()),
        ("reopen_final", ()),
    ],
)
def test_only_the_clubs_directors_do_it(
    name: str,
    args: tuple[int, ...],
    event: Event,
    other_director: Client,
    stranger: Client,
    by: Author,
) -> None:
    starts(event, by)
    before = event.changes.count()
    address = reverse(name, args=[event.pk, *args])
    assert other_director.post(address).status_code == 404
    assert stranger.post(address).status_code == 302
    assert event.changes.count() == before


def test_the_number_of_queries_does_not_grow(
    new_event: Callable[..., Event],
    by: Author,
    director: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for entries in (8, 120):
        event = new_event(entries=entries, hands=4, fee=500)
        played = starts(event, by)
        for table in Table.objects.filter(event_table__round=played)[:20]:
            record_hand(table=table, record=HAND, by=Author(), submission=uuid4())
        arrive(event, 3)
        with django_assert_max_num_queries(16):
            assert director.get(reverse("desk", args=[event.pk])).status_code == 200
