"""Where a server sends mail: the address of an account, a forgotten password, what was sent."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.letters import send_due, write_letter
from accounts.models import Letter, LetterKind, MailAddress, SecurityEvent
from accounts.proofs import PROVED
from tests.answers import there
from tests.signed_in import signed_in
from tests.tables.conftest import words_of
from tournaments.models import Club, Invitation, Membership, Role

pytestmark = pytest.mark.django_db

ADDRESS, REMOVE = "/account/mail/", "/account/mail/remove/"
FORGOTTEN, LETTERS = "/sign-in/forgotten/", "/letters/"
ANNA = "anna@example.org"


@pytest.fixture
def mail_is_on(settings: Settings) -> None:
    settings.SHEEPFOLD_MAIL = True


@pytest.fixture
def anna(club: Club) -> Client:
    """Owns the club."""
    user = User.objects.create_user("Anna", password="nobody knows it")
    Membership.objects.create(club=club, user=user, role=Role.OWNER)
    return signed_in(user)


def link_in_letter() -> str:
    """The way to which the last letter leads, once it was sent."""
    assert send_due() == 1
    found = re.search(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    return str(there(found)[1])


def notes(browser: Client, address: str = ANNA) -> str:
    """Notes an address, and confirms it."""
    assert browser.post(ADDRESS, {"mail": address})["Location"] == f"{ADDRESS}?done=sent"
    link = link_in_letter()
    assert browser.post(link)["Location"] == f"{ADDRESS}?done=confirmed"
    return link


def has_forgotten(name: str, network: str = "192.0.2.7") -> str:
    """What is said to somebody who has forgotten his password."""
    browser = Client(REMOTE_ADDR=network)
    return words_of(browser.post(FORGOTTEN, {"username": name}, follow=True))


def test_without_mail_no_page_speaks_of_it(anna: Client, club: Club) -> None:
    for page in (ADDRESS, FORGOTTEN, LETTERS):
        assert anna.get(page).status_code == 404
    assert anna.post(ADDRESS, {"mail": ANNA}).status_code == 404
    for page in ("/account/", "/sign-in/", f"/clubs/{club.pk}/"):
        shown = anna.get(page, follow=True).content.decode()
        assert not re.search(r"account/mail|forgotten|/letters/", shown)
    assert "Forgot the password?" not in words_of(Client().get("/sign-in/"))


@pytest.mark.usefixtures("mail_is_on")
def test_an_address_counts_once_it_is_confirmed(anna: Client) -> None:
    for wrong in ("", "anna", "anna@home", "ännä@example.org", "a@b.org, c@d.org"):
        answer = anna.post(ADDRESS, {"mail": wrong})
        assert (answer.status_code, wrong in answer.content.decode()) == (422, True)
    assert "Your e-mail address" in words_of(anna.post(ADDRESS, {"mail": "anna"}))
    anna.post(ADDRESS, {"mail": " Anna@Example.org "})
    assert f"on its way to {ANNA}" in words_of(anna.get(f"{ADDRESS}?done=sent"))
    link = link_in_letter()
    assert mail.outbox[-1].to == [ANNA]
    assert link.split("/")[-2] not in str(MailAddress.objects.values())
    has_forgotten("Anna")
    assert not Letter.objects.filter(kind=LetterKind.PASSWORD).exists()
    assert ANNA in words_of(anna.get(link))  # a program that looks at links confirms nothing
    assert MailAddress.objects.get().address == ""
    assert anna.post(link).status_code == 302
    assert "Letters go to: anna@example.org" in words_of(anna.get("/account/"))
    assert (anna.get(link).status_code, anna.post(link).status_code) == (404, 404)
    assert SecurityEvent.objects.get().get_kind_display() == "Changed the e-mail address"


@pytest.mark.usefixtures("mail_is_on")
def test_a_stranger_confirms_nothing_with_a_letter_that_came_to_him(anna: Client) -> None:
    anna.post(ADDRESS, {"mail": "stranger@example.org"})
    link = link_in_letter()
    assert "/sign-in/" in Client().get(link)["Location"]
    stranger = signed_in(User.objects.create_user("Stranger"))
    assert (stranger.get(link).status_code, stranger.post(link).status_code) == (404, 404)
    assert MailAddress.objects.get().address == ""


@pytest.mark.usefixtures("mail_is_on")
def test_the_password_is_asked_again_before_it_is_another(anna: Client) -> None:
    session = anna.session
    session[PROVED] -= 11 * 60
    session.save()
    for page in (ADDRESS, REMOVE):
        answer = anna.post(page, {"mail": ANNA})
        assert answer.status_code == 422
        assert "Your password" in words_of(answer)
    assert not MailAddress.objects.exists()
    done = anna.post(ADDRESS, {"mail": ANNA, "proof": "nobody knows it"})
    assert done["Location"] == f"{ADDRESS}?done=sent"


@pytest.mark.usefixtures("mail_is_on")
def test_it_is_removed_with_the_letters_to_it(anna: Client) -> None:
    notes(anna)
    assert Letter.objects.count() == 1
    for _twice in range(2):
        assert anna.post(REMOVE)["Location"] == "/account/"
    assert (Letter.objects.count(), MailAddress.objects.count()) == (0, 0)


@pytest.mark.usefixtures("mail_is_on")
def test_who_has_forgotten_the_password_gets_a_letter_and_all_are_told_the_same(
    anna: Client,
) -> None:
    notes(anna)
    User.objects.create_user("Berta")  # has no address
    said = {has_forgotten(name) for name in ("Anna", "Berta", "Nobody")}
    assert len(said) == 1
    assert "a letter is on its way there" in said.pop()
    [letter] = Letter.objects.filter(kind=LetterKind.PASSWORD)
    assert letter.club_id is None
    link = link_in_letter()
    assert "Anna" in str(mail.outbox[-1].body)
    new = {"new": "six dry umbrellas", "again": "six dry umbrellas"}
    assert Client().post(link, new)["Location"] == "/sign-in/?done=password"
    assert User.objects.get(username="Anna").check_password("six dry umbrellas")
    made = SecurityEvent.objects.get(kind="password_link")
    assert (made.account_name, made.what_said()) == ("Anna", "by e-mail")
    letter.refresh_from_db()
    assert letter.body == ""


@pytest.mark.usefixtures("mail_is_on")
def test_who_asks_for_many_letters_waits_and_keeps_nobody_from_signing_in(anna: Client) -> None:
    notes(anna)
    asks = [
        Client(REMOTE_ADDR=f"192.0.2.{nth}").post(FORGOTTEN, {"username": "Anna"})
        for nth in range(11)
    ]
    assert [each.status_code for each in asks] == [302] * 10 + [429]
    assert int(asks[-1]["Retry-After"]) > 0
    assert Letter.objects.filter(kind=LetterKind.PASSWORD).count() == 5
    assert send_due() == 5
    last = re.search(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    assert Client().get(there(last)[1]).status_code == 200  # those without a letter changed nothing
    signs_in = {"username": "Anna", "password": "nobody knows it"}
    assert Client().post("/sign-in/", signs_in).status_code == 302


@pytest.mark.usefixtures("mail_is_on")
def test_a_letter_speaks_the_language_of_who_asks(anna: Client) -> None:
    anna.post(ADDRESS, {"mail": ANNA}, headers={"accept-language": "de"})
    link_in_letter()
    assert mail.outbox[-1].subject == "Sheepfold: Ist das deine E-Mail-Adresse?"


def test_an_invitation_goes_by_mail_from_the_page_that_shows_its_link(
    anna: Client, club: Club, other_director: Client, settings: Settings
) -> None:
    members = f"/clubs/{club.pk}/members/"
    asks = {"role": "director", "submission": str(uuid4()), "seen_version": "0"}
    assert "by e-mail" not in words_of(anna.post(f"{members}invite/", asks))
    sent = {"key": Invitation.objects.get().pk, "mail": "Berta@example.org"}
    assert anna.post(f"{members}mail/", sent).status_code == 404
    settings.SHEEPFOLD_MAIL = True
    shown = anna.post(f"{members}invite/", asks)
    assert "Send the link by e-mail" in words_of(shown)
    wrong = anna.post(f"{members}mail/", sent | {"mail": "berta"})
    assert (wrong.status_code, "No letter was sent" in words_of(wrong)) == (422, True)
    assert other_director.post(f"{members}mail/", sent).status_code == 404
    for _twice in range(2):
        done = anna.post(f"{members}mail/", sent)
        assert "on its way to berta@example.org" in words_of(done)
    [letter] = Letter.objects.all()
    assert (letter.to, letter.club_id, letter.language) == ("berta@example.org", club.pk, "en")
    link = link_in_letter()
    assert link in shown.content.decode()
    assert mail.outbox[-1].subject == f"Sheepfold: an invitation from {club.name}"
    assert club.name in words_of(Client().get(link))
    anna.post(f"{members}withdraw/", {"key": sent["key"]})
    assert anna.post(f"{members}mail/", sent).status_code == 404


@pytest.mark.usefixtures("mail_is_on")
def test_what_was_sent_owners_read_of_their_clubs(
    anna: Client, club: Club, other_club: Club, director: Client
) -> None:
    for nth, whose in enumerate((club, other_club, None)):
        write_letter(
            LetterKind.INVITATION,
            to=f"{nth}bcd@example.org",
            language="en",
            subject="Join us",
            lines=["the secret link"],
            values={},
            club_id=whose.pk if whose else None,
        )
    page = words_of(anna.get(LETTERS))
    assert "0…@example.org · on its way" in page
    assert not re.search("1…@|2…@|bcd|secret", page)
    assert "Letters by e-mail" in words_of(anna.get(f"/clubs/{club.pk}/"))
    helper = User.objects.create_user("Cora")
    Membership.objects.create(club=club, user=helper, role=Role.DIRECTOR)
    assert signed_in(helper).get(LETTERS).status_code == 404
    User.objects.filter(pk=helper.pk).update(is_superuser=True)
    everything = words_of(signed_in(helper).get(LETTERS))
    assert [f"{nth}…@example.org" in everything for nth in range(3)] == [True] * 3
