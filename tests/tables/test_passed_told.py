"""A hand that everybody passed is entered by who won it, without counting the cards."""

from __future__ import annotations

import re

import pytest

from tests.answers import Answer
from tests.tables.conftest import Director, saved, words_of
from tournaments.models import Table

NAMES = ("Anna", "Ben", "Cora", "Dirk", "Eva")


@pytest.fixture
def table(director: Director) -> Table:
    return director.opens("sheepshead5-wikipedia", *NAMES)


def sends(director: Director, address: str, **said: object) -> Answer:
    """Answers as a browser sends them, where several boxes of one name are ticked."""
    form = director.form("table") | {"picker": "none"}
    return director.client.post(director.address(address), form | said)


def ticked(page: str, name: str) -> list[str]:
    box = rf'<input type="checkbox"\s+name="{name}" value="(\d)"\s+aria-label="\w+"\s+(checked)?'
    boxes = re.findall(box, page)
    return [seat for seat, is_ticked in boxes if is_ticked]


def test_everybody_passed_and_who_won_are_two_taps_before_saving(
    director: Director, table: Table
) -> None:
    assert saved(sends(director, "record_hand", winners="1"))
    assert director.totals() == [-1, 4, -1, -1, -1]
    assert "All passed, a leaster: Ben won it." in director.sees("hand", 1)


def test_two_who_tie_are_two_taps(director: Director, table: Table) -> None:
    assert saved(sends(director, "record_hand", winners=["4", "1"]))
    (hand,) = director.record()["hands"]
    assert hand == {"picker": None, "winners": [1, 4], "dealer": 0}
    said = director.sees("hand", 1)
    assert "Who won Ben, Eva" in said
    assert "Ben, Eva tie for the fewest card points. Nothing changes hands." in said


def test_a_correction_shows_who_was_said_to_have_won(director: Director, table: Table) -> None:
    sends(director, "record_hand", winners=["1", "4"])
    page = director.client.get(director.address("correct_hand", 1)).content.decode()
    assert ticked(page, "winners") == ["1", "4"]
    assert saved(director.corrects(1, winners=4))
    assert director.totals() == [-1, -1, -1, -1, 4]


def test_what_is_tapped_and_what_is_counted_must_agree_and_nothing_typed_is_lost(
    director: Director, table: Table
) -> None:
    counted = {f"card_points-{seat}": own for seat, own in enumerate((10, 20, 31, 35, 24))}
    refused = sends(director, "record_hand", winners=["1", "2"], **counted)
    assert refused.status_code == 422
    page = refused.content.decode()
    at = page[page.index('id="question-winners"') :].split('id="question-')[1]
    assert "What is tapped here and the card points do not agree" in at
    assert ticked(page, "winners") == ["1", "2"]
    assert 'value="31"' in page
    assert saved(sends(director, "record_hand", winners="0", **counted))
    assert director.totals() == [4, -1, -1, -1, -1]


def test_who_took_no_trick_is_asked_where_it_costs_more(director: Director) -> None:
    director.opens("sheepshead3-coins", *NAMES[:3])
    assert saved(sends(director, "record_hand", winners="1", no_trick="1"))
    assert director.totals() == [-2, 4, -2]
    director.opens("sheepshead5-wikipedia", *NAMES)
    assert "Without a trick" not in director.sees("table")


def test_the_preview_says_who_gets_what(director: Director) -> None:
    director.opens("sheepshead3-rob", *NAMES[:3])
    said = words_of(sends(director, "preview", winners=["1", "2"]))
    assert said == "Everybody passed · Won: Ben +1, Cora +1, Anna 0. 0 +1 +1"
    said = words_of(sends(director, "preview", winners=["0"]))
    assert said == "Everybody passed · Won: Anna +2, the others 0 each. +2 0 0"


def test_who_took_every_trick_can_be_taken_back(director: Director) -> None:
    director.opens("sheepshead5-wikipedia", *NAMES, all_pass="moster")
    assert sorted(director.chips("sweeper")) == ["0", "1", "2", "3", "4"]
    assert sorted(director.chips("loser")) == ["0", "1", "2", "3", "4", "none"]
    said = words_of(sends(director, "preview", loser="2"))
    assert said.startswith("Everybody passed · Lost: Cora −4, the others +1 each.")
    assert saved(sends(director, "record_hand", loser="none", sweeper=""))
    assert director.totals() == [0, 0, 0, 0, 0]
    assert saved(sends(director, "record_hand", sweeper="3"))
    assert director.totals() == [-1, -1, -1, 4, -1]


def test_who_lost_a_ramsch_is_two_taps_and_who_took_no_trick_one_more(director: Director) -> None:
    director.opens("schafkopf", *NAMES[:4], all_pass="ramsch")
    form = director.form("table") | {"declarer": "none", "loser": "2"}
    assert saved(director.client.post(director.address("record_hand"), form))
    assert director.totals() == [20, 20, -60, 20]
    form = director.form("table") | {"declarer": "none", "loser": "2"}
    both = form | {"no_trick": ["0", "3"]}
    assert saved(director.client.post(director.address("record_hand"), both))
    assert director.totals() == [100, 100, -300, 100]
    form = director.form("table") | {"declarer": "none", "sweeper": "2"}
    assert saved(director.client.post(director.address("record_hand"), form))
    assert director.totals() == [80, 80, -240, 80]


def test_a_passed_hand_of_saskop_is_two_taps_and_a_tie_one_more_than_who_named_what(
    director: Director,
) -> None:
    director.opens("saskop", *NAMES[:4])
    form = director.form("table") | {"makers": "none", "winner": "1"}
    assert saved(director.client.post(director.address("record_hand"), form))
    assert director.totals() == [0, 1]
    form = director.form("table") | {"makers": "0", "trump": "hearts", "tied": "on"}
    assert saved(director.client.post(director.address("record_hand"), form))
    assert "the same dealer deals, same makers, same trumps" in director.sees("hand", 2)
    assert director.chips("winner") == ["0", "1", "none"]


def test_a_hand_of_fixed_pairs_is_told_by_who_won_and_how(director: Director) -> None:
    table = director.opens("sheepshead4-partners", *NAMES[:4])
    assert saved(director.enters(winner=1, result="won_schneider"))
    assert director.totals() == [-2, 2]
    assert "Won with schneider by: Ben + Dirk. Each loser pays 2." in director.sees("hand", 1)
    assert saved(director.enters(winner="none"))
    assert table.hands.count() == 2
    refused = director.enters(winner=0, result="won", card_points=[59, 61])
    assert "What is tapped here and the card points do not agree" in words_of(refused)
    assert saved(director.enters(winner=0, result="won", card_points=[61, 59]))
    assert director.totals() == [-1, 1]


def test_the_last_of_the_card_points_need_not_be_typed(director: Director) -> None:
    director.opens("schafkopf", *NAMES[:4], all_pass="ramsch", jungfrau="off", durchmarsch="off")
    too_many = director.enters(declarer="none", card_points={0: 100, 1: 40, 2: 20})
    assert "Dirk: Enter a number here too." in words_of(too_many)
    assert saved(director.enters(declarer="none", card_points={0: 50, 1: 40, 3: 20}))
    assert director.record()["hands"][0]["card_points"] == [50, 40, 10, 20]


def test_of_two_pairs_one_says_what_both_have(director: Director) -> None:
    director.opens("saskop", *NAMES[:4])
    assert saved(director.enters(makers=0, trump="hearts", card_points={0: 75}))
    assert director.record()["hands"][0]["card_points"] == [75, 45]


def test_what_lies_in_a_blind_that_nobody_gets_is_known_first(director: Director) -> None:
    director.opens("sheepshead5-wikipedia", *NAMES, blind="none")
    shares = {0: 40, 1: 30, 2: 20, 3: 10}
    refused = director.enters(picker="none", card_points=shares)
    assert "Eva: Enter a number here too." in words_of(refused)
    assert saved(director.enters(picker="none", card_points=shares, blind_points=11))
    assert director.record()["hands"][0]["card_points"] == [40, 30, 20, 10, 9]
