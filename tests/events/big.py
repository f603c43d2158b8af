"""Large events, made quickly: for what is measured, and for laws about standings.

The rows are put into the database as they are; how they come there is proved elsewhere.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from uuid import uuid4

from django.utils import timezone

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
    Result,
    Round,
    Seat,
    Table,
)

RULESET = "sheepshead4-coins"
SIZE = 4
PARTNER = {"picker_tricks": 5, "contract": "partner"}


def big_event(
    club: Club,
    *,
    entries: int,
    closed: int,
    running: bool = False,
    hands_a_table: int = 0,
    seed: int = 1,
    names: Sequence[str] = (),
    **settings: object,
) -> Event:
    """A published event with so many closed rounds, and perhaps one that is being played.

    `hands_a_table`: so many hands are kept with each table, which standings never look at.
    """
    chance = random.Random(seed)
    now = timezone.now()
    known = {"rounds": closed + running, "hands": 32} | settings
    event = Event.objects.create(
        club=club,
        title="Autumn cup",
        ruleset=RULESET,
        options=resolve_options(find_ruleset(RULESET), {}),
        settings=EventSettings(**known).to_json(),  # type: ignore[arg-type]
        state=Event.RUNNING if closed or running else Event.SETUP,
        frozen_at=now if closed or running else None,
        published_at=now,
        starts_at=now,
        next_number=entries + 1,
    )
    made = Entry.objects.bulk_create(
        Entry(
            event=event,
            number=number,
            name=names[number - 1] if number <= len(names) else f"Anna {number}",
            status=Entry.HERE,
            arrived_at=now,
        )
        for number in range(1, entries + 1)
    )
    for number in range(1, closed + 1):
        _play(event, number, made, chance, hands_a_table, Round.CLOSED)
    if running:
        _play(event, closed + 1, made, chance, hands_a_table, Round.DRAWN)
    return event


def _play(
    event: Event,
    number: int,
    entries: Sequence[Entry],
    chance: random.Random,
    hands: int,
    state: str,
) -> None:
    now = timezone.now()
    played = Round.objects.create(
        event=event,
        number=number,
        state=state,
        draw="random",
        hands=32,
        drawn_at=now,
        published_at=now,
        closed_at=now if state == Round.CLOSED else None,
    )
    played.started_at = now
    played.save()
    order = list(entries)
    chance.shuffle(order)
    groups = [order[start : start + SIZE] for start in range(0, len(order), SIZE)]
    tables = Table.objects.bulk_create(
        Table(
            ruleset=RULESET,
            options=event.options,
            players=SIZE,
            version=32,
            ended_at=played.closed_at,
        )
        for _ in groups
    )
    places = EventTable.objects.bulk_create(
        EventTable(table=table, round=played, number=nth, hands_due=32)
        for nth, table in enumerate(tables, 1)
    )
    Seat.objects.bulk_create(
        Seat(table=table, index=index, name=entry.name[:40])
        for table, group in zip(tables, groups, strict=True)
        for index, entry in enumerate(group)
    )
    _keep_results(played, list(zip(places, groups, strict=True)), chance)
    _keep_hands(tables, hands)


def _keep_results(
    played: Round, seated: Sequence[tuple[EventTable, Sequence[Entry]]], chance: random.Random
) -> None:
    is_in = played.state == Round.CLOSED
    Result.objects.bulk_create(
        Result(
            event=played.event,
            round=played,
            entry=entry,
            event_table=place,
            side=side,
            points=points,
            hands=32 if is_in else 12,
            solos=chance.randint(0, 4),
            is_in=is_in,
        )
        for place, group in seated
        for side, (entry, points) in enumerate(zip(group, _sheet(chance, len(group)), strict=True))
    )


def _sheet(chance: random.Random, seats: int) -> list[int]:
    """Points that add up to 0."""
    points = [chance.randint(-60, 60) for _ in range(seats - 1)]
    return [*points, -sum(points)]


def _keep_hands(tables: Sequence[Table], count: int) -> None:
    if not count:
        return
    record = {"picker": 0, "contract": "partner", "partner": 2, "picker_points": 75}
    hands = Hand.objects.bulk_create(
        (Hand(table=table, number=number) for table in tables for number in range(1, count + 1)),
        batch_size=2000,
    )
    HandVersion.objects.bulk_create(
        (
            HandVersion(hand=hand, number=1, record=record, table_version=1, submission=uuid4())
            for hand in hands
        ),
        batch_size=2000,
    )
    HandPoints.objects.bulk_create(
        (
            HandPoints(hand=hand, side=side, points=points)
            for hand in hands
            for side, points in enumerate((2, -2, 1, -1))
        ),
        batch_size=2000,
    )
