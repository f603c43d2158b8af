"""The demo club: an evening of each kind of game, played through the same door as any other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from uuid import uuid4

from django.db import transaction

from scoring.ruleset import Ruleset
from tournaments.demo_hands import plausible_hand
from tournaments.models import Actor, Club, Table
from tournaments.queries.games import games_by_family
from tournaments.queries.replays import coming_hand, latest_versions
from tournaments.services.hands import correct_hand, record_hand
from tournaments.services.tables import open_table

CLUB = "Demo club"
NAMES = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn", "Greta", "Hanno")
NAMES_IN_PAIRS = ("Mart", "Kati", "Jaan", "Liis")
HANDS = 14


def build_demo() -> None:
    """Make the demo club with its evenings, unless it is there already."""
    if Club.objects.filter(name=CLUB).exists():
        return
    tables = [_play(ruleset, players) for ruleset, players in _evenings()]
    with transaction.atomic():
        club = Club.objects.create(name=CLUB, is_public=True)
        Table.objects.filter(pk__in=[table.pk for table in tables]).update(club=club)


def _evenings() -> Iterator[tuple[Ruleset, int]]:
    """The first game of each family; the five-handed one also with somebody sitting out."""
    for rulesets in games_by_family().values():
        ruleset = rulesets[0]
        yield ruleset, ruleset.seats
        if ruleset.seats == 5 and 6 in ruleset.tables:
            yield ruleset, 6


def _play(ruleset: Ruleset, players: int) -> Table:
    """An evening at one table; with somebody sitting out also a penalty and a correction."""
    names = NAMES_IN_PAIRS if ruleset.scores == "pairs" else NAMES
    title = ruleset.family
    if players > ruleset.seats:
        title = f"{ruleset.family}, {players} at the table"
    table = open_table(
        ruleset_key=ruleset.key, options={}, names=names[:players], title=title
    ).table
    chance = Random(f"{ruleset.key} {players}")
    for _ in range(HANDS):
        _play_hand(chance, ruleset, table)
    if players > ruleset.seats:
        penalty = [1 - players] + [1] * (players - 1)
        record = {"adjustment": penalty, "reason": "Revoked in hand 14"}
        record_hand(table=table, record=record, by=Actor(), submission=uuid4())
        _correct_last_hand(chance, ruleset, table)
    return table


def _play_hand(chance: Random, ruleset: Ruleset, table: Table) -> None:
    coming = coming_hand(table, latest_versions(table))
    record = plausible_hand(chance, ruleset, coming.deal(table))
    record_hand(table=table, record=record, by=Actor(), submission=uuid4())


def _correct_last_hand(chance: Random, ruleset: Ruleset, table: Table) -> None:
    versions = latest_versions(table)[:HANDS]
    coming = coming_hand(table, versions[:-1])
    last = versions[-1]
    correct_hand(
        hand=last.hand,
        record=plausible_hand(chance, ruleset, coming.deal(table)),
        by=Actor(),
        submission=uuid4(),
        seen_version=last.number,
        reason="Counted once more",
    )
