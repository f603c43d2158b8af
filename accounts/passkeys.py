"""Passkeys: what a phone, a laptop or a stick keeps, and shows in the place of a code.

They stand beside the app of the second factor and go with it, so that somebody whose device is gone
still has codes. By the standard they are tied to a name, and need https or the machine itself.
"""

from __future__ import annotations

import json
from ipaddress import ip_address
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest

from accounts.second_factor import PASSKEY, host_of, second_factor_of

MOST = 10
"""So many an account may have."""
LONGEST = 20_000
"""Letters of what a browser says of one."""
LOCAL = "localhost"


class NoPasskey(Exception):
    """What the browser said is no passkey for this account, or not what was asked for."""


def why_not(request: HttpRequest) -> str:
    """Why no browser has passkeys for this address, a number or not https; "" where it may."""
    host = host_of(request)
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return "" if request.is_secure() or host == LOCAL else "http"
    return "address"


def asked_for_new(user: User) -> str:
    """What a browser is told that is to make one, as JSON; the session knows what was asked."""
    return json.dumps(auth.begin_registration(user, passwordless=False))


@transaction.atomic
def add_passkey(user: User, name: str, said: str) -> None:
    """Keep what the browser has made; NoPasskey where it is none, or there are too many."""
    User.objects.select_for_update().get(pk=user.pk)
    second = second_factor_of(user)
    if second.app is None or len(second.passkeys) >= MOST:
        raise NoPasskey
    credential = _read(said)
    try:
        auth.parse_registration_response(credential)
        auth.complete_registration(credential)
    except WRONG as wrong:
        raise NoPasskey from wrong
    auth.WebAuthn.add(user, name, credential)


def remove_passkey(user: User, key: int) -> bool:
    """Let one be worth nothing; whether it was there."""
    found = Authenticator.objects.filter(user=user, type=PASSKEY, pk=key)
    return bool(found.delete()[0])


def asked_for_one(user: User) -> str:
    """What a browser is told that is to show one of the account's, as JSON."""
    return json.dumps(auth.begin_authentication(user))


def take_passkey(user: User, said: str) -> None:
    """Let one that was shown do in the place of a code; NoPasskey where it does not."""
    try:
        auth.complete_authentication(user, _read(said)).record_usage()
    except WRONG as wrong:
        raise NoPasskey from wrong


WRONG = (ValidationError, ValueError, TypeError, KeyError, AttributeError)
"""What the library says of an answer that is none."""


def _read(said: str) -> dict[str, Any]:
    try:
        found = json.loads(said) if len(said) <= LONGEST else None
    except (ValueError, RecursionError) as wrong:
        raise NoPasskey from wrong
    if not isinstance(found, dict):
        raise NoPasskey
    return found
