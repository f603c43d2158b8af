"""The signal to begin starts the clock where the event has minutes for a round."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import there
from tests.events.conftest import words_of
from tests.events.played import starts
from tournaments.events.desk.queries.desk import clock_of
from tournaments.models import Author, Event


@pytest.mark.parametrize(("minutes", "is_running"), [(90, True), (0, False)])
def test_the_clock_runs_from_the_signal(
    new_event: Callable[..., Event], by: Author, minutes: int, is_running: bool
) -> None:
    event = new_event(entries=8, hands=4, minutes=minutes)
    played = starts(event, by)
    assert clock_of(played).is_running == is_running
    assert played.started_at is not None
    if is_running:
        assert 89 * 60 < (there(played.ends_at) - played.started_at).total_seconds() <= 90 * 60


def test_the_rule_card_says_what_a_misplay_costs(
    new_event: Callable[..., Event], stranger: Client
) -> None:
    said = "Sitter-out looks at the blind: first a warning, then 4 points off."
    event = new_event(penalties=said)
    assert said in words_of(stranger.get(reverse("event_rules", args=[event.pk])))
    plain = new_event()
    assert "penalties" not in words_of(stranger.get(reverse("event_rules", args=[plain.pk])))
