"""What a device remembers in cookies: its own number, who uses it, the names at its tables."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from urllib.parse import quote, unquote

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseBase

from scoring.labels import LONGEST_NAME

DEVICE = re.compile(r"[0-9a-f]{16}")
AGE = 365 * 24 * 3600
MOST_NAMES = 24
LONGEST_COOKIE = 3_000
BETWEEN_NAMES = "\n"

DEVICE_COOKIE = f"{settings.COOKIE_PREFIX}sheepfold_device"
WHO_COOKIE = f"{settings.COOKIE_PREFIX}sheepfold_who"
NAMES_COOKIE = f"{settings.COOKIE_PREFIX}sheepfold_names"


def device_of(request: HttpRequest) -> str:
    """The number this device was given, or a new one."""
    known = request.COOKIES.get(DEVICE_COOKIE, "")
    return known if DEVICE.fullmatch(known) else secrets.token_hex(8)


def remember_device(request: HttpRequest, response: HttpResponseBase, device: str) -> None:
    """Let the device keep its number."""
    if request.COOKIES.get(DEVICE_COOKIE) != device:
        _keep(response, DEVICE_COOKIE, device)


def who_uses(request: HttpRequest) -> str:
    """Who said to be using this device, or nobody."""
    return _cleaned(unquote(request.COOKIES.get(WHO_COOKIE, "")))


def account_of(request: HttpRequest) -> User | None:
    """Who is signed in on this device, through whatever link somebody came."""
    user = request.user
    return user if isinstance(user, User) else None


def remember_who(response: HttpResponseBase, who: str) -> None:
    """Let the device keep who uses it."""
    _keep(response, WHO_COOKIE, quote(who))


def names_known(request: HttpRequest) -> list[str]:
    """The names entered on this device, the latest first."""
    kept = unquote(request.COOKIES.get(NAMES_COOKIE, ""))
    names = (_cleaned(name) for name in kept.split(BETWEEN_NAMES)[:MOST_NAMES])
    return [name for name in names if name]


def remember_names(request: HttpRequest, response: HttpResponseBase, names: Iterable[str]) -> None:
    """Let the device keep these names, before those it knew."""
    known = list(dict.fromkeys([*names, *names_known(request)]))[:MOST_NAMES]
    while len(kept := quote(BETWEEN_NAMES.join(known))) > LONGEST_COOKIE:
        known.pop()
    _keep(response, NAMES_COOKIE, kept)


def _cleaned(name: str) -> str:
    return name.strip() if len(name) <= LONGEST_NAME and name.isprintable() else ""


def _keep(response: HttpResponseBase, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
