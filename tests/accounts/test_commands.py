"""What the operator does on the terminal ends every sign-in of an account, and is written down."""

from __future__ import annotations

import getpass
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import SignIn
from tests.accounts.conftest import PASSWORD, PHONE, is_signed_in, noted, signs_in

NEW = "six dry umbrellas"

pytestmark = pytest.mark.django_db


def test_the_operator_signs_somebody_out(dora: User) -> None:
    browsers = [signs_in(), signs_in(PHONE)]
    out = StringIO()
    call_command("sign_out", "Dora", stdout=out)
    assert out.getvalue() == "Dora is signed out everywhere; sign-ins ended: 2.\n"
    assert not any(is_signed_in(each) for each in browsers)
    assert is_signed_in(signs_in())
    assert noted() == [("sign_out_all", "sign-ins ended: 2, on the terminal")]
    with pytest.raises(CommandError, match="Nobody signs in as “Otto”"):
        call_command("sign_out", "Otto")


def test_a_password_from_the_terminal_ends_every_sign_in(
    dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = signs_in()
    monkeypatch.setattr(getpass, "getpass", lambda **_asked: NEW)
    out = StringIO()
    call_command("changepassword", "Dora", stdout=out)
    assert "Sign-ins ended: 1" in out.getvalue()
    assert not is_signed_in(browser)
    assert not SignIn.objects.exclude(session=None).exists()
    dora.refresh_from_db()
    assert dora.check_password(NEW)
    assert noted() == [("password", "sign-ins ended: 1, on the terminal")]


def test_the_operator_switches_a_second_factor_off(dora: User) -> None:
    browser = signs_in()
    Authenticator.objects.create(user=dora, type="totp", data={"secret": "unreadable by now"})
    waiting = Client()
    sent = {"username": "Dora", "password": PASSWORD}
    assert waiting.post("/sign-in/", sent)["Location"] == "/sign-in/code/"
    out = StringIO()
    call_command("second_factor_off", "Dora", stdout=out)
    said = "Dora signs in with the password alone; sign-ins ended: 1.\n"
    assert out.getvalue() == said
    assert not is_signed_in(browser)
    assert is_signed_in(signs_in())
    assert noted() == [("factor_off", "sign-ins ended: 1, on the terminal")]
    with pytest.raises(CommandError, match="Dora has no second factor"):
        call_command("second_factor_off", "Dora")
    with pytest.raises(CommandError, match="Nobody signs in as “Otto”"):
        call_command("second_factor_off", "Otto")
