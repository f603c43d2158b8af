"""A draw makes only tables at which the game can be played; codes work away from the desk."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse

from tests.events.conftest import words_of
from tests.events.played import starts
from tournaments.common.actions import Refused
from tournaments.events.draw.queries.drawing import Choice
from tournaments.events.draw.services.rounds import draw_round
from tournaments.models import Author, Event

THREE = {"ruleset": "sheepshead3-coins", "size": 3, "hands": 6}


def test_no_table_of_two_in_a_game_for_three(
    new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    event = new_event(entries=11, **THREE)
    page = words_of(director.get(reverse("round", args=[event.pk, 1])))
    assert "tables of one more" in page
    assert "tables of one less" not in page
    choice = Choice("random", "down")
    with pytest.raises(Refused):
        draw_round(event=event, number=1, choice=choice, by=by, submission=uuid4())
    assert not event.rounds.exists()


def test_tables_of_one_less_where_the_game_has_them(
    new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    event = new_event(entries=11, **(THREE | {"size": 4, "odd": "down"}))
    page = words_of(director.get(reverse("round", args=[event.pk, 1])))
    assert "tables of one less" in page
    draw_round(event=event, number=1, choice=Choice("random", "down"), by=by, submission=uuid4())
    sizes = [len(table) for table in event.rounds.get().plan["tables"]]
    assert sorted(sizes) == [3, 4, 4]


@pytest.mark.parametrize(
    ("host", "network", "shown"),
    [
        ("localhost:8000", "192.168.1.7", "192.168.1.7:8000"),
        ("localhost:8000", "", "localhost:8000"),
        ("testserver", "192.168.1.7", "testserver"),
    ],
)
def test_codes_lead_to_this_machine_from_another_one(
    new_event: Callable[..., Event],
    by: Author,
    director: Client,
    monkeypatch: pytest.MonkeyPatch,
    host: str,
    network: str,
    shown: str,
) -> None:
    event = new_event(entries=4, hands=4)
    starts(event, by)
    monkeypatch.setattr(site, "SHEEPFOLD_NETWORK_ADDRESS", network)
    for name, args in (("round_cards", [event.pk, 1]), ("event_rules", [event.pk])):
        page = words_of(director.get(reverse(name, args=args), HTTP_HOST=host))
        assert f"{shown}/" in page


def test_the_list_says_why_it_cannot_be_locked_yet(
    new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    event = new_event(entries=4, hands=4)
    starts(event, by)
    page = words_of(director.get(reverse("lock_final", args=[event.pk])))
    assert "Round 1 is still open. Close it first." in page
    assert "Lock the final list" not in page
