"""Whoever has forgotten his password gets a link for another, from an owner of his clubs."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import PasswordLink, SecurityEvent
from accounts.proofs import PROVED
from tests.answers import Answer, there
from tests.signed_in import signed_in
from tests.tables.conftest import words_of
from tournaments.models import Author, Club, Membership, Player, Role
from tournaments.people.services.claims import claim, confirm_claim

NEW = "six dry umbrellas"
LIST, MAKE = "/account/links/", "/account/links/new/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(club: Club) -> Client:
    """Owns the club."""
    user = User.objects.create_user("Anna")
    Membership.objects.create(club=club, user=user, role=Role.OWNER)
    return signed_in(user)


@pytest.fixture
def berta(club: Club, anna: Client) -> User:
    """Directs it, and has forgotten her password."""
    user = User.objects.create_user("Berta", password="nobody knows it")
    Membership.objects.create(club=club, user=user)
    return user


def makes(owner: Client, user: User) -> str:
    """The address that an owner is shown."""
    page = owner.post(MAKE, {"key": user.pk})
    assert page.status_code == 200
    assert "no-store" in page.headers["Cache-Control"]
    found = re.search(r'href="https?://[^/]+(/new-password/[^"]+/)"', page.content.decode())
    return str(there(found)[1])


def types(address: str, browser: Client | None = None, **typed: str) -> Answer:
    return (browser or Client()).post(address, {"new": NEW, "again": NEW} | typed)


def test_an_owner_makes_a_link_and_its_reader_a_password(anna: Client, berta: User) -> None:
    everywhere = signed_in(berta)
    assert "Berta" in words_of(anna.get(LIST))
    address = makes(anna, berta)
    secret = address.split("/")[-2]
    assert secret not in str(PasswordLink.objects.values())
    page = Client().get(address)
    assert "For: Berta" in re.sub(r"\s+", " ", words_of(page))
    assert "noindex" in page.headers["X-Robots-Tag"]
    short = types(address, new="short", again="short")
    assert short.status_code == 422
    assert "too short" in words_of(short)
    assert types(address, again="other").status_code == 422
    done = types(address, everywhere)
    assert done["Location"] == "/sign-in/?done=password"
    assert "The password is another one now" in words_of(Client().get(done["Location"]))
    berta.refresh_from_db()
    assert berta.check_password(NEW)
    assert everywhere.get("/account/").status_code == 302
    for over in (Client().get(address), types(address, new="eight more umbrellas")):
        assert over.status_code == 410
        assert "This link is over" in words_of(over)
    lines = SecurityEvent.objects.order_by("pk")
    assert [(each.kind, each.account_name, each.what_said()) for each in lines] == [
        ("password_link", "Anna", "for the account: Berta"),
        ("password", "Berta", "sign-ins ended: 1"),
    ]


def test_it_opens_nothing_but_the_password(anna: Client, berta: User) -> None:
    Authenticator.objects.create(user=berta, type="totp", data={"secret": "of her app"})
    browser = Client()
    types(makes(anna, berta), browser)
    assert browser.get("/account/").status_code == 302
    sent = {"username": "Berta", "password": NEW}
    assert browser.post("/sign-in/", sent)["Location"] == "/sign-in/code/"


@pytest.mark.parametrize("hours", [23, 24])
def test_it_is_good_for_a_day(anna: Client, berta: User, hours: int) -> None:
    address = makes(anna, berta)
    PasswordLink.objects.update(made_at=timezone.now() - timedelta(hours=hours))
    assert Client().get(address).status_code == (200 if hours < 24 else 410)
    call_command("tidy", stdout=StringIO())
    assert PasswordLink.objects.exists() is (hours < 24)


def test_it_is_over_with_a_newer_one_another_password_or_the_account(
    anna: Client, berta: User
) -> None:
    first, second = (makes(anna, berta) for _ in range(2))
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 200
    User.objects.filter(pk=berta.pk).update(is_active=False)
    assert types(second).status_code == 410
    User.objects.filter(pk=berta.pk).update(is_active=True)
    berta.set_password("remembered after all")
    berta.save()
    assert types(second).status_code == 410
    assert Client().get("/new-password/guessed/").status_code == 404


def test_nobody_makes_one_for_whom_he_does_not_answer(
    anna: Client, berta: User, club: Club, other_club: Club
) -> None:
    owner = User.objects.get(username="Anna").pk
    assert signed_in(berta).post(MAKE, {"key": owner}).status_code == 404
    assert "Nobody else runs your clubs alone." in words_of(signed_in(berta).get(LIST))
    for key in (owner, 10**9, "x", ""):
        assert anna.post(MAKE, {"key": key}).status_code == 404
    there_too = Membership.objects.create(club=other_club, user=berta)
    assert anna.post(MAKE, {"key": berta.pk}).status_code == 404
    assert "Berta" not in words_of(anna.get(LIST))
    there_too.until = timezone.now()
    there_too.save()
    assert anna.post(MAKE, {"key": berta.pk}).status_code == 200
    User.objects.filter(pk=berta.pk).update(is_superuser=True)
    assert anna.post(MAKE, {"key": berta.pk}).status_code == 404
    User.objects.filter(pk=berta.pk).update(is_superuser=False)
    Membership.objects.filter(user=berta).update(until=timezone.now())
    assert anna.post(MAKE, {"key": berta.pk}).status_code == 404


def test_a_player_gets_one_of_whoever_owns_all_his_clubs(
    anna: Client, club: Club, other_club: Club, by: Author
) -> None:
    emma = User.objects.create_user("Emma")
    for each in (club, other_club):
        player = Player.objects.create(club=each, name="Emma")
        made = claim(player=player, user=emma, note="", submission=uuid4())
        assert anna.post(MAKE, {"key": emma.pk}).status_code == 404
        if each == club:
            confirm_claim(player=player, key=made.pk, by=by, submission=uuid4())
            assert anna.post(MAKE, {"key": emma.pk}).status_code == 200


def test_it_is_asked_again_before(anna: Client, berta: User) -> None:
    session = anna.session
    session[PROVED] -= 11 * 60
    session.save()
    assert "Your password once more" in words_of(anna.post(MAKE, {"key": berta.pk}))
    assert not PasswordLink.objects.exists()


def test_the_operator_makes_one_for_everybody(berta: User) -> None:
    out = StringIO()
    call_command("password_link", "Berta", site="https://sheepfold.example/", stdout=out)
    address = there(re.search(r"https://sheepfold.example(/new-password/\S+/)", out.getvalue()))[1]
    assert "--site" not in out.getvalue()
    assert types(address).status_code == 302
    line = SecurityEvent.objects.earliest("pk")
    assert (line.kind, line.account_name, line.what_said()) == (
        "password_link",
        "Berta",
        "on the terminal",
    )
    call_command("password_link", "Berta", stdout=out)
    assert "--site" in out.getvalue()
    with pytest.raises(CommandError, match="Nobody signs in as “Otto”"):
        call_command("password_link", "Otto")


def test_the_operator_takes_a_member_out(berta: User, club: Club) -> None:
    out = StringIO()
    call_command("remove_member", club.name, "Berta", stdout=out)
    assert out.getvalue() == f"Berta runs “{club.name}” no more.\n"
    assert not Membership.objects.filter(user=berta, until=None).exists()
    line = SecurityEvent.objects.get()
    assert (line.kind, line.club_name, line.what) == ("left", club.name, "Berta")
    for names, wrong in (
        (("Harbour", "Berta"), "There is no club “Harbour”"),
        ((club.name, "Berta"), "“Berta” does not run"),
        ((club.name, "Anna"), "A club needs an owner"),
    ):
        with pytest.raises(CommandError, match=wrong):
            call_command("remove_member", *names)
