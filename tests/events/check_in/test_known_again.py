"""People with several tickets, known again by their phone or e-mail, and ranked once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.archive.test_archive import is_the_same_elsewhere
from tests.events.check_in.known_again import ANNA, asked, comes, persons, same, two_tables
from tests.events.night.rolling_day import FESTIVAL
from tests.events.rulings.ruled import fresh
from tournaments.common.actions import Refused
from tournaments.common.fields import Reached
from tournaments.events.check_in.queries.contacts import known_of, open_questions
from tournaments.events.check_in.services import (
    erase_contacts,
    forget_old_contacts,
    note_contact,
    say_same,
)
from tournaments.events.night.queries import read_queue
from tournaments.events.standings.services import lock_final
from tournaments.models import Author, Contact, Event, Player, SamePerson
from tournaments.people.services.erasing import erase


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(**FESTIVAL)


def test_asked_and_never_merged_silently(event: Event, by: Author) -> None:
    first, again = two_tables(event, by)
    assert asked(event) == [(1, 6)]
    assert ((1,), 12) in persons(event)
    assert ((6,), 12) in persons(event)
    same(again, first, by)
    assert asked(event) == []
    assert ((1, 6), 12) in persons(event)
    change = event.changes.get(kind="same_person")
    assert (change.entry, change.after, change.who) == (again, "1\tAnna Huber", "Dora")
    assert Player.objects.filter(merged_into=None, name="A. Huber").exists()


@pytest.mark.parametrize(("how", "total"), [("sum", 24), ("best", 12)])
def test_sum_and_best_of_a_person_go_over_both(
    new_event: Callable[..., Event], by: Author, how: str, total: int
) -> None:
    event = new_event(**FESTIVAL | {"persons": how})
    first, again = two_tables(event, by)
    same(again, first, by)
    assert ((1, 6), total) in persons(event)


def test_the_best_n_of_a_person(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(**FESTIVAL | {"persons": "best", "persons_best": 2})
    first, again = two_tables(event, by)
    same(first, again, by)
    assert ((1, 6), 24) in persons(event)


def test_taken_back_they_are_two_again(event: Event, by: Author) -> None:
    first, again = two_tables(event, by)
    same(again, first, by)
    say_same(entry=first, other=again, is_same=None, by=by, submission=uuid4())
    assert ((6,), 12) in persons(event)
    assert asked(event) == [(1, 6)]
    assert list(SamePerson.objects.values_list("withdrawn_by", flat=True)) == ["Dora"]


def test_two_people_with_one_phone_are_asked_once(event: Event, by: Author) -> None:
    first = comes(event, by, "Anna")
    husband = comes(event, by, "Ben")
    same(husband, first, by, is_same=False)
    assert asked(event) == []
    assert [entry.pk for entry in known_of(husband).others] == [first.pk]
    comes(event, by, "Ben the same", ANNA)
    assert asked(event) == [(1, 3)]


def test_nobody_is_asked_about_the_same_player(event: Event, by: Author) -> None:
    comes(event, by, "Anna")
    comes(event, by, "Ben", Reached("", "ben@example.org"))
    Contact.objects.update(mail="both@example.org")
    Player.objects.filter(name="Ben").update(merged_into=Player.objects.get(name="Anna"))
    assert asked(event) == []


def test_who_waits_with_two_tickets_comes_once_at_a_time(event: Event, by: Author) -> None:
    first = comes(event, by, "Anna")
    again = comes(event, by, "A. Huber")
    third = comes(event, by, "Huber Anna")
    same(again, first, by)
    same(third, again, by)
    waiting = read_queue(fresh(event)).waiting
    assert [(each.number, each.is_later) for each in waiting] == [(1, False), (2, True), (3, True)]


def test_where_everybody_comes_once_nothing_is_kept(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(rounds=1, hands=4)
    with pytest.raises(Refused, match="Here everybody comes once"):
        comes(event, by, "Anna")
    assert not Contact.objects.exists()


def test_the_history_does_not_say_what_was_noted(event: Event, by: Author) -> None:
    entry = comes(event, by, "Anna", Reached())
    note_contact(entry=entry, reached=ANNA, by=by, submission=uuid4())
    assert note_contact(entry=entry, reached=ANNA, by=by, submission=uuid4()).change is None
    note_contact(entry=entry, reached=Reached(), by=by, submission=uuid4())
    assert not Contact.objects.exists()
    kinds = list(event.changes.filter(kind__startswith="contact").values_list("kind", flat=True))
    assert kinds == ["contact", "contact_erased"]
    said = event.changes.values_list("before", "after", "reason")
    assert "12345678" not in str(list(said))


def test_erased_with_the_person(event: Event, by: Author) -> None:
    entry = comes(event, by, "Anna")
    player = entry.members.get().player
    erase(player=player, typed="Anna", reason="Asked for it", by=by, submission=uuid4())
    assert not Contact.objects.exists()


def test_erased_by_a_director_even_from_a_locked_event(event: Event, by: Author) -> None:
    two_tables(event, by)
    lock_final(event=fresh(event), by=by, submission=uuid4())
    erase_contacts(event=fresh(event), by=by, submission=uuid4())
    assert not Contact.objects.exists()
    assert event.changes.get(kind="contacts_erased").after == "2"


def test_forgotten_thirty_days_after_the_last_deed(event: Event, by: Author) -> None:
    first, _again = two_tables(event, by)
    assert forget_old_contacts(timezone.now() + timedelta(days=29)) == 0
    assert forget_old_contacts(timezone.now() + timedelta(days=31)) == 2
    assert not Contact.objects.exists()
    assert known_of(first).reached == Reached()


def test_not_shown_any_more_even_before_it_is_deleted(event: Event, by: Author) -> None:
    first, _again = two_tables(event, by)
    long_ago = timezone.now() - timedelta(days=40)
    event.changes.update(made_at=long_ago)
    Event.objects.update(made_at=long_ago)
    first.event.refresh_from_db()
    assert known_of(first).reached == Reached()
    assert asked(event) == []


def test_it_goes_with_the_event(event: Event, by: Author) -> None:
    first, again = two_tables(event, by)
    same(again, first, by)
    here = is_the_same_elsewhere(event)
    assert Contact.objects.get(entry__event=here, entry__number=1).phone == "015112345678"
    assert ((1, 6), 12) in persons(here)


def test_questions_cost_the_same_for_many(
    event: Event, by: Author, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(8):
        comes(event, by, f"Anna {number}", Reached(f"01511234567{number % 4}", ""))
    here = fresh(event)
    with django_assert_num_queries(4):
        assert len(open_questions(here)) == 4
