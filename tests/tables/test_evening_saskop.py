"""Whole evenings of Saskop by the forms alone: passed hands, ties, a lambapea, a second game."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from scoring import find_ruleset, replay
from tests.answers import Answer
from tests.tables.conftest import Director, Visitor, saved, words_of
from tournaments.models import Table
from tournaments.tables.services.hands import differences

PAIRS = ("Mart", "Kati", "Jaan", "Liis")

pytestmark = pytest.mark.django_db


def replayed(visitor: Visitor) -> list[list[int]]:
    """The points of each line of the exported record, as the engine counts them."""
    record = visitor.record()
    ruleset = find_ruleset(record["ruleset"])
    sheet = replay(ruleset, record["options"], record["players"], record["hands"])
    return [row.points for row in sheet.rows]


def shown(visitor: Visitor, numbers: Sequence[int]) -> list[list[int]]:
    """The points of these hands, as their own pages have them."""
    return [visitor.points_of(number) for number in numbers]


@pytest.fixture
def director(director: Director) -> Director:
    director.opens("saskop", *PAIRS, first_dealer=3)
    return director


def plays_to_the_tie(director: Director) -> None:
    """Liis deals a passed hand, Mart one in diamonds, Kati a tie."""
    assert saved(director.enters(makers="none", card_points=[70, 50]))
    assert saved(director.enters(makers=1, trump="diamonds", card_points=[29, 91]))
    assert saved(director.enters(makers=0, trump="hearts", card_points=[60, 60]))


def test_a_passed_hand_brings_very_little(director: Director) -> None:
    assert "Liis deals." in director.sees("table")
    plays_to_the_tie(director)
    assert director.points_of(1) == [1, 0]
    told = "Everybody passed, so diamonds. The pair with more (Mart + Jaan): 1."
    assert told in director.sees("hand", 1)
    assert "passed" in director.sees("table")
    # 2 for the makers, 2 more for diamonds, 2 more for over 90.
    assert director.points_of(2) == [0, 6]
    assert director.totals() == [1, 6]


@pytest.mark.parametrize(
    ("strokes", "words"),
    [("1", "1 more waits for whoever wins it."), ("2", "2 more wait for whoever wins it.")],
)
def test_strokes_of_a_tie_wait_for_the_next_winner(
    director: Director, strokes: str, words: str
) -> None:
    director.opens("saskop", *PAIRS, tie="carry", tie_strokes=strokes)
    assert saved(director.enters(makers=0, trump="hearts", card_points=[60, 60]))
    assert words in director.sees("table")


def test_a_tie_is_replayed_by_the_same_makers(director: Director) -> None:
    plays_to_the_tie(director)
    page = director.sees("table")
    assert "The tied hand is played again: Makers Mart + Jaan, Trumps ♥ Hearts." in page
    assert "Kati deals." in page
    form = director.form("table")
    assert (form["makers"], form["trump"]) == ("0", "hearts")
    refused = director.enters(makers=1, card_points=[50, 70])
    assert refused.status_code == 422
    assert "replayed with the same makers and the same trumps" in words_of(refused)
    assert saved(director.enters(card_points=[50, 70]))
    # The makers were beaten: 4.
    assert director.points_of(4) == [0, 4]
    assert "Jaan deals." in director.sees("table")
    assert "is played again" not in director.sees("table")


def offered(director: Director, page: Answer | None = None) -> dict[str, list[str]]:
    """The chips of both questions about the contract."""
    body = (page or director.client.get(director.address("table"))).content.decode()
    return {
        name: re.findall(
            rf'<input type="radio"\s+name="{name}"\s+value="(\w*)"(?![^>]*disabled)', body
        )
        for name in ("makers", "trump")
    }


@pytest.mark.parametrize(
    ("tied", "kept"),
    [
        ({"makers": 0, "trump": "hearts"}, {"makers": ["0"], "trump": ["hearts"]}),
        ({"makers": "none"}, {"makers": ["none"], "trump": ["diamonds"]}),
    ],
)
def test_only_what_a_tied_hand_keeps_is_offered_for_the_next(
    director: Director, tied: dict[str, int | str], kept: dict[str, list[str]]
) -> None:
    everything = offered(director)
    assert everything["makers"] == ["0", "1", "none"]
    assert saved(director.enters(**tied, card_points=[60, 60]))
    assert offered(director) == kept
    assert offered(director, director.enters(makers=1, card_points=[50, 70])) == kept
    assert saved(director.enters(card_points=[50, 70]))
    assert offered(director) == everything


def test_a_lambapea_wins_the_game_at_once(director: Director, player: Visitor) -> None:
    player.secret = director.watch_secret()
    plays_to_the_tie(director)
    director.enters(card_points=[50, 70])
    assert director.totals() == [1, 10]
    assert saved(director.enters(makers=0, trump="spades", card_points=[120, 0], tricks=[9, 0]))
    page = player.sees("table")
    assert "Game 1: Mart + Jaan 16 : 10" in page
    assert "won by a lambapea (sheep’s head)" in page
    assert "a lambapea, the whole game. Won by: Mart + Jaan" in player.sees("hand", 5)
    assert player.totals() == [0, 0]
    assert saved(director.enters(makers=1, trump="clubs", result="won"))
    assert player.totals() == [0, 2]
    assert "Game 2 is being played" in player.sees("table")


def test_the_whole_evening_is_what_the_engine_says(director: Director) -> None:
    plays_to_the_tie(director)
    director.enters(card_points=[50, 70])
    director.enters(makers=0, trump="spades", result="won_schwarz")
    director.adjusts("Looked at a card", points={1: -2})
    director.enters(makers=1, trump="clubs", result="lost")
    # The lambapea brings what the game goes to, 16.
    by_hand = [[1, 0], [0, 6], [0, 0], [0, 4], [16, 0], [0, -2], [4, 0]]
    assert shown(director, range(1, 8)) == by_hand
    assert replayed(director) == by_hand
    assert director.totals() == [4, -2]
    record = director.record()
    assert record["hands"][0]["dealer"] == 3
    assert record["names"] == list(PAIRS)
    assert not differences(Table.objects.get())


def test_the_tie_was_none_after_all(director: Director) -> None:
    plays_to_the_tie(director)
    director.enters(card_points=[50, 70])
    assert saved(director.corrects(3, card_points=[61, 59]))
    assert shown(director, range(1, 5)) == [[1, 0], [0, 6], [2, 0], [0, 4]] == replayed(director)
    assert "Liis deals." in director.sees("table")
