"""Whoever comes too late: told before the fee, and without a place until the first hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.conftest import arrive, words_of
from tests.events.draw.cut_stories import EIGHT, after_a_round, cuts, places
from tests.events.played import plays
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.setup.queries import rule_card
from tournaments.events.standings.queries.final import final_page
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Event


def comes_late(event: Event, first_round: int) -> int:
    """Somebody who arrives when the rounds before are drawn."""
    event.refresh_from_db()
    [late] = arrive(event, 1)
    late.first_round = first_round
    late.save(update_fields=["first_round"])
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    event.refresh_from_db()
    return late.number or 0


def door(client: Client, event: Event) -> str:
    return words_of(client.get(reverse("door", args=[event.pk])))


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author) -> Event:
    """Sixteen after the first of four rounds."""
    return after_a_round(new_event, by)


def test_who_comes_after_the_cut_is_told_before_the_fee(
    director: Client, event: Event, by: Author
) -> None:
    assert "The finals are made" not in door(director, event)
    cuts(event, by, EIGHT)
    assert "whoever comes now is not drawn, and has no place without a hand" in door(
        director, event
    )


def test_who_comes_when_all_is_drawn_is_told_before_the_fee(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, rounds=1, hands=4, fee=500)
    assert "All rounds are drawn" not in door(director, event)
    plays(event, by)
    assert "All rounds are drawn: whoever comes now gets only a seat that is free" in door(
        director, event
    )


def test_nobody_is_ranked_without_a_hand(director: Client, event: Event, by: Author) -> None:
    cuts(event, by, EIGHT)
    before = places(event)
    late = comes_late(event, 2)
    assert places(event) == before
    standing = event_standing(event)
    assert [row.entry for row in standing.unplayed] == [late]
    assert standing.rows()[-1].place is None
    assert f"Anna {late}" in words_of(director.get(reverse("event", args=[event.pk])))
    assert final_page(event).lines[-1][0].place is None
    assert late not in {prize.number for prize in prize_list(event).prizes}


def test_the_next_draw_knows_whoever_has_not_played_yet(event: Event, by: Author) -> None:
    late = comes_late(event, 2)
    standing = event_standing(event, only_closed=True)
    assert late not in standing.places
    assert late in {row.entry for row in standing.to_draw}
    assert {row.entry for row in standing.ranked} < {row.entry for row in standing.to_draw}


def test_with_the_first_hand_a_latecomer_has_a_place(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, rounds=3, hands=4, late_value=-5)
    plays(event, by)
    *_others, late = [comes_late(event, 2) for _one in range(4)]
    assert late not in event_standing(event).places
    plays(event, by, 2)
    event.refresh_from_db()
    row = event_standing(event).places[late]
    assert row.rounds[1] == -5


@pytest.mark.parametrize(
    ("late_value", "said"),
    [
        (0, "a round missed counts as lost (0)"),
        (1, "a round missed counts as a draw (1)"),
        (2, "a round missed counts as won (2)"),
        (-1, "−1 for each round missed"),
    ],
)
def test_the_rule_card_says_what_a_missed_round_is_worth(
    new_event: Callable[..., Event], late_value: int, said: str
) -> None:
    event = new_event(
        unit="pair", size=2, rounds=5, yields="match", match_points=(2, 1, 0), late_value=late_value
    )
    assert event.format.late_value == late_value
    assert dict(rule_card(event).facts)["Late entry"] == said
