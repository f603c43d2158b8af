"""The door, the page of an entry and the files: who sees a phone number, and what a tap does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from project_tools.management.commands.start import Command
from tests.events.check_in.known_again import comes, two_tables
from tests.events.night.rolling_day import FESTIVAL
from tests.events.rulings.ruled import fresh
from tests.tables.conftest import FormReader, words_of
from tournaments.archive.lists import LISTS, names_of
from tournaments.common.fields import Reached
from tournaments.events.standings.services import lock_final
from tournaments.models import Author, Contact, Event, SamePerson


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(**FESTIVAL)


def test_in_no_list_and_on_no_public_page(event: Event, by: Author, stranger: Client) -> None:
    two_tables(event, by)
    lines = [list(LISTS[name](fresh(event)).cells()) for name in names_of(fresh(event))]
    assert "12345678" not in str(lines)
    for name, args in (("event", []), ("event_entry", [1]), ("event_seats", [])):
        page = stranger.get(reverse(name, args=[event.pk, *args]))
        assert "12345678" not in page.content.decode()


def test_a_tap_at_the_door(event: Event, by: Author, director: Client) -> None:
    comes(event, by, "Anna Huber")
    door = reverse("door", args=[event.pk])
    new_at = reverse("new_entry", args=[event.pk])
    sent = FormReader(director.get(door, {"q": "Huberin"}).content.decode()).sent_to(new_at)
    wrong = director.post(new_at, sent | {"deed": "here", "contact": "ring me"})
    assert wrong.status_code == 422
    assert "Neither a phone number" in words_of(wrong)
    assert 'value="ring me"' in wrong.content.decode()
    entered = director.post(new_at, sent | {"deed": "here", "contact": "0049 151 12345678"})
    page = director.get(entered["Location"])
    asks = "The same person? 1 Anna Huber – 2 Huberin : the same phone number."
    assert asks in words_of(page)
    again = event.entries.get(number=2)
    where = reverse("entry_same", args=[event.pk, again.pk])
    sent = FormReader(page.content.decode()).sent_to(where)
    tapped = director.post(where, sent | {"deed": "same"})
    assert tapped["Location"] == f"{door}?about={again.pk}"
    assert "The same person?" not in words_of(director.get(tapped["Location"]))
    own = words_of(director.get(reverse("entry_form", args=[event.pk, again.pk])))
    assert "the same: 1 Anna Huber" in own
    assert "In the record book they are still two" in own


def test_found_at_the_door_by_the_number(
    event: Event, by: Author, director: Client, new_event: Callable[..., Event]
) -> None:
    comes(event, by, "Anna Huber")
    comes(event, by, "Ben", Reached("", "ben@example.org"))
    door = reverse("door", args=[event.pk])
    for typed, name in (("+49 151 12345678", "Anna Huber"), ("BEN@example.org", "Ben")):
        page = director.get(door, {"q": typed})
        assert "1 entry fits." in words_of(page)
        assert name in words_of(page)
        assert "Somebody new" not in words_of(page)
    assert "Nobody fits “0170 9999999”." in words_of(director.get(door, {"q": "0170 9999999"}))
    once = new_event(entries=1)
    page = director.get(reverse("door", args=[once.pk]), {"q": "ben@example.org"})
    assert "Somebody new" in words_of(page)


def test_noted_and_put_right_on_the_page_of_the_entry(
    event: Event, by: Author, director: Client
) -> None:
    entry = comes(event, by, "Anna", Reached())
    page = reverse("entry_form", args=[event.pk, entry.pk])
    where = reverse("entry_contact", args=[event.pk, entry.pk])
    sent = FormReader(director.get(page).content.decode()).sent_to(where)
    wrong = director.post(where, sent | {"phone": "12", "mail": "anna@home"})
    assert wrong.status_code == 422
    assert "No e-mail address" in words_of(wrong)
    assert 'value="anna@home"' in wrong.content.decode()
    right = {"phone": "0151 / 123 456 78", "mail": "Anna@Example.org"}
    assert director.post(where, sent | right).status_code == 302
    kept = Contact.objects.get()
    assert (kept.phone, kept.mail) == ("015112345678", "anna@example.org")
    assert 'value="anna@example.org"' in director.get(page).content.decode()


def test_the_take_away_page_says_so_and_erases(event: Event, by: Author, director: Client) -> None:
    two_tables(event, by)
    where = reverse("take_away", args=[event.pk])
    page = director.get(where)
    assert "e-mail addresses of 2 entries are in the file too" in words_of(page)
    erase_at = reverse("erase_contacts", args=[event.pk])
    sent = FormReader(page.content.decode()).sent_to(erase_at)
    assert director.post(erase_at, sent).status_code == 302
    assert "are in the file too" not in words_of(director.get(where))


def test_a_file_that_is_taken_long_after_has_none(
    event: Event, by: Author, director: Client
) -> None:
    two_tables(event, by)
    long_ago = timezone.now() - timedelta(days=40)
    event.changes.update(made_at=long_ago)
    Event.objects.update(made_at=long_ago)
    taken = director.get(reverse("take_event", args=[event.pk]))
    assert "12345678" not in taken.getvalue().decode()
    assert not Contact.objects.exists()


def test_a_start_of_the_program_forgets_what_is_over(event: Event, by: Author) -> None:
    two_tables(event, by)
    Command().forget_what_has_had_its_time()
    assert Contact.objects.count() == 2
    event.changes.update(made_at=timezone.now() - timedelta(days=40))
    Event.objects.update(made_at=timezone.now() - timedelta(days=40))
    Command().forget_what_has_had_its_time()
    assert not Contact.objects.exists()


def test_a_locked_list_refuses_and_says_so(event: Event, by: Author, director: Client) -> None:
    first, again = two_tables(event, by)
    lock_final(event=fresh(event), by=by, submission=uuid4())
    where = reverse("entry_same", args=[event.pk, again.pk])
    sent = {"submission": str(uuid4()), "seen_version": "0", "other": first.pk, "deed": "same"}
    refused = director.post(where, sent)
    assert refused.status_code == 422
    assert "The final list is locked" in words_of(refused)
    assert director.post(where, sent | {"deed": "marry"}).status_code == 400
    assert not SamePerson.objects.exists()
