"""The account's own page: who is signed in where, another password, and the ends of sign-ins."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import SecurityEvent, SignIn, SignInTry
from accounts.sign_ins import NOTED
from tests.accounts.conftest import LAPTOP, PAGE, PASSWORD, PHONE, is_signed_in, noted, signs_in
from tests.answers import Answer
from tests.tables.conftest import words_of

ACCOUNT, CHANGE, END = "/account/", "/account/password/", "/account/sign-ins/end/"
NEW = "six dry umbrellas"

pytestmark = pytest.mark.django_db


def key_of(browser: Client) -> int:
    return int(browser.session[NOTED]["pk"])


def test_the_page_says_where_one_is_signed_in(dora: User) -> None:
    phone = signs_in(PHONE, network="198.51.100.4")
    gone = signs_in("curl/8.0")
    gone.post("/sign-out/")
    laptop = signs_in(LAPTOP)
    page = laptop.get(ACCOUNT)
    said = re.sub(r"\s+", " ", words_of(page))
    assert "no-store" in page.headers["Cache-Control"]
    here, there, before = (
        said.index(words)
        for words in (
            "Chrome on Linux this browser",
            "Firefox on Android",
            "A device that does not say what it is",
        )
    )
    assert here < there < before
    assert "in this network" in said[here:there]
    assert "in another network" in said[there:before]
    assert "Sign out : Firefox on Android" in said
    assert f'value="{key_of(phone)}"' in page.content.decode()
    assert "Your account: Dora" in re.sub(r"\s+", " ", words_of(laptop.get(PAGE)))


@pytest.mark.parametrize("others", [0, 30])
def test_the_page_asks_as_much_however_often_one_has_signed_in(
    dora: User, others: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(others):
        browser = signs_in()
        if number % 2:
            browser.post("/sign-out/")
    mine = signs_in()
    with django_assert_num_queries(7):  # who it is and where, the second factor, the sign-ins
        assert mine.get(ACCOUNT).status_code == 200


def test_signing_out_in_one_browser(dora: User) -> None:
    here, there, other = signs_in(), signs_in(PHONE), signs_in()
    answer = here.post(END, {"which": str(key_of(there))}, follow=True)
    assert "Signed out there." in words_of(answer)
    assert [is_signed_in(each) for each in (here, there, other)] == [True, False, True]
    again = here.post(END, {"which": str(SignIn.objects.earliest("pk").pk)}, follow=True)
    assert "sign-in" in again.redirect_chain[-1][0]  # that was this one
    assert noted() == [
        ("sign_out", "elsewhere: Firefox Android"),
        ("sign_out", "elsewhere: Chrome Linux"),
    ]


@pytest.mark.parametrize("which", ["", "x", "9" * 5000, "-1", "1000000"])
def test_what_nobody_is_signed_in_with_ends_nothing(dora: User, which: str) -> None:
    here = signs_in()
    assert "Nobody was signed in there" in words_of(here.post(END, {"which": which}, follow=True))
    assert is_signed_in(here)
    assert noted() == []


def test_nobody_ends_a_sign_in_of_somebody_else(dora: User) -> None:
    User.objects.create_user("Emil", password=PASSWORD)
    emil, mine = signs_in(name="Emil"), signs_in()
    emil.post(END, {"which": str(key_of(mine))})
    assert is_signed_in(mine)
    for which in ("others", "all"):
        signs_in(name="Emil").post(END, {"which": which})
        assert is_signed_in(mine)
    assert not is_signed_in(emil)


def test_signing_out_everywhere_else_and_everywhere(dora: User) -> None:
    here, there, far = signs_in(), signs_in(PHONE), signs_in(PHONE)
    answer = here.post(END, {"which": "others"}, follow=True)
    assert "Everywhere else you are signed out." in words_of(answer)
    assert [is_signed_in(each) for each in (here, there, far)] == [True, False, False]
    again = signs_in(PHONE)
    assert here.post(END, {"which": "all"})["Location"] == "/sign-in/"
    assert [is_signed_in(each) for each in (here, again)] == [False, False]
    assert noted() == [
        ("sign_out_others", "sign-ins ended: 2"),
        ("sign_out_all", "sign-ins ended: 2"),
    ]


def test_ending_takes_a_press_and_a_form_of_ours(dora: User) -> None:
    here = signs_in()
    assert here.get(END).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = here.cookies
    assert strict.post(END, {"which": "all"}).status_code == 403
    assert strict.post(CHANGE, {"old": PASSWORD, "new": NEW, "again": NEW}).status_code == 403
    assert is_signed_in(here)


def changes(browser: Client, **typed: str) -> Answer:
    return browser.post(CHANGE, {"old": PASSWORD, "new": NEW, "again": NEW} | typed, follow=True)


def test_another_password_keeps_this_browser_alone(dora: User) -> None:
    here, there = signs_in(), signs_in(PHONE)
    stolen = Client()  # has a copy of the cookie of this very browser
    stolen.cookies[settings.SESSION_COOKIE_NAME] = here.session.session_key or ""
    assert is_signed_in(stolen)
    began = SignIn.objects.get(pk=key_of(here)).began_at
    assert "Everywhere else you are signed out." in words_of(changes(here))
    assert is_signed_in(here)
    assert not is_signed_in(there)
    assert not is_signed_in(stolen)
    dora.refresh_from_db()
    assert dora.check_password(NEW)
    row = SignIn.objects.get(pk=key_of(here))
    assert (row.began_at, row.session_id) == (began, here.session.session_key)
    assert noted() == [("password", "sign-ins ended: 1")]


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"old": "wrong"}, "old", "This is not your password."),
        ({"old": ""}, "old", "This field is required."),
        ({"again": "other"}, "again", "The two are not the same."),
        ({"new": "short", "again": "short"}, "new", "too short"),
        ({"new": "doradoradora", "again": "doradoradora"}, "new", "too similar"),
        ({"new": PASSWORD, "again": PASSWORD}, "new", "This is your password already."),
        ({"new": "x" * 201, "again": "x" * 201}, "new", "at most 200 characters"),
    ],
)
def test_a_mistake_is_said_at_its_field_and_changes_nothing(
    dora: User, typed: dict[str, str], field: str, sentence: str
) -> None:
    here, there = signs_in(), signs_in()
    dora.username = "doradora"
    dora.save()
    answer = changes(here, **typed)
    assert answer.status_code == 422
    page = answer.content.decode()
    problem = re.search(rf'id="q-{field}_error">([^<]*)<', page)
    assert problem is not None
    assert sentence in problem[1]
    for secret in (PASSWORD, *filter(None, typed.values())):
        assert f'value="{secret}"' not in page
    dora.refresh_from_db()
    assert dora.check_password(PASSWORD)
    assert is_signed_in(there)
    assert not SecurityEvent.objects.filter(kind="password").exists()


def test_nobody_guesses_the_password_of_a_browser_that_was_left_open(dora: User) -> None:
    here = signs_in()
    # Ten as the browser that is known here, ten more as any other.
    said = [words_of(changes(here, old=f"guess {number}")) for number in range(20)]
    assert all("This is not your password." in each for each in said)
    answer = changes(here)
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert "Too many wrong tries: wait" in words_of(answer)
    dora.refresh_from_db()
    assert dora.check_password(PASSWORD)
    SignInTry.objects.all().delete()  # a quarter of an hour later
    assert "The password is another one now." in words_of(changes(here))
