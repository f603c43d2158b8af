"""Larger repairs of a drawn round: people swapped, the rest drawn anew, the round taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.conftest import words_of
from tests.events.draw.drawn_rounds import (
    agrees,
    drawn,
    key,
    late_entry,
    play,
    press,
    propose,
    repaired,
    table_of,
    the_round,
)
from tests.events.draw.repairing import asks, does, secrets_of
from tournaments.common.actions import Refused
from tournaments.events.draw.queries.drawing import ground_for
from tournaments.events.draw.queries.repairing import Ask
from tournaments.events.draw.services import rounds
from tournaments.models import Author, Event, EventChange, EventTable, Result, Round, Table

pytestmark = pytest.mark.django_db


def numbers(place: EventTable) -> list[int | None]:
    found = place.results.order_by("side").values_list("entry__number", flat=True)
    return list(found)


def test_two_who_sit_in_each_other_s_place_swap_before_they_begin(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    played = drawn(event, by)
    one, other = played.plan["tables"][0][1], played.plan["tables"][1][3]
    assert does(director, event, f"kind=sat_swapped&who={one}&who={other}").status_code == 302
    agrees(event)
    assert (table_of(played, one), table_of(played, other)) == (2, 1)


def test_two_who_sat_the_wrong_way_round_have_what_they_played(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    played = drawn(event, by)
    for place in played.tables.select_related("table", "round__event"):
        key(place, 10, 20, -10, -20)
    one, other = played.plan["tables"][0][0], played.plan["tables"][1][1]
    shown = words_of(asks(director, event, f"kind=sat_swapped&who={one}&who={other}"))
    assert "What is entered at table 1 stays in its column" in shown
    does(director, event, f"kind=sat_swapped&who={one}&who={other}")
    agrees(event)
    assert Result.objects.get(entry__number=one).points == 20
    assert Result.objects.get(entry__number=other).points == 10
    within = played.plan["tables"][0][2:4]
    repaired(event, by, 1, Ask("sat_swapped", tuple(within)))
    agrees(event)
    assert Result.objects.get(entry__number=within[0]).points == -20


def test_a_pair_that_sat_at_the_other_table_takes_both_seats_along(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=4, unit="pair", size=2, ruleset="saskop", hands=0, draws=("random",))
    played = drawn(event, by)
    one, other = played.plan["tables"][0][0], played.plan["tables"][1][1]
    repaired(event, by, 1, Ask("sat_swapped", (one, other)))
    first, second = played.tables.order_by("number")
    names = [seat.name for seat in first.table.seats.all()]
    assert (names[0], names[2]) == (f"Anna {other}", f"Ben {other}")
    names = [seat.name for seat in second.table.seats.all()]
    assert (names[1], names[3]) == (f"Anna {one}", f"Ben {one}")


def test_the_rest_is_drawn_anew_and_tables_that_have_begun_stay(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=24)
    played = drawn(event, by)
    place = played.tables.select_related("table", "round__event").get(number=2)
    key(place, 5, 5, -5, -5)
    before, secrets = {t.number: numbers(t) for t in played.tables.all()}, secrets_of(played)
    late_entry(event)
    assert does(director, event, "kind=redrawn_rest&who=25").status_code == 302
    agrees(event)
    after = {t.number: numbers(t) for t in played.tables.all()}
    assert after[2] == before[2]
    assert after != before
    assert table_of(played, 25)
    assert secrets_of(played) == secrets
    assert Result.objects.filter(points=5).count() == 2


def test_a_table_that_is_given_up_goes_and_its_code_stops(
    stranger: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, odd="bye")
    played = drawn(event, by)
    secrets = secrets_of(played)
    for who in played.plan["tables"][0][:1]:
        repaired(event, by, 1, Ask("no_show", (who,)))
    agrees(event)
    assert played.tables.count() == 1
    assert played.results.filter(event_table=None).count() == 3
    assert Table.objects.count() == 1
    working = [
        stranger.get(reverse("table", args=[secret])).status_code for secret in secrets.values()
    ]
    assert sorted(working) == [200, 404]


def test_a_round_is_taken_back_before_anything_is_entered(
    director: Client, stranger: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    played = drawn(event, by)
    secrets = secrets_of(played)
    assert press(director, event, "round", "cancel_round").status_code == 302
    played.refresh_from_db()
    assert played.state == Round.CANCELLED
    assert Result.objects.filter(round=played).count() == 8
    for secret in secrets.values():
        assert stranger.get(reverse("table", args=[secret])).status_code == 404
    again = drawn(event, by)
    assert again.attempt == 2
    assert again.seed != played.seed
    assert ground_for(event, 2).seatings.keys() == {1}
    agrees(event)


def test_a_round_with_entries_goes_only_with_a_reason_and_nothing_is_lost(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    played = drawn(event, by)
    place = played.tables.select_related("table", "round__event").get(number=1)
    key(place, 5, 5, -5, -5)
    response = press(director, event, "round", "cancel_round")
    assert response.status_code == 422
    assert "At table 1 something has been entered" in words_of(response)
    with pytest.raises(Refused):
        rounds.cancel_round(
            event=event, number=1, reason="", anyway=True, by=by, submission=uuid4()
        )
    sent: dict[str, Any] = {"reason": "Wrong cards", "anyway": "on"}
    assert press(director, event, "round", "cancel_round", **sent).status_code == 302
    assert place.totals.count() == 1
    assert Result.objects.filter(points=5).count() == 2
    assert EventChange.objects.latest("pk").reason == "Wrong cards"


def test_nothing_is_repaired_before_the_draw_or_after_the_end(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    propose(event, by)
    assert director.get(reverse("repair_round", args=[event.pk, 1])).status_code == 404
    with pytest.raises(Refused, match="not drawn yet"):
        rounds.repair_round(
            event=event, number=1, ask=Ask("no_show", (1,)), mark="", by=by, submission=uuid4()
        )
    press(director, event, "round", "accept_draw")
    play(the_round(event, 1))
    with pytest.raises(Refused, match="closed"):
        rounds.cancel_round(
            event=event, number=1, reason="", anyway=True, by=by, submission=uuid4()
        )
