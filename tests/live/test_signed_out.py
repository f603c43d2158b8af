"""What a director watches ends with the sign-in, in every process, and its ticket with it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from project_tools.steps import ROOT
from tests import serving
from tests.answers import there
from tests.events.big import big_event
from tests.events.conftest import signs_in
from tests.live.conftest import Opens
from tests.live.test_stream import SERVER, RootFinder
from tests.serving import Served, Stream
from tournaments.live import broker
from tournaments.live.broker import Rights
from tournaments.models import Club, Event, Membership

pytestmark = [pytest.mark.alone, pytest.mark.made_up, pytest.mark.django_db(transaction=True)]

AT_MOST = 2.0  # seconds


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Skat room")


@pytest.fixture
def event(club: Club) -> Event:
    return big_event(club, entries=8, closed=1, running=True, rounds=2)


@pytest.fixture
def dora(club: Club) -> Client:
    return signs_in("Dora", club)


def watches(browser: Client, event: Event) -> str:
    """The address of the stream that the desk leads to."""
    root = RootFinder(browser.get(reverse("desk", args=[event.pk])).content.decode()).found
    return f"{root['data-stream']}?seen={root['data-seen']}"


def signs_out(dora: Client) -> None:
    assert dora.post(reverse("sign_out")).status_code == 302


def has_a_new_password(dora: Client) -> None:
    user = User.objects.get(username="Dora")
    user.set_password("seven wet umbrellas")
    user.save()


def directs_no_more(dora: Client) -> None:
    Membership.objects.filter(user__username="Dora").delete()


def is_locked(dora: Client) -> None:
    User.objects.filter(username="Dora").update(is_active=False)


def stays_away(dora: Client) -> None:
    """For as long as a sign-in lasts without a sign of life."""
    Session.objects.filter(pk=dora.session.session_key).update(expire_date=timezone.now())


DEEDS = [signs_out, has_a_new_password, directs_no_more, is_locked, stays_away]
Deed = Callable[[Client], None]


def ends_within(stream: Stream, seconds: float) -> list[str]:
    """What is said until the stream ends, which it does in time."""
    began = time.monotonic()
    said = [event.name for event in stream]
    assert time.monotonic() - began < seconds
    return said


@pytest.mark.parametrize("deed", DEEDS)
def test_the_stream_ends_and_its_ticket_opens_nothing(
    deed: Deed, opens: Opens, dora: Client, club: Club, event: Event
) -> None:
    address = watches(dora, event)
    emil = watches(signs_in("Emil", club), event)
    mine, other = opens(address), opens(emil)
    assert mine.next().name == other.next().name == "hello"
    deed(dora)
    assert ends_within(mine, AT_MOST) == ["stale"]
    answer = opens(address).response
    assert (answer.status, answer.read()) == (404, b"")
    assert opens(emil).next().name == "hello"  # nobody else is signed out


def test_where_she_is_signed_in_as_well_she_stays(opens: Opens, dora: Client, event: Event) -> None:
    laptop = Client()
    laptop.force_login(User.objects.get(username="Dora"))
    at_home = opens(watches(laptop, event))
    here = opens(watches(dora, event))
    assert at_home.next().name == here.next().name == "hello"
    signs_out(dora)
    assert ends_within(here, AT_MOST) == ["stale"]
    assert opens(watches(laptop, event)).next().name == "hello"


@pytest.mark.parametrize("deed", DEEDS)
def test_control_unless_it_is_asked_the_stream_goes_on(
    deed: Deed, opens: Opens, dora: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "ASKED_EVERY", 3600.0)
    monkeypatch.setattr(serving, "PATIENCE", AT_MOST)
    monkeypatch.setattr("tournaments.live.asgi.BEAT_EVERY", 0.2)
    stream = opens(watches(dora, event))
    assert stream.next().name == "hello"
    deed(dora)
    with pytest.raises(AssertionError, match="neither tells nor ends"):
        stream.next()


def test_control_unless_it_is_asked_at_the_door_the_ticket_opens_a_stream(
    opens: Opens, dora: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def admit(_rights: Rights, _ticket: object) -> bool:
        return True

    monkeypatch.setattr(Rights, "admit", admit)
    address = watches(dora, event)
    signs_out(dora)
    assert opens(address).response.status == 200


@contextmanager
def another_process() -> Iterator[Served]:
    """The site, served by a process of its own from the test's database."""
    name = str(settings.DATABASES["default"]["NAME"])
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, name], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        said = there(server.stdout).readline()
        site = Served()
        site.port = int(there(re.search(r"\d+", said))[0])
        yield site
    finally:
        server.kill()
        server.wait()
        there(server.stdout).close()


def test_in_every_process_what_she_watches_ends(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, dora: Client, event: Event
) -> None:
    monkeypatch.setenv("SHEEPFOLD_LOCAL", "1")
    address = watches(dora, event)
    with ExitStack() as stack:
        sites = [stack.enter_context(another_process()) for _ in range(2)]
        streams = [Stream(site, address) for site in sites]
        for stream in streams:
            stack.callback(stream.close)
            assert stream.next().name == "hello"
        signs_out(dora)
        began = time.monotonic()
        for stream in streams:
            assert [each.name for each in stream] == ["stale"]
        assert time.monotonic() - began < AT_MOST
        for site in sites:
            again = Stream(site, address)
            stack.callback(again.close)
            assert again.response.status == 404
