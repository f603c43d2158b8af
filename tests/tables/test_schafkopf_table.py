"""A table of Schafkopf: what need not be tapped, the pot beside the totals, what all pass means."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.tables.conftest import Director, Visitor, saved, words_of

FOUR = ("Anna", "Ben", "Cora", "Dirk")
RUFSPIEL = {"contract": "rufspiel", "declarer": 0, "partner": 2, "result": "won"}
ALL_PASSED = {"declarer": "none"}

pytestmark = pytest.mark.django_db


def hand_of(visitor: Visitor) -> dict[str, Any]:
    """The first hand as it was declared; its dealer follows from the record."""
    return {name: said for name, said in visitor.record()["hands"][0].items() if name != "dealer"}


def test_what_did_not_happen_is_chosen_already_and_not_written_down(director: Director) -> None:
    director.opens("schafkopf", *FOUR)
    form = director.form("table")
    chosen = {name: form[name] for name in ("runners", "kontra", "knocks", "announced")}
    assert chosen == {"runners": "0", "kontra": "0", "knocks": "0", "announced": "normal"}
    assert saved(director.enters(**RUFSPIEL))
    assert hand_of(director) == RUFSPIEL
    assert saved(director.corrects(1, runners=3, kontra=1))
    assert hand_of(director) == RUFSPIEL | {"runners": 3, "kontra": 1}
    assert director.totals() == [100, -100, 100, -100]
    form = director.form("correct_hand", 1)
    assert (form["runners"], form["kontra"], form["knocks"]) == ("3", "1", "0")
    assert saved(director.corrects(1, runners=0, kontra=0))
    assert hand_of(director) == RUFSPIEL


def test_what_was_called_has_its_name(director: Director) -> None:
    director.opens("schafkopf", *FOUR)
    director.enters(**RUFSPIEL, kontra=2, runners=3)
    page = director.sees("hand", 1)
    for words in ("Spieler (declarer) Anna", "Kontra Re", "Laufende (runners) 3"):
        assert words in page
    assert "Kontra and Re: 4 times." in page


def test_only_what_the_table_plays_can_be_chosen(director: Director) -> None:
    director.opens("schafkopf", *FOUR, contracts="three")
    assert director.chips("contract") == ["rufspiel", "solo", "wenz"]
    answer = director.enters(contract="geier", declarer=0, result="won")
    assert answer.status_code == 422
    director.opens("schafkopf", *FOUR, all_pass="muss")
    assert director.chips("contract")[-3:] == ["farbwenz", "bettel", "muss"]
    refused = words_of(director.enters(**ALL_PASSED))
    assert "say who holds the ober of acorns" in refused
    assert saved(director.enters(contract="muss", declarer=1, partner=3, declarer_points=60))
    assert director.totals() == [-20, 20, -20, 20]


def test_a_ramsch_on_the_phone(director: Director) -> None:
    director.opens("schafkopf", *FOUR, all_pass="ramsch")
    tied = {"card_points": [45, 45, 20, 10], "tricks": [2, 3, 2, 1]}
    refused = words_of(director.enters(**ALL_PASSED, **tied))
    assert "Anna and Ben have 45 card points each: say who loses." in refused
    assert saved(director.enters(**ALL_PASSED, **tied, loser=1))
    assert director.totals() == [20, -60, 20, 20]
    assert "Ramsch" in director.sees("table")


@pytest.fixture
def with_pot(director: Director, player: Visitor) -> Director:
    """Everybody passed once; each paid ten."""
    director.opens("schafkopf", *FOUR, all_pass="pot")
    assert saved(director.enters(**ALL_PASSED))
    player.secret = director.watch_secret()
    return director


def test_the_pot_is_seen_wherever_the_sheet_is(with_pot: Director, player: Visitor) -> None:
    assert with_pot.totals() == [-10] * 4
    assert "In the pot: 40." in with_pot.sees("table")
    for page in ("table", "print_sheet", "screen"):
        words = player.sees(page)
        assert "Pot 40" in words or "In the pot: 40." in words, page
    assert "In the pot: 40." in with_pot.sees("end_evening")


def test_who_stops_early_pays_the_pot(with_pot: Director, player: Visitor) -> None:
    page = player.sees("pays")
    for name in FOUR:
        assert f"{name} pays into the pot 10" in page
    assert "4 payments settle everything" in page


def test_the_next_game_wins_it(with_pot: Director, player: Visitor) -> None:
    assert "Anna deals" in with_pot.sees("table")
    assert saved(with_pot.enters(**RUFSPIEL))
    assert with_pot.totals() == [30, -30, 30, -30]
    assert "In the pot" not in with_pot.sees("table")
    assert "the pot" not in player.sees("pays")


def test_the_hand_that_filled_it_is_withdrawn(with_pot: Director) -> None:
    assert saved(with_pot.enters(**RUFSPIEL))
    with_pot.withdraws(1)
    assert with_pot.totals() == [20, -20, 20, -20]


def test_without_javascript_the_question_stays_and_what_does_not_fit_is_refused(
    director: Director,
) -> None:
    director.opens("schafkopf", *FOUR)
    page = director.client.get(director.address("table")).content.decode()
    unless = re.search('id="question-partner" data-unless="contract" data-answers="([^"]*)"', page)
    assert unless
    assert {"solo", "wenz", "geier", "farbwenz", "bettel", "kreuz"} <= {*unless[1].split()}
    assert director.chips("partner") == ["1", "2", "3", "0"]
    solo = {"contract": "solo", "declarer": 1, "result": "won"}
    refused = words_of(director.enters(**solo, partner=3))
    assert "Only in a Rufspiel is there a partner; this one is played alone." in refused
    bettel = solo | {"contract": "bettel"}
    assert "A Bettel is won or lost" in words_of(
        director.enters(**bettel | {"result": "won_schwarz"})
    )
    assert saved(director.enters(**solo, partner="none"))
    assert saved(director.enters(**bettel))
    assert director.totals() == [-80, 240, -80, -80]


def test_over_the_cross_the_page_asks_who_has_won_at_60_to_60(director: Director) -> None:
    director.opens("schafkopf-donauries", *FOUR)
    assert "60 to 60: you at the table say who has won;" in director.sees("table")
    director.opens("schafkopf-donauries", *FOUR, all_pass="redeal")
    assert "60 to 60" not in director.sees("table")
    director.opens("schafkopf", *FOUR, all_pass="kreuz")
    assert "It takes 61; if you play 60 to 60 otherwise" in director.sees("table")


TARIFF = "schafkopf-tariff"


def test_a_club_types_in_its_own_tariff(director: Director) -> None:
    prices = {"prices-hochzeit-played": "on"} | {
        f"prices-hochzeit-{place}": price for place, price in enumerate((30, 40, 50))
    }
    director.opens(TARIFF, *FOUR, **prices)
    assert director.chips("contract") == ["rufspiel", "solo", "wenz", "hochzeit"]
    refused = words_of(director.enters(contract="hochzeit", declarer=0, result="won"))
    assert "A Hochzeit has two: say who took the card." in refused
    assert saved(director.enters(contract="hochzeit", declarer=0, partner=3, result="won"))
    assert director.totals() == [30, -30, -30, 30]
    assert "Hochzeit (marriage)" in director.sees("table_rules")


def test_a_bock_is_said_before_the_hand_is_played(director: Director, player: Visitor) -> None:
    bock = {"bock-lost_solo": "on", "bock_hands": 2}
    director.opens(TARIFF, *FOUR, **bock)
    player.secret = director.watch_secret()
    assert saved(director.enters(contract="solo", declarer=1, result="lost"))
    for page in ("table", "screen"):
        words = player.sees(page)
        assert "Bock: it counts 2 times. Hands to come: 2." in words, page
    assert saved(director.enters(**RUFSPIEL))
    assert director.totals() == [90, -190, 90, 10]
    assert "Hands to come: 1." in director.sees("table")
    assert saved(director.enters(**RUFSPIEL))
    assert "Bock: it counts" not in director.sees("table")


def test_reuegeld_is_seen_beside_the_points(director: Director, player: Visitor) -> None:
    director.opens(TARIFF, *FOUR, all_pass="reuegeld", stock=5)
    player.secret = director.watch_secret()
    assert saved(director.enters(**ALL_PASSED))
    assert director.totals() == [0, 0, 0, 0]
    for page in ("table", "print_sheet"):
        assert "Kitty 20" in player.sees(page), page
    assert "In the kitty: 20, beside the points." in director.sees("end_evening")
