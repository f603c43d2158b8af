"""The sheets of a made-up Thursday, put into the database in bulk: every hand with its version.

What is worked out of them is left to the program, see `statistics_club`. Read late: Django has to
be set up first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, time, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from django.utils import timezone

from benchmarks.statistics_evenings import EVENT_GAME, EVENT_SIZE, Night, Sheet
from formats.event import EventSettings
from scoring import find_ruleset, resolve_options
from tournaments.models import (
    Club,
    Entry,
    Event,
    EventTable,
    Hand,
    HandPoints,
    HandVersion,
    Member,
    Player,
    Result,
    Round,
    Seat,
    Table,
)

BEGINS = time(19, 30)
LASTS = timedelta(hours=3)
ROWS = 5_000
"""How many rows are sent to the database at once, if it takes so many."""


class Written(NamedTuple):
    """A sheet with the table that it was written at."""

    table: Table
    sheet: Sheet


def keep_evening(
    club: Club, people: Sequence[Player], night: Night, sheets: Sequence[Sheet]
) -> None:
    """The sheets of an evening at the club's own tables."""
    begins = _begins(night)
    tables = Table.objects.bulk_create(_table(sheet, begins, club) for sheet in sheets)
    written = [Written(*pair) for pair in zip(tables, sheets, strict=True)]
    _keep_seats(written, people, are_known=True)
    _keep_hands(written, begins)


def keep_event(
    club: Club, people: Sequence[Player], night: Night, rounds: Sequence[Sequence[Sheet]]
) -> None:
    """A tournament with its closed rounds; its results are still nought."""
    begins = _begins(night)
    hands = sum(_is_hand(record) for record in rounds[0][0].records)
    event = Event.objects.create(
        club=club,
        title=f"Tournament of {night.day:%B %Y}",
        ruleset=EVENT_GAME,
        options=resolve_options(find_ruleset(EVENT_GAME), {}),
        settings=EventSettings(rounds=len(rounds), hands=hands, size=EVENT_SIZE).to_json(),
        state=Event.RUNNING,
        published_at=begins,
        frozen_at=begins,
        starts_at=begins,
        made_at=begins,
        next_number=len(rounds[0]) * EVENT_SIZE + 1,
    )
    entries = _keep_entries(event, people, rounds[0])
    for number, sheets in enumerate(rounds, 1):
        _keep_round(event, number, hands, people, entries, sheets, begins)


def _keep_entries(
    event: Event, people: Sequence[Player], sheets: Sequence[Sheet]
) -> dict[int, Entry]:
    here = [who for sheet in sheets for who in sheet.people]
    entries = Entry.objects.bulk_create(
        Entry(event=event, number=number, name=people[who].name, status=Entry.HERE)
        for number, who in enumerate(here, 1)
    )
    found = dict(zip(here, entries, strict=True))
    Member.objects.bulk_create(
        Member(entry=entry, player=people[who]) for who, entry in found.items()
    )
    return found


def _keep_round(
    event: Event,
    number: int,
    hands: int,
    people: Sequence[Player],
    entries: dict[int, Entry],
    sheets: Sequence[Sheet],
    begins: datetime,
) -> None:
    one = Round.objects.create(
        event=event,
        number=number,
        state=Round.CLOSED,
        draw="random",
        hands=hands,
        plan={"tables": [[entries[who].number for who in sheet.people] for sheet in sheets]},
        drawn_at=begins,
        published_at=begins,
        started_at=begins,
        closed_at=begins + LASTS,
    )
    tables = Table.objects.bulk_create(_table(sheet, begins, None) for sheet in sheets)
    places = EventTable.objects.bulk_create(
        EventTable(table=table, round=one, number=nth, hands_due=hands)
        for nth, table in enumerate(tables, 1)
    )
    Result.objects.bulk_create(
        Result(event=event, round=one, entry=entries[who], event_table=place, side=side)
        for place, sheet in zip(places, sheets, strict=True)
        for side, who in enumerate(sheet.people)
    )
    written = [Written(*pair) for pair in zip(tables, sheets, strict=True)]
    _keep_seats(written, people, are_known=False)
    _keep_hands(written, begins)


def _table(sheet: Sheet, begins: datetime, club: Club | None) -> Table:
    return Table(
        club=club,
        ruleset=sheet.ruleset,
        options=resolve_options(find_ruleset(sheet.ruleset), {}),
        players=len(sheet.people),
        opened_at=begins,
        ended_at=begins + LASTS,
        version=len(sheet.records),
    )


def _keep_seats(written: Iterable[Written], people: Sequence[Player], *, are_known: bool) -> None:
    Seat.objects.bulk_create(
        Seat(
            table=table,
            index=index,
            name=people[who].name,
            player=people[who] if are_known else None,
            points=sheet.totals[index % len(sheet.totals)],
        )
        for table, sheet in written
        for index, who in enumerate(sheet.people)
    )


def _keep_hands(written: Sequence[Written], begins: datetime) -> None:
    entries = [
        (table, number, record, points)
        for table, sheet in written
        for number, (record, points) in enumerate(zip(sheet.records, sheet.points, strict=True), 1)
    ]
    hands = Hand.objects.bulk_create(
        (Hand(table=table, number=number) for table, number, _record, _points in entries), ROWS
    )
    HandVersion.objects.bulk_create(
        (
            HandVersion(
                hand=hand,
                number=1,
                record=record,
                submission=uuid4(),
                table_version=number,
                made_at=begins,
            )
            for hand, (_table, number, record, _points) in zip(hands, entries, strict=True)
        ),
        ROWS,
    )
    HandPoints.objects.bulk_create(
        (
            HandPoints(hand=hand, side=side, points=amount)
            for hand, (_table, _number, _record, points) in zip(hands, entries, strict=True)
            for side, amount in enumerate(points)
        ),
        ROWS,
    )


def _begins(night: Night) -> datetime:
    return timezone.make_aware(datetime.combine(night.day, BEGINS))


def _is_hand(record: dict[str, Any]) -> bool:
    return "adjustment" not in record
