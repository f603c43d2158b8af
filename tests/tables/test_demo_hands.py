"""The hands that the demo club and trial events play: believable, and always alike."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from scoring import RULESETS, replay
from scoring.ruleset import NOTHING_CARRIED, Deal
from simulation.demo import play_evening
from simulation.demo.evenings import evenings
from simulation.hands import plausible_hand
from tests.deciding import decided
from tournaments.models import HandVersion, Seat, Table

EVENTFUL = {"The round table", "Thursday, upstairs", "Friday, back room"}
"""Somebody is renamed, comes, goes, is penalized; hands are withdrawn and counted once more."""


def written(table: Table) -> list[object]:
    """All that stands on a sheet, with who wrote it."""
    return [
        *Seat.objects.filter(table=table).values_list("index", "name", "points"),
        *HandVersion.objects.filter(hand__table=table)
        .order_by("table_version")
        .values_list("hand__number", "number", "record", "who", "device", "reason"),
    ]


@pytest.mark.django_db
def test_an_evening_is_always_alike() -> None:
    eventful = [evening for evening in evenings() if evening.plan.title in EVENTFUL]
    assert len(eventful) == 3
    for evening in eventful:
        assert written(play_evening(evening)) == written(play_evening(evening))


@pytest.mark.django_db
def test_a_new_family_gets_evenings_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(RULESETS["sheepshead3-coins"], key="another", family="Another family")
    monkeypatch.setitem(RULESETS, game.key, game)
    tables = [play_evening(evening) for evening in evenings() if evening.ruleset is game]
    assert sorted(table.title for table in tables) == [
        "Another family, today",
        "Friday, Another family",
    ]
    ended = [Table.objects.get(pk=table.pk).ended_at is None for table in tables]
    assert sorted(ended) == [False, True]


@pytest.mark.parametrize("key", RULESETS)
def test_hands_are_believable(key: str) -> None:
    ruleset, chance = RULESETS[key], Random(key)
    options, seats = ruleset.defaults() | decided(ruleset), tuple(range(ruleset.seats))
    taken, won, marked = [], 0, 0
    for number in range(500):
        deal = Deal(number % ruleset.seats, seats, ruleset.seats, options, NOTHING_CARRIED)
        hand = plausible_hand(chance, ruleset, deal)
        replay(ruleset, options, ruleset.seats, [hand | {"dealer": deal.dealer}])
        for field in ruleset.fields:
            if field.kind == "points" and field.when == "played" and field.name in hand:
                taken.append(hand[field.name])
                won += taken[-1] >= hand.get("bid", 61)
        marked += any(value is True for value in hand.values())
    assert marked < 40
    if taken:
        assert 0.55 < won / len(taken) < 0.72
        assert sum(45 <= points <= 90 for points in taken) / len(taken) > 0.8
