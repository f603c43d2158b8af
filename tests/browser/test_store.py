"""What a phone keeps: hands in their order under numbers of their own, and one page that sends."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.browser.evening import Device

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOON, SUN, STAR = "moon", "sun", "star"
CALL = """async ([name, ...given]) => {
    const store = await import("/static/js/store.js");
    return await store[name](...given) ?? null;
}"""
LATER = "(ahead) => { const now = Date.now.bind(Date); Date.now = () => now() + ahead; }"
REFUSES = "() => { IDBFactory.prototype.open = () => { throw new DOMException('no'); }; }"


@pytest.fixture
def store(phone: Device) -> Device:
    """A phone that has kept nothing yet."""
    phone.opens("/")
    return phone


def asks(device: Device, name: str, *given: object) -> Any:
    """What the store answers."""
    return device.page.evaluate(CALL, [name, *given])


def keeps(device: Device, table: str, *submissions: str) -> list[int]:
    """Their numbers."""
    return [asks(device, "keepHand", table, {"submission": each})["seq"] for each in submissions]


def waiting(device: Device, table: str) -> list[tuple[int, str]]:
    return [(hand["seq"], hand["submission"]) for hand in asks(device, "waitingHands", table)]


def test_hands_wait_in_their_order_and_no_number_comes_twice(store: Device) -> None:
    assert keeps(store, MOON, "a", "b") == [1, 2]
    assert keeps(store, SUN, "c") == [1]
    asks(store, "dropHands", MOON, [1, 2])
    assert keeps(store, MOON, "d", "e") == [3, 4]
    store.page.reload()
    assert waiting(store, MOON) == [(3, "d"), (4, "e")]
    assert waiting(store, SUN) == [(1, "c")]
    assert [asks(store, "countWaiting", *each) for each in ((MOON,), (SUN,), ())] == [2, 1, 3]


def test_a_hand_that_has_left_is_not_brought_back_by_a_change(store: Device) -> None:
    keeps(store, MOON, "a", "b")
    asks(store, "dropHands", MOON, [1])
    for seq in (1, 2):
        asks(store, "changeHand", MOON, seq, {"state": "refused"})
    assert [hand["state"] for hand in asks(store, "waitingHands", MOON)] == ["refused"]


def test_what_stays_is_for_the_newest_version_that_it_was_entered_below(store: Device) -> None:
    for submission, base in (("a", 3), ("b", 3), ("c", 7)):
        asks(store, "keepHand", MOON, {"submission": submission, "base_version": base})
    asks(store, "settleHands", MOON, [1], 5)
    left = asks(store, "waitingHands", MOON)
    assert [(hand["submission"], hand["base_version"]) for hand in left] == [("b", 5), ("c", 7)]


def test_a_forgotten_table_leaves_nothing_and_the_other_all(store: Device) -> None:
    for table in (MOON, SUN):
        asks(store, "noteTable", table, {"title": table})
        asks(store, "noteTable", table, {"shown_at": 5})
        asks(store, "keepDraft", table, {"answers": [["picker", "1"]]})
        keeps(store, table, table)
    asks(store, "forgetTable", {"table": MOON})
    assert asks(store, "knownTables") == [
        {"table": SUN, "title": SUN, "shown_at": 5, "last_seq": 1}
    ]
    for name in ("knownTable", "draftOf"):
        assert asks(store, name, MOON) is None
        assert asks(store, name, SUN)["table"] == SUN
    assert (waiting(store, MOON), len(waiting(store, SUN))) == ([], 1)
    asks(store, "dropDraft", SUN)
    assert asks(store, "draftOf", SUN) is None


def test_one_page_has_the_lease_until_it_gives_it_back_or_falls_silent(store: Device) -> None:
    lease = ("takeLease", MOON)
    assert [asks(store, *lease, page, 10_000) for page in "ABA"] == [True, False, True]
    asks(store, "giveLeaseBack", MOON, "B")
    assert not asks(store, *lease, "B", 10_000)
    asks(store, "giveLeaseBack", MOON, "A")
    assert asks(store, *lease, "B", 10_000)
    store.page.evaluate(LATER, 10_001)
    assert asks(store, *lease, "A", 10_000)
    store.page.evaluate(LATER, -3_600_000)  # a clock that is set back
    assert asks(store, *lease, "B", 10_000)


def test_a_browser_that_refuses_says_so(store: Device) -> None:
    assert asks(store, "isThere")
    store.context.add_init_script(f"({REFUSES})()")
    store.page.reload()
    assert not asks(store, "isThere")


def test_what_ended_a_week_ago_is_forgotten_unless_a_hand_of_it_waits(store: Device) -> None:
    ended = {"ended_at": datetime.now(UTC).isoformat()}
    for table in (MOON, SUN):
        asks(store, "noteTable", table, ended)
        asks(store, "keepDraft", table, {"answers": []})
    asks(store, "noteTable", STAR, {"ended_at": None})
    keeps(store, SUN, "a")
    day = 24 * 60 * 60 * 1000
    store.page.evaluate(LATER, 6.9 * day)
    asks(store, "forgetEnded")
    assert {row["table"] for row in asks(store, "knownTables")} == {MOON, SUN, STAR}
    store.page.evaluate(LATER, 0.2 * day)
    asks(store, "forgetEnded")
    assert {row["table"] for row in asks(store, "knownTables")} == {SUN, STAR}
    assert asks(store, "draftOf", MOON) is None
    asks(store, "dropHands", SUN, [1])
    asks(store, "forgetEnded")
    assert {row["table"] for row in asks(store, "knownTables")} == {STAR}
