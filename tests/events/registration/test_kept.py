"""What is kept of somebody who registered, for how long, and what goes with the person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.events.registration.registering import opens, registers
from tournaments.archive.person import about
from tournaments.events.registration.services import forget_networks, forget_old_registrations
from tournaments.models import Author, Entry, Event, EventChange, Player, Registration
from tournaments.people.services.erasing import erase

pytestmark = pytest.mark.django_db


def days(count: float) -> timedelta:
    return timedelta(days=count)


def test_a_registration_goes_ninety_days_after_the_event_and_the_entry_stays(
    new_event: Callable[..., Event],
) -> None:
    event = opens(new_event())
    registers(event, "Anna")
    last = event.changes.latest("made_at").made_at
    begins = event.starts_at or last
    assert forget_old_registrations(max(last, begins) + days(89.9)) == 0
    assert forget_old_registrations(max(last, begins) + days(90.1)) == 1
    assert not Registration.objects.exists()
    assert event.entries.get().name == "Anna"


def test_from_where_it_came_is_kept_for_two_days(new_event: Callable[..., Event]) -> None:
    event = opens(new_event())
    registers(event, "Anna")
    assert Registration.objects.get().network
    assert forget_networks(timezone.now() + days(1.9)) == 0
    assert forget_networks(timezone.now() + days(2.1)) == 1
    assert Registration.objects.get().network == ""


def test_nothing_of_it_is_left_of_a_person_who_is_erased(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = opens(new_event(), asks_message=True)
    registers(event, "Zenzi Bärlauch", message="Zenzi comes late")
    registers(event, "Ben")
    zenzi = Player.objects.get(name="Zenzi Bärlauch")
    erase(player=zenzi, typed="Zenzi Bärlauch", reason="asked for it", by=by, submission=uuid4())
    assert [mine.entry.name for mine in Registration.objects.all()] == ["Ben"]
    told = [str(row) for row in EventChange.objects.values_list()]
    assert not any("Zenzi" in row for row in told)
    assert Entry.objects.filter(name__startswith="Erased").count() == 1


def test_it_stands_in_the_file_of_the_person(new_event: Callable[..., Event], by: Author) -> None:
    event = opens(new_event(), asks_message=True)
    registers(event, "Anna", message="I bring my own cards")
    content = str(about(Player.objects.get(name="Anna")))
    assert "I bring my own cards" in content
