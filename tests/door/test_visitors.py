"""Whose request it is: only proxies of ours are believed what they say of others."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from config import passes
from config.passes import OWN_TABLE, SIGNED_IN, TABLE, Pass, Passes
from config.visitors import read_networks, visitor_of
from tournaments.models import Club, TableLink
from tournaments.tables.services.tables import open_table

PASSES = Passes("secret", "pass")
PROXIES = read_networks(["127.0.0.1", "10.0.0.0/8", "2001:db8:ffff::/48"])
COOKIE = f"{settings.COOKIE_PREFIX}sheepfold_pass"


@pytest.mark.parametrize(
    ("peer", "said", "network"),
    [
        ("192.0.2.7", [], "192.0.2.7"),
        ("192.0.2.7", ["198.51.100.1"], "192.0.2.7"),
        ("127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["203.0.113.9, 198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["203.0.113.9", "198.51.100.1, 10.1.2.3"], "198.51.100.1"),
        ("127.0.0.1", ["198.51.100.1, nonsense"], "127.0.0.1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["10.0.0.1, 10.0.0.2"], "127.0.0.1"),
        ("::ffff:127.0.0.1", ["2001:db8:1:2:3::4"], "2001:db8:1:2::"),
        ("2001:db8:ffff::1", ["2001:db8:1:2:3::4"], "2001:db8:1:2::"),
    ],
)
def test_the_address_of_a_visitor(peer: str, said: list[str], network: str) -> None:
    header = [(b"x-forwarded-for", each.encode()) for each in said]
    scope = {"client": (peer, 50_000), "headers": header}
    assert visitor_of(scope, PROXIES, PASSES).network == network
    without = visitor_of({"client": (peer, 50_000), "headers": header}, (), PASSES)
    assert without.network in (peer, "127.0.0.1", "2001:db8:ffff::")


def test_the_pages_see_the_same_address() -> None:
    scope = {"client": ("10.0.0.1", 1), "headers": [(b"x-forwarded-for", b"198.51.100.1")]}
    visitor_of(scope, PROXIES, PASSES)
    assert scope["client"][0] == "198.51.100.1"
    nobody: dict[str, Any] = {"client": None, "headers": []}
    assert visitor_of(nobody, PROXIES, PASSES).network == ""


def test_passes_of_others_and_old_ones_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    text = PASSES.text_of(Pass(SIGNED_IN, 1))
    assert PASSES.read(text) == (Pass(SIGNED_IN, 1), True)
    for other in ("", "d.1", "d.1.20000.x", text[:-1], text.replace("d.1", "d.2"), "ä.1.2.3"):
        assert PASSES.read(other) is None
    assert Passes("another", "pass").read(text) is None
    for days, found in ((1, (Pass(SIGNED_IN, 1), False)), (3, None)):
        now = time.time() + days * passes.DAY
        with monkeypatch.context() as later:
            later.setattr(time, "time", lambda now=now: now)
            assert PASSES.read(text) == found


def kind_of(client: Client) -> str:
    """The kind of the pass that the client was given, or nothing."""
    found = client.cookies.get(COOKIE)
    return found.value.partition(".")[0] if found else ""


@pytest.mark.django_db
def test_directors_and_links_are_given_passes_and_nobody_else() -> None:
    client = Client()
    client.get("/")
    client.get("/t/nonsense/")
    assert kind_of(client) == ""
    opened = open_table(
        ruleset_key="sheepshead5-wikipedia", options={}, names=("A", "B", "C", "D", "E")
    )
    address = f"/t/{opened.write_secret}/"
    client.get(address)
    assert kind_of(client) == OWN_TABLE
    opened.table.club = Club.objects.create(name="Club")
    opened.table.save()
    client.get(address)
    assert kind_of(client) == TABLE
    assert client.cookies[COOKIE]["httponly"]
    assert COOKIE not in client.get(address).cookies  # it is good for today
    client.force_login(get_user_model().objects.create_user("dora"))
    client.get("/clubs/")
    assert kind_of(client) == SIGNED_IN
    client.get(address)
    assert kind_of(client) == SIGNED_IN


@pytest.mark.django_db
def test_a_link_that_is_switched_off_gives_none() -> None:
    opened = open_table(
        ruleset_key="sheepshead5-wikipedia", options={}, names=("A", "B", "C", "D", "E")
    )
    TableLink.objects.update(revoked_at=timezone.now())
    client = Client()
    assert client.get(f"/t/{opened.write_secret}/").status_code == 404
    assert kind_of(client) == ""
