"""The record book follows an event that is published, becomes final or moves to another day."""

from __future__ import annotations

from copy import copy
from datetime import date, datetime
from typing import NamedTuple

from django.utils import timezone

from tournaments.common.locks import lock_tables
from tournaments.models import CountedSheet, Event, Feat, SheetTally, Table
from tournaments.records.queries.filters import keeps_back
from tournaments.records.services.counting import Difference, add_to_months, add_to_years


class Standing(NamedTuple):
    """What the record book goes by besides the sheets."""

    keeps_back: bool
    starts_at: datetime | None


def standing_of(event: Event) -> Standing:
    """How an event stands to the record book."""
    return Standing(keeps_back(event), event.starts_at)


def follow_event(event: Event) -> None:
    """Count the sheets of an event as they count now, and on its day; inside a deed.

    The tables are locked in the order of their keys: a hand that is being saved was counted as the
    event was, and comes before or after. A few SQL queries, however many sheets.
    """
    counts = not keeps_back(event)
    lock_tables(Table.objects.filter(event_table__round__event=event))
    tallies = []
    differences = []
    for tally in SheetTally.objects.filter(event=event).select_related("table"):
        day = timezone.localtime(event.starts_at or tally.table.opened_at).date()
        if (tally.counts, tally.played_on) != (counts, day):
            before = copy(tally)
            tally.counts, tally.played_on = counts, day
            tallies.append(tally)
            differences.append(Difference(before, tally))
    add_to_years(differences)
    SheetTally.objects.bulk_update(tallies, ["counts", "played_on"])
    tables = {tally.table_id: tally.played_on for tally in tallies}
    feats = list(Feat.objects.filter(table__in=tables))
    for feat in feats:
        feat.counts, feat.played_on = counts, tables[feat.table_id]
    Feat.objects.bulk_update(feats, ["counts", "played_on"])
    _move_sheets(tables, counts=counts)


def _move_sheets(tables: dict[int, date], *, counts: bool) -> None:
    sheets = list(CountedSheet.objects.filter(table__in=tables))
    moved = []
    for sheet in sheets:
        after = copy(sheet)
        after.counts, after.played_on = counts, tables[sheet.table_id]
        moved.append(after)
    add_to_months([(-1, sheet) for sheet in sheets] + [(1, sheet) for sheet in moved])
    CountedSheet.objects.bulk_update(moved, ["counts", "played_on"])
