"""Stored points equal a replay from scratch, whatever was recorded, corrected and withdrawn."""

from __future__ import annotations

from io import StringIO
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from scoring import RULESETS
from scoring.ruleset import Deal
from sheets.coming import ImpossibleHand
from simulation.hands import plausible_hand
from tests.deciding import decided
from tournaments.models import Author, HandPoints, Seat, Table
from tournaments.tables.queries import coming_hand, latest_versions
from tournaments.tables.services.hands import correct_hand, differences, record_hand, withdraw_hand
from tournaments.tables.services.tables import open_table

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn", "Greta", "Hanno")


def recompute(**options: bool) -> str:
    out = StringIO()
    call_command("recompute", stdout=out, **options)
    return out.getvalue()


def a_table(key: str, players: int | None = None) -> Table:
    players = players or RULESETS[key].tables[-1]
    options = decided(RULESETS[key])
    return open_table(ruleset_key=key, options=options, names=NAMES[:players], first_dealer=1).table


def plausible(chance: Random, table: Table, place: int) -> dict[str, Any]:
    """A hand that fits after the first `place` hands."""
    ruleset = RULESETS[table.ruleset]
    coming = coming_hand(table, latest_versions(table)[:place])
    deal = Deal(coming.dealer, coming.active, table.players, table.options, coming.carried)
    return plausible_hand(chance, ruleset, deal)


@pytest.mark.parametrize("key", RULESETS)
def test_any_sequence_of_changes(key: str) -> None:
    table, chance = a_table(key), Random(key)
    for step in range(25):
        versions = latest_versions(table)
        submission = uuid4()
        try:
            if step < 4 or chance.random() < 0.5:
                record = plausible(chance, table, len(versions))
                record_hand(table=table, record=record, by=Author(), submission=submission)
                continue
            target = chance.choice(versions)
            change: dict[str, Any] = {"hand": target.hand, "by": Author(), "submission": submission}
            change["seen_version"] = target.number
            if chance.random() < 0.3:
                withdraw_hand(**change)
            else:
                place = versions.index(target)
                correct_hand(record=plausible(chance, table, place), **change)
        except ImpossibleHand:
            pass
        assert differences(table) == []
    assert latest_versions(table)


def test_what_differs_is_named_and_mended() -> None:
    table = a_table("sheepshead3-coins", 3)
    for _ in range(3):
        record = {"picker": 2, "picker_points": 61}
        record_hand(table=table, record=record, by=Author(), submission=uuid4())
    assert "all stored points equal to the replay" in recompute(check=True)
    HandPoints.objects.filter(hand__number=2, side=2).update(points=99)
    HandPoints.objects.filter(hand__number=3, side=0).delete()
    Seat.objects.filter(index=1).update(points=7)
    with pytest.raises(CommandError, match="3 stored points differ"):
        recompute(check=True)
    assert "hand 2, side 2: stored 99, replayed 2" in recompute()
    assert "equal to the replay" in recompute(check=True)
