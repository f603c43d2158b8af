"""Without an account some things are done only so often, and links that exist open all the same."""

from __future__ import annotations

from functools import partial

import pytest

from config import deeds
from config.deeds import Buckets
from config.passes import OWN_TABLE, SIGNED_IN, TABLE, Pass
from tests.door.conftest import PASSES, Read, Serves, asks, door
from tests.serving import Served

pytestmark = pytest.mark.one_database
alone = pytest.mark.alone
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(deeds, "Buckets", partial(Buckets, clock=clock))
    return clock


def given(kind: str) -> dict[str, str]:
    """What a browser sends with which it was let in before."""
    return {"Cookie": f"pass={PASSES.text_of(Pass(kind, 7))}"}


def brings_in(served: Served, **headers: str) -> Read:
    return asks(served, "/import/", body=b"a=1", headers=FORM | headers)


@alone
def test_one_address_brings_in_ten_sheets_and_then_thirty_in_an_hour(
    serves: Serves, clock: Clock
) -> None:
    served = serves(door())
    assert [brings_in(served).status for _ in range(12)] == [200] * 10 + [429] * 2
    refused = brings_in(served)
    assert refused.headers["Retry-After"] == "120"
    assert "Wait, go back and send it again. How long to wait: 2 minutes." in refused.text
    assert refused.headers["X-Frame-Options"] == "DENY"
    clock.now += 121
    assert [brings_in(served).status for _ in range(2)] == [200, 429]
    clock.now += 3600
    assert [brings_in(served).status for _ in range(12)] == [200] * 10 + [429] * 2


@alone
def test_one_address_makes_twenty_accounts_and_then_twenty_in_an_hour(
    serves: Serves, clock: Clock
) -> None:
    served = serves(door())

    def makes(**headers: str) -> Read:
        return asks(served, "/me/of/1/7/", body=b"a=1", headers=FORM | headers)

    assert [makes().status for _ in range(22)] == [200] * 20 + [429] * 2
    assert "Very many accounts were made" in makes().text
    assert asks(served, "/clubs/new/", body=b"a=1", headers=FORM).status == 429
    assert asks(served, "/me/of/1/7/").status == 200
    assert makes(**given(SIGNED_IN)).status == 200
    clock.now += 181
    assert [makes().status for _ in range(2)] == [200, 429]


@alone
def test_from_one_address_forty_register_and_then_sixty_in_an_hour(
    serves: Serves, clock: Clock
) -> None:
    served = serves(door())

    def registers(path: str = "/e/7/register/") -> Read:
        return asks(served, path, body=b"a=1", headers=FORM)

    assert [registers().status for _ in range(42)] == [200] * 40 + [429] * 2
    assert "Very many have registered" in registers("/e/8/register/").text
    assert asks(served, "/e/7/register/").status == 200
    clock.now += 61
    assert [registers().status for _ in range(2)] == [200, 429]


@alone
def test_whoever_is_signed_in_or_was_let_in_before_is_not_everybody_at_his_address(
    serves: Serves, clock: Clock
) -> None:
    served = serves(door())
    assert [brings_in(served).status for _ in range(11)][-1] == 429
    assert brings_in(served, **given(OWN_TABLE)).status == 429
    assert asks(served, "/import/").status == 200
    assert [brings_in(served, **given(TABLE)).status for _ in range(11)][-2:] == [200, 429]
    assert [brings_in(served, **given(SIGNED_IN)).status for _ in range(30)] == [200] * 30


@alone
@pytest.mark.parametrize("path", ["/t/unknown/", "/t/unknown/hands/", "/live/unknown/"])
def test_links_that_do_not_exist_are_tried_sixty_times_and_then_six_hundred_in_an_hour(
    serves: Serves, clock: Clock, path: str
) -> None:
    served = serves(door())
    assert [asks(served, path).status for _ in range(61)] == [404] * 60 + [429]
    refused = asks(served, path)
    assert refused.headers["Retry-After"] == "6"
    assert "Wait, and ask at the table for the link. How long to wait: 6 seconds." in refused.text
    assert asks(served, path.replace("unknown", "real")).status == 200
    assert asks(served, "/unknown/").status == 404
    assert asks(served, path, headers=given(TABLE)).status == 404
    clock.now += 6
    assert [asks(served, path).status for _ in range(2)] == [404, 429]


@alone
def test_without_a_limit_nobody_is_stopped(serves: Serves, clock: Clock) -> None:
    many = {"imports_of_an_address": 1000, "unknown_links_of_an_address": 1000}
    served = serves(door(**many))
    assert [brings_in(served).status for _ in range(12)] == [200] * 12
    assert [asks(served, "/t/unknown/").status for _ in range(70)] == [404] * 70


@alone
def test_an_address_of_a_page_has_an_end(serves: Serves) -> None:
    served = serves(door())
    assert asks(served, "/?" + "a" * 7_900).status == 200
    for path in ("/?" + "a" * 8_000, "/" + "%61" * 2_700):
        refused = asks(served, path)
        assert refused.status == 414
        assert "open the page from its beginning" in refused.text
    assert asks(serves(door(address_bytes=9_000)), "/?" + "a" * 8_000).status == 200


def test_so_many_are_remembered_and_the_oldest_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deeds, "MOST_REMEMBERED", 3)
    some = Buckets(1, 60, Clock())
    assert [some.take(who) for who in "abca"] == [0, 0, 0, 60]
    assert some.take("d") == 0
    assert len(some) == 3
    assert [some.take(who) for who in "bcd"] == [60, 60, 60]
    assert some.take("a") == 0
