"""An account, and browsers in which it signs in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from accounts.models import SecurityEvent

PASSWORD = "seven wet umbrellas"
PHONE = "Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36"
PAGE = "/words/"

Travels = Callable[[float], None]


@pytest.fixture
def travels(monkeypatch: pytest.MonkeyPatch) -> Travels:
    """Lets so many seconds pass; otherwise none do."""
    begun, passed = timezone.now(), timedelta()
    monkeypatch.setattr(timezone, "now", lambda: begun + passed)

    def travel(seconds: float) -> None:
        nonlocal passed
        passed += timedelta(seconds=seconds)

    return travel


@pytest.fixture
def dora(db: None) -> User:
    return User.objects.create_user("Dora", password=PASSWORD)


def signs_in(agent: str = LAPTOP, *, name: str = "Dora", network: str = "192.0.2.1") -> Client:
    """A browser in which somebody has signed in."""
    browser = Client(headers={"user-agent": agent}, REMOTE_ADDR=network)
    answer = browser.post("/sign-in/", {"username": name, "password": PASSWORD})
    assert answer.status_code == 302
    return browser


def is_signed_in(browser: Client) -> bool:
    return browser.get(PAGE).wsgi_request.user.is_authenticated


def noted() -> list[tuple[str, str]]:
    """What was written down since everybody signed in, the oldest first."""
    events = SecurityEvent.objects.exclude(kind="sign_in").order_by("pk")
    assert {each.account_name for each in events} <= {"Dora"}
    return [(each.kind, each.what_said()) for each in events]
