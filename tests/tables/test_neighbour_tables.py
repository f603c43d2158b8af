"""Tables of Skat, Doppelkopf and Mucken under house rules: what is asked, and what is left over."""

from __future__ import annotations

import pytest

from tests.tables.conftest import Director, saved, words_of

FOUR = ("Anna", "Ben", "Cora", "Dirk")

pytestmark = pytest.mark.django_db


def test_who_owes_a_solo_is_said_until_it_is_played(director: Director) -> None:
    director.opens("doppelkopf", *FOUR, mandatory_solo="on")
    assert "Still owe a solo: Anna, Ben, Cora, Dirk." in director.sees("table")
    assert saved(director.enters(declarer=1, partner="none", taken="to_119"))
    assert "Still owe a solo: Anna, Cora, Dirk." in director.sees("table")
    assert "Still owe a solo: Anna, Cora, Dirk." in director.sees("end_evening")
    assert "has to be a solo" not in director.sees("table")  # nobody has said how many hands
    director.presses("end_evening", "end_evening")
    assert "Never played a solo: Anna, Cora, Dirk." in director.sees("table")


def test_a_bock_of_doppelkopf_is_said_beside_the_dealer(director: Director) -> None:
    director.opens("doppelkopf", *FOUR, **{"bock-called": "on", "bock_hands": 2})
    assert saved(director.enters(declarer=0, partner=2, taken="to_150", bock_called="on"))
    assert "Bock: it counts 2 times. Hands to come: 2." in director.sees("table")


def test_kontra_at_skat_is_asked_where_it_is_played(director: Director) -> None:
    director.opens("skat", *FOUR[:3])
    assert "kontra" not in director.form("table")
    director.opens("skat", *FOUR[:3], kontra="re")
    hand = {"declarer": 0, "contract": "clubs", "tops": 1, "result": "won", "kontra": 1}
    assert saved(director.enters(**hand))
    assert director.totals() == [48, 0, 0]


def test_a_ramsch_at_skat_when_all_pass(director: Director) -> None:
    director.opens("skat", *FOUR[:3], all_pass="ramsch")
    points = {f"card_points-{seat}": own for seat, own in enumerate((70, 30, 20))}
    assert saved(director.enters(declarer="none", **points))
    assert director.totals()[0] == -70
    form = director.client.get(director.address("table")).content.decode()
    assert form.index('id="question-card_points"') < form.index('class="hand-figures"')
    two = {"card_points-0": 50, "card_points-1": 70}  # the third has what they leave
    assert saved(director.enters(declarer="none", no_trick=2, **two))
    assert director.totals()[1] == -140
    assert saved(director.enters(declarer="none", sweeper=2))
    assert director.totals()[2] == 120


def test_mucken_has_its_prices_decided_first(director: Director) -> None:
    answer = director.client.post(
        "/open/muck/", director.opening("muck", *FOUR) | {"option-prices-muck-0": ""}
    )
    assert answer.status_code == 422
    assert "Nobody has written this down: decide it." in words_of(answer)
