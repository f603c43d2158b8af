"""Erasing a person at the sheets of events: the record book knows who sat where."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import EventTable, Member, Seat
from tournaments.people.services.erasing import Erased
from tournaments.records.queries.expected import sittings_of
from tournaments.tables.queries.readings import SheetReading


def erase_at_events(erased: Erased) -> None:
    """Take the names off the sheets of the person's events, under their locks.

    It is every column of such a name, but for those at which somebody else of the same name sits.
    """
    folded = {name.casefold() for name in erased.names}
    rows = Seat.objects.filter(table__event_table__round__event__in=erased.events).order_by("pk")
    called = [seat for seat in rows.iterator(chunk_size=2000) if seat.name.casefold() in folded]
    skipped = _of_namesakes(erased.records, called, folded)
    for seat in called:
        seat.name = erased.words.instead
    Seat.objects.bulk_update(
        [seat for seat in called if (seat.table_id, seat.index) not in skipped],
        ["name"],
        batch_size=500,
    )


def _of_namesakes(
    records: Sequence[int], seats: Sequence[Seat], folded: set[str]
) -> set[tuple[int, int]]:
    """Those of the seats, by table and column, at which another person of the name sits."""
    tables = {seat.table_id for seat in seats}
    at_them = Member.objects.filter(entry__results__event_table__table__in=tables)
    others = at_them.exclude(player__in=records).order_by()
    rows = others.values_list("player_id", "player__name").distinct()
    namesakes = {key for key, name in rows if name.casefold() in folded}
    if not namesakes:
        return set()
    places = EventTable.objects.filter(table__in=tables).select_related("table", "round")
    return {
        (place.table_id, sitting.column)
        for place in places
        for sitting in sittings_of(SheetReading(place.table, place))
        if sitting.person in namesakes
    }
