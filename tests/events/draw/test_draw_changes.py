"""A proposed draw changed by hand, doubted, thrown away or accepted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.conftest import FormReader, words_of
from tests.events.draw.drawn_rounds import drawn, late_entry, play, press, propose, the_round
from tournaments.common.actions import Refused
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.draw.services import rounds
from tournaments.models import Author, Entry, Event, EventChange, Result, Round

pytestmark = pytest.mark.django_db

CHANCE: dict[str, Any] = {"draw": "random_wishes", "odd": "up", "dial": "50"}


def table_with(plan: dict[str, Any], number: int) -> list[int]:
    return next(table for table in plan["tables"] if number in table)


def test_a_table_that_is_kept_stays_in_the_next_draw(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=24)
    kept = propose(event, by).plan["tables"][3]
    assert press(director, event, "round", "lock_table", keep="4").status_code == 302
    assert "Draw again, keep 1 table" in words_of(
        director.get(reverse("round", args=[event.pk, 1]))
    )
    before = the_round(event, 1).plan["tables"]
    press(director, event, "round", "draw_round", **CHANCE)
    after = the_round(event, 1)
    assert after.plan["tables"][3] == kept
    assert after.locked == [3]
    assert after.plan["tables"] != before
    press(director, event, "round", "lock_table", free="4")
    assert the_round(event, 1).locked == []


def test_two_people_swap_seats_with_the_effect_said_and_back(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=16)
    play(drawn(event, by))
    proposed = propose(event, by, 2)
    plan = proposed.plan
    first = the_round(event, 1).plan["tables"][0]
    one = first[0]
    mate = next(n for n in first[1:] if n not in table_with(plan, one))
    stranger = next(n for n in table_with(plan, mate) if n != mate)
    response = press(director, event, "round", "swap_seats", 2, swap=[str(one), str(stranger)])
    assert response.status_code == 302
    page = words_of(director.get(reverse("round", args=[event.pk, 2])))
    assert "have changed places. Repeats: 2 instead of 0. That is worse." in page
    assert f"Anna {min(one, mate)} and Anna {max(one, mate)} met in round 1." in page
    press(director, event, "round", "swap_seats", 2, swap=[str(one), str(stranger)])
    assert the_round(event, 2).plan == plan
    page = words_of(director.get(reverse("round", args=[event.pk, 2])))
    assert "sit where they were again. Repeats: 0 instead of 2." in page
    for ticked in ([str(one)], [str(one), "x"], ["1", "2", "3"]):
        response = press(director, event, "round", "swap_seats", 2, swap=ticked)
        assert response.status_code == 422
    assert the_round(event, 2).plan == plan


def test_a_couple_put_together_by_hand_is_accepted_only_knowingly(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    Entry.objects.filter(number__in=(1, 2)).update(party="car")
    proposed = propose(event, by)
    other = next(n for n in table_with(proposed.plan, 1) if n != 1)
    press(director, event, "round", "swap_seats", swap=["2", str(other)])
    response = press(director, event, "round", "accept_draw")
    assert response.status_code == 422
    assert "Came together, at one table: Anna 1 (1), Anna 2 (2)." in words_of(response)
    assert the_round(event, 1).state == Round.PROPOSED
    assert press(director, event, "round", "accept_draw", anyway="on").status_code == 302
    assert the_round(event, 1).state == Round.DRAWN
    accepted = EventChange.objects.get(kind="draw_accepted")
    couple = "Came together, at one table: Anna 1 (1), Anna 2 (2)."
    assert sentence_of(accepted) == f"Round 1: the draw was accepted, tables: 2. {couple}"


def test_a_draw_is_stale_when_somebody_came_or_left(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    propose(event, by)
    late_entry(event)
    Entry.objects.filter(number=3).update(status=Entry.LEFT, last_round=0)
    response = press(director, event, "round", "accept_draw")
    assert response.status_code == 422
    page = words_of(response)
    assert "Has come since the draw: Anna 9 (9)." in page
    assert "Is not here any more: Anna 3 (3)." in page
    press(director, event, "round", "draw_round", **CHANCE)
    assert table_with(the_round(event, 1).plan, 9)
    assert press(director, event, "round", "accept_draw").status_code == 302


@pytest.mark.made_up
def test_a_draw_by_standing_is_stale_when_the_standing_moved(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, draws=("random_wishes", "blocks"))
    play(drawn(event, by))
    propose(event, by, 2)
    Result.objects.filter(entry__number=1).update(points=500)
    event.rounds.update(version=77)
    with pytest.raises(Refused, match="The standing has changed since the draw"):
        rounds.accept_draw(event=event, number=2, anyway=False, by=by, submission=uuid4())


def test_a_draw_that_is_thrown_away_stays_on_record(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    propose(event, by)
    assert press(director, event, "round", "drop_draw").status_code == 302
    assert list(event.rounds.values_list("state", flat=True)) == [Round.CANCELLED]
    assert propose(event, by).attempt == 2
    assert event.rounds.count() == 2


def test_an_accepted_draw_is_not_changed_by_an_old_page(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    drawn(event, by)
    deeds: tuple[tuple[Callable[..., object], dict[str, Any]], ...] = (
        (rounds.swap_seats, {"one": 1, "other": 2}),
        (rounds.drop_draw, {}),
        (rounds.accept_draw, {"anyway": True}),
        (rounds.lock_table, {"table": 1, "is_locked": True}),
    )
    for deed, how in deeds:
        with pytest.raises(Refused):
            deed(event=event, number=1, by=by, submission=uuid4(), **how)
    with pytest.raises(Refused, match="Round 1 is drawn already"):
        propose(event, by)


ON_A_DRAW: list[tuple[str, dict[str, Any]]] = [
    ("accept_draw", {"anyway": "on"}),
    ("swap_seats", {"swap": ["1", "8"]}),
    ("lock_table", {"keep": "1"}),
    ("drop_draw", {}),
    ("draw_round", CHANCE),
]


@pytest.mark.parametrize(("deed", "more"), ON_A_DRAW)
@pytest.mark.parametrize("meanwhile", ["draw_round", "swap_seats"])
def test_nobody_acts_on_a_draw_that_he_never_saw(
    director: Client,
    new_event: Callable[..., Event],
    by: Author,
    deed: str,
    more: dict[str, Any],
    meanwhile: str,
) -> None:
    event = new_event(entries=16)
    propose(event, by)
    page = reverse("round", args=[event.pk, 1])
    form = FormReader(director.get(page).content.decode()).forms[-1][1]
    press(director, event, "round", meanwhile, **dict(ON_A_DRAW)[meanwhile])
    before = the_round(event, 1)
    address = reverse(deed, args=[event.pk, 1])
    refused = director.post(address, form | more)
    assert refused.status_code == 422
    assert "This draw is not the one that you saw" in words_of(refused)
    after = the_round(event, 1)
    assert (after.plan, after.state, after.locked) == (before.plan, Round.PROPOSED, [])
    again = FormReader(refused.content.decode()).forms[-1][1]
    assert director.post(address, again | more).status_code == 302


def test_a_round_that_was_drawn_anew_is_not_published_or_taken_back_unseen(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    drawn(event, by)
    page = reverse("round", args=[event.pk, 1])
    form = FormReader(director.get(page).content.decode()).forms[-1][1]
    press(director, event, "round", "cancel_round", reason="Two are missing")
    drawn(event, by)
    for deed in ("publish_round", "start_round", "cancel_round"):
        refused = director.post(reverse(deed, args=[event.pk, 1]), form | {"reason": "So"})
        assert refused.status_code == 422
        assert "This draw is not the one that you saw" in words_of(refused)
    assert the_round(event, 1).state == Round.DRAWN
