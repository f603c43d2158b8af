"""A table's story in each kind of game: open, enter, see why, correct, and all counts anew."""

from __future__ import annotations

import pytest

from tests.tables.conftest import Director, Visitor, saved, words_of

PAIRS = ("Mart", "Kati", "Jaan", "Liis")
PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn")

pytestmark = pytest.mark.django_db


def test_saskop_in_pairs(director: Director, player: Visitor) -> None:
    director.opens("saskop", *PAIRS, first_dealer=2)
    player.secret = director.watch_secret()
    assert "Jaan deals." in director.sees("table")

    assert saved(director.enters(makers=0, trump="hearts", card_points=[75, 45]))
    assert director.totals() == [2, 0]
    assert "Liis deals." in director.sees("table")
    assert saved(director.enters(makers=1, trump="diamonds", card_points=[91, 29]))
    assert director.totals() == [10, 0]
    page = director.sees("hand", 2)
    assert "Mart + Jaan" in page
    assert "Diamonds are trumps" in page

    assert saved(director.enters(makers=0, trump="spades", card_points=[60, 60]))
    page = director.sees("table")
    assert "void" in page
    assert "The tied hand is played again: Makers Mart + Jaan, Trumps" in page
    form = director.form("table")
    assert (form["makers"], form["trump"]) == ("0", "spades")
    assert saved(director.enters(card_points=[60, 60]))
    assert saved(director.enters(card_points=[61, 59]))
    assert player.totals() == [12, 0]

    assert saved(director.corrects(1, card_points=[45, 75], why="Read the wrong pile"))
    assert director.totals() == [10, 4]
    page = player.sees("hand", 1)
    assert "“Read the wrong pile”" in page
    assert "Mart + Jaan 75, Kati + Liis 45" in page


def test_a_saskop_game_ends_and_the_next_begins(director: Director) -> None:
    director.opens("saskop", *PAIRS)
    for _ in range(3):
        director.enters(makers=0, trump="diamonds", card_points=[100, 20])
    page = director.sees("table")
    assert "Game 1: Mart + Jaan 16 : 0" in page
    assert director.totals() == [0, 0]
    director.enters(makers=1, trump="clubs", result="won_schwarz")
    assert "Game 2: Kati + Liis" in director.sees("table")


def test_three_for_coins(director: Director) -> None:
    director.opens("sheepshead3-coins", *PEOPLE[:3], first_dealer=1)
    assert saved(director.enters(picker=2, picker_points=61))
    assert director.totals() == [-1, -1, 2]
    passed = {"picker": "none", "card_points": [20, 40, 60], "tricks": [2, 4, 4]}
    assert saved(director.enters(**passed))
    assert director.totals() == [1, -2, 1]
    assert "passed" in director.sees("table")
    assert saved(director.corrects(1, picker_points=60))
    assert director.totals() == [3, 0, -3]
    assert "took 60 card points and lost: it takes 61 to win." in director.sees("hand", 1)


def test_four_cut_throat_and_in_pairs(director: Director) -> None:
    director.opens("sheepshead4-cutthroat", *PEOPLE[:4])
    assert saved(director.enters(picker=3, result="won_schneider"))
    won = director.totals()
    assert sum(won) == 0
    assert won[3] > 0
    assert saved(director.enters(picker=0, result="lost"))
    assert saved(director.corrects(1, result="won"))
    assert director.totals() != won
    director.opens("sheepshead4-partners", *PAIRS)
    assert saved(director.enters(card_points=[61, 59]))
    assert len(director.totals()) == 2


def test_five_with_a_called_partner(director: Director, player: Visitor) -> None:
    director.opens("sheepshead5-wikipedia", *PEOPLE[:5])
    player.secret = director.watch_secret()
    assert saved(director.enters(picker=2, partner=4, picker_points=75))
    assert player.totals() == [-1, -1, 2, -1, 1]
    assert saved(director.enters(picker=0, partner="none", picker_points=40))
    assert player.totals() == [-5, 0, 3, 0, 2]
    assert saved(director.corrects(1, partner="none"))
    assert player.totals() == [-5, 0, 5, 0, 0]
    assert saved(director.withdraws(2, why="Never played"))
    assert player.totals() == [-1, -1, 4, -1, -1]
    page = player.sees("hand", 2)
    assert "withdrawn" in page
    assert "Never played" in page
    assert saved(director.corrects(2, picker_points=61))
    assert player.totals() == [3, -2, 3, -2, -2]


def test_six_at_a_table_for_five(director: Director) -> None:
    director.opens("sheepshead5-wikipedia", *PEOPLE, first_dealer=5)
    assert "Finn deals and sits out." in director.sees("table")
    assert director.chips("picker") == ["0", "1", "2", "3", "4", "none"]
    assert saved(director.enters(picker=4, partner=1, picker_points=70))
    assert "Anna deals and sits out." in director.sees("table")
    assert director.chips("picker") == ["1", "2", "3", "4", "5", "none"]
    assert saved(director.enters(picker=5, partner="none", picker_points=61))
    assert director.totals() == [-1, 0, -2, -2, 1, 4]

    refused = director.withdraws(1)
    assert refused.status_code == 422
    assert "Then hand 2 could not have been as it is on the sheet" in words_of(refused)
    assert director.totals() == [-1, 0, -2, -2, 1, 4]


def test_somebody_else_dealt(director: Director) -> None:
    director.opens("sheepshead5-wikipedia", *PEOPLE)
    assert director.chips("picker", at="?dealer=3") == ["4", "5", "0", "1", "2", "none"]
    assert saved(director.enters(at="?dealer=3", picker=0, partner="none", picker_points=61))
    assert "Eva deals and sits out." in director.sees("table")
    assert "Dealer, set by hand" in director.sees("hand", 1)


def test_an_adjustment_is_no_hand(director: Director) -> None:
    director.opens("sheepshead5-wikipedia", *PEOPLE[:5], first_dealer=2)
    sent = director.form("adjust") | {"points-0": "−4", "reason": "Revoked"}
    assert saved(director.client.post(director.address("adjust"), sent))
    assert director.totals() == [-4, 0, 0, 0, 0]
    assert "Cora deals." in director.sees("table")
    sent = director.form("correct_hand", 1) | {"points-0": "-2", "points-1": "+2"}
    assert saved(director.client.post(director.address("correct_hand", 1), sent))
    assert director.totals() == [-2, 2, 0, 0, 0]
    assert "Adjusted: Revoked" in director.sees("hand", 1)


def test_house_rules_decide_what_is_asked(director: Director) -> None:
    director.opens("sheepshead5-wikipedia", *PEOPLE[:5], all_pass="doubler", cracking="crack")
    form = director.client.get(director.address("table")).content.decode()
    assert 'name="crack"' in form
    assert 'name="card_points-0"' not in form
    assert saved(director.enters(picker="none"))
    assert "It counts 2 times: everybody passed before." in director.sees("table")
    assert saved(director.enters(picker=1, partner=2, picker_points=61, crack="on"))
    assert director.totals() == [-4, 8, 4, -4, -4]
    assert "×4" in director.sees("table")
