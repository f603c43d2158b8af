"""Passkeys: where the address allows none the page says why, and what is none lets nobody in."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import User
from django.test import Client, override_settings

from accounts.passkeys import MOST
from accounts.proofs import PROVED
from tests.accounts.conftest import PASSWORD, noted
from tests.signed_in import signed_in
from tests.tables.conftest import words_of

PAGE, REMOVE, SHOW = "/account/passkeys/", "/account/passkeys/remove/", "/sign-in/passkey/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(dora: User) -> Client:
    """Has an app for codes."""
    TOTP.activate(dora, generate_totp_secret())
    RecoveryCodes.activate(dora)
    return signed_in(dora)


def keep(user: User, name: str = "Phone") -> Authenticator:
    """As good as none: it was made for nothing."""
    data = {"name": name, "credential": {}}
    return Authenticator.objects.create(user=user, type="webauthn", data=data)


@pytest.mark.parametrize(
    ("host", "is_secure", "words"),
    [
        ("localhost", False, ""),
        ("localhost:8000", False, ""),
        ("sheepfold.example", True, ""),
        ("sheepfold.example", False, "Passkeys need https"),
        ("192.0.2.7:8000", True, "tied to a name"),
        ("[2001:db8::7]:8443", True, "tied to a name"),
        ("127.0.0.1", False, "tied to a name"),
    ],
)
def test_the_page_says_why_there_are_none(
    host: str, is_secure: bool, words: str, here: Client
) -> None:
    with override_settings(ALLOWED_HOSTS=["*"]):
        page = here.get(PAGE, headers={"host": host}, secure=is_secure)
    assert ("data-asked" in page.content.decode()) is (not words)
    assert words in words_of(page)


@pytest.mark.parametrize(
    "said", ["", "{}", "[]", "null", "x", '{"id": 7}', "[" * 9_000, "9" * 20_001]
)
def test_what_is_no_passkey_is_not_kept_and_lets_nobody_in(
    said: str, here: Client, dora: User
) -> None:
    wrong = here.post(PAGE, {"name": "Phone", "said": said}, headers={"host": "localhost"})
    assert wrong.status_code == 422
    assert not Authenticator.objects.filter(type="webauthn").exists()
    browser = Client(headers={"host": "localhost"})
    browser.post("/sign-in/", {"username": "Dora", "password": PASSWORD})
    refused = browser.post(SHOW, {"said": said})
    assert refused.status_code == 422
    assert "This passkey is none of yours" in words_of(refused)
    assert browser.get("/account/").status_code == 302
    assert noted() == [("wrong_code", "")]


def test_nobody_shows_one_without_the_password(here: Client, dora: User) -> None:
    assert Client().post(SHOW, {"said": "{}"})["Location"] == "/sign-in/"


def test_they_stand_beside_the_app_and_go_with_it(here: Client, dora: User) -> None:
    keep(dora)
    here.post("/account/second-factor/off/")
    assert not Authenticator.objects.exists()
    assert here.get(PAGE)["Location"] == "/account/second-factor/"


def test_there_are_ten_at_most(here: Client, dora: User) -> None:
    for number in range(MOST):
        keep(dora, f"Phone {number}")
    page = here.get(PAGE, headers={"host": "localhost"})
    assert "More than ten are not kept" in words_of(page)


def test_nobody_removes_one_of_somebody_else_nor_unasked(here: Client, dora: User) -> None:
    mine, other = keep(dora), keep(User.objects.create_user("Emil"))
    for key in (other.pk, "x", ""):
        here.post(REMOVE, {"key": key})
    assert Authenticator.objects.filter(type="webauthn").count() == 2
    session = here.session
    session[PROVED] -= 11 * 60
    session.save()
    assert here.post(REMOVE, {"key": mine.pk}).status_code == 422
    assert here.post(REMOVE, {"key": mine.pk, "proof": PASSWORD}).status_code == 302
    assert not Authenticator.objects.filter(pk=mine.pk).exists()
    assert noted() == [("factor_off", "a passkey")]
