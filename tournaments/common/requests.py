"""What a request carries: numbers, what a device remembers, what is wished, its address."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from urllib.parse import quote, unquote, urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme

from scoring.labels import LONGEST_NAME
from tournaments.models.base import Language, Speaking

# Whole numbers that an address, a field or a cookie carries, whoever wrote them.

LONGEST = 18
"""Digits of the longest number that every database can compare with a key."""

PLACE = 9
"""Digits of the longest number that fits everywhere else: a start number, a table, a version."""

_DIGITS = re.compile(r"[0-9]+")


def read_key(text: str | None, most: int = LONGEST) -> int | None:
    """The whole number that a text is, of at most so many of the digits 0 to 9; None for others.

    Neither are digits of other scripts, nor signs and blanks. A number of some thousand digits
    is not even read: Python refuses that, with an error.

    >>> read_key("12"), read_key("007"), read_key("1234", most=3)
    (12, 7, None)
    >>> [read_key(text) for text in (None, "", "-1", " 1", "1_0", "²", "٧", "9" * 5_000)]
    [None, None, None, None, None, None, None, None]
    """
    if text is None or len(text) > most or not _DIGITS.fullmatch(text):
        return None
    return int(text)


# What a device remembers in cookies: its own number, who uses it, how many they are, the names at
# its tables, by which links it came to tables, and whom somebody registered on it.

DEVICE = re.compile(r"[0-9a-f]{16}")
AGE = 365 * 24 * 3600
MOST_NAMES = 24
LONGEST_COOKIE = 3_000
BETWEEN_NAMES = "\n"
MOST_TABLES = 12
TABLES_AGE = 60 * 24 * 3600
MOST_REGISTRATIONS = 6
REGISTRATIONS_AGE = 180 * 24 * 3600

DEVICE_COOKIE = f"{settings.COOKIE_PREFIX}sheepfold_device"
WHO_COOKIE = f"{settings.COOKIE_PREFIX}sheepfold_who"
NAMES_COOKIE = f"{settings.COOKIE_PREFIX}sheepfold_names"
PLAYERS_COOKIE = f"{settings.COOKIE_PREFIX}sheepfold_players"
TABLES_COOKIE = f"{settings.COOKIE_PREFIX}sheepfold_tables"
REGISTRATIONS_COOKIE = f"{settings.COOKIE_PREFIX}sheepfold_registrations"


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


def players_said(request: HttpRequest) -> str:
    """How many they are: as it is said now, else as it was said last on this device."""
    return request.GET.get("players", request.COOKIES.get(PLAYERS_COOKIE, ""))


def remember_players(response: HttpResponseBase, players: str) -> None:
    """Let the device keep how many they are; empty for any number."""
    _keep(response, PLAYERS_COOKIE, players)


def links_known(request: HttpRequest) -> list[str]:
    """The secrets of the links by which this device came to tables, the latest first."""
    return _secrets_known(request, TABLES_COOKIE, TABLES_AGE)


def remember_link(request: HttpRequest, response: HttpResponseBase, secret: str) -> None:
    """Let the device keep the link, before those it knew."""
    known = links_known(request)
    if known[:1] != [secret]:
        keep_links(response, [secret, *(each for each in known if each != secret)])


def keep_links(response: HttpResponseBase, secrets: list[str]) -> None:
    """Let the device keep these links and no others."""
    if not secrets:
        response.delete_cookie(TABLES_COOKIE, samesite="Lax")
        return
    _keep_secrets(response, TABLES_COOKIE, secrets[:MOST_TABLES], TABLES_AGE)


def registrations_known(request: HttpRequest) -> list[str]:
    """The secrets of the registrations that were sent from this device, the latest first."""
    return _secrets_known(request, REGISTRATIONS_COOKIE, REGISTRATIONS_AGE)


def remember_registration(request: HttpRequest, response: HttpResponseBase, secret: str) -> None:
    """Let the device find the own page of this registration again, beside those it knew."""
    known = list(dict.fromkeys([secret, *registrations_known(request)]))[:MOST_REGISTRATIONS]
    _keep_secrets(response, REGISTRATIONS_COOKIE, known, REGISTRATIONS_AGE)


def _secrets_known(request: HttpRequest, cookie: str, age: int) -> list[str]:
    kept = request.COOKIES.get(cookie, "")
    try:
        return TimestampSigner(salt=cookie).unsign(kept, max_age=age).split(",")
    except BadSignature:
        return []


def _keep_secrets(response: HttpResponseBase, cookie: str, secrets: list[str], age: int) -> None:
    _keep(response, cookie, TimestampSigner(salt=cookie).sign(",".join(secrets)), age)


def _cleaned(name: str) -> str:
    return name.strip() if len(name) <= LONGEST_NAME and name.isprintable() else ""


def _keep(response: HttpResponseBase, name: str, value: str, age: int = AGE) -> None:
    response.set_cookie(
        name, value, max_age=age, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )


# The language of a page that is about something with a language of its own.


def speak_as(request: HttpRequest, language: str) -> None:
    """Say the page in this language, where neither device nor browser asks for one."""
    if not request.has_wished:  # type: ignore[attr-defined]  # by `LanguageMiddleware`
        translation.activate(language)


def speak_for_all(request: HttpRequest, thing: Speaking) -> None:
    """Say what hangs on a wall or lies on a table in its own language, whoever asks for it.

    Its address may ask for another one (`?lang=`): that is then said to everybody.
    """
    asked = request.GET.get("lang", "")
    translation.activate(asked if asked in Language.values else thing.language)
    request.is_for_all = True  # type: ignore[attr-defined]  # for `parts/languages.html`


# Addresses for other devices: what is printed or scanned must work away from this machine.

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def outside_address(request: HttpRequest, path: str) -> str:
    """The whole address of a page as another device reaches it.

    Whoever opened the site as `localhost` would else print codes that lead a phone to itself; and
    whoever works behind the door of `start --https`, codes before which other phones warn.
    """
    name, port = host_and_port(request)
    if name in THIS_MACHINE:
        name = settings.SHEEPFOLD_NETWORK_ADDRESS or name
    if settings.SHEEPFOLD_HTTPS_PORT and request.is_secure():
        return f"http://{name}:{settings.SHEEPFOLD_HTTP_PORT}{path}"
    return f"{request.scheme}://{name}{port}{path}"


def host_and_port(request: HttpRequest) -> tuple[str, str]:
    """The name by which the site was asked, and its port with the colon, if one was said."""
    name, colon, port = request.get_host().rpartition(":")
    return (name, f":{port}") if colon and port.isdecimal() else (request.get_host(), "")


def page_before(request: HttpRequest) -> str:
    """The page on which a form stood; the list of events where the browser does not say."""
    came = urlsplit(request.headers.get("Referer", ""))
    return own_page(came._replace(scheme="", netloc="").geturl(), host=came.netloc, request=request)


def own_page(page: str, *, host: str, request: HttpRequest) -> str:
    """A page of this site, as an address without its host; else the list of events."""
    page = urlsplit(page)._replace(fragment="").geturl()
    is_ours = host == request.get_host() and url_has_allowed_host_and_scheme(page, None)
    return page if is_ours else reverse("events")
