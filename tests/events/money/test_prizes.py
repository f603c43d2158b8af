"""The prize list: who gets what, shared places, special prizes, only from what was paid."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import translation

from formats.checks import unfit_prizes
from formats.event import GUESTS, EventSettings
from tests.events.money.prize_giving import evening_of, everybody_pays, gets, read
from tests.events.played import keys, plays
from tournaments.events.check_in.services import leave, set_paid
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.money.services import free_entry, refund, reverse_line
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.events.standings.queries.standings import standing_of
from tournaments.models import Author, CashLine, Event


@pytest.fixture
def evening(new_event: Callable[..., Event], by: Author) -> Callable[..., Event]:
    """An evening that was played, with these settings."""
    return partial(evening_of, new_event, by)


def test_wisconsin_with_forty_entries(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(
        entries=40,
        ruleset="sheepshead5-bump",
        size=5,
        rounds=3,
        hands=20,
        fee=2500,
        payout=(30, 15, 10, 10, 10),
        round_prize=5,
        tie_breaks=("best_round", "lot"),
    )
    everybody_pays(event)
    for number in (1, 2, 3):
        played = plays(event, by, number)
        place = played.tables.get(number=number)
        keys(place, by, 16, -4, -4, -4, -4)
    listed = prize_list(read(event))
    places = [one.cents for one in listed.prizes if one.key == "place"]
    assert places == [30000, 15000, 10000, 10000, 10000]
    assert listed.awarded.income == 100000
    rounds = [one for one in listed.prizes if one.key.startswith("round-")]
    assert {one.title: (one.number, one.cents) for one in rounds} == {
        "Best of round 1": (1, 5000),
        "Best of round 2": (6, 5000),
        "Best of round 3": (11, 5000),
    }
    assert listed.awarded.kept == 10000


def test_a_tie_for_the_second_to_the_fourth_place_with_odd_cents(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(
        entries=4, fee=1000, rounds=1, hands=4, payout=(50, 25, 15), tie_breaks=("shared",)
    )
    everybody_pays(event)
    plays(event, by)
    assert gets(read(event)) == [
        ("Place 1", "Anna 1", 2000),
        ("Place 2", "Anna 2", 533),
        ("Place 2", "Anna 3", 533),
        ("Place 2", "Anna 4", 533),
    ]
    awarded = prize_list(read(event)).awarded
    assert awarded.odd == 1
    assert awarded.kept == 4000 - 2000 - 3 * 533


def test_shared_first_places_get_the_same(evening: Callable[..., Event]) -> None:
    event = evening(payout=(50, 25))
    assert gets(event) == [("Place 1", "Anna 1", 3000), ("Place 1", "Anna 5", 3000)]


def test_a_ladies_prize_where_no_lady_came_stays_with_the_club(
    evening: Callable[..., Event],
) -> None:
    event = evening(payout=(50,), groups=("Ladies",), group_prizes=("Ladies: 20",))
    listed = prize_list(event)
    assert {one.key for one in listed.prizes} == {"place"}
    assert listed.awarded.unclaimed == 2000


@pytest.mark.parametrize(("apart", "winner"), [(True, 2), (False, 1)])
def test_the_best_lady_who_has_won_a_place_may_leave_it_to_the_next(
    evening: Callable[..., Event], apart: bool, winner: int
) -> None:
    event = evening(
        payout=(50, 25), groups=("Ladies",), group_prizes=("Ladies: 20",), prizes_apart=apart
    )
    event.entries.filter(number__in=(1, 2)).update(groups=["Ladies"])
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    found = [one for one in prize_list(read(event)).prizes if one.key == "group-Ladies"]
    assert [(one.title, one.number, one.cents) for one in found] == [
        ("Best of the group: Ladies", winner, 2000)
    ]


@pytest.mark.parametrize("group", ["Guests", "Gäste", "KÜLALISED"])
def test_guests_are_a_group_of_their_own(evening: Callable[..., Event], group: str) -> None:
    event = evening(groups=(group,), group_prizes=(f"{group}: a ham",))
    event.entries.filter(number=3).update(is_guest=True)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    (one,) = prize_list(read(event)).prizes
    assert (one.number, one.goods, one.cents) == (3, "a ham", 0)
    standing = standing_of(snapshot_of(event))
    assert standing.groups == [group]
    assert [standing.by_number[row.entry].number for row in standing.of_group(group)] == [3]


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_each_language_says_what_the_guests_are_called(language: str) -> None:
    with translation.override(language):
        hint = translation.gettext(EventSettings.options()["group_prizes"].meaning).casefold()
    assert len(re.findall("|".join(f"“{word}”|„{word}“" for word in GUESTS), hint)) == 1
    asked = EventSettings(group_prizes=tuple(f"{word}: 20" for word in GUESTS), fee=500)
    assert [one.field for one in unfit_prizes(asked)] == []


def test_the_last_place_is_for_whoever_stayed(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=4, fee=500, rounds=1, hands=4, last_prize="a lemon")
    everybody_pays(event)
    played = plays(event, by)
    keys(played.tables.get(), by, 10, 0, -4, -6)
    assert gets_goods(event) == [("Last place", 4, "a lemon")]
    leave(entry=event.entries.get(number=4), by=by, submission=uuid4())
    assert gets_goods(event) == [("Last place", 3, "a lemon")]


def gets_goods(event: Event) -> list[tuple[str, int, str]]:
    return [(one.title, one.number, one.goods) for one in prize_list(read(event)).prizes]


def test_one_lemon_for_three_who_are_last(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=4, rounds=1, hands=4, last_prize="a lemon", tie_breaks=("shared",))
    plays(event, by)
    assert {goods for _title, _number, goods in gets_goods(event)} == {
        "a lemon (1 for 3, by lot or agreement)"
    }


def test_goods_for_a_range_of_places_and_money_beside_them(evening: Callable[..., Event]) -> None:
    event = evening(prize_amounts=(3000,), goods=("1: a cup", "3–6: a crate"), tie_breaks=("lot",))
    found = [(one.place, one.cents, one.goods) for one in prize_list(event).prizes]
    assert found == [(1, 3000, "a cup"), *((place, 0, "a crate") for place in range(3, 7))]


def test_everybody_with_plus_points_who_has_nothing_else(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(
        entries=8, fee=1000, rounds=1, hands=4, prize_amounts=(2000,), plus_prize="2.50"
    )
    everybody_pays(event)
    played = plays(event, by)
    for number in (1, 2):
        keys(played.tables.get(number=number), by, 3 + number, 2, 1, -6 - number)
    found = {one.number: one.cents for one in prize_list(read(event)).prizes if one.key == "plus"}
    assert len(found) == 5
    assert set(found.values()) == {250}


def test_most_solos(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(
        entries=4, fee=500, rounds=1, hands=4, counted="solos", solos_prize="5", tie_breaks=("lot",)
    )
    everybody_pays(event)
    played = plays(event, by)
    played.results.filter(entry__number=3).update(solos=2)
    Event.objects.update(version=1000)
    played.version += 1
    played.save()
    try:
        assert [(one.number, one.cents) for one in prize_list(read(event)).prizes] == [(3, 500)]
    finally:
        played.results.update(solos=0)


def test_only_who_has_paid_counts_and_nobody_free(
    evening: Callable[..., Event], by: Author
) -> None:
    event = evening(payout=(50,), tie_breaks=("lot",))
    assert prize_list(event).awarded.income == 8000
    entry = event.entries.get(number=8)
    set_paid(entry=entry, is_paid=False, by=by, submission=uuid4())
    assert prize_list(read(event)).takings.open == 1
    free_entry(entry=entry, reason="Helps at the door", by=by, submission=uuid4())
    listed = prize_list(read(event))
    assert (listed.takings.open, listed.takings.free, listed.takings.paid) == (0, 1, 7)
    assert listed.awarded.income == 7000
    assert listed.prizes[0].cents == 3500
    assert not listed.prizes[0].owes


def test_a_winner_who_has_not_paid_is_marked(evening: Callable[..., Event], by: Author) -> None:
    event = evening(payout=(50, 20))
    set_paid(entry=event.entries.get(number=1), is_paid=False, by=by, submission=uuid4())
    assert {one.number: one.owes for one in prize_list(read(event)).prizes} == {1: True, 5: False}


def test_nobody_owes_where_nothing_is_asked(evening: Callable[..., Event]) -> None:
    event = evening(fee=0, last_prize="a lemon")
    event.entries.update(is_paid=False)
    prizes = prize_list(read(event)).prizes
    assert prizes
    assert not [one.name for one in prizes if one.owes]


def test_a_refund_makes_the_prizes_smaller_and_the_entry_stays(
    evening: Callable[..., Event], by: Author
) -> None:
    event = evening(payout=(50,), tie_breaks=("lot",))
    entry = event.entries.get(number=7)
    leave(entry=entry, by=by, submission=uuid4())
    assert prize_list(read(event)).awarded.income == 8000
    refund(entry=entry, cents=1000, reason="Fell ill", by=by, submission=uuid4())
    assert prize_list(read(event)).awarded.income == 7000
    line = CashLine.objects.get()
    reverse_line(event=event, line=line.pk, reason="Did not want it", by=by, submission=uuid4())
    assert prize_list(read(event)).awarded.income == 8000


def test_promises_that_the_fees_do_not_cover_are_cut_alike(evening: Callable[..., Event]) -> None:
    event = evening(prize_amounts=(10000, 6000), tie_breaks=("lot",), prize_step=100)
    listed = prize_list(event)
    assert listed.awarded.is_cut
    assert [one.cents for one in listed.prizes] == [5000, 3000]
