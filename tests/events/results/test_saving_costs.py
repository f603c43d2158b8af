"""What a hand or a keyed sheet of an event costs, the record book with it: few SQL queries."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.events.results.sheets import WON, at, filled, keying_form, opens, plays, table
from tests.tables.conftest import saved
from tournaments.events.results.services.sheets import close_round
from tournaments.models import (
    Author,
    Event,
    EventTable,
    Player,
    Result,
    Round,
    SheetTally,
    YearTally,
)

TOLD = int(connection.vendor == "postgresql")
"""PostgreSQL tells every server process of a change: a query more."""

EVEN = (14, -8, -10, 4)


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    event = new_event(entries=8, rounds=2, hands=50)
    return opens(event, [1, 2, 3, 4], [5, 6, 7, 8])


def enters_next(place: EventTable, most: DjangoAssertNumQueries, cost: int, **said: str) -> None:
    """Save the next hand on a phone, for at most so many SQL queries."""
    player = at(place)
    sent = player.form("table") | {"picker": "1", "picker_points": "61"} | said
    with most(cost + TOLD):
        # As any browser says; for who says nothing the event is asked for its language.
        headers = {"accept-language": "en"}
        assert saved(player.client.post(player.address("record_hand"), sent, headers=headers))


def test_a_hand_with_a_partner(
    new_event: Callable[..., Event], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = new_event(entries=5, ruleset="sheepshead5-wikipedia", size=5, rounds=1, hands=6)
    place = table(opens(event, [1, 2, 3, 4, 5]), 1)
    plays(place, 2, record=WON | {"partner": 2})
    enters_next(place, django_assert_max_num_queries, 21, partner="2")


@pytest.mark.parametrize("hands", [2, 40])
def test_a_hand_of_an_event(
    played: Round, django_assert_max_num_queries: DjangoAssertNumQueries, hands: int
) -> None:
    place = table(played, 1)
    plays(place, hands)
    enters_next(place, django_assert_max_num_queries, 20)
    assert Result.objects.filter(event_table=place, hands=hands + 1).count() == 4
    assert SheetTally.objects.filter(table=place.table, hands=hands + 1).count() == 4


@pytest.mark.parametrize("hands", [2, 40])
def test_a_sheet_that_is_keyed_and_corrected(
    director: Client,
    played: Round,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    hands: int,
) -> None:
    plays(table(played, 2), hands)  # the month of the record book has begun
    action, form = keying_form(director, table(played, 1))
    with django_assert_max_num_queries(29 + TOLD):
        director.post(action, filled(form, *EVEN))
    action, form = keying_form(director, table(played, 1))
    with django_assert_max_num_queries(26 + TOLD):
        director.post(action, filled(form, *reversed(EVEN)))
    won = Player.objects.get(name="Anna 4")
    assert YearTally.objects.get(player=won).points == 14


def test_a_sheet_of_an_earlier_round(director: Client, by: Author, played: Round) -> None:
    for number in (1, 2):
        action, form = keying_form(director, table(played, number))
        director.post(action, filled(form, *EVEN, is_sure="on"))
    close_round(event=played.event, number=1, by=by, submission=uuid4())
    opens(played.event, [1, 3, 5, 7], [2, 4, 6, 8])
    action, form = keying_form(director, table(played, 2))
    assert action.endswith("?round=1")
    answer = director.post(
        action, filled(form, *reversed(EVEN), reason="Read wrongly", is_sure="on")
    )
    assert answer["Location"].endswith("?round=1&saved=2")
    assert director.post(action.replace("round=1", "round=9"), form).status_code == 404
    assert director.post(action, form | {"table": "x"}).status_code == 404
