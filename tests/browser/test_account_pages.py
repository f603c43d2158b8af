"""The account's pages on a phone, with the longest name, and what a press there ends elsewhere."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from accounts.models import SignIn
from accounts.sign_ins import NOTED
from tests.browser.evening import Device
from tests.browser.looks import is_open_to_everybody
from tests.browser.two_desks import Director, by, dora, emil, event

__all__ = ["by", "dora", "emil", "event"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONGEST = "Wolframine-Maximiliane-von-Hohenburg-Xyz"


@pytest.fixture
def owner(phone: Device) -> Device:
    """Signed in here, on another phone for the first time, and before."""
    user = User.objects.create_user(LONGEST)
    here, there, before = (Client() for _ in range(3))
    for browser in (there, before, here):
        browser.force_login(user)
    before.post(reverse("sign_out"))
    SignIn.objects.filter(pk=there.session[NOTED]["pk"]).update(is_first=True)
    session = here.session
    session[NOTED] = session[NOTED] | {"at": 0}
    session.save()
    [cookie] = here.cookies.values()
    phone.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": phone.site.url}])
    return phone


def test_the_account_s_pages_are_open_to_everybody(owner: Device) -> None:
    owner.opens(reverse("events"))
    expect(owner.page.locator(".bar .news")).to_contain_text("does not say what it is")
    is_open_to_everybody(owner)
    owner.opens(reverse("account"))
    is_open_to_everybody(owner)


def test_the_news_of_a_browser_moves_nothing_on_a_desk(dora: Director) -> None:
    dora.page.set_viewport_size({"width": 1280, "height": 900})
    dora.reads_in("de")
    dora.looks_at()
    places = [
        dora.page.locator(each) for each in (".bar", "#find-q", ".bar .more", ".rail", "main")
    ]
    before = [each.bounding_box() for each in places]
    somewhere = Client()
    somewhere.force_login(User.objects.get(username="Dora"))
    SignIn.objects.filter(pk=somewhere.session[NOTED]["pk"]).update(is_first=True)
    session = SessionStore(
        next(
            each["value"]
            for each in dora.context.cookies()
            if each["name"] == settings.SESSION_COOKIE_NAME
        )
    )
    session[NOTED] = session[NOTED] | {"at": 0}
    session.save()
    dora.looks_at()
    expect(dora.page.locator(".bar .news")).to_contain_text("Warst du das?")
    assert [each.bounding_box() for each in places] == before


def test_what_is_signed_out_from_afar_shows_nothing_more(dora: Director, emil: Director) -> None:
    laptop = Client()
    laptop.force_login(User.objects.get(username="Emil"))
    dora.looks_at()
    emil.looks_at()
    laptop.post(reverse("end_sign_ins"), {"which": "others"})
    expect(emil.page).to_have_url(re.compile("sign-in"))
    dora.still_looks()
