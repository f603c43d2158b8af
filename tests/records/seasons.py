"""Evenings of a club, written through the services on the days on which they were."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from scoring import find_ruleset
from tests.scoring.evenings import evening
from tournaments.models import Author, Club, Player, Table
from tournaments.tables.services.hands import record_all
from tournaments.tables.services.tables import open_table

NOBODY = Author()


def takes_in(club: Club, *names: str) -> list[Player]:
    """Make the club know these people."""
    return [Player.objects.create(club=club, name=name) for name in names]


def plays(
    club: Club,
    ruleset: str,
    names: Sequence[str],
    hands: Sequence[dict[str, Any]],
    *,
    on: date,
    options: dict[str, Any] | None = None,
) -> Table:
    """An evening at one table of the club, on that day."""
    opened = open_table(ruleset_key=ruleset, options=options or {}, names=names, club=club).table
    begins = timezone.make_aware(datetime(on.year, on.month, on.day, 20))
    Table.objects.filter(pk=opened.pk).update(opened_at=begins)
    table = Table.objects.get(pk=opened.pk)
    with transaction.atomic():
        record_all(table=table, records=list(hands), by=NOBODY, submission=uuid4())
    return table


def plays_by_chance(
    club: Club, ruleset: str, names: Sequence[str], seed: int, *, hands: int, on: date
) -> Table:
    """The same with hands out of a seed; guests fill the table where it has more seats."""
    game = find_ruleset(ruleset)
    found = evening(game, seed, hands, {}).record
    guests = [f"Guest {number}" for number in range(found["players"])]
    people = [*names, *guests][: found["players"]]
    return plays(club, ruleset, people, found["hands"], on=on)
