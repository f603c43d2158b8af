"""Two hundred wrong passwords from everywhere, at two processes: who is still let in."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import global_settings
from django.contrib.auth.models import User
from django.test import override_settings

from accounts.models import SignInTry
from tests.answers import there
from tests.door.conftest import Read, asks
from tests.live.test_signed_out import another_process
from tests.serving import Served

PASSWORD = "seven wet umbrellas"
HALL, ELSEWHERE = "192.0.2.7", "192.0.2.99"
ADDRESSES = [*(f"198.51.100.{number}" for number in range(20)), HALL]
GUESSERS, GUESSES = 4, 50
SIGN_INS = 6
FREE = 10

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]


class Browser:
    """Keeps the cookies of a site, and signs in from some address."""

    def __init__(self, **cookies: str) -> None:
        self.cookies = cookies
        self.token = ""

    def signs_in(self, site: Served, password: str, at: str) -> Read:
        if not self.token:
            page = self._asks(site, at).text
            self.token = there(re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page))[1]
        fields = {"username": "Dora", "password": password, "csrfmiddlewaretoken": self.token}
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._asks(site, at, form, body=urlencode(fields))

    def _asks(
        self, site: Served, at: str, headers: dict[str, str] | None = None, **more: Any
    ) -> Read:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        said = {"X-Forwarded-For": at, "Cookie": cookies} | (headers or {})
        answer = asks(site, "/sign-in/", headers=said, **more)
        for line in answer.headers.get_all("Set-Cookie", []):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def later(self) -> Browser:
        """The same browser, signed out."""
        return Browser(sheepfold_known=self.cookies["sheepfold_known"])


class Guessers:
    """Several who try one wrong password after another, at all sites and from all addresses."""

    def __init__(self, sites: list[Served]) -> None:
        self.sites, self.answers = sites, Counter[int]()
        self.is_over = threading.Event()
        self.threads = [
            threading.Thread(target=self._guess, args=(number,)) for number in range(GUESSERS)
        ]

    def _guess(self, first: int) -> None:
        browser, nth = Browser(), first
        while nth < first + GUESSES or not self.is_over.is_set():
            site, address = self.sites[nth % len(self.sites)], ADDRESSES[nth % len(ADDRESSES)]
            self.answers[browser.signs_in(site, f"guess {nth}", address).status] += 1
            nth += 1

    def __enter__(self) -> Guessers:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        for thread in self.threads:
            thread.join()


def is_held(answer: Read) -> bool:
    """Whether no password was looked at; then the answer says for how long."""
    if answer.status == 429:
        assert 0 < int(answer.headers["Retry-After"]) <= 900
        assert re.search(r"Too many wrong tries: wait \d+ (second|minute)s?, then", answer.text)
        assert 'value="Dora"' in answer.text
    return answer.status == 429


@pytest.fixture(autouse=True)
def slow_passwords() -> Iterator[None]:
    """Passwords are kept as the processes keep them."""
    with override_settings(PASSWORD_HASHERS=global_settings.PASSWORD_HASHERS):
        yield


def test_a_known_browser_signs_in_all_the_while_and_a_new_one_is_told_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SHEEPFOLD_LOCAL", "1")
    monkeypatch.setenv("SHEEPFOLD_PROXIES", "127.0.0.1")
    # Longer than the test, however slow the machine is.
    monkeypatch.setenv("SHEEPFOLD_SIGN_IN_FIRST_WAIT_SECONDS", "600")
    User.objects.create_user("Dora", password=PASSWORD)
    with ExitStack() as stack:
        sites = [stack.enter_context(another_process()) for _ in range(2)]
        hers = Browser()
        assert hers.signs_in(sites[0], PASSWORD, HALL).status == 302
        with Guessers(sites) as guessers:
            for nth in range(SIGN_INS):
                hers = hers.later()
                assert hers.signs_in(sites[nth % 2], PASSWORD, HALL).status == 302
            while sum(guessers.answers.values()) < GUESSERS * GUESSES:
                hers = hers.later()
                assert hers.signs_in(sites[0], PASSWORD, ELSEWHERE).status == 302
        assert set(guessers.answers) == {422, 429}
        assert guessers.answers[422] == SignInTry.objects.count() == FREE
        for site in sites:
            for address in (HALL, ELSEWHERE):
                assert is_held(Browser().signs_in(site, PASSWORD, address))
    with another_process() as restarted:
        assert is_held(Browser().signs_in(restarted, PASSWORD, ELSEWHERE))
        assert hers.later().signs_in(restarted, PASSWORD, HALL).status == 302
        SignInTry.objects.all().delete()  # as if none had been kept
        assert Browser().signs_in(restarted, PASSWORD, ELSEWHERE).status == 302
