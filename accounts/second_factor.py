"""A second factor beside the password: codes from an app, and some on paper for when that is lost.

How they are made, compared and kept is the library's. Its secrets are kept sealed with the key of
the installation, so that a copy of the database alone makes no codes; where that key is another
one now, no code is right, and the operator switches the factor off.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from contextlib import suppress
from datetime import timedelta
from typing import NamedTuple

from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from allauth.mfa.utils import decrypt
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

APP, PAPER = Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES
PASSKEY = Authenticator.Type.WEBAUTHN


class Keeper(DefaultMFAAdapter):  # type: ignore[misc]  # the library has no types
    """Seals what the library keeps, and says what an app shows beside its codes."""

    def get_totp_issuer(self) -> str:
        """The program and the host, without its port: a colon has a meaning of its own there."""
        return f"Sheepfold {host_of(self.request)}"

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """For whom a passkey is: the host, whatever its port."""
        return {"id": host_of(self.request), "name": "Sheepfold"}

    def encrypt(self, text: str) -> str:
        """What is kept of a secret."""
        return _seal().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret again; InvalidToken where another installation has kept it."""
        return _seal().decrypt(encrypted_text.encode()).decode()


def host_of(request: HttpRequest) -> str:
    """The name or address by which the site is reached, without a port."""
    return re.sub(r":\d+$", "", request.get_host()).lower()


def _seal() -> Fernet:
    key = hmac.digest(settings.SECRET_KEY.encode(), b"sheepfold: second factor", hashlib.sha256)
    return Fernet(base64.urlsafe_b64encode(key))


# Whether there is one.


class SecondFactor(NamedTuple):
    """That of an account: the app, None where there is none; how many codes on paper are left;
    passkeys, the oldest first.
    """

    app: Authenticator | None
    codes_left: int
    passkeys: list[Authenticator]


def has_second_factor(user: User) -> bool:
    """Whether a password alone does not let in."""
    return bool(Authenticator.objects.filter(user=user).exclude(type=PAPER).exists())


def second_factor_of(user: User) -> SecondFactor:
    """What an account has; one SQL query."""
    every = list(Authenticator.objects.filter(user=user).order_by("pk"))
    rows = {row.type: row for row in every}
    used = rows[PAPER].data["used_mask"].bit_count() if PAPER in rows else COUNT
    passkeys = [row for row in every if row.type == PASSKEY]
    return SecondFactor(rows.get(APP), COUNT - used, passkeys)


COUNT = 10
"""So many codes on paper there are at first."""


# Switching it on and off.

NEW = "new_second_factor"
TAKEN = "taken"
"""Beside the app's secret: the step of half a minute whose code was taken last."""


class WrongCode(Exception):
    """The code is not that of the app."""


def new_secret(request: HttpRequest) -> str:
    """What an app is told that is to make codes; the same until one of its codes was typed."""
    if NEW not in request.session:
        request.session[NEW] = totp.generate_totp_secret()
    secret: str = request.session[NEW]
    return secret


def address_of(user: User, secret: str) -> str:
    """The same as an address for an app."""
    address: str = Keeper().build_totp_url(user, secret)
    return address


@transaction.atomic
def add_app(request: HttpRequest, user: User, code: str) -> None:
    """Let codes of the new app be asked for from now on; WrongCode where it does not make this one.

    Pressed twice it is the same.
    """
    User.objects.select_for_update().get(pk=user.pk)
    if second_factor_of(user).app is None:
        totp.TOTP.activate(user, new_secret(request))
        RecoveryCodes.activate(user)
        if take_code(user, code) != APP:
            raise WrongCode
    request.session.pop(NEW, None)


def remove_all(user: User) -> bool:
    """Let the password alone be enough again; whether it was not."""
    return bool(Authenticator.objects.filter(user=user).delete()[0])


def codes_on_paper(user: User) -> list[str]:
    """Those that were not used yet, in two groups of digits."""
    found = Authenticator.objects.filter(user=user, type=PAPER).first()
    codes: list[str] = []
    with suppress(InvalidToken):
        codes = RecoveryCodes(found).get_unused_codes() if found else []
    return [f"{code[:4]} {code[4:]}" for code in codes]


@transaction.atomic
def new_codes_on_paper(user: User) -> None:
    """Make others; those before are worth nothing then."""
    User.objects.select_for_update().get(pk=user.pk)
    Authenticator.objects.filter(user=user, type=PAPER).delete()
    RecoveryCodes.activate(user)


# Codes that are typed.


@transaction.atomic
def take_code(user: User, typed: str) -> str:
    """Which kind of code it is, "" where it is none; each is good once."""
    for row in Authenticator.objects.select_for_update().filter(user=user, type__in=(APP, PAPER)):
        with suppress(InvalidToken):
            if row.type == APP:
                is_right = _is_of_app(row, typed)
            else:
                is_right = RecoveryCodes(row).validate_code(typed)
            if is_right:
                row.record_usage()
                return str(row.type)
    return ""


def _is_of_app(row: Authenticator, typed: str) -> bool:
    """Whether the app makes this code about now, and neither it nor a later one was taken.

    The library notes in the memory of one process which ones were; here every process knows.
    """
    secret = decrypt(row.data["secret"])
    for step in totp.yield_hotp_counters_from_time():
        code = totp.format_hotp_value(totp.hotp_value(secret, step))
        if step > row.data.get(TAKEN, 0) and compare_user_code(actual=typed, expected=code):
            row.data[TAKEN] = step
            row.save(update_fields=["data"])
            return True
    return False


# Between the password and the code.

WAITING = "waits_for_code"
WAITS = timedelta(minutes=10)


class Waiting(NamedTuple):
    """Whose password was right, and where he wanted to go."""

    user: User
    leads: str


def wait_for_code(request: HttpRequest, user: User, leads: str) -> None:
    """Note in the browser that the password was right; nobody is signed in by that."""
    at = int(timezone.now().timestamp())
    mark = user.get_session_auth_hash()
    request.session[WAITING] = {"user": user.pk, "mark": mark, "at": at, "leads": leads}


def who_waits(request: HttpRequest) -> Waiting | None:
    """Who that is, for ten minutes, and as long as the password is the same."""
    noted = request.session.get(WAITING)
    if noted is None or timezone.now().timestamp() - noted["at"] >= WAITS.total_seconds():
        return None
    user = User.objects.filter(pk=noted["user"], is_active=True).first()
    if user is None or user.get_session_auth_hash() != noted["mark"]:
        return None
    return Waiting(user, noted["leads"])


def waits_no_more(request: HttpRequest) -> None:
    """Forget it."""
    request.session.pop(WAITING, None)
