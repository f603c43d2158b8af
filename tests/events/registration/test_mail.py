"""Where mail is sent: one's own link comes by mail, and word of a place from the waiting list."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.letters import send_due
from accounts.models import Letter
from tests.answers import there
from tests.events.registration.registering import opens, own_address, page_of, presses, registers
from tests.tables.conftest import FormReader, words_of
from tournaments.events.check_in.services import erase_contacts
from tournaments.events.registration.services import forget_mails
from tournaments.models import Author, Event, Registration

pytestmark = pytest.mark.django_db

ANNA, BERTA = "anna@example.org", "berta@example.org"


@pytest.fixture
def event(new_event: Callable[..., Event], settings: Settings) -> Event:
    """One place, and a server that sends mail."""
    settings.SHEEPFOLD_MAIL = True
    return opens(new_event(capacity=1))


def test_without_mail_no_address_is_asked(event: Event, settings: Settings) -> None:
    settings.SHEEPFOLD_MAIL = False
    assert "E-mail" not in words_of(Client().get(page_of(event)))
    registers(event, "Anna", mail=ANNA)
    assert Registration.objects.get().mail == ""
    assert not Letter.objects.exists()


def test_the_own_link_comes_by_mail_and_nothing_that_was_typed(event: Event) -> None:
    wrong = registers(event, "Anna", mail="anna")
    assert (wrong.status_code, "No e-mail address" in words_of(wrong)) == (422, True)
    assert 'value="Anna"' in wrong.content.decode()
    own = own_address(registers(event, "Anna buys things", mail=ANNA))
    [letter] = Letter.objects.all()
    assert (letter.kind, letter.to, letter.club_id) == ("registered", ANNA, event.club_id)
    assert send_due() == 1
    [sent] = mail.outbox
    assert sent.subject == f"Registered: {event.title}"
    assert f"http://testserver{own}" in str(sent.body)
    assert "buys" not in str(sent.body)
    letter.refresh_from_db()
    assert letter.body == ""


def test_who_gets_a_place_is_told_and_may_withdraw_by_that_link(event: Event) -> None:
    first = own_address(registers(event, "Anna"))
    own_address(registers(event, "Berta", mail=BERTA))
    send_due()
    presses(first, "withdraw")
    assert send_due() == 1
    told = mail.outbox[-1]
    assert (told.to, told.subject) == ([BERTA], f"You have a place: {event.title}")
    found = re.search(r"http://testserver(/r/\S+)", str(told.body))
    assert presses(str(there(found)[1]), "withdraw").status_code == 302
    assert event.entries.filter(status="left").count() == 2


def test_the_desk_gives_a_place_and_he_is_told(event: Event, director: Client, by: Author) -> None:
    first = own_address(registers(event, "Anna"))
    registers(event, "Berta", mail=BERTA)
    event.registration_terms.accepts_each = True
    event.registration_terms.save()
    presses(first, "withdraw")
    send_due()
    key = str(Registration.objects.get(mail=BERTA).pk)
    page = f"/desk/{event.pk}/registration/"
    form = FormReader(director.get(page).content.decode()).sent_to(f"{page}accept/")
    assert director.post(f"{page}accept/", form | {"key": key}).status_code == 302
    assert send_due() == 1
    assert mail.outbox[-1].subject == f"You have a place: {event.title}"


def test_the_address_goes_as_all_contacts_do(event: Event, by: Author) -> None:
    registers(event, "Anna", mail=ANNA)
    assert forget_mails() == 0
    assert forget_mails(timezone.now() + timedelta(days=31)) == 1
    registers(event, "Berta", mail=BERTA)
    erase_contacts(event=event, by=by, submission=uuid4())
    assert set(Registration.objects.values_list("mail", "site")) == {("", "")}
    assert not Letter.objects.filter(to=BERTA).exists()
