"""Whoever registered shows the code at the door: it is scanned, read by a device, or typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from config.formats.dates import dated
from tests.answers import Answer, there
from tests.events.registration.registering import opens, own_address, presses, registers
from tests.members.test_helping import emma_helps
from tests.signed_in import signed_in
from tests.tables.conftest import FormReader, words_of
from tournaments.models import Entry, Event, Membership, Registration, Role

pytestmark = pytest.mark.django_db

Makes = Callable[..., Event]


@pytest.fixture
def event(new_event: Makes) -> Event:
    return opens(new_event(fee=1000))


@pytest.fixture
def anna(event: Event) -> str:
    """The address of Anna's own page."""
    return own_address(registers(event, "Anna Huber", home="Regen"))


@pytest.fixture
def emma(event: Event) -> Client:
    """Helps at the door of this event, and nowhere else."""
    user = User.objects.create_user("Berta")
    Membership.objects.create(club=event.club, user=user)
    return emma_helps(signed_in(user), event)


def code_of(own: str) -> str:
    """The address in the code that stands on one's own page."""
    return own.replace("/r/", "/in/")


def arrival(event: Event) -> str:
    return reverse("arrival", args=[event.pk, event.entries.get(name="Anna Huber").pk])


def types(person: Client, event: Event, typed: str) -> Answer:
    """Somebody types this into the search of the door, and presses Enter."""
    return person.get(reverse("door", args=[event.pk]), {"q": typed, "find": "yes"})


def lets_in(person: Client, page: str, deed: str) -> Answer:
    """The button on the page of an arrival is pressed."""
    answer = person.get(page)
    assert answer.status_code == 200
    html = answer.content.decode()
    focused = html.split("autofocus")[0].rsplit("<button", 1)[1]
    assert f'value="{deed}"' in focused
    [(action, fields)] = [
        (action, fields) for action, fields in FormReader(html).all_forms if "entry" in fields
    ]
    return person.post(action, fields | {"deed": deed}, follow=True)


def test_a_helper_scans_the_code_and_presses_one_button(
    event: Event, anna: str, emma: Client
) -> None:
    scanned = emma.get(code_of(anna))
    assert scanned["Location"] == arrival(event)
    door = lets_in(emma, arrival(event), "paid_here")
    assert door.redirect_chain[-1][0].startswith(reverse("door", args=[event.pk]))
    assert "No. 1 Anna Huber" in words_of(door)
    entry = event.entries.get()
    assert (entry.status, entry.is_paid) == (Entry.HERE, True)
    assert there(event.changes.latest("pk").user).username == "Emma"


@pytest.mark.parametrize(
    "said", [str, str.lower, lambda code: f" {code[:4]}-{code[4:]} ", lambda code: " ".join(code)]
)
def test_the_letters_are_typed_as_they_are_said(
    event: Event, anna: str, emma: Client, said: Callable[[str], str]
) -> None:
    assert types(emma, event, said(Registration.objects.get().code))["Location"] == arrival(event)


def test_while_they_are_typed_nothing_leads_away(event: Event, anna: str, emma: Client) -> None:
    code = Registration.objects.get().code
    registers(event, "Ben")
    page = emma.get(
        reverse("door", args=[event.pk]),
        {"q": code},
        headers={"HX-Request": "true", "HX-Target": "found"},
    )
    assert page.status_code == 200
    said = words_of(page)
    assert "Anna Huber" in said
    assert "Ben" not in said
    assert "Somebody new" not in said


def test_a_device_that_reads_the_code_types_its_whole_address(
    event: Event, anna: str, emma: Client
) -> None:
    host = "http://" + "a-hall-with-a-long-name." * 8 + "example:8000"
    for address in (host + code_of(anna), host + anna):
        assert len(address) > 84
        assert types(emma, event, address)["Location"] == arrival(event)
        led = emma.get(
            reverse("door", args=[event.pk]), {"q": address}, headers={"HX-Request": "true"}
        )
        assert led["HX-Redirect"] == arrival(event)


def test_twice_it_says_when_and_by_whom(event: Event, anna: str, emma: Client) -> None:
    lets_in(emma, arrival(event), "paid_here")
    time = dated(there(event.entries.get().arrived_at), "time")
    again = emma.get(emma.get(code_of(anna))["Location"])
    assert f"Here already since {time}, noted by: ✓ signed in: Emma" in words_of(again)
    assert 'value="here"' not in again.content.decode()


def test_a_stranger_sees_the_own_page_and_marks_nobody(event: Event, anna: str) -> None:
    stranger = Client()
    assert stranger.get(code_of(anna))["Location"] == anna
    assert stranger.get(arrival(event)).status_code in (302, 404)
    key = str(event.entries.get().pk)
    sent = stranger.post(reverse("check_in", args=[event.pk]), {"entry": key, "deed": "here"})
    assert sent.status_code in (302, 404)
    assert event.entries.get().status == Entry.REGISTERED


def test_whoever_helps_at_another_event_sees_the_own_page(
    event: Event, anna: str, emma: Client, new_event: Makes
) -> None:
    another = opens(new_event())
    Membership.objects.filter(user__username="Emma").update(event=another, club=another.club)
    assert emma.get(code_of(anna))["Location"] == anna
    assert emma.get(arrival(event)).status_code == 404
    for typed in (f"http://sheepfold.example{code_of(anna)}", Registration.objects.get().code):
        said = words_of(types(emma, another, typed))
        assert "This code is for another event." in said
        assert "Anna" not in said


def test_whoever_may_only_look_finds_the_entry_and_no_button(event: Event, anna: str) -> None:
    user = User.objects.create_user("Cora")
    Membership.objects.create(club=event.club, user=user, role=Role.AUDITOR)
    page = types(signed_in(user), event, code_of(anna))
    assert page.status_code == 200
    assert "Anna Huber" in words_of(page)


def test_a_code_that_is_over_says_so_and_nobody_is_entered_by_it(
    event: Event, anna: str, emma: Client
) -> None:
    old = Registration.objects.get().code
    presses(anna, "withdraw")
    registers(event, "Anna Huber", home="Regen")
    for typed in (code_of(anna), old):
        page = types(emma, event, typed)
        assert "Nobody is registered by this code." in words_of(page)
        assert "Somebody new" not in words_of(page)


def test_whoever_has_withdrawn_and_comes_after_all_is_let_in(
    event: Event, anna: str, emma: Client
) -> None:
    presses(anna, "withdraw")
    page = emma.get(emma.get(code_of(anna))["Location"])
    assert "withdrawn" in words_of(page)
    assert 'value="back"' in page.content.decode()
