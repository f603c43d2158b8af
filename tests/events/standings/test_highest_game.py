"""The highest game: from the hands, shared, named by hand, kept with the final list."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.answers import Answer
from tests.archive.archives import brought, forget_everything, taken
from tests.events.money.prize_giving import everybody_pays, gives, locks, read, reopens
from tests.events.played import plays
from tests.events.results import sheets
from tests.events.results.test_leaving import leaves
from tests.tables.conftest import FormReader, words_of
from tournaments.common.cache import uncached
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.results.services.sheets import choose_source, close_round
from tournaments.events.standings.queries.final import highest_games
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Event, EventChange, EventTable, Hand, Round
from tournaments.tables.services.hands import correct_hand

SCHNEIDER = {"picker": 2, "picker_points": 95}
"""The third seat wins twice as much from each."""

LOST = {"picker": 3, "picker_points": 10}
"""The fourth seat loses much, and each of the others gets some of it."""

PASSED = {"picker": None, "card_points": [0, 25, 35, 60], "tricks": [0, 2, 3, 2]}
"""Everybody passed: the first seat wins the leaster, and so do no others."""


def had(event: Event) -> list[tuple[int, int, int, int, str]]:
    """Number, round, table, hand and points of everybody who had the highest game."""
    games = highest_games(event_standing(read(event)))
    return [(one.number, *one.game[:3], one.game.worth) for one in games.had]


def wins(event: Event) -> dict[int, tuple[int, str]]:
    """By start number the cents and the words of the prize."""
    prizes = prize_list(read(event)).prizes
    return {one.number: (one.cents, one.why) for one in prizes if one.key == "high"}


def on_page(client: Client, event: Event, deed: str, **typed: str) -> Answer:
    """Fill in a form of the page of prizes and send it."""
    page = client.get(reverse("prizes", args=[event.pk])).content.decode()
    action = reverse(deed, args=[event.pk])
    return client.post(action, FormReader(page).sent_to(action) | typed)


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    event = new_event(
        entries=8,
        hands=4,
        rounds=1,
        fee=1000,
        high_prize="20",
        tie_breaks=("shared",),
        needs_confirmation=False,
    )
    everybody_pays(event)
    return sheets.opens(event, [1, 2, 3, 4], [5, 6, 7, 8])


def test_it_is_the_most_that_somebody_won_with_a_game_of_his_own(
    played: Round, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = played.event
    one, two = (sheets.table(played, number) for number in (1, 2))
    sheets.plays(one, 1, record=LOST)
    sheets.plays(two, 1, record=PASSED)
    assert had(event) == [], "neither what a picker loses nor a leaster is anybody's game"
    sheets.plays(one, 1)
    assert had(event) == [(2, 1, 1, 2, "3")]
    with uncached(), CaptureQueriesContext(connection) as asked:
        prize_list(event)
    sheets.plays(one, 1)
    with uncached(), django_assert_num_queries(len(asked)):
        prize_list(event)
    sheets.plays(two, 1, record=SCHNEIDER)
    assert had(event) == [(7, 1, 2, 2, "6")]
    sheets.plays(one, 1, record=SCHNEIDER)
    assert had(event) == [(3, 1, 1, 4, "6"), (7, 1, 2, 2, "6")]
    assert wins(event) == {
        3: (1000, "Round 1, table 1, hand 4: +6"),
        7: (1000, "Round 1, table 2, hand 2: +6"),
    }
    hand = Hand.objects.get(table=two.table, number=2)
    correct_hand(hand=hand, record=sheets.WON, by=Author(), submission=uuid4(), seen_version=1)
    assert had(event) == [(3, 1, 1, 4, "6")], "a corrected hand counts as it is now"
    event.entries.filter(number=3).update(is_house=True)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    assert had(event) == [(2, 1, 1, 2, "3"), (6, 1, 2, 2, "3")], "house players win nothing"


def test_a_game_after_somebody_left_and_a_round_that_counts_double(
    director: Client, played: Round
) -> None:
    event = played.event
    event.settings |= {"round_games": [["", 0, "", 0, "2.5"]]}
    event.save()
    one = sheets.table(played, 1)
    sheets.plays(one, 1)
    leaves(director, event, 3, "outside", stand_in="Cora")
    sheets.plays(one, 1, record=SCHNEIDER)
    assert had(event) == [(2, 1, 1, 1, "15/2")], "who stands in plays out of competition"
    assert wins(event) == {2: (2000, "Round 1, table 1, hand 1: +3, counts 7.50")}


def test_pairs_whoever_of_them_won_the_hand(new_event: Callable[..., Event]) -> None:
    event = new_event(
        entries=2, ruleset="saskop", unit="pair", size=2, hands=0, high_prize="a schnapps"
    )
    played = sheets.opens(event, [1, 2])
    record = {"makers": 0, "trump": "clubs", "result": "lost"}
    sheets.plays(sheets.table(played, 1), 1, record=record)
    ((number, *_where),) = had(event)
    assert number == 2
    assert wins(event)[2][0] == 0


def test_where_only_totals_are_kept_it_is_named_by_hand(
    new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    event = new_event(
        entries=8, hands=4, rounds=1, fee=1000, high_prize="20", tie_breaks=("shared",)
    )
    everybody_pays(event)
    plays(event, by)
    games = highest_games(event_standing(read(event)))
    assert (games.keeps_no_hands, games.unknown, games.tables) == (True, 2, 2)
    page = words_of(director.get(reverse("prizes", args=[event.pk])))
    assert "Only totals are kept here and no hands" in page
    for typed, sentence in (
        ({"winners": "3", "words": ""}, "Say in a word what it was"),
        ({"winners": "Anna", "words": "Tout"}, "A start number such as 12"),
        ({"winners": "99", "words": "Tout"}, "Nobody with the number 99 is in the standing"),
    ):
        answer = on_page(director, event, "name_highest", **typed)
        assert answer.status_code == 422
        shown = answer.content.decode()
        assert sentence in shown
        assert f'value="{typed["winners"]}"' in shown
    assert on_page(director, event, "name_highest", winners="3", words="Tout").status_code == 302
    assert wins(event) == {3: (2000, "Tout")}
    for _twice in range(2):
        on_page(director, event, "name_highest", winners="3 5", words="Both a Tout")
    assert wins(event) == {3: (1000, "Both a Tout"), 5: (1000, "Both a Tout")}
    assert event.named_highest.exclude(withdrawn_at=None).get().withdrawn_why == "Named anew"
    refused = on_page(director, event, "forget_highest", reason="")
    assert "Say why it is withdrawn" in refused.content.decode()
    assert on_page(director, event, "forget_highest", reason="Miscounted").status_code == 302
    assert wins(event) == {}
    kinds = EventChange.objects.filter(event=event, kind__startswith="highest").order_by("pk")
    assert [each.kind for each in kinds] == ["highest_named"] * 2 + ["highest_taken_back"]
    on_page(director, event, "name_highest", winners="4", words="Grand, nobody else")
    event = locks(event, by)
    gives(event, by, 4, "high")
    assert on_page_is_gone(director, event)
    forget_everything_and_bring_back(event)


def on_page_is_gone(client: Client, event: Event) -> bool:
    page = client.get(reverse("prizes", args=[event.pk])).content.decode()
    assert "Grand, nobody else" in words_of(client.get(reverse("event_prizes", args=[event.pk])))
    return reverse("name_highest", args=[event.pk]) not in page


def forget_everything_and_bring_back(event: Event) -> None:
    raw = taken(event)
    forget_everything()
    here = brought(raw)
    assert wins(here) == {4: (2000, "Grand, nobody else")}
    assert prize_list(here).handed_over == 1
    assert here.named_highest.count() == 3
    assert taken(here) == raw


def test_paper_beside_the_phone_and_a_list_that_is_locked_and_taken_away(
    played: Round, by: Author, director: Client
) -> None:
    event = played.event
    one, two = (sheets.table(played, number) for number in (1, 2))
    sheets.plays(one, 4)
    sheets.plays(two, 1, record=SCHNEIDER)
    assert sheets.keys(director, two, 9, -3, -3, -3).status_code in (200, 302)
    games = highest_games(event_standing(read(event)))
    assert had(event) == [(7, 1, 2, 1, "6")], "the hands are there, though the paper counts"
    assert (games.keeps_no_hands, games.unknown) == (False, 1)
    assert "not every hand: 1 of 2." in words_of(director.get(reverse("prizes", args=[event.pk])))
    choose_source(
        event=event,
        place=two,
        counts=EventTable.TOTALS,
        reason="The phone was another table's",
        by=by,
        submission=uuid4(),
    )
    assert had(event) == [(2, 1, 1, 1, "3")], "unless it was decided that they do not count"
    close_round(event=read(event), number=1, by=by, submission=uuid4())
    event = locks(read(event), by)
    before = wins(event)
    assert before == {2: (2000, "Round 1, table 1, hand 1: +3")}
    raw = taken(event)
    forget_everything()
    here = brought(raw)
    assert wins(here) == before
    here = reopens(here, by)
    assert wins(here) == before, "the hands say it again, without the list that was kept"
