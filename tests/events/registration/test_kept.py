"""What is kept of somebody who registered, for how long, and what goes with the person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.events.registration.registering import opens, own_address, presses, registers
from tests.tables.conftest import FormReader, words_of
from tournaments.archive.person import about
from tournaments.events.check_in.services import Person, arrive, enter
from tournaments.events.registration.services import forget_networks, forget_old_registrations
from tournaments.models import Author, Entry, Event, EventChange, Player, Registration
from tournaments.people.services.erasing import erase

pytestmark = pytest.mark.django_db


def days(count: float) -> timedelta:
    return timedelta(days=count)


def test_a_registration_goes_ninety_days_after_the_event_and_the_entry_stays(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = opens(new_event())
    registers(event, "Anna")
    arrive(entry=event.entries.get(), by=by, submission=uuid4())
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


def test_of_who_never_came_no_name_is_left(new_event: Callable[..., Event], by: Author) -> None:
    event = opens(new_event())
    known = Player.objects.create(club=event.club, name="Ben", home="Regen")
    other = new_event()
    enter(event=other, people=[Person(known.pk)], by=by, submission=uuid4())
    for name in ("Anna", "Ben", "Cora"):
        registers(event, name, home="Regen")
    arrive(entry=event.entries.get(name="Cora"), by=by, submission=uuid4())
    assert forget_old_registrations(timezone.now() + days(100)) == 3
    anna = Player.objects.get(name__startswith="Erased")
    assert {entry.name for entry in event.entries.all()} == {anna.name, "Ben", "Cora"}
    told = [str(row) for row in EventChange.objects.values_list()]
    assert not any("Anna" in row for row in told)
    assert forget_old_registrations(timezone.now() + days(100)) == 0


def test_whoever_has_withdrawn_erases_what_was_typed(
    new_event: Callable[..., Event], director: Client
) -> None:
    event = opens(new_event(unit="pair", size=2, odd="bye"), asks_message=True)
    own = own_address(registers(event, "Anna Huber", "Ben Wolf", message="by train"))
    form = FormReader(Client().get(own).content.decode())
    refused = Client().post(f"{own}erase/", form.sent_to(f"{own}withdraw/"))
    assert "Withdraw first" in words_of(refused)
    presses(own, "withdraw")
    erased = presses(own, "erase")
    assert "What you had typed is erased." in words_of(Client().get(erased["Location"]))
    assert Client().get(own).status_code == 404
    rows = (model.objects.values_list() for model in (Entry, EventChange, Player))
    kept = [str(row) for some in rows for row in some]
    for word in ("Anna", "Ben", "Huber", "by train"):
        assert not any(word in row for row in kept)
    player = Player.objects.order_by("pk")[0]
    history = reverse("record_person", args=[event.club_id, player.pk])
    assert "Asked for by the own link of the registration" in words_of(director.get(history))


def test_whom_a_director_has_written_down_nobody_erases_by_typing_the_name(
    new_event: Callable[..., Event],
) -> None:
    event = opens(new_event())
    for name in ("Anna", "Ben", "Cora"):
        Player.objects.create(club=event.club, name=name, home="Regen")
    erased, changed, _stays = (
        own_address(registers(event, name, home="Regen")) for name in ("Anna", "Ben", "Cora")
    )
    presses(erased, "withdraw")
    presses(erased, "erase")
    presses(changed, "change", **{"name-0": "Dirk"})
    forget_old_registrations(timezone.now() + days(100))
    assert Player.objects.filter(name__in=("Anna", "Ben", "Cora"), erased_at=None).count() == 3
