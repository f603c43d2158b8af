"""A free night by its services: tables open, people join and leave between hands."""

from __future__ import annotations

from uuid import uuid4

from tests.events.night.rolling_day import opens
from tests.events.results.sheets import plays
from tournaments.events.night.services import get_up, sit_down
from tournaments.models import Author, Entry, Event, EventTable, Result
from tournaments.tables.queries import coming_hand, latest_versions


def fresh(place: EventTable) -> EventTable:
    """The table, read anew."""
    return EventTable.objects.select_related("table", "round__event").get(pk=place.pk)


def table_of(event: Event, by: Author, *numbers: int) -> EventTable:
    """A table opens for these start numbers."""
    return fresh(opens(event, by, *numbers).tables.get())


def column_of(place: EventTable, name: str) -> int:
    """Whose column it is."""
    return Result.objects.get(event_table=place, entry__name=name).side or 0


def entry_called(place: EventTable, name: str) -> Entry:
    """The entry of that name."""
    return Entry.objects.get(event=place.round.event_id, name=name)


def joins(place: EventTable, by: Author, name: str, *, after: str) -> None:
    """Somebody sits down to the left of somebody."""
    here = fresh(place)
    sit_down(
        event=here.round.event,
        place=here,
        entry=entry_called(here, name),
        after=column_of(here, after),
        seen_version=here.table.version,
        by=by,
        submission=uuid4(),
    )
    here.round.event.refresh_from_db()


def leaves(place: EventTable, by: Author, name: str) -> None:
    """Somebody gets up."""
    here = fresh(place)
    get_up(
        event=here.round.event,
        place=here,
        entry=entry_called(here, name),
        seen_version=here.table.version,
        by=by,
        submission=uuid4(),
    )


def wins(place: EventTable, *names: str) -> None:
    """A hand for each of them, who picks and makes 75: 2 from the two others.

    Whoever sits out in that hand leaves it to the first who plays.
    """
    for name in names:
        table = fresh(place).table
        active, picker = coming_hand(table, latest_versions(table)).active, column_of(place, name)
        record = {"picker": picker if picker in active else active[0], "picker_points": 75}
        plays(fresh(place), 1, record=record)


def have(place: EventTable) -> dict[str, tuple[int, int]]:
    """By name the points, and the hands in which somebody got cards."""
    rows = (
        Result.objects.filter(event_table=place).select_related("entry").order_by("entry__number")
    )
    return {row.entry.name: (row.points, row.hands) for row in rows}
