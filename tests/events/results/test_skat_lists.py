"""Lists of Skat at an event: the dealer's share, games won and lost, ties, lost-game money."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from formats.presets import PRESETS
from tests.events.browser_form import fills_in
from tests.events.conftest import words_of
from tests.events.draw.drawn_rounds import close
from tests.events.results import sheets
from tests.paper.printed import a_match
from tests.tables.conftest import FormReader
from tournaments.events.money.queries.cash import lost_games, lost_lists, note_in_words
from tournaments.events.results.forms.keying import asked_at
from tournaments.events.results.services.results import result_differences
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, CashLine, Club, Event, EventTable, Result
from tournaments.paper.sheets import Kind, empty_sheets, for_tables

pytestmark = pytest.mark.django_db

SEEGER_FABIAN = {"counting": "seeger_fabian"}
SETTINGS = PRESETS["skat_series"].settings.to_json() | {"rounds": 1, "hands": 3}


@pytest.fixture
def skat(new_event: Callable[..., Event]) -> Event:
    """Anna 1 to Anna 7, for a table of four and one of three."""
    event = new_event(entries=7, ruleset="skat", **SETTINGS)
    event.options = SEEGER_FABIAN
    event.save()
    return event


def game(soloist: int, result: str, **more: Any) -> dict[str, Any]:
    return {"declarer": soloist, "contract": "clubs", "tops": 1, "result": result} | more


def four_games(place: EventTable) -> None:
    """At a table of four the dealer sits out: seat 1, then 2, 3 and 4 deal."""
    for record in (game(1, "won"), game(0, "lost"), {"declarer": None}, game(1, "won")):
        sheets.plays(place, 1, record=record)


def figures(event: Event) -> list[tuple[int, int, int]]:
    rows = Result.objects.filter(event=event).order_by("entry__number")
    return list(rows.values_list("points", "games", "lost"))


def test_the_dealer_who_sits_out_gets_his_share_and_the_sheet_says_so(skat: Event) -> None:
    played = sheets.opens(skat, [1, 2, 3, 4], [5, 6, 7])
    place = sheets.table(played, 1)
    four_games(place)
    # 24 and 50 for a game won, −48 and −50 for the lost one, 30 to each of the other three.
    assert figures(skat)[:4] == [(-98, 0, 1), (178, 2, 0), (30, 0, 0), (30, 0, 0)]
    assert list(place.results.order_by("side").values_list("hands", flat=True)) == [3, 3, 3, 3]
    page = words_of(sheets.at(place).client.get(sheets.at(place).address("table")))
    assert "Each of the others, the dealer too, gets 30 at a table of 4." in page
    assert page.count("+30") == 3
    assert result_differences(place.table) == []


def test_equal_totals_go_by_games_won_then_by_fewer_lost(skat: Event, director: Client) -> None:
    played = sheets.opens(skat, [1, 2, 3, 4], [5, 6, 7])
    first, second = sheets.table(played, 1), sheets.table(played, 2)
    sheets.keys(director, first, 300, 300, 300, 300, games=[5, 6, 5, 5], lost=[1, 2, 0, 1])
    sheets.keys(director, second, 10, 20, 30, games=[0, 0, 1], lost=[0, 0, 3])
    close(played)
    rows = event_standing(Event.objects.get(pk=skat.pk)).ranked[:4]
    assert [row.entry for row in rows[:2]] == [2, 3]
    assert [row.decided_by for row in rows[:3]] == ["", "games", "fewer_lost"]
    assert {row.entry for row in rows[2:]} == {1, 4}


def test_what_is_keyed_stays_and_differs_from_the_phone_where_it_does(
    skat: Event, director: Client
) -> None:
    played = sheets.opens(skat, [1, 2, 3, 4])
    place = sheets.table(played, 1)
    four_games(place)
    assert lost_games(skat, 1, 1) == [1, 0, 0, 0]
    sheets.keys(director, place, -98, 178, 30, 30, games=[0, 2, 0, 0], lost=[2, 0, 0, 0])
    page = words_of(director.get(reverse("desk_table", args=[skat.pk, place.pk])))
    assert "lost 1" in page
    assert "lost 2" in page
    assert "differs" in page
    assert figures(skat)[0] == (-98, 0, 2)
    assert lost_games(skat, 1, 1) == [2, 0, 0, 0]


def test_the_cash_book_lists_what_lost_games_cost(skat: Event, director: Client) -> None:
    played = sheets.opens(skat, [1, 2, 3, 4], [5, 6, 7])
    four_games(sheets.table(played, 1))
    sheets.keys(director, sheets.table(played, 2), -100, 40, 40, games=[0, 0, 0], lost=[5, 0, 1])
    found = [(one.table, one.people, one.cents) for one in lost_lists(skat)]
    assert found == [(1, [("Anna 1", 1)], 50), (2, [("Anna 5", 5), ("Anna 7", 1)], 400)]
    page, address = reverse("cash", args=[skat.pk]), reverse("cash_lost", args=[skat.pk])
    forms = FormReader(director.get(page).content.decode()).forms
    sent = [sent for action, sent in forms if action == address and sent.get("lost-table") == "2"]
    director.post(address, sent[0])
    line = CashLine.objects.get()
    assert (line.table_number, line.amount) == (2, 400)
    assert note_in_words(line) == "Lost games: 5, 0, 1"
    assert "written down" in words_of(director.get(page))
    assert [one.is_written for one in lost_lists(skat)] == [False, True]


def test_the_lists_of_lost_games_cost_the_same_for_many_tables(
    skat: Event, django_assert_num_queries: Callable[[int], Any]
) -> None:
    played = sheets.opens(skat, [1, 2, 3, 4], [5, 6, 7])
    for number in (1, 2):
        place = sheets.table(played, number)
        for soloist in (1, 0, 1):
            sheets.plays(place, 1, record=game(soloist, "lost"))
    with django_assert_num_queries(2):
        lost_lists(skat)


def test_the_format_is_set_up_with_the_way_of_counting_of_its_series(
    director: Client, club: Club
) -> None:
    page = reverse("set_up_event", args=[club.pk, "skat_series"])
    fills_in(director, page, title="Autumn series")
    event = Event.objects.latest("pk")
    assert (event.ruleset, event.options["counting"]) == ("skat", "seeger_fabian")
    card = words_of(director.get(reverse("event_rules", args=[event.pk])))
    assert "Seeger–Fabian" in card
    assert "games won and lost" in card


def test_the_paper_has_room_for_games_won_and_lost(skat: Event) -> None:
    part = empty_sheets(Kind.of(skat, 1), for_tables(skat, 1, [4, 3]), str)
    assert part["counted"] == "Games won : lost"
    assert part["short"][0] == "● deals, grey sits out and shares in lost games"


def test_won_games_are_hands_in_skat_and_games_to_a_target_in_saskop(
    skat: Event, new_event: Callable[..., Event], by: Author
) -> None:
    skat.settings |= {"counted": "games"}
    skat.save()
    match = a_match(new_event, by)
    sheets.opens(skat, [1, 2, 3, 4])
    with translation.override("de"):
        for event, words in ((skat, "Gewonnene Spiele"), (match, "Gewonnene Partien")):
            assert empty_sheets(Kind.of(event, 1), [], str)["counted"] == words
            assert asked_at(EventTable.objects.filter(round__event=event)[0]).games_label == words
