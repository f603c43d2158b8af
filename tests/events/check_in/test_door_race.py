"""Several desks at the same moment: every number once, every place once; with their controls."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest
from django.db import connection

from tests.events.check_in.door_stories import registers
from tests.meeting import Deed, at_once
from tournaments.events import actions
from tournaments.events.check_in import services
from tournaments.events.check_in.services import Person, enter, move_up
from tournaments.models import Author, Entry, Event

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

DESKS = 12


def arrivals(entries: list[Entry], by: Author) -> list[Callable[[], object]]:
    return [partial(services.arrive, entry=entry, by=by, submission=uuid4()) for entry in entries]


def test_everybody_gets_a_number_and_nobody_the_same(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event()
    entries = [registers(event, by, f"Anna {at}") for at in range(DESKS)]
    assert set(at_once(arrivals(entries, by))) == {""}
    assert set(event.entries.values_list("number", flat=True)) == set(range(1, DESKS + 1))
    event.refresh_from_db()
    assert event.next_number == DESKS + 1


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite lets one write after the other")
def test_control_without_the_lock_a_number_is_given_twice(
    new_event: Callable[..., Event], by: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = new_event()
    entries = [registers(event, by, f"Anna {at}") for at in range(2)]
    monkeypatch.setattr(actions, "lock_row", lambda event: Event.objects.get(pk=event.pk))
    # The database lets no number stand twice: whoever comes second is told of a fault.
    assert sorted(at_once(arrivals(entries, by), meet=True)) == ["", "IntegrityError"]


def test_one_person_at_two_desks_arrives_once(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event()
    entry = registers(event, by, "Anna Huber")
    assert set(at_once(arrivals([entry] * DESKS, by))) == {""}
    entry.refresh_from_db()
    event.refresh_from_db()
    assert (entry.number, event.next_number) == (1, 2)
    assert event.changes.filter(kind="arrived").count() == 1


def test_one_form_sent_many_times_is_one_walk_in(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event()
    submission = uuid4()

    def walks_in() -> None:
        enter(
            event=event,
            people=[Person(name="Anna Huber")],
            by=by,
            submission=submission,
            arrives=True,
        )

    assert set(at_once([walks_in] * DESKS)) == {""}
    assert event.entries.count() == 1
    assert event.club.players.count() == 1


def test_the_last_place_is_given_once(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(capacity=1)
    first = registers(event, by, "Anna Huber")
    waiting = [registers(event, by, f"Ben {at}") for at in range(DESKS)]
    services.leave(entry=first, by=by, submission=uuid4())
    moves: list[Deed] = [
        partial(move_up, entry=entry, by=by, submission=uuid4()) for entry in waiting
    ]
    assert sorted(at_once(moves)) == [""] + ["Refused"] * (DESKS - 1)
    assert event.entries.filter(status=Entry.REGISTERED).count() == 1
