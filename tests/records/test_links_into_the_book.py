"""From a final standing and the final list to the pages of those on it, if they may be opened."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.events.played import keys, starts
from tests.events.states import final
from tournaments.events.results.services.sheets import close_round
from tournaments.events.standings.services import lock_final
from tournaments.models import Author, Club, Event, Player


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author) -> Event:
    """An event of four that has been played and is final."""
    made = new_event(entries=4, rounds=1, hands=4)
    keys(starts(made, by).tables.get(), by, 9, -3, -3, -3)
    close_round(event=made, number=1, by=by, submission=uuid4())
    lock_final(event=made, by=by, submission=uuid4())
    return Event.objects.get(pk=made.pk)


def page_of(player: Player) -> str:
    return reverse("record_player", args=[player.club_id, player.pk])


def standing(client: Client, event: Event) -> str:
    return client.get(reverse("event", args=[event.pk])).content.decode()


def test_names_lead_to_the_pages_that_everybody_may_open(
    event: Event, club: Club, stranger: Client, director: Client
) -> None:
    first, second, third, fourth = Player.objects.order_by("pk")
    Player.objects.filter(pk=second.pk).update(shown=Player.HIDDEN)
    Player.objects.filter(pk=third.pk).update(shown=Player.INITIALS)
    page = standing(stranger, event)
    assert f'href="{page_of(first)}" title="In the record book: Anna 1"' in page
    assert page_of(second) not in page
    assert 'title="In the record book: A. 3."' in page
    Player.objects.filter(pk=fourth.pk).update(merged_into=first)
    assert page_of(fourth) not in standing(stranger, event)
    assert (
        standing(stranger, event).count(f'class="book-links no-print"><a href="{page_of(first)}"')
        == 2
    )
    final = director.get(reverse("lock_final", args=[event.pk])).content.decode()
    assert page_of(second) in final
    Club.objects.update(is_public=False)
    assert "book-links" not in standing(stranger, event)
    assert page_of(first) in standing(director, event)


def test_a_page_that_is_known_is_drawn_again_when_somebody_is_hidden(
    event: Event, stranger: Client
) -> None:
    address = reverse("event", args=[event.pk])
    known = {"if-none-match": stranger.get(address).headers["ETag"]}
    assert stranger.get(address, headers=known).status_code == 304
    Player.objects.filter(pk=Player.objects.earliest("pk").pk).update(shown=Player.HIDDEN)
    assert stranger.get(address, headers=known).status_code == 200


def test_while_cards_are_played_names_lead_to_the_day_of_the_entry(
    new_event: Callable[..., Event], by: Author, stranger: Client
) -> None:
    event = new_event(entries=4, rounds=2, hands=4)
    keys(starts(event, by).tables.get(), by, 9, -3, -3, -3)
    assert "book-links" not in standing(stranger, event)


@pytest.mark.parametrize("entries", [4, 40])
def test_the_links_cost_the_same_for_many(
    new_event: Callable[..., Event],
    stranger: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    entries: int,
) -> None:
    event = new_event(entries=entries)
    Event.objects.filter(pk=event.pk).update(**final())
    with django_assert_max_num_queries(12):
        assert standing(stranger, event).count('class="book-links') == entries
