"""Everybody registers, or withdraws, at the same moment: every place once, in order of arrival."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from uuid import UUID, uuid4

import pytest
from django.db import connection

from tests.answers import there
from tests.events.registration.registering import opens
from tests.meeting import Deed, at_once
from tournaments.events import actions
from tournaments.events.registration.services import register, withdraw
from tournaments.models import Author, Entry, Event, Registration

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

PLACES, PEOPLE, AT_ONCE = 80, 200, 25


def coming(event: Event, nth: int, submission: UUID) -> Callable[[], object]:
    name = f"Anna {nth}"
    return partial(
        register, event=event, people=[(name, "")], by=Author(None, name, ""), submission=submission
    )


def test_200_for_80_places_each_sent_twice(new_event: Callable[..., Event]) -> None:
    event = opens(new_event(capacity=PLACES))
    forms = [coming(event, nth, uuid4()) for nth in range(PEOPLE)]
    for first in range(0, PEOPLE, AT_ONCE):
        some = forms[first : first + AT_ONCE]
        assert set(at_once([*some, *some])) == {""}
    entries = event.entries.order_by("registered_at", "pk")
    assert entries.count() == PEOPLE
    assert len({entry.name for entry in entries}) == event.club.players.count() == PEOPLE
    places = [entry.status for entry in entries]
    assert places == [Entry.REGISTERED] * PLACES + [Entry.WAITING] * (PEOPLE - PLACES)
    codes = Registration.objects.values_list("code", flat=True)
    assert len(set(codes)) == PEOPLE
    # Who came first in the history has a place too.
    changes = event.changes.filter(kind="registered_oneself").order_by("pk")
    assert [change.after for change in changes] == places


def test_20_withdraw_at_once_and_20_move_up_in_order(new_event: Callable[..., Event]) -> None:
    event = opens(new_event(capacity=20))
    for nth in range(45):
        coming(event, nth, uuid4())()
    come = Registration.objects.filter(entry__status=Entry.REGISTERED)
    leaving: list[Deed] = [
        partial(withdraw, registration=one, by=Author(None, one.entry.name, ""), submission=uuid4())
        for one in come.select_related("entry__event")
    ]
    assert set(at_once(leaving)) == {""}
    now = dict(event.entries.values_list("name", "status"))
    assert [now[f"Anna {nth}"] for nth in range(45)] == (
        [Entry.LEFT] * 20 + [Entry.REGISTERED] * 20 + [Entry.WAITING] * 5
    )
    moved = event.changes.filter(kind="moved_up").order_by("pk")
    assert [there(change.entry).name for change in moved] == [
        f"Anna {nth}" for nth in range(20, 40)
    ]


def test_one_place_and_everybody_withdraws_and_comes(new_event: Callable[..., Event]) -> None:
    event = opens(new_event(capacity=1))
    coming(event, 0, uuid4())()
    [first] = Registration.objects.select_related("entry__event")
    leaves = partial(
        withdraw, registration=first, by=Author(None, "Anna 0", ""), submission=uuid4()
    )
    assert set(at_once([leaves, *(coming(event, nth, uuid4()) for nth in range(1, 9))])) == {""}
    assert event.entries.filter(status=Entry.REGISTERED).count() == 1


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite lets one write after the other")
def test_control_without_the_lock_a_place_is_given_twice(
    new_event: Callable[..., Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    event = opens(new_event(capacity=1))
    monkeypatch.setattr(actions, "lock_row", lambda event: Event.objects.get(pk=event.pk))
    monkeypatch.setattr(actions, "lock_club", lambda _club: None)
    at_once([coming(event, nth, uuid4()) for nth in range(2)], meet=True)
    assert event.entries.filter(status=Entry.REGISTERED).count() == 2
