"""What stands out among the sheets of a round."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.events.played import keys, starts
from tests.tables.conftest import words_of
from tournaments.events.results.queries.totals import worth_a_look
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.models import Author, Event

USUAL = [(6, -2, 1, -5), (3, 4, -1, -6), (-2, 7, -4, -1), (5, -3, -3, 1), (2, 2, -8, 4)]


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=40, hands=20, rounds=1)


def looks(event: Event) -> list[tuple[str, list[int]]]:
    found = worth_a_look(snapshot_of(Event.objects.get(pk=event.pk)))
    return [(look.text, [number for number, _key in look.tables]) for look in found]


def test_a_wild_table_and_its_people_are_named(event: Event, by: Author, director: Client) -> None:
    played = starts(event, by)
    shifted = [tuple(figures[1:] + figures[:1]) for figures in USUAL]
    sheets = [*USUAL, *((a, b + 1, c, d - 1) for a, b, c, d in shifted)]
    for number, figures in enumerate(sheets[:-1], start=1):
        keys(played.tables.get(number=number), by, *figures)
    assert looks(event) == []
    keys(played.tables.get(number=10), by, 90, -30, -30, -30)
    found = looks(event)
    assert [tables for _text, tables in found] == [[10]] * 5
    assert found[0][0].startswith("Anna 37. Points per hand: 4.50.")
    assert "Points won and lost per hand: " in found[-1][0]
    words = words_of(director.get(reverse("rulings", args=[event.pk])))
    assert "Anna 37. Points per hand: 4.50." in words
    assert "3.5 robust standard deviations" in words


def test_two_sheets_with_the_same_figures(event: Event, by: Author) -> None:
    played = starts(event, by)
    for number, figures in ((1, (6, -2, 1, -5)), (2, (-5, 6, -2, 1)), (3, (3, -3, 0, 0))):
        keys(played.tables.get(number=number), by, *figures)
    assert looks(event) == [("2 sheets with the same figures: 6, −2, 1, −5.", [1, 2])]


def test_few_sheets_say_nothing(event: Event, by: Author) -> None:
    played = starts(event, by)
    keys(played.tables.get(number=1), by, 90, -30, -30, -30)
    assert looks(event) == []


def test_it_asks_nothing_beyond_the_standing(
    event: Event, by: Author, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    played = starts(event, by)
    keys(played.tables.get(number=1), by, 6, -2, 1, -5)
    snapshot = snapshot_of(Event.objects.get(pk=event.pk))
    with django_assert_num_queries(0):
        worth_a_look(snapshot)
