"""Each browser in which somebody is signed in has its row, which costs pages next to nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Kind, SignIn
from accounts.sign_ins import (
    KEPT_FOR,
    NOTED,
    NOTED_EVERY,
    open_sign_ins,
    sign_out,
    sign_out_one,
    still_signed_in,
)
from config.sessions import BEGAN
from tests.accounts.conftest import PAGE, PHONE, is_signed_in, signs_in
from tests.signed_in import signed_in

pytestmark = pytest.mark.django_db


def time_passes(browser: Client, seconds: int) -> None:
    session = browser.session
    session[NOTED] = session[NOTED] | {"at": session[NOTED]["at"] - seconds}
    session.save()


def test_a_sign_in_says_since_when_and_with_what(dora: User) -> None:
    began = timezone.now()
    signs_in(PHONE)
    row = SignIn.objects.get()
    assert (row.user, row.browser, row.system) == (dora, "Firefox", "Android")
    assert began <= row.began_at <= row.seen_at <= timezone.now()
    assert list(open_sign_ins(dora)) == [row]


def test_who_is_signed_in_already_in_a_test_is_as_if_by_the_page(dora: User) -> None:
    by_the_page, already = Client(), signed_in(dora)
    by_the_page.force_login(dora)
    found = []
    for browser in (by_the_page, already):
        kept = dict(browser.session.items())
        row = SignIn.objects.filter(pk=kept[NOTED].pop("pk"))
        assert kept[NOTED].pop("session") == row.get().session_id == browser.session.session_key
        times = [kept.pop(BEGAN), kept[NOTED].pop("at"), row.get().began_at.timestamp()]
        times.append((browser.session.get_expiry_date() - KEPT_IN_ALL).timestamp())
        assert max(times) - min(times) < A_WHILE
        written: dict[str, Any] = dict(row.values().get())
        found.append((kept, {name: written[name] for name in written.keys() - TIMES}))
        assert is_signed_in(browser)
    assert found[0] == found[1]


TIMES = {"id", "session_id", "began_at", "seen_at"}
KEPT_IN_ALL = timedelta(seconds=settings.SESSION_COOKIE_AGE)
A_WHILE = 60


def test_pages_note_it_once_in_five_minutes(
    dora: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = signs_in()
    browser.get(PAGE)
    first = SignIn.objects.get()
    with django_assert_num_queries(2):  # who it is
        browser.get(PAGE)
    assert SignIn.objects.get().seen_at == first.seen_at
    time_passes(browser, NOTED_EVERY)
    browser.get(PAGE, REMOTE_ADDR="192.0.2.7")
    later = SignIn.objects.get()
    assert later.seen_at > first.seen_at
    assert later.network != first.network
    assert (later.pk, later.began_at) == (first.pk, first.began_at)


def test_who_was_signed_in_before_there_were_rows_gets_one(dora: User) -> None:
    browser = signs_in()
    SignIn.objects.all().delete()
    session = browser.session
    del session[NOTED]
    session["began"] -= 7200
    session.save()
    browser.get(PAGE)
    row = SignIn.objects.get()
    assert row.began_at < timezone.now() - timedelta(hours=1.9)
    assert browser.session[NOTED]["pk"] == row.pk


def test_signing_out_ends_it_and_the_row_stays(dora: User) -> None:
    browser = signs_in()
    other = signs_in()
    browser.post("/sign-out/")
    assert SignIn.objects.filter(session=None).count() == 1
    assert [row.pk for row in open_sign_ins(dora)] == [other.session[NOTED]["pk"]]


def test_it_has_ended_with_the_time_with_another_password_and_with_the_account(dora: User) -> None:
    key = signs_in().session[NOTED]["pk"]
    assert still_signed_in([key, 10**6]) == {key: dora}
    later = timezone.now() + timedelta(hours=12)
    Session.objects.update(expire_date=timezone.now())
    assert not still_signed_in([key])
    Session.objects.update(expire_date=later)
    User.objects.update(is_active=False)
    assert not still_signed_in([key])
    User.objects.update(is_active=True)
    assert still_signed_in([key])
    dora.set_password("six wet umbrellas")
    dora.save()
    assert not still_signed_in([key])
    assert not open_sign_ins(dora)


def test_one_is_ended_and_nobody_ends_another_s(dora: User) -> None:
    here, there = signs_in(), signs_in()
    emil = User.objects.create_user("Emil")
    key = there.session[NOTED]["pk"]
    assert not sign_out_one(user=emil, key=key, network="")
    assert is_signed_in(there)
    assert sign_out_one(user=dora, key=key, network="")
    assert SignIn.objects.get(pk=key).session is None
    assert not sign_out_one(user=dora, key=key, network="")
    assert not is_signed_in(there)
    assert is_signed_in(here)


def test_all_are_ended_also_those_of_which_nothing_is_known(dora: User) -> None:
    here, there, early = signs_in(), signs_in(), signs_in()
    SignIn.objects.filter(pk=early.session[NOTED]["pk"]).delete()
    other = Client()
    other.force_login(User.objects.create_user("Emil"))
    kept = here.session.session_key or ""
    assert sign_out(Kind.SIGN_OUT_OTHERS, user=dora, keep=kept) == 2
    assert [is_signed_in(each) for each in (here, there, early, other)] == [
        True,
        False,
        False,
        True,
    ]
    assert sign_out(Kind.SIGN_OUT_ALL, user=dora) == 1
    assert is_signed_in(other)


def test_what_is_known_of_one_that_ended_is_forgotten_after_a_month(dora: User) -> None:
    signs_in()
    signs_in().post("/sign-out/")
    call_command("tidy")
    assert SignIn.objects.count() == 2
    SignIn.objects.update(seen_at=timezone.now() - KEPT_FOR - timedelta(minutes=1))
    call_command("tidy")
    assert SignIn.objects.get() in open_sign_ins(dora)
