"""The first page of the record book, and the story of an event; figures counted by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.events.draw.cut_stories import cuts
from tests.events.played import keys, starts
from tests.events.played import plays as plays_round
from tests.events.results.test_closing import confirmed
from tests.records.seasons import plays, plays_by_chance, takes_in
from tests.records.small_club import ANNA, BERT, FIRST, FIVE, FOUR, NAMES, SASKOP, SECOND, Reader
from tests.series.series_stories import series_of, three_evenings
from tests.tables.conftest import words_of
from tournaments.events.check_in.services import throw_out
from tournaments.events.draw.queries.finals import CutChoice
from tournaments.events.results.services.sheets import close_round
from tournaments.events.standings.services import lock_final
from tournaments.models import Author, Club, Event, Player
from tournaments.records.services.counting import follow_event
from tournaments.tables.services.hands import record_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(stranger: Client, club: Club) -> Reader:
    return Reader(stranger, club)


@pytest.fixture
def players(club: Club) -> dict[str, Player]:
    return {player.name: player for player in takes_in(club, *NAMES)}


def test_the_records_of_a_small_club(
    reader: Reader, club: Club, players: dict[str, Player], director: Client
) -> None:
    assert "Nothing is known yet." in reader.reads("record_book")
    plays(club, FIVE, NAMES, FIRST, on=date(2025, 11, 6))
    plays(club, FIVE, NAMES, SECOND, on=date(2026, 11, 5))
    plays(club, FOUR, NAMES[:4], SASKOP, on=date(2026, 11, 12))
    page = reader.reads("record_book")
    assert "Sheets: 3 · Hands: 10" in page
    assert "Records: Sheepshead" in page  # the game that was played most
    assert "Best single hand +12 Bert 6 Nov 2025" in page
    assert "Worst single hand −4 Dora 6 Nov 2025" in page
    assert "Best sheet +8 Bert 6 Nov 2025" in page
    assert "Most hands won in a row, on one sheet 2 Anna , Bert 6 Nov 2025" in page
    assert "Every trick, without a partner Bert 6 Nov 2025" in page
    assert "all nine tricks, and with them the game Anna , Carl 12 Nov 2026" in page
    assert "Nobody has 100 hands of this game yet." in page
    assert "Nov 2025 1 4" in page  # the figures of the chart, as a table
    assert "Dec 2025 0 0" in page
    only = reader.reads("record_book", ruleset=FIVE, **{"from": 2026})
    assert "Sheets: 1 · Hands: 2" in only
    assert "Best single hand +2 Anna 5 Nov 2026" in only
    assert "Every trick, without a partner" not in only
    assert "Nothing was played here" in reader.reads("record_book", ruleset=FIVE, to="2019")
    records = reader.rows("take_record_book", "records", "csv", ruleset=FIVE)
    assert records[1][:4] == ["Best single hand", "12", BERT, "2025-11-06"]
    Player.objects.filter(pk=players[BERT].pk).update(shown=Player.HIDDEN)
    page = reader.reads("record_book")
    assert BERT not in page
    assert "Best single hand +4 Anna 6 Nov 2025" in page
    assert BERT in Reader(director, club).reads("record_book")
    Club.objects.filter(pk=club.pk).update(is_public=False)
    assert reader.client.get(reader.address("record_book")).status_code == 404


def test_the_board_needs_enough_hands_and_the_page_asks_no_more_for_more_of_them(
    reader: Reader, club: Club, players: dict[str, Player]
) -> None:
    plays(club, FIVE, NAMES, SECOND, on=date(2024, 11, 7))
    plays_by_chance(club, FIVE, NAMES, 8, hands=3, on=date(2025, 11, 7))
    asked = _cost(reader)
    plays(club, FIVE, NAMES, SECOND * 50, on=date(2025, 11, 14))
    assert _cost(reader) == asked + 2  # those who are on the board are filled in
    assert asked <= 21
    rows = reader.rows("take_record_book", "board", "csv", to="2024")
    assert len(rows) == 1
    rows = reader.rows("take_record_book", "board", "csv")
    assert [row[0] for row in rows[1:]][:2] == [ANNA, "Carl"]
    assert "Anna +1." in reader.reads("record_book")
    assert "Club" in words_of(reader.client.get("/"))
    assert reader.address("record_book") in reader.client.get("/").content.decode()
    book = reader.client.get(reader.address("take_record_book", "all", "xlsx"))
    assert book.getvalue()[:2] == b"PK"


def test_a_hundred_hands_are_enough_for_the_board(
    reader: Reader, club: Club, players: dict[str, Player]
) -> None:
    plays(club, FIVE, NAMES, [SECOND[0]] * 99, on=date(2026, 11, 5))
    assert "Nobody has 100 hands of this game yet." in reader.reads("record_book")
    plays(club, FIVE, NAMES, [SECOND[0]], on=date(2026, 11, 12))
    rows = reader.rows("take_record_book", "board", "csv")
    assert {row[0] for row in rows[1:]} == set(NAMES)
    assert "Nobody has 100 hands" not in reader.reads("record_book")


def test_one_hand_that_was_won_is_no_row_of_them(
    reader: Reader, club: Club, players: dict[str, Player]
) -> None:
    plays(club, FIVE, NAMES, FIRST[:2], on=date(2025, 11, 6))  # Anna and Carl win, then Bert
    page = reader.reads("record_book")
    assert "Best single hand +12 Bert" in page
    assert "in a row" not in page
    plays(club, FIVE, NAMES, SECOND, on=date(2026, 11, 5))
    page = reader.reads("record_book")
    assert "Most hands won in a row, on one sheet 2 Anna , Carl 5 Nov 2026" in page


def _cost(reader: Reader) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert reader.client.get(reader.address("record_book")).status_code == 200
    return len(caught)


def test_champions_of_events_and_of_series(
    reader: Reader, club: Club, new_event: Callable[..., Event], by: Author
) -> None:
    events = three_evenings(new_event, by)
    for day, year, event in zip((1, 2, 3), (2024, 2025, 2025), events, strict=True):
        event.starts_at = timezone.make_aware(datetime(year, 5, day, 19))
        event.save()
        follow_event(event)
    assert "Autumn cup" not in reader.reads("record_book")
    series_of(club, by, *events)
    page = reader.reads("record_book")
    assert "Autumn cup series" in page
    rows = reader.rows("take_record_book", "champions", "csv")
    won = [(row[0], row[2], row[4], row[5]) for row in rows[1:]]
    assert won == [
        ("2025", "Autumn cup", "Ben", "4"),
        ("2025", "Evening 3", "Ben", "4"),
        ("2025", "Evening 2", "Ben", "4"),
        ("2024", "Evening 1", "Anna", "4"),
    ]
    assert len(reader.rows("take_record_book", "champions", "csv", to="2024")) == 2
    events[0].published_at = None
    events[0].save()
    follow_event(events[0])
    assert "Evening 1" not in reader.reads("record_book")
    Player.objects.filter(name="Ben").update(shown=Player.HIDDEN)
    assert "Ben" not in reader.reads("record_book")


def test_the_story_of_a_day_from_paper(
    new_event: Callable[..., Event], by: Author, stranger: Client
) -> None:
    event = new_event(entries=8, hands=4, rounds=2)
    story = reverse("event_story", args=[event.pk])
    assert "There is nothing to tell yet." in words_of(stranger.get(story))
    assert story not in stranger.get(reverse("event", args=[event.pk])).content.decode()
    plays_round(event, by, 1)
    second = starts(event, by, 2)
    for place, points in zip(
        second.tables.order_by("number"), ((-9, 15, -3, -3), (9, -3, -3, -3)), strict=True
    ):
        keys(place, by, *points)
    close_round(event=event, number=2, by=by, submission=uuid4())
    public = stranger.get(reverse("event", args=[event.pk])).content.decode()
    assert story in public
    assert reverse("record_book", args=[event.club_id]) in public
    page = words_of(stranger.get(story))
    assert "Entries: 8 · Rounds: 2 · Hands: 16 It is not over" in page
    assert "Anna 5 0 +9 +18" in page  # the race as a table
    assert "Closest table 12 points Round 1, table 1" in page
    assert "Largest lead 6 Anna 5 After round 2. Second: Anna 2" in page
    assert "Anna 2 from place" in page
    assert "Anna 8 −6" in page
    lock_final(event=event, by=by, submission=uuid4())
    assert "It is not over" not in words_of(stranger.get(story))
    rounds = stranger.get(reverse("take_event_story", args=[event.pk, "rounds", "csv"]))
    assert b'"Anna 5, Anna 1",9,' in rounds.getvalue()


def test_whoever_is_left_alone_in_a_final_leads_nobody_with_more_points(
    new_event: Callable[..., Event], by: Author, stranger: Client
) -> None:
    event = new_event(ruleset="saskop", unit="pair", size=2, entries=4, hands=4, rounds=2)
    for place, points in zip(
        starts(event, by, 1).tables.order_by("number"), ((6, 2), (6, 4)), strict=True
    ):
        keys(place, by, *points)
    close_round(event=event, number=1, by=by, submission=uuid4())
    cuts(event, by, CutChoice((2,), carried="none"))
    keys(starts(event, by, 2).tables.get(), by, 0, 8)
    close_round(event=event, number=2, by=by, submission=uuid4())
    third = event.entries.get(number=3)
    throw_out(entry=third, reason="Looked into the cards", by=by, submission=uuid4())
    page = words_of(stranger.get(reverse("event_story", args=[event.pk])))
    # The first pair stands with nothing from the final above the fourth with 4.
    assert "Largest lead 2 Anna 1 / Ben 1 After round 1. Second: Anna 4 / Ben 4" in page


def test_the_story_of_hands_is_kept_back_with_the_standings(
    new_event: Callable[..., Event], by: Author, stranger: Client, director: Client
) -> None:
    event = new_event(entries=4, hands=4, rounds=1, shows="at_the_end")
    place = starts(event, by).tables.get()
    won, lost = {"picker": 0, "picker_points": 75}, {"picker": 1, "picker_points": 29}
    for hand in (won, lost, won, lost):
        record_hand(table=place.table, record=hand, by=Author(), submission=uuid4())
    confirmed(place)
    close_round(event=event, number=1, by=by, submission=uuid4())
    story = reverse("event_story", args=[event.pk])
    assert stranger.get(story).status_code == 404
    assert (
        stranger.get(reverse("take_event_story", args=[event.pk, "race", "csv"])).status_code == 404
    )
    assert "Biggest hand" in words_of(director.get(story))
    lock_final(event=event, by=by, submission=uuid4())
    page = words_of(stranger.get(story))
    assert "Picker 4 2 50 % likely: 15 to 85 %" in page
    assert "Defender 12 6 50 %" in page
    assert "Biggest hand +" in page
    with CaptureQueriesContext(connection) as caught:
        stranger.get(story)
    assert len(caught) <= 9
