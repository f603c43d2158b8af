"""Guessing at passwords takes longer and longer, and shuts nobody out who was here before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from io import StringIO

import pytest
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from accounts.models import SecurityEvent, SignInTry
from config.middleware import site_known_browsers
from tests.accounts.conftest import Travels
from tests.answers import Answer
from tests.tables.conftest import words_of

PASSWORD = "a long password"
KNOWN = f"{settings.COOKIE_PREFIX}sheepfold_known"
FREE, OF_ADDRESS = 10, 100
HALL, ELSEWHERE = "192.0.2.7", "198.51.100.1"

pytestmark = pytest.mark.django_db


class Counting(MD5PasswordHasher):
    """A fast hasher that counts what it does."""

    done = 0

    def encode(self, password: str, salt: str) -> str:
        type(self).done += 1
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def fast() -> Iterator[None]:
    with override_settings(PASSWORD_HASHERS=[f"{__name__}.Counting"]):
        yield


@pytest.fixture
def dora(travels: Travels) -> User:
    return User.objects.create_user("Dora", password=PASSWORD)


def signs_in(
    browser: Client | None = None, password: str = PASSWORD, name: str = "Dora", at: str = HALL
) -> Answer:
    fields = {"username": name, "password": password}
    return (browser or Client()).post("/sign-in/", fields, REMOTE_ADDR=at)


def guesses(count: int, *, name: str = "Dora", at: str | None = None) -> None:
    """A stranger tries so many wrong passwords, each from another address or all from one."""
    for number in range(count):
        where = at or f"203.0.113.{number}"
        answer = signs_in(password=f"guess {number}", name=name, at=where)
        assert answer.status_code == 422


@pytest.fixture
def known(dora: User) -> Client:
    """A browser in which Dora has signed in, and out again."""
    browser = Client()
    assert signs_in(browser).status_code == 302
    browser.post("/sign-out/")
    return browser


def test_after_ten_wrong_tries_the_next_ones_wait_longer_and_longer(
    dora: User, travels: Travels
) -> None:
    guesses(FREE)
    for wait in (30, 60, 120, 240):
        answer = signs_in(at=ELSEWHERE)
        assert answer.status_code == 429
        assert int(answer["Retry-After"]) == wait
        travels(wait - 1)
        assert signs_in(at=ELSEWHERE)["Retry-After"] == "1"
        travels(1)
        assert signs_in(password="wrong").status_code == 422
    assert SignInTry.objects.count() == FREE + 4
    travels(900)
    assert signs_in().status_code == 302


def test_the_page_says_how_long_and_keeps_the_name(dora: User, travels: Travels) -> None:
    guesses(FREE)
    travels(10)
    answer = signs_in()
    assert "Too many wrong tries: wait 20 seconds, then try again." in words_of(answer)
    assert 'value="Dora"' in answer.content.decode()
    assert PASSWORD not in answer.content.decode()
    travels(20)
    guesses(1)
    travels(60)
    guesses(1)
    travels(120)
    guesses(1)
    assert "wait 4 minutes, then try again." in words_of(signs_in())


def test_a_right_password_opens_when_the_wait_is_over(dora: User, travels: Travels) -> None:
    guesses(FREE)
    assert signs_in().status_code == 429
    travels(30)
    assert signs_in().status_code == 302


def test_however_the_name_is_written_it_is_the_same_one(dora: User) -> None:
    guesses(FREE, name="ＤＯＲＡ")
    for name in ("Dora", "dora", "DORA"):
        assert signs_in(name=name).status_code == 429


def test_a_name_that_nobody_has_is_answered_with_the_same(dora: User) -> None:
    seen = {}
    for name in ("Dora", "Vera"):
        answers = []
        for _number in range(FREE + 2):
            before = Counting.done
            with CaptureQueriesContext(connection) as asked:
                answer = signs_in(password="wrong", name=name)
            text = re.sub(r'value="[^"]*"', "", answer.content.decode())
            work = (Counting.done - before, len(asked))
            answers.append((work, answer.status_code, answer.get("Retry-After"), text))
        seen[name] = answers
    assert seen["Dora"] == seen["Vera"]
    assert [hashed for (hashed, _asked), *_rest in seen["Dora"]] == [1] * FREE + [0] * 2


def test_strangers_do_not_hold_up_a_browser_in_which_one_has_signed_in(known: Client) -> None:
    guesses(FREE)
    for place in (HALL, ELSEWHERE):
        assert signs_in(at=place).status_code == 429
        assert signs_in(known, at=place).status_code == 302
        known.post("/sign-out/")


def test_without_knowing_browsers_it_would_be_shut(
    known: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.site.forms.known_browser", lambda *_args: "")
    guesses(FREE)
    assert signs_in(known).status_code == 429


def test_an_address_has_a_hundred_and_a_known_browser_there_goes_on(known: Client) -> None:
    for number in range(OF_ADDRESS):
        assert signs_in(name=f"name {number}", password="x", at="2001:db8::1").status_code == 422
    assert signs_in(name="Emma", at="2001:db8::ffff").status_code == 429
    assert signs_in(name="Emma", at="2001:db8:0:1::1").status_code == 422
    assert signs_in(known, at="2001:db8::1").status_code == 302


def test_ten_wrong_ones_in_a_known_browser_make_it_a_strangers(
    known: Client, travels: Travels
) -> None:
    for number in range(FREE):
        assert signs_in(known, password=f"guess {number}").status_code == 422
    assert not SignInTry.objects.exclude(name="").exists()
    guesses(FREE)
    assert signs_in(known).status_code == 429
    travels(900)
    assert signs_in(known).status_code == 302


def test_a_right_password_clears_what_that_browser_mistyped(known: Client) -> None:
    for _again in range(3):
        for number in range(FREE - 1):
            assert signs_in(known, password=f"guess {number}").status_code == 422
        assert signs_in(known).status_code == 302
        known.post("/sign-out/")
    assert not SignInTry.objects.exists()


def test_what_strangers_tried_is_not_cleared_by_it(known: Client) -> None:
    guesses(FREE)
    assert signs_in(known).status_code == 302
    assert signs_in().status_code == 429


def test_a_browser_is_known_for_the_account_that_signed_in_there(known: Client) -> None:
    User.objects.create_user("Emma", password=PASSWORD)
    guesses(FREE, name="Emma")
    assert signs_in(known, name="Emma").status_code == 429


def test_two_who_share_a_browser_are_both_known_there(known: Client) -> None:
    User.objects.create_user("Emma", password=PASSWORD)
    assert signs_in(known, name="Emma").status_code == 302
    for name in ("Dora", "Emma"):
        known.post("/sign-out/")
        guesses(FREE, name=name)
        assert signs_in(known, name=name).status_code == 302


def test_a_new_password_makes_known_browsers_strangers(known: Client, dora: User) -> None:
    dora.set_password("another long password")
    dora.save()
    guesses(FREE)
    assert signs_in(known, "another long password").status_code == 429


def test_where_it_was_changed_the_browser_stays_known(known: Client) -> None:
    signs_in(known)
    new = "another long password"
    changed = known.post("/account/password/", {"old": PASSWORD, "new": new, "again": new})
    assert changed.status_code == 302
    known.post("/sign-out/")
    guesses(FREE)
    assert signs_in(password=new).status_code == 429
    assert signs_in(known, new).status_code == 302


@pytest.mark.parametrize("text", ["", "1.ab.cd.20000", "~" * 500, "ä", "1.ab.cd.20000.seal~x"])
def test_a_cookie_that_is_not_ours_is_worth_nothing(dora: User, text: str) -> None:
    guesses(FREE)
    browser = Client()
    browser.cookies[KNOWN] = text
    assert signs_in(browser).status_code == 429


def test_a_cookie_is_good_for_a_year_and_as_safe_as_the_others(
    known: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookie = known.cookies[KNOWN]
    assert (cookie["max-age"], cookie["httponly"], cookie["samesite"]) == (365 * 86400, True, "Lax")
    assert bool(cookie["secure"]) is settings.HTTPS
    guesses(FREE)
    day = site_known_browsers().days
    for later, status in ((day, 302), (day + 1, 429)):
        moment = datetime.now().timestamp() + later * 86400
        with monkeypatch.context() as then:
            then.setattr("config.passes.time.time", lambda moment=moment: moment)
            browser = Client()
            browser.cookies[KNOWN] = cookie.value
            assert signs_in(browser).status_code == status


def test_what_is_kept_of_a_try_tells_neither_name_nor_address(dora: User) -> None:
    guesses(1, at=HALL)
    (kept,) = SignInTry.objects.values_list("name", "network")
    assert all(re.fullmatch("[0-9a-f]{64}", text) for text in kept)


def test_tries_are_forgotten_after_thirty_days(dora: User, travels: Travels) -> None:
    guesses(1)
    for days, left in ((29, 1), (2, 0)):
        travels(days * 86400)
        call_command("tidy", stdout=StringIO())
        assert SignInTry.objects.count() == left


def test_it_is_written_down_who_signed_in_and_who_did_not(known: Client, travels: Travels) -> None:
    SecurityEvent.objects.all().delete()
    guesses(FREE)
    assert signs_in().status_code == 429
    signs_in(name="seven wet umbrellas", password="Dora", at=ELSEWHERE)
    signs_in(known)
    known.post("/sign-out/")
    known.post("/sign-out/")
    events = SecurityEvent.objects.order_by("pk")
    assert [(each.kind, each.account_name, each.what_said()) for each in events] == [
        *[("refused", "Dora", "")] * FREE,
        ("held", "Dora", "the next try in 30 seconds"),
        ("refused", "", "a name that nobody has here"),
        ("sign_in", "Dora", ""),
        ("sign_out", "Dora", ""),
    ]
    assert not SecurityEvent.objects.filter(network="").exists()
    assert SecurityEvent.objects.filter(kind="refused").values("network").distinct().count() == 11


def test_an_operator_lets_somebody_in_again(dora: User) -> None:
    guesses(FREE)
    out = StringIO()
    call_command("let_in", "dora", stdout=out)
    assert out.getvalue() == "10 wrong tries at “dora” are forgotten: the next one is looked at.\n"
    assert signs_in().status_code == 302
