"""At a table of an event it is said in time that solos are owed, and who never played one."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from tests.events.conftest import words_of
from tests.events.results.sheets import at, opens, plays, table
from tournaments.models import Event

NORMAL = {"declarer": 0, "partner": 2, "taken": "to_150"}
SOLO = {"declarer": 1, "partner": None, "taken": "to_150"}
EVERY_HAND = "From here on each hand has to be a solo. Hands left: "
TOO_LATE = "Not everybody can play a solo any more. Hands left: "


def test_solos_that_are_owed_are_warned_of_before_it_is_too_late(
    new_event: Callable[..., Event], stranger: Client
) -> None:
    event = new_event(entries=4, ruleset="doppelkopf", hands=4, options={"mandatory_solo": True})
    place = table(opens(event, [1, 2, 3, 4]), 1)

    def seen() -> tuple[str, str]:
        """Whoever writes, and everybody else."""
        watched = stranger.get(reverse("public_table", args=[place.table_id]))
        return at(place).sees("table"), words_of(watched)

    for page in seen():
        assert f"Still owe a solo: Anna 1, Anna 2, Anna 3, Anna 4. {EVERY_HAND}4." in page
    plays(place, 1, record=SOLO)
    for page in seen():
        assert f"Still owe a solo: Anna 1, Anna 3, Anna 4. {EVERY_HAND}3." in page
    plays(place, 1, record=NORMAL)
    for page in seen():
        assert f"{TOO_LATE}2." in page
        assert EVERY_HAND not in page
    plays(place, 2, record=NORMAL)
    for page in seen():
        assert "Never played a solo: Anna 1, Anna 3, Anna 4." in page
        assert "Still owe a solo" not in page
        assert TOO_LATE not in page
