"""What no page would send, to the real server: through its door, with the check of forms on."""

from __future__ import annotations

import re
from collections.abc import Callable
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests.events.malformed import (
    MULTIPART,
    URLENCODED,
    Form,
    Page,
    Part,
    in_turn,
    multipart,
    name_of,
    urlencoded,
)
from tests.events.stage import Stage
from tests.serving import PATIENCE, Served, served
from tournaments.models import Event, Membership
from tournaments.urls import urlpatterns

__all__ = ["served"]
pytestmark = [pytest.mark.alone, pytest.mark.made_up]

PASSWORD = "a long word for the desk"
SENTENCE = re.compile(rb"<(?:p|li|h1)[^>]*>[^<]*[A-Z][^<]{8,}")
STRANGE_KINDS = [
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/json",
    "text/plain",
    "application/xml",
]
LIST_OF_A_PHONE = ("bring_in_hands", "application/json")
FORMS = {"desk_table": "mark_table", "new_entry": "new_entry", "cash": "cash_line"}
"""By page the form on it that is spoilt."""

SOME = 6
"""Ways, beside a zero character, in which each field is spoilt."""

TOKEN = "csrfmiddlewaretoken"


class Answer(NamedTuple):
    status: int
    body: bytes


class Stays(HTTPRedirectHandler):
    """Goes nowhere by itself."""

    def redirect_request(self, *_more: object) -> None:
        return None


class Browser:
    """Keeps cookies, and sends whatever it is told to."""

    def __init__(self, served: Served) -> None:
        self.url = served.url
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()), Stays)

    def asks(self, path: str, body: bytes | None = None, kind: str = URLENCODED) -> Answer:
        headers = {} if body is None else {"Content-Type": kind}
        try:
            answer: HTTPResponse | HTTPError = self.opener.open(
                Request(self.url + path, body, headers), timeout=PATIENCE
            )
        except HTTPError as refused:
            answer = refused
        with answer:
            return Answer(int(answer.status or 0), answer.read())

    def sends(self, form: Form, parts: list[Part]) -> Answer:
        if form.is_multipart or any(part.file for part in parts):
            return self.asks(form.address, multipart(parts), MULTIPART)
        return self.asks(form.address, urlencoded(parts))

    def forms(self, path: str) -> list[Form]:
        page = self.asks(path)
        assert page.status == 200, path
        return list(Page(page.body.decode(), path).forms("post"))


@pytest.fixture
def stage(served: Served, new_event: Callable[..., Event]) -> Stage:
    return Stage(new_event(entries=8, ruleset="sheepshead4-cutthroat", hands=4, rounds=2))


@pytest.fixture
def at(stage: Stage) -> dict[str, str]:
    return {str(pattern.name): stage.address(pattern) for pattern in urlpatterns}


@pytest.fixture
def hers(served: Served, stage: Stage) -> Browser:
    """That of a director who has signed in by the page."""
    user = User.objects.create_user("Berta", password=PASSWORD)
    Membership.objects.create(club=stage.event.club, user=user)
    hers = Browser(served)
    sign_in = reverse("sign_in")
    form = next(form for form in hers.forms(sign_in) if form.address == sign_in)
    said = {"username": b"Berta", "password": PASSWORD.encode()}
    parts = [part._replace(value=said.get(part.name, part.value)) for part in form.parts()]
    assert hers.sends(form, parts).status == 302
    assert hers.asks(reverse("desk", args=[stage.event.pk])).status == 200
    return hers


def is_answered(answer: Answer) -> bool:
    """Whether it was done, or refused by a page with a sentence."""
    if answer.status in (200, 302):
        return True
    return 400 <= answer.status < 500 and bool(SENTENCE.search(answer.body))


def test_every_spoilt_field_is_answered(at: dict[str, str], hers: Browser) -> None:
    sent = [form for page in FORMS for form in hers.forms(at[page])]
    for form in sent:
        if name_of(form.address) not in FORMS.values():
            continue
        for name in form.names:
            for what, parts in in_turn(form, name, SOME):
                answer = hers.sends(form, parts)
                assert is_answered(answer), (name_of(form.address), name, what, answer.status)
                assert name != TOKEN or what == "50 times" or answer.status == 403, what
    assert {name_of(form.address) for form in sent} >= set(FORMS.values())


@pytest.mark.one_database
def test_what_is_no_form_is_refused_at_the_door(
    at: dict[str, str], hers: Browser, served: Served
) -> None:
    versions = list(Event.objects.values_list("version", flat=True))
    for who in (hers, Browser(served)):
        for name, address in at.items():
            for kind in STRANGE_KINDS:
                if (name, kind) == LIST_OF_A_PHONE:
                    continue
                answer = who.asks(address, b"\xff\xfea\0=\x001\0", kind)
                assert answer.status == 415, (address, kind)
                assert b"This is not sent as a form of this site is" in answer.body
    assert list(Event.objects.values_list("version", flat=True)) == versions


@pytest.mark.one_database
def test_what_is_larger_than_any_form_is_refused_at_the_door(
    at: dict[str, str], hers: Browser
) -> None:
    for name in ("open_table", "announce", "sign_in"):
        answer = hers.asks(at[name], b"a=" + b"1" * 301_000)
        assert answer.status == 413
        assert SENTENCE.search(answer.body)


@pytest.mark.one_database
def test_a_form_without_its_boundary_or_its_token_is_refused(
    at: dict[str, str], hers: Browser
) -> None:
    versions = list(Event.objects.values_list("version", flat=True))
    for name in ("announce", "mark_table", "new_entry", "open_table", "record_hand"):
        for body, kind in ((b"--x\r\n", "multipart/form-data"), (b"a=1", URLENCODED)):
            answer = hers.asks(at[name], body, kind)
            assert answer.status in (400, 403), (name, answer.status)
            assert SENTENCE.search(answer.body)
    assert list(Event.objects.values_list("version", flat=True)) == versions


@pytest.mark.parametrize(
    "path", ["/%00", "/t/%00/", "/e/1/%ED%A0%80/", "/?q=%00&q=%FF", "/e/9" * 9]
)
def test_an_address_that_is_none(path: str, hers: Browser) -> None:
    assert hers.asks(path).status in (200, 302, 400, 404)
