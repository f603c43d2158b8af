"""A passkey in the place of a code: made, shown after the password, and removed, in a real browser.

Its device is one that Chromium itself plays.
"""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import CDPSession, expect

from accounts.models import SecurityEvent
from tests.browser.evening import Device

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "seven wet umbrellas"


@pytest.fixture
def dora() -> User:
    """Has an app for codes."""
    user = User.objects.create_user("Dora", password=PASSWORD)
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)
    return user


@pytest.fixture
def stick(phone: Device) -> CDPSession:
    """A device of its own that keeps passkeys, and asks nobody for a finger."""
    phone.url = phone.url.replace("127.0.0.1", "localhost")
    browser = phone.context.new_cdp_session(phone.page)
    browser.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    browser.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return browser


def types_the_password(phone: Device) -> None:
    phone.opens(reverse("sign_in"))
    phone.page.get_by_label("Name").fill("Dora")
    phone.page.get_by_label("Password").fill(PASSWORD)
    phone.page.get_by_role("button", name="Sign in").click()
    expect(phone.page.get_by_label("Code")).to_be_visible()


def types_a_code(phone: Device, user: User) -> None:
    code = RecoveryCodes(Authenticator.objects.get(user=user, type="recovery_codes"))
    phone.page.get_by_label("Code").fill(code.get_unused_codes()[0])
    phone.page.get_by_role("button", name="Sign in", exact=True).click()
    expect(phone.page.get_by_role("link", name="Your account")).to_be_visible()


def test_a_passkey_is_made_does_in_the_place_of_a_code_and_is_removed(
    phone: Device, stick: CDPSession, dora: User
) -> None:
    types_the_password(phone)
    expect(phone.page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    types_a_code(phone, dora)
    phone.opens(reverse("passkeys"))
    phone.page.get_by_label("What is it called?").fill("Phone")
    phone.page.get_by_role("button", name="Make a passkey").click()
    expect(phone.page.get_by_role("status")).to_contain_text("The passkey is kept")
    expect(phone.page.get_by_role("heading", name="Phone")).to_be_visible()
    phone.opens(reverse("account"))
    phone.page.get_by_role("button", name="Sign out everywhere, here too").click()
    types_the_password(phone)
    phone.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone.page.get_by_role("link", name="Your account")).to_be_visible()
    last = SecurityEvent.objects.filter(kind="sign_in").latest("pk")
    assert last.what_said() == "a passkey"
    phone.opens(reverse("passkeys"))
    expect(phone.page.get_by_text("last used")).to_be_visible()
    phone.page.get_by_role("button", name="Remove").click()
    expect(phone.page.get_by_role("heading", name="Phone")).to_have_count(0)
    assert not Authenticator.objects.filter(type="webauthn").exists()
    assert not phone.said


def test_one_of_another_account_lets_nobody_in(
    phone: Device, stick: CDPSession, dora: User
) -> None:
    types_the_password(phone)
    types_a_code(phone, dora)
    phone.opens(reverse("passkeys"))
    phone.page.get_by_label("What is it called?").fill("Phone")
    phone.page.get_by_role("button", name="Make a passkey").click()
    expect(phone.page.get_by_role("status")).to_contain_text("The passkey is kept")
    emil = User.objects.create_user("Emil", password=PASSWORD)
    TOTP.activate(emil, generate_totp_secret())
    RecoveryCodes.activate(emil)
    phone.context.clear_cookies()
    phone.opens(reverse("sign_in"))
    phone.page.get_by_label("Name").fill("Emil")
    phone.page.get_by_label("Password").fill(PASSWORD)
    phone.page.get_by_role("button", name="Sign in").click()
    expect(phone.page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    assert not phone.said
