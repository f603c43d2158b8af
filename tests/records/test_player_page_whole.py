"""A player's page leads to all of its parts, lists everybody, and gives all of it away."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from tests.records.seasons import plays, takes_in
from tests.records.small_club import ANNA, FIVE, FOUR, NAMES, SECOND, Reader, plays_a_little
from tournaments.models import Club, Player

pytestmark = pytest.mark.django_db

MANY = tuple(f"Guest {letter}" for letter in "ABCDEFGHIJKLMNOP")


@pytest.fixture
def anna(club: Club) -> int:
    takes_in(club, *NAMES, *MANY)
    return Player.objects.get(club=club, name=ANNA).pk


@pytest.fixture
def reader(stranger: Client, club: Club) -> Reader:
    return Reader(stranger, club)


def test_every_part_can_be_taken_away(reader: Reader, club: Club, anna: int) -> None:
    plays_a_little(club)

    def listed(name: str, ruleset: str = FIVE) -> list[list[str]]:
        return reader.rows("take_record_player", anna, name, "csv", ruleset=ruleset)[1:]

    assert [row[:3] for row in listed("games")] == [
        ["Sheepshead, five-handed", "2", "6"],
        ["Saskop", "1", "4"],
    ]
    counted = {row[0]: row[1:4] for row in listed("counted")}
    assert counted["Schneiders given"] == ["1", "6", "0.1667"]
    assert counted["Leasters that were won"] == ["1", "1", "1.0"]
    swings = [(row[0], row[1], row[2], row[4]) for row in listed("swings")]
    assert swings == [
        ("Best hand", "4", "2025-11-06", "4"),
        ("Worst hand", "-3", "2025-11-06", "2"),
        ("Most won in a row, on one sheet", "2", "2025-11-06", ""),
    ]
    assert listed("days") == [["2025-11-06", "4", "5"], ["2026-11-05", "2", "4"]]
    toasts = listed("toasts", FOUR)
    assert [(row[0], row[1], row[3]) for row in toasts] == [
        ("2026-11-12", "A lambapea: all nine tricks, and with them the game", "5")
    ]


def test_the_page_leads_to_its_parts(reader: Reader, club: Club, anna: int) -> None:
    plays_a_little(club)
    page = reader.client.get(reader.address("record_player", anna)).content.decode()
    parts = page.split('<nav class="tap no-print"')[1].split("</nav>")[0]
    for part in ("roles", "swings", "counts", "places", "years", "met"):
        assert f'href="#{part}-title"' in parts
        assert f'id="{part}-title"' in page
    assert "events-title" not in page


def test_everybody_met_is_listed_when_asked_for(reader: Reader, club: Club, anna: int) -> None:
    for at in range(0, len(MANY), 4):
        plays(club, FIVE, (ANNA, *MANY[at : at + 4]), SECOND, on=date(2026, 11, 5))
    page = reader.reads("record_player", anna, sort="name")
    assert "Met 16 people" in page
    assert "The first 12 in this order. Show everybody" in page
    assert "Guest P" not in page
    whole = reader.client.get(
        reader.address("record_player", anna), {"sort": "name", "people": "all"}
    ).content.decode()
    assert "Guest P" in whole
    assert "Show everybody" not in whole
    assert "people=all&amp;sort=-hands#sorted" in whole  # sorting keeps everybody


def test_two_who_are_always_one_side_are_no_nemesis_and_no_favourite(
    reader: Reader, club: Club, anna: int
) -> None:
    won = {"makers": 0, "trump": "hearts", "card_points": [70, 50]}
    lost = {"makers": 0, "trump": "hearts", "card_points": [50, 70]}
    plays(club, FOUR, NAMES[:4], [won, lost] * 12, on=date(2026, 11, 12))
    page = reader.reads("record_player", anna)
    assert "for that it takes two people with twenty hands each, and a difference" in page
    assert "Nemesis" not in page
    assert "Met most" not in page  # all three as often
    plays(club, FOUR, (ANNA, *MANY[:2], "Bert"), [won], on=date(2026, 11, 19))
    assert "Met most Bert Hands: 25 of 25" in reader.reads("record_player", anna)
