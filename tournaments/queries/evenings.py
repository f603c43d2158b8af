"""The evenings of public clubs."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count

from scoring import RULESETS
from scoring.labels import side_names
from scoring.ruleset import Ruleset
from tournaments.models import Seat, Table
from tournaments.queries.replays import side_of


@dataclass(frozen=True)
class Evening:
    """A table that everybody may watch: its game and its sides with their points, best first."""

    table: Table
    ruleset: Ruleset
    standing: list[tuple[str, int]]
    hands: int


def public_evenings() -> list[Evening]:
    """The tables of public clubs in the order in which the games are listed; two SQL queries."""
    tables = (
        Table.objects.filter(club__is_public=True, ruleset__in=RULESETS)
        .select_related("club")
        .annotate(hand_count=Count("hands"))
        .order_by("pk")
    )
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__club__is_public=True).order_by("index"):
        seats.setdefault(seat.table_id, []).append(seat)
    return [
        Evening(
            table,
            RULESETS[table.ruleset],
            _standing(RULESETS[table.ruleset], seats[table.pk]),
            table.hand_count,
        )
        for table in tables
    ]


def _standing(ruleset: Ruleset, seats: list[Seat]) -> list[tuple[str, int]]:
    names = side_names(ruleset, [seat.name for seat in seats])
    points = {side_of(ruleset, seat.index): seat.points for seat in seats}
    standing = [(name, points[side]) for side, name in enumerate(names)]
    return sorted(standing, key=lambda entry: -entry[1])
