"""What partners have is kept by year; the list of all pairs is read from it."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.records.seasons import NOBODY, plays, takes_in
from tests.tables.conftest import words_of
from tournaments.models import Club, Hand, PairTally, Player
from tournaments.records.services.counting import check_club
from tournaments.tables.services.hands import correct_hand, record_hand, withdraw_hand

pytestmark = pytest.mark.django_db

FIVE, FOUR = "sheepshead5-wikipedia", "saskop"
NAMES = ("Anna", "Bert", "Carl", "Dora", "Emil")
TOGETHER = {"picker": 0, "partner": 2, "picker_points": 75}
OTHERS = {"picker": 1, "partner": 3, "picker_points": 40}
DAY = date(2026, 11, 5)


@pytest.fixture
def people(club: Club) -> dict[str, Player]:
    return {player.name: player for player in takes_in(club, *NAMES)}


def kept() -> dict[str, tuple[int, int, int]]:
    """By names what the pairs have that have anything."""
    rows = PairTally.objects.filter(year=2026).exclude(hands=0).select_related("one", "other")
    return {f"{row.one} {row.other}": (row.hands, row.won, row.points) for row in rows}


def seen(client: Client, club: Club, **asked: str | int) -> str:
    return words_of(client.get(reverse("record_pairs", args=[club.pk]), asked))


def test_pairs_follow_every_hand_and_every_correction(
    club: Club, people: dict[str, Player]
) -> None:
    table = plays(club, FIVE, NAMES, [TOGETHER, OTHERS], on=DAY)
    assert kept() == {"Anna Carl": (1, 1, 3), "Bert Dora": (1, 0, -3)}
    record_hand(table=table, record=TOGETHER, by=NOBODY, submission=uuid4())
    assert kept()["Anna Carl"] == (2, 2, 6)
    first = Hand.objects.get(table=table, number=1)
    correct_hand(hand=first, record=OTHERS, by=NOBODY, submission=uuid4(), seen_version=1)
    assert kept() == {"Anna Carl": (1, 1, 3), "Bert Dora": (2, 0, -6)}
    withdraw_hand(hand=first, by=NOBODY, submission=uuid4(), seen_version=2)
    alone = {"picker": 4, "partner": None, "picker_points": 75}
    record_hand(table=table, record=alone, by=NOBODY, submission=uuid4())
    assert kept() == {"Anna Carl": (1, 1, 3), "Bert Dora": (1, 0, -3)}
    assert check_club(club, mend=False) == []


def test_a_fixed_pair_has_its_points_once(club: Club, people: dict[str, Player]) -> None:
    won = {"makers": 0, "trump": "hearts", "card_points": [70, 50]}
    plays(club, FOUR, NAMES[:4], [won, won], on=DAY)
    pairs = kept()
    assert pairs.keys() == {"Anna Carl", "Bert Dora"}
    assert pairs["Anna Carl"][:2] == (2, 2)
    assert pairs["Anna Carl"][2] == sum(
        row.points for hand in Hand.objects.all() for row in hand.points.filter(side=0)
    )
    assert pairs["Bert Dora"] == (2, 0, 0)


def test_a_hand_without_a_partner_costs_no_query_more(
    club: Club, people: dict[str, Player]
) -> None:
    table = plays(club, FIVE, NAMES, [TOGETHER], on=DAY)
    alone = {"picker": 0, "partner": None, "picker_points": 75}
    costs = []
    for record in (alone, TOGETHER, OTHERS, OTHERS):
        with CaptureQueriesContext(connection) as asked:
            record_hand(table=table, record=record, by=NOBODY, submission=uuid4())
        costs.append(len(asked))
    # Known partners are written at once; new ones are made when there was nothing to write on.
    assert costs == [costs[0], costs[0] + 1, costs[0] + 2, costs[0] + 1]


def test_the_list_has_everybody_and_costs_the_same_for_more_of_them(
    club: Club, people: dict[str, Player], stranger: Client
) -> None:
    plays(club, FIVE, NAMES, [TOGETHER] * 20, on=DAY)
    address = reverse("record_pairs", args=[club.pk])
    stranger.get(address)
    with CaptureQueriesContext(connection) as few:
        assert "1 pair " in words_of(stranger.get(address))
    crowd = [player.name for player in takes_in(club, *(f"Guest {n}" for n in range(60)))]
    for first in range(0, 60, 5):
        plays(club, FIVE, crowd[first : first + 5], [TOGETHER, OTHERS] * 20, on=date(2024, 2, 1))
    with CaptureQueriesContext(connection) as many:
        page = words_of(stranger.get(address))
    assert "25 pairs" in page
    assert len(many) == len(few)
    assert "1 pair " in seen(stranger, club, **{"from": 2025})
    assert "24 pairs" in seen(stranger, club, to=2025)
    assert "Guest 0 + Guest 2 20 100 %" in seen(stranger, club, sort="-points")


def test_two_records_of_one_person_are_one_partner(
    club: Club, people: dict[str, Player], stranger: Client
) -> None:
    (annie,) = takes_in(club, "Annie")
    plays(club, FIVE, NAMES, [TOGETHER] * 12, on=DAY)
    plays(club, FIVE, ("Annie", *NAMES[1:]), [TOGETHER] * 8, on=DAY)
    assert "No two people have 20 hands together" in seen(stranger, club)
    Player.objects.filter(pk=annie.pk).update(merged_into=people["Anna"])
    assert "Anna + Carl 20 100 %" in seen(stranger, club)
    Player.objects.filter(name="Carl").update(shown=Player.HIDDEN)
    assert "Carl" not in seen(stranger, club)


def test_sheets_from_before_pairs_were_kept(club: Club, people: dict[str, Player]) -> None:
    table = plays(club, FIVE, NAMES, [TOGETHER, TOGETHER], on=DAY)
    PairTally.objects.all().delete()
    hand = Hand.objects.filter(table=table).earliest("pk")
    withdraw_hand(hand=hand, by=NOBODY, submission=uuid4(), seen_version=1)
    assert kept() == {}
    assert check_club(club, mend=False) != []
    call_command("recompute", verbosity=0)
    assert kept() == {"Anna Carl": (1, 1, 3)}
