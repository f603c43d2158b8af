"""Evenings of the club that are played through the services."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tournaments.events.results.services.results import result_differences
from tournaments.models import Author, Club, Table
from tournaments.records.services.counting import check_club
from tournaments.tables.services.hands import record_hand
from tournaments.tables.services.tables import open_table

THREE = "sheepshead3-coins"
WON = {"picker": 0, "picker_points": 75}
LOST = {"picker": 1, "picker_points": 29}
NOBODY = Author()


def evening(club: Club | None, *names: str, hands: tuple[dict[str, Any], ...] = (WON,)) -> Table:
    """An evening of three: without other hands the first one wins 2 and the others lose 1."""
    table = open_table(ruleset_key=THREE, options={}, names=names, club=club).table
    for hand in hands:
        record_hand(table=table, record=hand, by=NOBODY, submission=uuid4())
    return table


def counts_right(club: Club) -> None:
    """The record book is what a recomputation of every sheet and year comes to."""
    for table in Table.objects.all():
        assert result_differences(table) == []
    assert check_club(club, mend=False) == []
