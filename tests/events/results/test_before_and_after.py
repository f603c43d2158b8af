"""What the public pages say before the first draw, while sheets come in, and when all is over."""

from __future__ import annotations

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.events.big import big_event
from tests.tables.conftest import words_of
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.models import Club, Entry, Event, EventTable, Round, Table, TotalsVersion

pytestmark = [pytest.mark.django_db, pytest.mark.made_up]


def see(client: Client, event: Event, page: str = "event", **query: str) -> str:
    return words_of(client.get(reverse(page, args=[event.pk]), query))


def registers(event: Event, *names: str, status: str = Entry.REGISTERED) -> None:
    Entry.objects.bulk_create(Entry(event=event, name=name, status=status) for name in names)
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.refresh_from_db()


@pytest.fixture
def evening(club: Club) -> Event:
    """Forty are registered, one waits for a place, and two have checked in."""
    event = big_event(club, entries=2, closed=0, rounds=3)
    registers(event, *(f"Ölaf {number:02}" for number in range(1, 41)))
    registers(event, "Ben Wait", status=Entry.WAITING)
    return event


def test_whoever_is_registered_stands_on_the_page_before_the_draw(
    evening: Event, stranger: Client
) -> None:
    words = see(stranger, evening)
    assert "2 have checked in. 40 are registered. 1 waits for a place." in words
    assert "Ölaf 07" in words
    assert "Ben Wait" in words
    assert "Nobody is on the list" not in words
    found = see(stranger, evening, q="olaf 07")
    assert "1 entry for “olaf 07”" in found
    assert "Ölaf 07 registered" in found
    assert "Ölaf 08" not in found


def test_a_list_of_registered_people_alone_is_no_empty_list(club: Club, stranger: Client) -> None:
    event = big_event(club, entries=0, closed=0, rounds=3)
    registers(event, "Anna Huber")
    assert "1 is registered." in see(stranger, event)
    assert "1 is registered." in see(stranger, event, "event_screen", mode="standings")
    assert "Nobody is on the list" not in see(stranger, event, "event_screen", mode="standings")


def test_who_looks_for_a_seat_before_the_draw_learns_that_it_follows(
    evening: Event, stranger: Client
) -> None:
    words = see(stranger, evening, "event_seats", q="olaf 07")
    assert "Ölaf 07" in words
    assert "registered" in words
    assert "As soon as the next draw is published" in words
    assert "0 entries for “Zoe”" in see(stranger, evening, "event_seats", q="Zoe")


def test_registered_people_cost_one_question_and_none_once_a_round_is_there(
    evening: Event, stranger: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(9):
        see(stranger, evening)
    playing = big_event(evening.club, entries=8, closed=1, running=True, rounds=2)
    registers(playing, "Late Comer")
    assert snapshot_of(playing).expected == ()


@pytest.mark.parametrize("state", [Event.FINAL, Event.RUNNING])
def test_after_the_last_round_no_draw_is_promised(club: Club, stranger: Client, state: str) -> None:
    event = big_event(club, entries=8, closed=2, rounds=2)
    Event.objects.filter(pk=event.pk).update(state=state, revision=1, version=F("version") + 1)
    words = see(stranger, event, "event_seats")
    assert "next draw" not in words
    said = "The event is over" if state == Event.FINAL else "All rounds are played"
    assert said in words
    entry = words_of(stranger.get(reverse("event_entry", args=[event.pk, 1])))
    assert "as soon as the draw is published" not in entry
    assert "next seat" not in entry


def test_whoever_has_left_is_promised_no_seat(club: Club, stranger: Client) -> None:
    event = big_event(club, entries=8, closed=1, rounds=2)
    pages = [reverse("event_entry", args=[event.pk, number]) for number in (1, 2)]
    Entry.objects.filter(event=event, number=1).update(status=Entry.LEFT)
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    left, here = (words_of(stranger.get(page)) for page in pages)
    for promise in ("It stands here as soon as the draw is published.", "shows your next seat"):
        assert promise in here
        assert promise not in left


@pytest.fixture
def halfway(club: Club) -> Event:
    """Three tables of round 2: one confirmed, one entered, one from paper; a fourth still plays."""
    event = big_event(club, entries=16, closed=1, running=True, rounds=3)
    places = list(EventTable.objects.filter(round__event=event, round__state=Round.DRAWN))
    for place in places[:3]:
        place.results.update(is_in=True, hands=32)
    EventTable.objects.filter(pk=places[0].pk).update(
        confirmed_version=places[0].table.version, confirmed_at=timezone.now()
    )
    TotalsVersion.objects.create(event_table=places[2], number=1, record={"points": [0] * 4})
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.refresh_from_db()
    return event


def test_entered_and_confirmed_are_counted_apart(halfway: Event, stranger: Client) -> None:
    wall = see(stranger, halfway, "event_screen", mode="tables")
    assert "Round 2, sheets entered: 3 of 4, confirmed: 2" in wall
    assert "1 confirmed" in wall
    assert "2 entered" in wall
    assert "3 confirmed" in wall
    page = see(stranger, halfway)
    assert "Round 2, sheets entered: 3 of 4, confirmed: 2" in page


def test_a_sheet_changed_after_it_was_confirmed_is_entered_alone(
    halfway: Event, stranger: Client
) -> None:
    place = EventTable.objects.exclude(confirmed_version=None).get()
    Table.objects.filter(pk=place.table_id).update(version=F("version") + 1)
    assert "sheets entered: 3 of 4, confirmed: 1" in see(stranger, halfway)


def test_where_nobody_confirms_a_sheet_is_in(halfway: Event, stranger: Client) -> None:
    settings = halfway.settings | {"needs_confirmation": False}
    Event.objects.filter(pk=halfway.pk).update(settings=settings, version=F("version") + 1)
    assert "Round 2, sheets in: 3 of 4" in see(stranger, halfway, "event_screen", mode="tables")
    assert "sheets in: 3 of 4" in see(stranger, halfway)
