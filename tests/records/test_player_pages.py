"""The pages of players and pairs; the figures of the small club were counted by hand."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from tests.events.played import keys, starts
from tests.records.seasons import plays, plays_by_chance, takes_in
from tests.records.small_club import (
    ANNA,
    BERT,
    CARL,
    DORA,
    EMIL,
    FIVE,
    FOUR,
    NAMES,
    SECOND,
    Reader,
    plays_a_little,
)
from tests.tables.conftest import words_of
from tournaments.events.results.services.sheets import close_round
from tournaments.events.standings.services import lock_final
from tournaments.models import Author, Club, Event, Player, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(club: Club) -> dict[str, Player]:
    return {player.name: player for player in takes_in(club, *NAMES)}


@pytest.fixture
def small_club(club: Club, players: dict[str, Player]) -> Club:
    plays_a_little(club)
    return club


@pytest.fixture
def reader(stranger: Client, club: Club) -> Reader:
    return Reader(stranger, club)


def test_a_player_s_page_says_what_was_counted_by_hand(
    reader: Reader, small_club: Club, players: dict[str, Player]
) -> None:
    anna, bert = players[ANNA].pk, players[BERT].pk
    page = reader.reads("record_player", anna)
    assert "Hands: 6 · Sheets: 2 · Points: +9" in page
    assert "These are few hands." in page
    assert "Picker: how often 50 % likely: 19 to 81 % Hands: 6" in page
    assert "Picker (with a partner) 3 50 % likely: 19 to 81 % 100 %" in page
    assert "Nobody took it on 1 17 %" in page
    assert "Defender 2 33 % likely: 10 to 70 % 50 %" in page
    assert "All hands 6 +1.50" in page
    assert "Best hand +4 6 Nov 2025 Worst hand −3 6 Nov 2025" in page
    assert "Most won in a row, on one sheet 2" in page
    assert "Schneiders given 1 of 6 17 %" in page
    assert "Own side without a trick 1 of 6 17 %" in page
    assert "Leasters and the like 1 of 6 17 %" in page
    assert "Leasters that were won 1 of 1 100 %" in page
    assert "Nobody is named as the best partner or the nemesis yet" in page
    roles = reader.rows("take_record_player", anna, "roles", "csv")
    assert [row[:2] for row in roles[1:]] == [
        ["Picker (with a partner)", "3"],
        ["Defender", "2"],
        ["Nobody took it on", "1"],
        ["All hands", "6"],
    ]
    years = reader.rows("take_record_player", anna, "years", "csv")
    assert [row[:4] for row in years[1:]] == [["2025", "1", "4", "5"], ["2026", "1", "2", "4"]]
    places = {row[0]: row[1:3] for row in reader.rows("take_record_player", anna, "places", "csv")}
    assert (
        sum(int(hands) for place, (hands, _won) in places.items() if place != "Place at the table")
        == 6
    )
    met = {row[0]: row[1:] for row in reader.rows("take_record_player", anna, "people", "csv")}
    assert met[CARL][:2] == ["6", "3"]  # Anna called him three times, and won each time
    assert (met[CARL][2], met[CARL][5]) == ("1.0", "6")
    only = reader.reads("record_player", anna, ruleset=FIVE, **{"from": 2026})
    assert "Hands: 2 · Sheets: 1 · Points: +4" in only
    assert "Adjusted among them: −4" in reader.reads("record_player", bert)
    assert "Every trick, without a partner 6 Nov 2025" in reader.reads("record_player", bert)


def test_saskop_players_have_strokes_games_and_trumps(
    reader: Reader, small_club: Club, players: dict[str, Player]
) -> None:
    anna, bert = players[ANNA].pk, players[BERT].pk
    page = reader.reads("record_player", anna, ruleset=FOUR)
    assert "Hands: 4 · Sheets: 1 · Strokes: 27 won, 0 conceded" in page
    assert "Makers: how often 50 %" in page
    assert "Games won 100 % likely: 21 to 100 % Games: 1" in page
    assert "Lambapeas given 1 of 1 100 %" in page
    assert "Passed hands that were won 1 of 1 100 %" in page
    assert "Trumps named Trumps named Hands Won Per hand ♣ Clubs 1 100 %" in page
    assert "A lambapea: all nine tricks, and with them the game 12 Nov 2026" in page
    lost = reader.reads("record_player", bert, ruleset=FOUR)
    assert "Strokes: 0 won, 27 conceded" in lost
    assert "Lambapeas suffered 1 of 1 100 %" in lost


def test_two_players_together_and_against_each_other(
    reader: Reader, small_club: Club, players: dict[str, Player]
) -> None:
    anna, carl = players[ANNA].pk, players[CARL].pk
    page = reader.reads("record_pair", anna, carl, ruleset=FIVE)
    assert "6 hands in which both played." in page
    together = reader.rows("take_record_pair", anna, carl, "together", "csv", ruleset=FIVE)
    figures = [(row[0], row[1], row[2], row[5], row[8], row[11]) for row in together[1:]]
    assert figures == [
        ("As partners", "3", "1.0", "2.0", "1.0", "1.0"),
        ("On the same side", "5", "0.8", "1.0", "0.8", "0.4"),
        ("Against each other", "1", "1.0", "4.0", "0.0", "-1.0"),
    ]
    turned = reader.rows("take_record_pair", carl, anna, "together", "csv", ruleset=FIVE)
    assert turned[3][2] == "0.0"
    sheets = reader.rows("take_record_pair", anna, carl, "sheets", "csv", ruleset=FIVE)
    assert [row[0] for row in sheets[1:]] == ["2026-11-05", "2025-11-06"]
    assert reader.client.get(reader.address("record_pair", anna, anna)).status_code == 404
    sheet = Table.objects.latest("pk")
    assert (
        reader.address("record_player", carl)
        in reader.client.get(reverse("public_table", args=[sheet.pk])).content.decode()
    )


def test_the_lists_sort_look_up_and_go_into_spreadsheets(
    reader: Reader, small_club: Club, players: dict[str, Player]
) -> None:
    everybody = reader.reads("record_players")
    assert "5 players have played" in everybody
    assert "Choose a game to see points" in everybody
    rows = reader.rows("take_record_players", "csv", ruleset=FIVE, sort="-points")
    assert rows[0][:4] == ["Name", "Sheets", "Hands", "Points"]
    assert [(row[0], row[2], row[3]) for row in rows[1:]] == [
        (ANNA, "6", "9"),
        (BERT, "6", "6"),
        (CARL, "6", "2"),
        (EMIL, "6", "-7"),
        (DORA, "6", "-10"),
    ]
    last = reader.rows("take_record_players", "csv", sort="last")
    assert [row[:4] for row in last[1:2]] == [[EMIL, "2", "6", "2026-11-05"]]
    assert "1 player fits: “car”" in reader.reads("record_players", q="car")
    assert "Nobody here fits: “Zoe”" in reader.reads("record_players", q="Zoe")
    book = load_workbook(
        io.BytesIO(reader.client.get(reader.address("take_record_players", "xlsx")).content)
    )
    assert book["Players"]["A2"].value == ANNA
    tabs = reader.client.get(
        reader.address("take_record_player", players[ANNA].pk, "all", "xlsx"), {"ruleset": FOUR}
    )
    assert len(load_workbook(io.BytesIO(tabs.content)).sheetnames) == 11
    for address in ("players.pdf", f"{players[ANNA].pk}/shoes.csv"):
        assert reader.client.get(reader.address("record_players") + address).status_code == 404


def test_pairs_need_enough_hands(reader: Reader, club: Club, players: dict[str, Player]) -> None:
    assert "No game with partners has been played yet." in reader.reads("record_pairs")
    plays(club, FIVE, NAMES, SECOND * 9, on=date(2026, 11, 5))
    assert "No two people have 20 hands together" in reader.reads("record_pairs")
    plays(club, FIVE, NAMES, SECOND, on=date(2026, 11, 12))
    assert "Anna + Carl 20 100 % likely: 84 to 100 % +60" in reader.reads("record_pairs")
    plays(
        club,
        FIVE,
        NAMES,
        [{"picker": 0, "partner": 3, "picker_points": 40}] * 21,
        on=date(2026, 11, 19),
    )
    listed = reader.rows("take_record_pairs", "csv", sort="-won")
    assert [(row[0], row[1], row[2], row[3]) for row in listed[1:]] == [
        (ANNA, CARL, "20", "1.0"),
        (ANNA, DORA, "21", "0.0"),
    ]
    page = reader.reads("record_player", players[ANNA].pk)
    assert "Best partner Carl Won together: 100 % likely: 84 to 100 % Hands: 20" in page
    assert "Hardest with Dora Won together: 0 % likely: 0 to 15 % Hands: 21" in page


def test_who_is_hidden_erased_or_merged(
    reader: Reader, small_club: Club, players: dict[str, Player], director: Client
) -> None:
    anna, bert, carl = (players[name].pk for name in (ANNA, BERT, CARL))
    Player.objects.filter(pk=bert).update(shown=Player.HIDDEN)
    Player.objects.filter(pk=carl).update(shown=Player.INITIALS)
    assert reader.client.get(reader.address("record_player", bert)).status_code == 404
    assert reader.client.get(reader.address("record_pair", anna, bert)).status_code == 404
    for page in (reader.reads("record_players"), reader.reads("record_player", anna)):
        assert BERT not in page
        assert CARL not in page
        assert "C." in page
    assert "C." in reader.reads("record_pair", anna, carl)
    inside = Reader(director, small_club)
    assert BERT in inside.reads("record_players")
    assert "Hands: 6" in inside.reads("record_player", bert)
    Player.objects.filter(pk=players[EMIL].pk).update(merged_into=players[DORA])
    moved = reader.client.get(reader.address("record_player", players[EMIL].pk), {"from": 2026})
    assert moved["Location"] == reader.address("record_player", players[DORA].pk) + "?from=2026"
    assert "Hands: 12 · Sheets: 4" in reader.reads("record_player", players[DORA].pk, ruleset=FIVE)
    assert reader.client.get(reader.address("record_pair", anna, players[EMIL].pk))[
        "Location"
    ] == reader.address("record_pair", anna, players[DORA].pk)
    Player.objects.filter(pk=anna).update(erased_at=timezone.now())
    assert reader.client.get(reader.address("record_player", anna)).status_code == 404
    assert "Hands: 6" in inside.reads("record_player", anna)


def test_pages_cost_the_same_after_three_hands_and_after_three_hundred(
    reader: Reader, club: Club, players: dict[str, Player]
) -> None:
    def pages() -> list[str]:
        anna, bert = players[ANNA].pk, players[BERT].pk
        return [
            reader.address("record_players") + f"?ruleset={FIVE}",
            reader.address("record_player", anna),
            reader.address("record_pairs"),
            reader.address("record_pair", anna, bert),
        ]

    for address in pages():
        assert reader.client.get(address).status_code == 200  # nothing is known yet
    plays_by_chance(club, FIVE, NAMES, 4, hands=2, on=date(2024, 1, 4))
    plays_by_chance(club, FIVE, NAMES, 5, hands=1, on=date(2025, 1, 4))
    costs = [_cost(reader, address) for address in pages()]
    for week in range(1, 11):
        plays_by_chance(club, FIVE, NAMES, week, hands=30, on=date(2025, week, 4))
    assert [_cost(reader, address) for address in pages()] == costs
    assert max(costs) <= 22


def test_results_by_event_and_the_way_there_and_back(
    stranger: Client, new_event: Callable[..., Event], by: Author, reader: Reader
) -> None:
    event = new_event(entries=4, rounds=1, hands=4)
    keys(starts(event, by).tables.get(), by, 9, -3, -3, -3)
    anna = event.entries.get(number=1).members.get().player
    assert "Thursday cup" in reader.reads("record_player", anna.pk)
    assert "not final 4 +9" in reader.reads("record_player", anna.pk)
    close_round(event=event, number=1, by=by, submission=uuid4())
    lock_final(event=event, by=by, submission=uuid4())
    page = reader.client.get(reader.address("record_player", anna.pk))
    assert "1. of 4 4 +9" in words_of(page)
    assert "From paper, roles unknown 4 – – +2.25" in words_of(page)
    assert "No single hand is known: only totals from paper." in words_of(page)
    assert "Schneiders given" not in words_of(page)
    own = reverse("event_entry", args=[event.pk, 1])
    assert own in page.content.decode()
    assert reader.address("record_player", anna.pk) in stranger.get(own).content.decode()
    Player.objects.filter(pk=anna.pk).update(shown=Player.HIDDEN)
    assert "In the record book" not in words_of(stranger.get(own))


def _cost(reader: Reader, address: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert reader.client.get(address).status_code == 200
    return len(caught)
