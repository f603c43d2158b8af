"""A browser never seen before: the account is told of it in those that it knows, nowhere else."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from accounts.models import SignIn
from accounts.sign_ins import NOTED, NOTED_EVERY
from tests.accounts.conftest import LAPTOP, PAGE, PASSWORD, PHONE, signs_in
from tests.accounts.test_account_page import ACCOUNT, changes
from tests.tables.conftest import words_of

TABLET = "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1"
NEWS = "Your account was signed in with a browser never seen before: "

pytestmark = pytest.mark.django_db


def comes_back(browser: Client, after: int = 10) -> str:
    """What a page says that is opened so many seconds later."""
    session = browser.session
    session[NOTED] = session[NOTED] | {"at": session[NOTED]["at"] - after}
    session.save()
    return words_of(browser.get(PAGE))


def again(browser: Client, password: str = PASSWORD) -> Client:
    """The same browser, signed out and in again."""
    browser.post("/sign-out/")
    assert browser.post("/sign-in/", {"username": "Dora", "password": password}).status_code == 302
    return browser


def test_the_next_page_in_a_known_browser_says_so_until_it_is_looked_at(dora: User) -> None:
    laptop = signs_in(LAPTOP)
    assert NEWS not in comes_back(laptop)
    phone = signs_in(PHONE)
    for _page in range(2):
        assert f"{NEWS}Firefox on Android." in comes_back(laptop)
    assert NEWS not in comes_back(phone)
    looked = words_of(laptop.get(ACCOUNT))
    assert "for the first time" in looked
    assert NEWS not in looked
    assert NEWS not in comes_back(laptop, NOTED_EVERY)


def test_a_browser_that_she_has_signed_in_with_is_no_news(dora: User) -> None:
    laptop, phone = signs_in(LAPTOP), signs_in(PHONE)
    laptop.get(ACCOUNT)
    comes_back(laptop)
    laptop.get(ACCOUNT)
    again(phone)
    for browser in (laptop, phone, again(laptop)):
        assert NEWS not in comes_back(browser)
    changes(laptop)
    again(phone, "six dry umbrellas")
    assert NEWS not in comes_back(laptop)
    assert SignIn.objects.filter(is_first=True).count() == 2


def test_it_is_told_also_when_both_have_signed_out_since(dora: User) -> None:
    laptop = signs_in(LAPTOP)
    laptop.post("/sign-out/")
    signs_in(PHONE).post("/sign-out/")
    again(laptop)
    assert f"{NEWS}Firefox on Android." in words_of(laptop.get(PAGE))


def test_whoever_comes_with_a_new_browser_takes_the_news_from_nobody(dora: User) -> None:
    laptop = signs_in(LAPTOP)
    phone = signs_in(PHONE)
    thief = signs_in(TABLET)
    thief.get(ACCOUNT)
    assert NEWS not in comes_back(thief)
    assert f"{NEWS}Safari on iPad." in comes_back(phone)
    phone.get(ACCOUNT)
    assert f"{NEWS}Firefox on Android." in comes_back(laptop)


def test_another_account_in_the_same_browser_is_news_for_its_own(dora: User) -> None:
    User.objects.create_user("Emil", password=PASSWORD)
    laptop, phone = signs_in(PHONE, name="Emil"), signs_in(LAPTOP)
    phone.post("/sign-out/")
    phone.post("/sign-in/", {"username": "Emil", "password": PASSWORD})
    assert f"{NEWS}Chrome on Linux." in comes_back(laptop)
